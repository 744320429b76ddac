// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import SwiftKeychain
import SwiftKeychainPKI

/// The call that a dictionary is given to.
enum ItemCall: Hashable, Sendable {
    case add, copy, update, delete

    /// Whether the call changes or removes the items it finds.
    var changes: Bool { self == .update || self == .delete }
}

/// The values of all entries of a query dictionary.
///
/// Rules about several entries together are checked when a request is made from it.
struct QueryDictionary {
    private(set) var itemClass: ItemClass?
    private(set) var attributes: [Attribute: AttributeValue] = [:]
    private(set) var match = MatchConditions()
    private(set) var use = UseOptions()
    private(set) var returned: ResultShape.Parts = []
    /// The value of `kSecValueData`, unread: only SecItemAdd needs it.
    private(set) var secret: CFValue?
    private(set) var reference: ItemReference?
    private(set) var persistentReference: ItemReference?
    /// The 16 bytes of `kSecAttrPersistentReference`.
    private(set) var uuid: [UInt8]?
    /// The conditions on certificates, identities and keys that aren't attributes.
    private(set) var certificateMatch: CertificateMatch?

    /// Reads `dictionary` for a call.
    ///
    /// - Throws: `parameter` for too many keys, for an unknown key and for a value its key does not
    ///   take, null pointers included; `noSuchClass` for an unknown class, `noSuchAttribute` for a
    ///   number as a key; for a match key that doesn't apply to the class, `parameter` in a call
    ///   that changes items, `unimplemented` or no error in a search.
    init(_ dictionary: NSDictionary, for call: ItemCall) throws(KeychainError) {
        attributes.reserveCapacity(min(dictionary.count, Limits.dictionaryKeys))
        var faults = try dictionary.readEntries(of: "query") { key, name, value in
            try read(key, name, value, for: call)
        }
        faults.noting { try use.check(for: call) }
        faults.noting {
            if call.changes { try match.requireApplicable(to: classes) }
            certificateMatch = try match.certificateMatch(for: classes)
        }
        try faults.check()
    }

    private mutating func read(
        _ key: DictionaryKey, _ name: String, _ value: CFValue, for call: ItemCall
    ) throws(KeychainError) {
        switch key {
        case .itemClass: itemClass = try ItemClass(named: value.text)
        case .attribute(let attribute):
            if attribute == .owner, (value.object as? NSData)?.length == 0 { break }
            try attributes.add(value, for: attribute.holding(value))
        case .persistentReference: uuid = try Self.uuid(value)
        case .match(let key):
            if call == .add { throw KeychainError(.parameter, "\(key.constant): not in an add") }
            try match.read(key, value)
        case .returned(let key): try read(key, value)
        case .use(let key): try use.read(key, value)
        case .value(let key): try read(key, value, for: call)
        case .ignored: break
        case .unknown: throw KeychainError(.parameter, "query: an unknown key, \(name)")
        case .tooShort: throw KeychainError(.parameter, "query: a key under two characters")
        }
    }

    private mutating func read(_ key: ReturnKey, _ value: CFValue) throws(KeychainError) {
        let isWanted = try value.flag(key.constant)
        let part: ResultShape.Parts =
            switch key {
            case .data: .data
            case .attributes: .attributes
            case .reference: .reference
            case .persistentReference: .persistentReference
            }
        if isWanted { returned.insert(part) }
    }

    private mutating func read(
        _ key: ValueKey, _ value: CFValue, for call: ItemCall
    ) throws(KeychainError) {
        switch key {
        case .data:
            // A query may hold it, since programs search with the dictionary they added.
            guard call == .add || value.object is NSData else {
                throw KeychainError(.parameter, "\(key.constant): not data")
            }
            secret = value
        case .reference:
            reference = try ItemReference(object: value.object, key: key.constant)
        case .persistentReference:
            persistentReference = try ItemReference(
                external: value.object, key: key.constant)
        }
    }

    private static func uuid(_ value: CFValue) throws(KeychainError) -> [UInt8] {
        if let uuid = value.uuid { return uuid }
        guard let data = value.object as? NSData, data.length == 16, let bytes = value.bytes else {
            throw KeychainError(.parameter, "kSecAttrPersistentReference: not 16 bytes")
        }
        return bytes
    }
}
