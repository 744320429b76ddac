// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSecretBus

/// An item as the service shows it.
struct SecretItem: Sendable {
    let item: Item
    /// Nothing else is known of a locked item.
    let isLocked: Bool

    /// The properties of an item that a client makes.
    struct Properties: Sendable {
        /// nil if the client names none: an item that is replaced keeps its label.
        var label: String?
        var attributes: LookupAttributes
        var contentType: String
        /// The application of a client that is confined.
        var application: String?
        /// Those of a new item of a keychain; empty for now.
        var dates: [Attribute: AttributeValue] = [:]
    }

    static let plainText = "text/plain"

    /// Shows an item that no keychain has.
    ///
    /// - Parameters:
    ///   - created: seconds since 1970.
    ///   - modified: seconds since 1970.
    init(
        _ name: ItemIdentifier, revision: Int64, _ properties: Properties, created: UInt64,
        modified: UInt64
    ) {
        var values: [Attribute: AttributeValue] = [
            .label: .string(properties.label ?? ""),
            .lookupAttributes: .data(properties.attributes.encoded),
            .contentType: .string(properties.contentType),
            .creationDate: .date(Double(created) - Self.epoch),
            .modificationDate: .date(Double(modified) - Self.epoch),
        ]
        values[.application] = properties.application.map { .string($0) }
        item = Item(
            reference: name, revision: revision, accessGroup: "",
            accessControl: AccessControl(plain: .afterFirstUnlock), synchronizable: false,
            isTombstone: false, stored: values)
        isLocked = false
    }

    /// Shows an item of a keychain; nil for one that demands the user, and for the one that keeps the label of the
    /// collection, which aren't offered.
    init?(_ item: Item, isLocked: Bool = false) {
        if item.accessControl.isConstrained { return nil }
        if item.stored[.syncViewHint] == KeychainCollection.labelHint { return nil }
        (self.item, self.isLocked) = (item, isLocked)
    }

    var name: ItemIdentifier { item.reference }
    /// 1 for a new item, one more with every change.
    var revision: Int64 { item.revision }

    /// Whether a program made it through Apple's interface, not through the service.
    var isNative: Bool { item.stored[.lookupAttributes] == nil }

    var label: String {
        item.stored[.label]?.text
            ?? (isLocked ? "" : NativeAttributes.of(item.itemClass).label(of: item))
    }

    /// Empty for a locked item of a keychain.
    var attributes: [(String, String)] {
        if let attributes = item.lookupAttributes {
            attributes.pairs.map { ($0.name, $0.value) }
        } else {
            isLocked ? [] : NativeAttributes.of(item.itemClass).pairs(of: item)
        }
    }

    /// Returns whether it has exactly some attributes, but for the generic schema.
    func has(_ attributes: LookupAttributes) -> Bool {
        (try? LookupAttributes(texts: self.attributes))?.withoutGenericSchema
            == attributes.withoutGenericSchema
    }

    /// Returns whether it shows all of some attributes.
    func shows(_ wanted: LookupAttributes) -> Bool {
        wanted.pairs.allSatisfy { pair in
            attributes.contains { $0.0 == pair.name && $0.1 == pair.value }
        }
    }

    /// The kind of the item.
    var type: String {
        attributes.first { $0.0 == LookupAttributes.schema }?.1 ?? ServiceNames.genericSchema
    }

    /// The application that made it, if it was confined; nil for any other item.
    var application: String? { item.stored[.application]?.text }
    /// The media type of the secret; `text/plain` if none is stored.
    var contentType: String { item.stored[.contentType]?.text ?? Self.plainText }

    /// Seconds since 1970.
    var created: UInt64 { Self.seconds(item.stored[.creationDate]) }
    var modified: UInt64 { Self.seconds(item.stored[.modificationDate]) }

    /// The seconds from 1970 to 2001.
    static let epoch = 978_307_200.0

    private static func seconds(_ date: AttributeValue?) -> UInt64 {
        guard let seconds = date?.seconds else { return 0 }
        return UInt64(max(0, min(seconds + epoch, 1e15)))
    }
}

/// The names of the items that a search finds.
struct FoundNames {
    var unlocked: [ItemIdentifier] = []
    /// Those that may have the attributes.
    var locked: [ItemIdentifier] = []
}

extension FoundNames {
    init(_ items: some Sequence<SecretItem>) { append(items) }

    mutating func append(_ items: some Sequence<SecretItem>) {
        for item in items {
            if item.isLocked { locked.append(item.name) } else { unlocked.append(item.name) }
        }
    }
}

/// Items of a collection.
struct FoundItems {
    var items: [SecretItem] = []
    /// Why others, which may be among those that are wanted, can't be read; nil if there are none.
    var damage: KeychainError?

    mutating func append(_ other: FoundItems) {
        items += other.items
        damage = damage ?? other.damage
    }

    /// Returns what a program finds.
    ///
    /// - Throws: the damage if that is nothing: the program may make a new item in the place of a damaged one.
    func matches(for caller: Callers.Caller) throws(KeychainError) -> [SecretItem] {
        let matches = items.filter(caller.maySee)
        if let damage, matches.isEmpty { throw damage }
        return matches
    }

    /// Returns what a program sees in the list of a collection, without damaged items.
    ///
    /// - Throws: `inputOutput` if that is nothing, and pages can't be read.
    func list(for caller: Callers.Caller) throws(KeychainError) -> [SecretItem] {
        if damage?.code == .inputOutput { return try matches(for: caller) }
        return items.filter(caller.maySee)
    }
}

/// Collections of items: keychains, and one that ends with the service.
protocol ItemCollection: Sendable {
    var name: CollectionName { get }
    var label: String { get }
    /// When it was made and changed, seconds since 1970; 0 if that is unknown.
    var dates: (created: UInt64, modified: UInt64) { get }

    func isLocked() throws(KeychainError) -> Bool
    /// Returns the items that have all of some attributes, and those that may have them and are locked; all items for nil.
    func items(with attributes: LookupAttributes?) throws(KeychainError) -> FoundItems
    /// Returns the first items, `most` at most.
    func items(most: Int) throws(KeychainError) -> FoundItems
    /// Returns which items these are. An item may be among them that can't be read because its row was altered.
    ///
    /// - Throws: why an item can't be read that may be one of them, if there are no others.
    func names(with attributes: LookupAttributes) throws(KeychainError) -> FoundNames
    /// - Throws: `itemNotFound`.
    func item(_ name: ItemIdentifier) throws(KeychainError) -> SecretItem
    /// - Throws: `itemNotFound`; `interactionNotAllowed` if it is locked.
    func secret(of name: ItemIdentifier) throws(KeychainError) -> (SecretItem, SecretSession.Secret)
    /// Adds an item.
    ///
    /// - Parameter replaces: whether an item of the same application with exactly these attributes is changed instead.
    /// - Returns: the item, and whether it is new.
    /// - Throws: `allocation` without room for it.
    func create(
        _ properties: SecretItem.Properties, _ secret: SecretBytes, replaces: Bool
    ) throws(KeychainError) -> (item: SecretItem, isNew: Bool)
    func delete(_ name: ItemIdentifier) throws(KeychainError)
    /// Each of these changes throws `itemNotFound`, or `interactionNotAllowed` if the item is locked.
    func set(_ secret: SecretSession.Secret, of name: ItemIdentifier) throws(KeychainError)
    func set(label: String, of name: ItemIdentifier) throws(KeychainError)
    func set(_ attributes: LookupAttributes, of name: ItemIdentifier) throws(KeychainError)
}

extension ItemCollection {
    /// The path of the collection.
    var path: String { ObjectPath.collection(name).text }

    /// Returns the path of an item of the collection.
    func path(of item: ItemIdentifier) -> String { ObjectPath.item(name, item).text }
}
