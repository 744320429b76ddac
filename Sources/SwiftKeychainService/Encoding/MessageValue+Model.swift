import SwiftKeychainMemory
import SwiftKeychainModel

// The values of the model, decoded by their throwing initialisers.

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
        case .all: encoder.integer(0)
        case .one: encoder.integer(-1)
        case .atMost(let count): encoder.integer(count)
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
        case .only(let flag): encoder.integer(flag ? 1 : 0)
        case .any: encoder.integer(2)
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

extension Query: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(9)
        encoder.value(itemClass)
        encoder.attributes(given.attributes)
        encoder.value(given.synchronizable)
        encoder.optional(given.references) { $0.values($1) }
        encoder.optional(given.itemList) { $0.values($1) }
        encoder.integer(Int(given.comparison.rawValue))
        encoder.text(given.hostOrSubdomain)
        encoder.value(given.limit)
        encoder.cbor.boolean(given.leavesTombstones)
    }

    convenience init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 9)
        let itemClass: ItemClass? = try decoder.optionalValue()
        var conditions = Conditions(try decoder.attributes())
        conditions.synchronizable = try decoder.optionalValue()
        conditions.references = try decoder.optional { (decoder) throws(KeychainError) in
            try decoder.values()
        }
        conditions.itemList = try decoder.optional { (decoder) throws(KeychainError) in
            try decoder.values()
        }
        conditions.comparison = StringComparison(rawValue: try decoder.integer(UInt8.self))
        conditions.hostOrSubdomain = try decoder.optionalText()
        conditions.limit = try decoder.optionalValue()
        conditions.leavesTombstones = try decoder.boolean()
        try self.init(itemClass, conditions)
    }
}

extension NewItem: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(5)
        encoder.value(itemClass)
        encoder.attributes(given)
        encoder.secret(secret)
        encoder.data(publicKey)
        encoder.attributes(carried)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 5)
        try self.init(
            derived: try decoder.value(), attributes: try decoder.attributes(),
            secret: try decoder.secret(), publicKey: try decoder.optionalData(),
            carried: try decoder.attributes())
    }
}

extension Change: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(2)
        encoder.attributes(attributes)
        encoder.secret(secret)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        try self.init(try decoder.attributes(), secret: try decoder.secret())
    }
}

extension Item: MessageValue {
    /// An identity is the CBOR array of its certificate and its key, any other item one of 8 elements.
    func encode(to encoder: inout MessageEncoder) {
        if let certificate, let privateKey {
            encoder.cbor.array(2)
            certificate.encode(to: &encoder)
            privateKey.encode(to: &encoder)
            return
        }
        encoder.cbor.array(8)
        encoder.value(reference)
        encoder.cbor.integer(revision)
        encoder.cbor.text(accessGroup)
        encoder.cbor.data(accessControl.encoded())
        encoder.cbor.boolean(synchronizable)
        encoder.cbor.boolean(isTombstone)
        encoder.attributes(stored)
        encoder.secret(secret)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
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

    private init(fields decoder: inout MessageDecoder) throws(KeychainError) {
        self.init(
            reference: try decoder.value(), revision: try decoder.integer(),
            accessGroup: try decoder.text(),
            accessControl: try AccessControl(encoded: try decoder.data()),
            synchronizable: try decoder.boolean(), isTombstone: try decoder.boolean(),
            stored: try decoder.attributes(), secret: try decoder.secret())
    }
}

extension KeychainError: MessageValue {
    func encode(to encoder: inout MessageEncoder) {
        encoder.cbor.array(2)
        encoder.cbor.integer(Int64(code.rawValue))
        encoder.cbor.text(detail)
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        try decoder.array(of: 2)
        self.init(Code(rawValue: try decoder.integer(Int32.self)), try decoder.text())
    }
}

extension ArchiveTally: MessageValue {
    private static let counts: [WritableKeyPath<ArchiveTally, Int> & Sendable] = [
        \.items, \.bound, \.needPasscode, \.onTokens, \.constrained, \.damaged,
    ]

    func encode(to encoder: inout MessageEncoder) {
        encoder.list(Self.counts) { $0.integer(self[keyPath: $1]) }
    }

    init(from decoder: inout MessageDecoder) throws(KeychainError) {
        self.init()
        try decoder.array(of: Self.counts.count)
        for count in Self.counts { self[keyPath: count] = try decoder.integer(Int.self) }
    }
}
