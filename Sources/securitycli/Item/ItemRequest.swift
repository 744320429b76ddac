import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

/// The typed request that the words of the `item` command make: the same names, values and errors as
/// in the dictionaries of the SecItem functions, without what only an object can say.
struct ItemRequest {
    enum Call: Equatable {
        case add, search, update, delete

        var changes: Bool { self == .update || self == .delete }
    }

    private var givenClass: ItemClass?
    private var attributes: [Attribute: AttributeValue] = [:]
    private var conditions = Query.Conditions()
    private var match = CertificateMatch()
    private var hasMatch = false
    private var hasIssuers = false
    private var secret: AttributeWords.Value?
    private var reference: PersistentReference?
    private var uuid: [UInt8]?
    /// The parts of each item that are read.
    private(set) var parts: Item.Parts = []
    private var hasCredential = false
    private var asking = Authentication()
    private var interface: Authentication.Policy?
    private var forbidsInterface = false

    /// Reads the words of a call.
    ///
    /// - Throws: the error of the highest rank; see ``DictionaryFaults``.
    init(_ words: AttributeWords, for call: Call) throws(KeychainError) {
        if words.entries.count > Limits.dictionaryKeys {
            throw KeychainError(.parameter, "query: more than \(Limits.dictionaryKeys) keys")
        }
        var faults = DictionaryFaults()
        for (name, value) in words.entries {
            faults.noting { () throws(KeychainError) in try read(name, value, for: call) }
        }
        faults.noting { () throws(KeychainError) in
            if asking.context != nil, hasCredential {
                throw Self.refused(
                    UseKey.authenticationContext.constant, "not with kSecUseCredentialReference")
            }
            if interface == .skip, call != .search {
                throw Self.refused(
                    UseKey.authenticationUI.constant, "only searches can skip items")
            }
        }
        faults.noting { () throws(KeychainError) in try checkMatch(for: call) }
        try faults.check()
        conditions.attributes = attributes
        if interface == .skip {
            asking.policy = .skip
        } else if forbidsInterface || interface == .fail || !UserInteraction.isAllowed {
            asking.policy = .fail
        }
    }

    private mutating func read(
        _ name: String, _ value: AttributeWords.Value, for call: Call
    ) throws(KeychainError) {
        switch DictionaryKey(name) {
        case .itemClass: givenClass = try Self.itemClass(value)
        case .attribute(let attribute):
            attributes[attribute] = try value.attributeValue(for: attribute)
        case .persistentReference:
            guard case .data(let bytes) = value, bytes.count == 16 else {
                throw Self.refused("kSecAttrPersistentReference", "not 16 bytes")
            }
            uuid = bytes
        case .match(let key):
            if call == .add { throw Self.refused(key.constant, "not in an add") }
            try read(key, value)
        case .returned(let key):
            _ = try Self.flag(key.constant, value)
            switch key {
            case .data: parts.insert(.secret)
            case .attributes: parts.insert(.attributes)
            case .reference, .persistentReference: parts.insert(.reference)
            }
        case .use(let key): try read(key, value)
        case .value(.data):
            guard call == .add || value.isData else {
                throw Self.refused(ValueKey.data.constant, "not data")
            }
            secret = value
        case .value(.reference):
            throw Self.refused(ValueKey.reference.constant, "not a reference to an item")
        case .value(.persistentReference):
            guard case .data(let bytes) = value, let known = PersistentReference(bytes: bytes)
            else {
                throw Self.refused(
                    ValueKey.persistentReference.constant, "not a persistent reference")
            }
            reference = known
        case .ignored: break
        case .unknown: throw Self.refused("query", "an unknown key")
        case .tooShort: throw Self.refused("query", "a key under two characters")
        }
    }

    private mutating func read(
        _ key: MatchKey, _ value: AttributeWords.Value
    ) throws(KeychainError) {
        let name = key.constant
        switch key {
        case .limit: conditions.limit = try Self.limit(value)
        case .itemList: throw Self.refused(name, "not a reference to an item")
        case .searchList: throw Self.refused(name, "not a SecKeychain")
        case .policy: throw Self.refused(name, "not a SecPolicy")
        case .validOnDate: throw Self.refused(name, "neither a date nor null")
        case .issuers: hasIssuers = true
        case .hostOrSubdomain: conditions.hostOrSubdomain = try Self.text(name, value)
        case .caseInsensitive: try insert(.caseInsensitive, name, value)
        case .diacriticInsensitive: try insert(.diacriticInsensitive, name, value)
        case .widthInsensitive: try insert(.widthInsensitive, name, value)
        case .trustedOnly: match.trustedOnly = try Self.flag(name, value)
        case .emailAddress: match.emailAddress = try Self.text(name, value)
        case .subjectContains: try addSubject(.anywhere, name, value)
        case .subjectStartsWith: try addSubject(.start, name, value)
        case .subjectEndsWith: try addSubject(.end, name, value)
        case .subjectWholeString: try addSubject(.whole, name, value)
        }
        hasMatch =
            hasMatch || match.trustedOnly || match.emailAddress != nil
            || !match.subject.isEmpty
    }

    private mutating func insert(
        _ option: StringComparison, _ name: String, _ value: AttributeWords.Value
    ) throws(KeychainError) {
        if try Self.flag(name, value) { conditions.comparison.insert(option) }
    }

    private mutating func addSubject(
        _ place: SubjectCondition.Place, _ name: String, _ value: AttributeWords.Value
    ) throws(KeychainError) {
        match.subject.append(SubjectCondition(place, try Self.text(name, value)))
    }

    private mutating func read(
        _ key: UseKey, _ value: AttributeWords.Value
    ) throws(KeychainError) {
        let name = key.constant
        switch key {
        case .itemList: throw Self.refused(name, "not a reference to an item")
        case .keychain: throw Self.refused(name, "not a SecKeychain")
        case .operationPrompt: asking.reason = try Self.text(name, value)
        case .noAuthenticationUI: forbidsInterface = try Self.flag(name, value)
        case .authenticationUI:
            switch value.text {
            case "u_AuthUIA": interface = .allow
            case "u_AuthUIF": interface = .fail
            case "u_AuthUIS": interface = .skip
            default:
                throw Self.refused(name, "not one of the kSecUseAuthenticationUI values")
            }
        case .authenticationContext:
            guard case .context(let given) = value else {
                throw Self.refused(name, "not an LAContext")
            }
            asking.context = given
        case .credentialReference:
            hasCredential = true
            guard value.isData else { throw Self.refused(name, "not data") }
        case .dataProtection, .userIndependent: _ = try Self.flag(name, value)
        case .tombstones:
            switch (value, value.text) {
            case (.flag, _), (_, "1"): conditions.leavesTombstones = true
            case (_, "0"): conditions.leavesTombstones = false
            default: throw Self.refused(name, "must be 0 or 1")
            }
        }
    }
}

extension ItemRequest {
    /// Checks the conditions on certificates against the classes that can be found.
    private mutating func checkMatch(for call: Call) throws(KeychainError) {
        let classes = Set([givenClass ?? reference?.itemClass].compactMap(\.self))
        if call.changes {
            var all = match
            all.issuers = hasIssuers ? [] : nil
            try all.requireApplicable(to: classes)
            if conditions.hostOrSubdomain != nil, !classes.isSubset(of: [.internetPassword]) {
                throw Self.refused(
                    MatchKey.hostOrSubdomain.constant, "for internet passwords only")
            }
        }
        if hasIssuers {
            guard classes.allSatisfy(\.hasCertificate) else {
                throw KeychainError(
                    .unimplemented, "\(MatchKey.issuers.constant): for certificates only")
            }
            throw Self.refused(MatchKey.issuers.constant, "not an array")
        }
        match.comparison = conditions.comparison
        // The keys say nothing of passwords, and have no effect on a search for them.
        hasMatch = hasMatch && !classes.allSatisfy(\.isPassword)
    }

    private static func limit(_ value: AttributeWords.Value) throws(KeychainError) -> Query.Limit {
        switch value {
        case .text("m_LimitOne"), .number(1): return .one
        case .text("m_LimitAll"): return .all
        case .number(let count): return .atMost(count)
        default:
            throw refused(
                MatchKey.limit.constant,
                "neither a number nor one of the kSecMatchLimit values")
        }
    }

    private static func itemClass(
        _ value: AttributeWords.Value
    ) throws(KeychainError) -> ItemClass {
        guard let name = value.text else { throw refused("kSecClass", "not a string") }
        guard let known = ItemClass(rawValue: name) else {
            throw KeychainError(.noSuchClass, "kSecClass: not one of the kSecClass values")
        }
        return known
    }

    private static func text(
        _ name: String, _ value: AttributeWords.Value
    ) throws(KeychainError) -> String {
        guard let text = value.text else { throw refused(name, "not valid Unicode text") }
        return text
    }

    private static func flag(
        _ name: String, _ value: AttributeWords.Value
    ) throws(KeychainError) -> Bool {
        guard case .flag = value else { throw refused(name, "not a boolean") }
        return true
    }

    private static func refused(_ name: String, _ rule: String) -> KeychainError {
        KeychainError(.parameter, "\(name): \(rule)")
    }
}

// What a request finds and stores.
extension ItemRequest {
    /// The items that the request describes.
    struct Search {
        let query: Query
        let match: CertificateMatch?
        let asking: Authentication
        private let itemClass: ItemClass?
        private let conditions: Query.Conditions

        fileprivate init(
            _ itemClass: ItemClass?, _ conditions: Query.Conditions, _ match: CertificateMatch?,
            _ asking: Authentication
        ) throws(KeychainError) {
            query = try Query(itemClass, conditions)
            self.itemClass = itemClass
            self.conditions = conditions
            self.match = match
            self.asking = asking
        }

        /// The classes of the items that can be found.
        var classes: Set<ItemClass> { Set([query.itemClass].compactMap(\.self)) }

        /// The keychains that are searched.
        var keychains: [Keychain] { SearchList.standard.keychains }

        /// The query with another limit; nil: its own.
        func query(limit: Query.Limit?) throws(KeychainError) -> Query {
            guard let limit else { return query }
            var conditions = conditions
            conditions.limit = limit
            return try Query(itemClass, conditions)
        }

        /// Calls `body` for one keychain after the other until the limit is reached.
        func forEachKeychain(
            standard: Query.Limit,
            _ body: (Keychain, Query) throws(KeychainError) -> Int
        ) throws(KeychainError) {
            let named = query.references.map { Set($0).count }
            try SearchList.standard.find(limit: query.limit ?? standard, named: named) {
                keychain, rest throws(KeychainError) in
                try body(keychain, try query(limit: rest))
            }
        }

        /// Returns the matches that require authentication, closed; nil where the keychain doesn't
        /// tell.
        func constrainedItems(in keychain: Keychain) -> [Item]? {
            do throws(KeychainError) {
                // That items exist is told without asking the user.
                return try keychain.find(
                    try query(limit: .all), matching: match, returning: [], asking: asking
                ).filter(\.accessControl.isConstrained)
            } catch {
                return error.code == .itemNotFound ? [] : nil
            }
        }
    }

    /// - Throws: as ``Query``; `noSuchClass` where the class contradicts the reference; `parameter`
    ///   without either.
    func search() throws(KeychainError) -> Search {
        if let givenClass, let reference, givenClass != reference.itemClass {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts the reference")
        }
        let itemClass = givenClass ?? reference?.itemClass
        var conditions = conditions
        conditions.references = reference.map { [$0] }
        if let uuid {
            guard let itemClass else { throw Self.refused("kSecClass", "missing") }
            let named = PersistentReference(itemClass: itemClass, uuid: uuid)
            conditions.references = reference == nil || reference == named ? [named] : []
        }
        return try Search(itemClass, conditions, hasMatch ? match : nil, asking)
    }

    /// Makes the item, and returns what adds it to the default keychain.
    ///
    /// - Throws: `parameter` without a class; as ``NewItem/stored(_:_:_:)``.
    func add() throws(KeychainError) -> () throws(KeychainError) -> Void {
        guard let itemClass = givenClass ?? reference?.itemClass else {
            throw Self.refused("kSecClass", "missing")
        }
        if let reference, reference.itemClass != itemClass {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts kSecValuePersistentRef")
        }
        var bytes: SecretBytes?
        if let secret { bytes = try secret.secret(takesText: true) }
        let item = try NewItem.stored(itemClass, bytes, attributes)
        let (asking, returnsData) = (asking, parts.contains(.secret))
        return { () throws(KeychainError) in
            if returnsData { try item.checkReading() }
            _ = try Keychain.default.add(groups: [[item]], asking: asking)
        }
    }
}

extension Change {
    /// Reads the words that say what to change.
    ///
    /// - Throws: `noSuchAttribute` for a name that is no attribute, `parameter` for a value that its
    ///   attribute doesn't take, and for another class than that of the items.
    init(_ words: AttributeWords, of classes: Set<ItemClass>) throws(KeychainError) {
        if words.entries.count > Limits.dictionaryKeys {
            throw KeychainError(
                .parameter, "attributesToUpdate: more than \(Limits.dictionaryKeys) keys")
        }
        var attributes: [Attribute: AttributeValue] = [:]
        var secret: SecretBytes?
        var itemClass: ItemClass?
        var faults = DictionaryFaults()
        for (name, value) in words.entries {
            faults.noting { () throws(KeychainError) in
                let key = DictionaryKey(name)
                switch key {
                case .itemClass:
                    itemClass = value.text.flatMap(ItemClass.init(rawValue:))
                    if itemClass == nil {
                        throw KeychainError(.parameter, "kSecClass: not the class of the item")
                    }
                case .attribute(let attribute):
                    // Apple's names for whose keychain it is; a store here has one owner.
                    if name == "musr" { return }
                    if name == "clip" || name == "ggrp" {
                        throw KeychainError.refused(attribute, "cannot be changed")
                    }
                    attributes[attribute] = try value.attributeValue(for: attribute)
                case .value(.data): secret = try value.secret(takesText: false)
                case .value(let key):
                    throw KeychainError(.parameter, "\(key.constant): not in an update")
                case .persistentReference, .use(.dataProtection): return
                case .match(let key): throw Self.noAttribute(key.constant)
                case .returned(let key): throw Self.noAttribute(key.constant)
                case .use(let key): throw Self.noAttribute(key.constant)
                case .ignored, .unknown: throw Self.noAttribute("attributesToUpdate")
                case .tooShort:
                    throw KeychainError(
                        .parameter, "attributesToUpdate: a key under two characters")
                }
            }
        }
        try faults.check()
        if let itemClass, !classes.isSubset(of: [itemClass]) {
            throw KeychainError(.parameter, "kSecClass: the class of an item cannot be changed")
        }
        try self.init(attributes, secret: secret)
        // Checked at once, whether or not an item will be found.
        for itemClass in classes { try check(for: itemClass) }
    }

    private static func noAttribute(_ key: String) -> KeychainError {
        KeychainError(.noSuchAttribute, "\(key): no attribute")
    }
}
