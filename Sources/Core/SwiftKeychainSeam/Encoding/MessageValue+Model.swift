// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

// The values of the model. Their throwing initialisers check what is decoded.

extension PersistentReference: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.cbor.data(bytes) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        guard let reference = PersistentReference(bytes: try decoder.data()) else {
            throw MessageDecoder.malformed
        }
        self = reference
    }
}

extension ItemClass: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.cbor.text(rawValue) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        guard let itemClass = ItemClass(rawValue: try decoder.text()) else {
            throw MessageDecoder.malformed
        }
        self = itemClass
    }
}

extension Query.Limit: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .all: encoder.value(0)
        case .one: encoder.value(-1)
        case .atMost(let count): encoder.value(count)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.integer(Int.self) {
        case 0: self = .all
        case -1: self = .one
        case let count where count > 0: self = .atMost(count)
        default: throw MessageDecoder.malformed
        }
    }
}

extension Query.SynchronizableFilter: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        switch self {
        case .only(let flag): encoder.value(flag ? 1 : 0)
        case .any: encoder.value(2)
        }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.integer() {
        case 0: self = .only(false)
        case 1: self = .only(true)
        case 2: self = .any
        default: throw MessageDecoder.malformed
        }
    }
}

extension StringComparison: MessageValue {}

extension Query: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(
            itemClass, given.attributes, given.synchronizable, given.references, given.itemList,
            given.comparison, given.hostOrSubdomain, given.limit, given.leavesTombstones,
            given.chosen)
    }

    convenience init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 10)
        let itemClass: ItemClass? = try decoder.value()
        var conditions = Conditions(try decoder.value())
        conditions.synchronizable = try decoder.value()
        conditions.references = try decoder.value()
        conditions.itemList = try decoder.value()
        conditions.comparison = try decoder.value()
        conditions.hostOrSubdomain = try decoder.value()
        conditions.limit = try decoder.value()
        conditions.leavesTombstones = try decoder.value()
        conditions.chosen = try decoder.value()
        try self.init(itemClass, conditions)
    }
}

extension NewItem: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(
            itemClass, given, secret.map(MessageSecret.init), publicKey.map(ByteString.init),
            carried)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.claimItem()
        try decoder.array(of: 5)
        try self.init(
            derived: try decoder.value(), attributes: try decoder.value(),
            secret: try decoder.optionalSecret(), publicKey: try decoder.optionalData(),
            carried: try decoder.value())
        // What the store keeps of an item for itself, no program sets.
        for (attribute, value) in carried {
            guard [.creationDate, .modificationDate].contains(attribute),
                case .date(let seconds) = value, seconds.isFinite
            else { throw MessageDecoder.malformed }
        }
    }
}

extension Change: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.fields(attributes, secret.map(MessageSecret.init))
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        try self.init(try decoder.value(), secret: try decoder.optionalSecret())
    }
}

extension AccessControl: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.cbor.data(encoded()) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try self.init(encoded: try decoder.data())
    }
}

extension Item: MessageValue {
    /// An identity is the CBOR array of its certificate and its key, any other item one of 8 elements.
    func encode(to encoder: inout MessageEncoder) {
        if let certificate, let privateKey {
            encoder.fields(certificate, privateKey)
        } else {
            encoder.fields(
                reference, revision, accessGroup, accessControl, synchronizable, isTombstone,
                stored, secret.map(MessageSecret.init))
        }
    }

    convenience init(from decoder: inout MessageDecoder) throws(KeychainError) {
        switch try decoder.array() {
        case 2:
            try decoder.array(of: 8)
            let certificate = try Item(fields: &decoder)
            try decoder.array(of: 8)
            self.init(identity: certificate, try Item(fields: &decoder))
        case 8: try self.init(fields: &decoder)
        default: throw MessageDecoder.malformed
        }
    }

    private convenience init(fields decoder: inout MessageDecoder) throws(KeychainError) {
        self.init(
            reference: try decoder.value(), revision: try decoder.value(),
            accessGroup: try decoder.value(), accessControl: try decoder.value(),
            synchronizable: try decoder.value(), isTombstone: try decoder.value(),
            stored: try decoder.value(), secret: try decoder.optionalSecret())
    }
}

extension KeychainError.Code: MessageValue {}

extension KeychainError: MessageValue {
    func encode(to encoder: inout MessageEncoder) { encoder.fields(code, detail) }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        self.init(try decoder.value() as Code, try decoder.value())
    }
}

extension ArchiveTally: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.value(Self.counts.map { self[keyPath: $0] })
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        self.init()
        try decoder.array(of: Self.counts.count)
        for count in Self.counts { self[keyPath: count] = try decoder.value() }
    }
}
