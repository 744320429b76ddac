// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// The typed request that the words of the `item` command make.
///
/// It has the keys, values and errors of a query dictionary of the SecItem functions, except for
/// values that only an object can be.
///
///     words ── init ─▶ request ─┬─ search() ─▶ ItemQuery, for a search, an update or a deletion
///                               └─ addition() ─▶ Addition ── add(_:) ─▶ stored
package struct ItemRequest {
    package enum Action: Equatable {
        case add, search, update, delete

        /// Whether the action changes the items that it finds.
        var changesItems: Bool { self == .update || self == .delete }
    }

    var givenClass: ItemClass?
    var conditions = Query.Conditions()
    var match = CertificateMatch()
    var hasIssuers = false
    /// The item that kSecValuePersistentRef names; its class counts if the words have none.
    var reference: PersistentReference?
    var authentication = Authentication()
    var interface: Authentication.Policy?
    var forbidsInterface = false
    var hasCredential = false
    /// The parts of each item that are read.
    package private(set) var parts: Item.Parts = []
    private var attributes: [Attribute: AttributeValue] = [:]
    private var secret: AttributeWords.Value?
    /// The 16 bytes of kSecAttrPersistentReference, which name an item only together with a class.
    private var uuid: [UInt8]?

    /// Reads the words of a call.
    ///
    /// - Throws: the error of the highest rank; see ``DictionaryFaults``.
    package init(_ words: AttributeWords, for action: Action) throws(KeychainError) {
        if words.entries.count > Limits.dictionaryKeys {
            throw KeychainError(.parameter, "query: more than \(Limits.dictionaryKeys) keys")
        }
        var faults = DictionaryFaults()
        for (name, value) in words.entries {
            faults.noting { try read(name, value, for: action) }
        }
        faults.noting { try checkUse(for: action) }
        faults.noting { try checkMatch(for: action) }
        try faults.check()
        conditions.attributes = attributes
        if interface == .skip {
            authentication.policy = .skip
        } else if forbidsInterface || interface == .fail {
            authentication.policy = .fail
        }
    }

    /// Reads one key of the dictionary for an action, with the error that SecItem would return for it.
    private mutating func read(
        _ name: String, _ value: AttributeWords.Value, for action: Action
    ) throws(KeychainError) {
        switch DictionaryKey(name) {
        case .itemClass: givenClass = try ItemClass(named: value.text)
        case .attribute(let attribute):
            if attribute == .owner, case .data([]) = value { break }
            attributes[attribute] = try value.attributeValue(for: attribute)
        case .persistentReference:
            guard case .data(let bytes) = value, bytes.count == 16 else {
                throw Self.invalid("kSecAttrPersistentReference", "not 16 bytes")
            }
            uuid = bytes
        case .match(let key):
            if action == .add { throw Self.invalid(key.constant, "not in an add") }
            try read(key, value)
        case .returned(let key):
            _ = try value.flag(for: key.constant)
            switch key {
            case .data: parts.insert(.secret)
            case .attributes: parts.insert(.attributes)
            case .reference, .persistentReference: parts.insert(.reference)
            }
        case .use(let key): try read(key, value)
        case .value(.data):
            guard action == .add || value.isData else {
                throw Self.invalid(ValueKey.data.constant, "not data")
            }
            secret = value
        case .value(.reference):
            throw Self.invalid(ValueKey.reference.constant, "not a reference to an item")
        case .value(.persistentReference):
            guard case .data(let bytes) = value, let known = PersistentReference(bytes: bytes)
            else {
                throw Self.invalid(
                    ValueKey.persistentReference.constant, "not a persistent reference")
            }
            reference = known
        case .ignored: break
        case .unknown: throw Self.invalid("query", "an unknown key, \(name)")
        case .tooShort: throw Self.invalid("query", "a key under two characters")
        }
    }

    /// Makes the error for a key: `parameter`, with the name of its constant and the rule that its value breaks.
    static func invalid(_ name: String, _ rule: String) -> KeychainError {
        KeychainError(.parameter, "\(name): \(rule)")
    }
}

// The calls that the request describes.
extension ItemRequest {
    /// Returns the search for the items.
    ///
    /// - Throws: as ``Query``; `noSuchClass` if the class contradicts the reference; `parameter`
    ///   without either.
    package func search() throws(KeychainError) -> ItemQuery {
        if let givenClass, let reference, givenClass != reference.itemClass {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts the reference")
        }
        let itemClass = givenClass ?? reference?.itemClass
        var conditions = conditions
        conditions.references = reference.map { [$0] }
        if let uuid {
            guard let itemClass else { throw Self.invalid("kSecClass", "missing") }
            let named = PersistentReference(itemClass: itemClass, uuid: uuid)
            // Two references to different items match none.
            conditions.references = reference == nil || reference == named ? [named] : []
        }
        // A search for passwords ignores the conditions on certificates.
        let hasMatch =
            itemClass?.isPassword == false
            && (match.trustedOnly || match.emailAddress != nil || !match.subject.isEmpty)
        return ItemQuery(
            query: try Query(itemClass, conditions), match: hasMatch ? match : nil,
            authentication: authentication)
    }

    /// What ``add(_:)`` adds.
    package enum Addition {
        case item(NewItem)
        /// A key that is made in a Secure Enclave when it is added.
        case key(TokenID, [Attribute: AttributeValue])
    }

    /// Checks the item to add. A key with the token id of a Secure Enclave and without bytes is made there.
    ///
    /// - Throws: `parameter` without a class; as ``NewItem/stored(_:_:_:)``.
    package func addition() throws(KeychainError) -> Addition {
        if givenClass == .key, secret == nil, reference == nil,
            let value = attributes[.tokenID], TokenID.isSecureEnclave(value)
        {
            return .key(try TokenID(value), attributes)
        }
        return .item(try newItem())
    }

    /// Adds to the default keychain what ``addition()`` checked.
    package func add(_ addition: Addition) throws(KeychainError) {
        let item: NewItem
        switch addition {
        case .item(let checked): item = checked
        case .key(let token, let attributes): item = try .generated(in: token, attributes)
        }
        // An add that returns the secret must be allowed to read it; check that before anything is stored.
        if parts.contains(.secret) { try item.checkReading() }
        _ = try Keychain.default.add(groups: [[item]], asking: authentication)
    }

    /// Returns the item to add.
    ///
    /// - Throws: as ``addition()``.
    package func newItem() throws(KeychainError) -> NewItem {
        guard let itemClass = givenClass ?? reference?.itemClass else {
            throw Self.invalid("kSecClass", "missing")
        }
        if let reference, reference.itemClass != itemClass {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts kSecValuePersistentRef")
        }
        return try .stored(itemClass, try secret?.secret(takesText: true), attributes)
    }
}
