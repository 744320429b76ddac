// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSecretBus

/// An item as the service shows it.
struct SecretItem: Sendable {
    let name: ItemIdentifier
    /// 1 for a new item, one more with every change.
    let revision: Int64
    /// Nothing else is known of a locked item.
    let isLocked: Bool
    private let contents: Contents

    /// What the item was made of.
    private enum Contents: Sendable {
        case stored(Item)
        case kept(Properties, created: UInt64, modified: UInt64)
    }

    /// The properties of an item that a client makes.
    struct Properties: Sendable {
        var label: String
        var attributes: LookupAttributes
        var contentType: String
        /// The application of a client that is confined.
        var application: String?
    }

    static let plainText = "text/plain"

    init(
        _ name: ItemIdentifier, revision: Int64, _ properties: Properties, created: UInt64,
        modified: UInt64
    ) {
        (self.name, self.revision, isLocked) = (name, revision, false)
        contents = .kept(properties, created: created, modified: modified)
    }

    /// Shows an item of a keychain; nil for one that demands the user, which isn't offered.
    init?(_ item: Item, isLocked: Bool = false) {
        if item.accessControl.isConstrained { return nil }
        name = ItemIdentifier(item.reference)
        (revision, self.isLocked) = (item.revision, isLocked)
        contents = .stored(item)
    }

    /// Whether a program made it through Apple's interface, not through the service.
    var isNative: Bool {
        if case .stored(let item) = contents {
            item.stored[.lookupAttributes] == nil
        } else {
            false
        }
    }

    var label: String {
        switch contents {
        case .stored(let item):
            item.stored[.label]?.text
                ?? (isLocked ? "" : NativeAttributes.of(item.itemClass).label(of: item))
        case .kept(let properties, _, _): properties.label
        }
    }

    var attributes: [(String, String)] {
        switch contents {
        case .stored(let item):
            if let attributes = item.lookupAttributes {
                attributes.pairs.map { ($0.name, $0.value) }
            } else {
                isLocked ? [] : NativeAttributes.of(item.itemClass).pairs(of: item)
            }
        case .kept(let properties, _, _):
            properties.attributes.pairs.map { ($0.name, $0.value) }
        }
    }

    /// The kind of the item.
    var type: String {
        attributes.first { $0.0 == LookupAttributes.schema }?.1 ?? ServiceNames.genericSchema
    }

    /// The application that made it, if it was confined; nil for any other item.
    var application: String? {
        switch contents {
        case .stored(let item): item.stored[.application]?.text
        case .kept(let properties, _, _): properties.application
        }
    }

    var contentType: String {
        switch contents {
        case .stored(let item): item.stored[.contentType]?.text ?? Self.plainText
        case .kept(let properties, _, _): properties.contentType
        }
    }

    /// Seconds since 1970.
    var created: UInt64 {
        switch contents {
        case .stored(let item): Self.seconds(item.stored[.creationDate])
        case .kept(_, let created, _): created
        }
    }

    var modified: UInt64 {
        switch contents {
        case .stored(let item): Self.seconds(item.stored[.modificationDate])
        case .kept(_, _, let modified): modified
        }
    }

    /// The seconds from 1970 to 2001.
    static let epoch = 978_307_200.0

    private static func seconds(_ date: AttributeValue?) -> UInt64 {
        guard case .date(let seconds)? = date else { return 0 }
        return UInt64(max(0, min(seconds + epoch, 1e15)))
    }
}

/// The names of the items that a search finds.
struct FoundNames {
    var unlocked: [ItemIdentifier] = []
    /// Those that may have the attributes.
    var locked: [ItemIdentifier] = []

    init(unlocked: [ItemIdentifier], locked: [ItemIdentifier]) {
        (self.unlocked, self.locked) = (unlocked, locked)
    }

    init(_ items: some Sequence<SecretItem>) { append(items) }

    mutating func append(_ items: some Sequence<SecretItem>) {
        for item in items {
            if item.isLocked { locked.append(item.name) } else { unlocked.append(item.name) }
        }
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
    func items(with attributes: LookupAttributes?) throws(KeychainError) -> [SecretItem]
    /// Returns which items these are. An item may be among them that can't be read because its row was altered.
    func names(with attributes: LookupAttributes) throws(KeychainError) -> FoundNames
    /// - Throws: `itemNotFound`.
    func item(_ name: ItemIdentifier) throws(KeychainError) -> SecretItem
    /// - Throws: `itemNotFound`; `interactionNotAllowed` if it is locked.
    func secret(of name: ItemIdentifier) throws(KeychainError) -> (SecretItem, SecretSession.Secret)
    /// Adds an item.
    ///
    /// - Parameter replaces: whether an item with exactly these attributes is changed instead.
    /// - Returns: the item, and whether it is new.
    func create(
        _ properties: SecretItem.Properties, _ secret: SecretBytes, replaces: Bool
    ) throws(KeychainError) -> (item: SecretItem, isNew: Bool)
    func delete(_ name: ItemIdentifier) throws(KeychainError)
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
