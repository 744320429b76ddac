// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// The items that a call is about: their class, conditions, and how to compare.
///
/// This module has the values that the others exchange: queries, new items, changes, items and errors. It reads no file
/// and knows no key. Its idea is to check once: a throwing initializer holds the rules about which values go together,
/// and whoever has a `Query` needs no further check. The initializer rejects:
///
/// 1. an attribute that the class doesn't have, or a value of the wrong type;
/// 2. a reference to an item of another class;
/// 3. a query with neither a class nor references, which would mean everything;
/// 4. a limit below one, and a host condition on anything but internet passwords.
///
/// What may surprise: without a condition on `kSecAttrSynchronizable`, a query finds only items that aren't
/// synchronizable, as on Apple's platforms, unless it names its items by reference. An access control is no condition
/// and is ignored. A query never changes; its copies share it.
public final class Query: Sendable {
    /// The conditions as the caller gave them; the initializer makes the same query from them and
    /// ``itemClass``.
    public let given: Conditions
    /// The class; nil only when references identify the items.
    public let itemClass: ItemClass?
    /// Conditions on attributes other than those below, with accepted values.
    public let conditions: [Attribute: AttributeValue]
    public let accessGroup: String?
    public let protection: ProtectionClass?
    public let synchronizable: SynchronizableFilter
    /// Whether to find tombstones instead of live items.
    public let tombstone: Bool
    /// The only items that may match; nil for any.
    public let references: [PersistentReference]?
    /// The same as a set, for lookups.
    let referenceSet: Set<PersistentReference>?
    /// The items that earlier steps of a call chose among those that match; nil for all of them.
    package let chosen: [PersistentReference]?
    let chosenSet: Set<PersistentReference>?
    /// The only items that may match, in the order of the results; nil for any.
    public let itemList: [PersistentReference]?
    let itemListSet: Set<PersistentReference>?
    public let comparison: StringComparison
    /// The lookup attributes that an item must have; nil for any.
    package let lookupAttributes: LookupAttributes?
    /// The server of the internet passwords to find, or a domain that contains it; nil for any.
    public let hostOrSubdomain: String?
    /// The maximum number of items; nil for one in a search, all in an update or a delete.
    public let limit: Limit?
    /// Whether deleting a synchronizable item leaves a tombstone; nil for what the keychain does by itself.
    public let leavesTombstones: Bool?

    public enum Limit: Sendable, Hashable {
        case one
        case atMost(Int)
        case all
    }

    /// The condition on `kSecAttrSynchronizable`.
    public enum SynchronizableFilter: Sendable, Hashable {
        case only(Bool)
        case any
    }

    /// The conditions of a query, before they are checked together.
    public struct Conditions: Sendable {
        public var attributes: [Attribute: AttributeValue]
        /// The condition on `kSecAttrSynchronizable`; nil for items that aren't synchronizable, or for
        /// any when references or an item list are given.
        public var synchronizable: SynchronizableFilter?
        public var references: [PersistentReference]?
        public var itemList: [PersistentReference]?
        public var comparison: StringComparison = []
        public var hostOrSubdomain: String?
        public var limit: Limit?
        /// Whether deleting a synchronizable item leaves a tombstone; nil for what the keychain does by itself.
        public var leavesTombstones: Bool?
        /// The items that earlier steps of a call chose among those that match; nil for all of them.
        package var chosen: [PersistentReference]?

        public init(_ attributes: [Attribute: AttributeValue] = [:]) {
            self.attributes = attributes
        }
    }

    /// Makes a query for items of `itemClass` that meet `conditions`.
    ///
    /// - Throws: `noSuchAttribute` for an attribute the class doesn't have, `noSuchClass` when a
    ///   reference contradicts the class, `parameter` for a value its attribute doesn't accept, a
    ///   limit below one, and a query without class and references.
    public init(_ itemClass: ItemClass? = nil, _ conditions: Conditions) throws(KeychainError) {
        let itemClass = try Query.agreedClass(itemClass, conditions)
        self.itemClass = itemClass
        given = conditions
        if case .atMost(let count) = conditions.limit, count < 1 {
            throw KeychainError(.parameter, "kSecMatchLimit: below 1")
        }
        if conditions.hostOrSubdomain != nil, let itemClass, itemClass != .internetPassword {
            throw KeychainError(
                .unimplemented, "kSecMatchHostOrSubdomainOfHost: for internet passwords only")
        }
        var accepted = [Attribute: AttributeValue](
            minimumCapacity: conditions.attributes.count)
        var unknown: Attribute?
        var accessGroup: String?
        var protection: ProtectionClass?
        var tombstone: Bool?
        var named: SynchronizableFilter?
        for (attribute, value) in conditions.attributes {
            // A dictionary has no order: report a refused value before an unknown name.
            guard let description = Self.description(of: attribute, in: itemClass) else {
                unknown = attribute
                continue
            }
            // An access control isn't a condition of a search.
            if attribute == .accessControl { continue }
            let value = try description.accept(value)
            switch attribute {
            case .accessGroup: accessGroup = value.text
            case .accessible: protection = value.text.flatMap(ProtectionClass.init(rawValue:))
            case .tombstone: tombstone = try Self.flag(value, .tombstone)
            case .synchronizable: named = try Self.filter(value)
            default: accepted[attribute] = value
            }
        }
        if let unknown { throw KeychainError.unknown(unknown) }
        self.accessGroup = accessGroup
        self.protection = protection
        self.tombstone = tombstone ?? false
        let namesItems = conditions.references != nil || conditions.itemList != nil
        synchronizable =
            conditions.synchronizable ?? named ?? (namesItems ? .any : .only(false))
        if case .data(let bytes) = accepted.removeValue(forKey: .lookupAttributes) {
            lookupAttributes = try LookupAttributes(encoded: bytes)
        } else {
            lookupAttributes = nil
        }
        self.conditions = itemClass == .key ? accepted.withStoredKeySize : accepted
        references = conditions.references
        referenceSet = references.map(Set.init)
        chosen = conditions.chosen
        chosenSet = chosen.map(Set.init)
        itemList = conditions.itemList
        itemListSet = itemList.map(Set.init)
        comparison = conditions.comparison
        hostOrSubdomain = conditions.hostOrSubdomain
        limit = conditions.limit
        leavesTombstones = conditions.leavesTombstones
    }

    /// Makes one half of a query for identities, a query for certificates or for keys.
    init(
        halfOf query: Query, _ itemClass: ItemClass, conditions: [Attribute: AttributeValue],
        protection: ProtectionClass?, synchronizable: SynchronizableFilter,
        references: [PersistentReference]?, itemList: [PersistentReference]?
    ) {
        given = query.given
        self.itemClass = itemClass
        self.conditions = conditions
        accessGroup = query.accessGroup
        self.protection = protection
        self.synchronizable = synchronizable
        tombstone = query.tombstone
        self.references = references
        referenceSet = references.map(Set.init)
        (chosen, chosenSet) = (nil, nil)
        self.itemList = itemList
        itemListSet = itemList.map(Set.init)
        comparison = query.comparison
        lookupAttributes = query.lookupAttributes
        hostOrSubdomain = query.hostOrSubdomain
        limit = query.limit
        leavesTombstones = query.leavesTombstones
    }

    /// Returns the same query among items that an earlier step of the call chose.
    package func among(_ chosen: [PersistentReference]) throws(KeychainError) -> Query {
        var conditions = given
        conditions.chosen = chosen
        return try Query(itemClass, conditions)
    }

    /// Returns the class that all references have, which must be the given one if there is one; nil if they differ and
    /// none is given.
    private static func agreedClass(
        _ itemClass: ItemClass?, _ conditions: Conditions
    ) throws(KeychainError) -> ItemClass? {
        guard let references = conditions.references else {
            if itemClass == nil, conditions.itemList == nil {
                throw KeychainError(.parameter, "kSecClass: missing")
            }
            return itemClass
        }
        let classes = Set(references.map(\.itemClass))
        if let itemClass, !classes.isSubset(of: [itemClass]) {
            throw KeychainError(.noSuchClass, "kSecClass: contradicts the persistent reference")
        }
        return itemClass ?? (classes.count == 1 ? classes.first : nil)
    }

    /// Returns the description of an attribute of the class, or of the first class that has it.
    private static func description(
        of attribute: Attribute, in itemClass: ItemClass?
    ) -> AttributeDescription? {
        guard let itemClass else {
            return ItemClass.stored.lazy.compactMap { $0.attributes[attribute] }.first
        }
        return itemClass.attributes[attribute]
    }

    private static func flag(
        _ value: AttributeValue, _ attribute: Attribute
    ) throws(KeychainError) -> Bool {
        switch value.integer {
        case 0: return false
        case 1: return true
        default: throw KeychainError.refused(attribute, "must be 0 or 1")
        }
    }

    private static func filter(
        _ value: AttributeValue
    ) throws(KeychainError) -> SynchronizableFilter {
        value == .string("syna") ? .any : .only(try flag(value, .synchronizable))
    }
}
