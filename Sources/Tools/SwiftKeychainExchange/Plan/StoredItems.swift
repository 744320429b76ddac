// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// The stored items that have the primary keys of new ones.
struct StoredItems {
    private var items: [ItemKey: Item] = [:]
    /// The primary keys of those that require the user, of whom nothing else is known.
    private var closed: Set<ItemKey> = []

    /// The number of items whose secrets are read in one call.
    private static let page = 500

    /// Finds the items. A plan must not ask the user: of those that require the user it only learns that they exist.
    ///
    /// - Throws: as ``Keychain/find(_:returning:asking:)``.
    init(
        _ keychain: Keychain, collidingWith new: [ItemKey: NewItem]
    ) throws(KeychainError) {
        // First the attributes alone: most stored items have other keys, and their secrets needn't be opened.
        for itemClass in [ItemClass.internetPassword, .genericPassword, .certificate, .key]
        where new.keys.contains(where: { $0.itemClass == itemClass }) {
            let all = try keychain.findAny(
                Query(itemClass, .anywhere(limit: .all)), returning: [])
            for item in all where !item.accessControl.isConstrained {
                let key = ItemKey(item)
                // Of two forms of a key, the new item's own.
                guard let new = new[key] else { continue }
                let isOwn =
                    !item.synchronizable
                    && Self.forms.allSatisfy { item[$0] == new.attributes[$0] }
                if isOwn || items[key] == nil { items[key] = item }
            }
            // They are found one by one, by the digests of their attributes.
            guard all.contains(where: \.accessControl.isConstrained) else { continue }
            for (key, item) in new where key.itemClass == itemClass && items[key] == nil {
                if try keychain.collision(of: item) != nil { closed.insert(key) }
            }
        }
        let open = items.values.filter(\.itemClass.isPassword).map(\.reference)
        for start in stride(from: 0, to: open.count, by: Self.page) {
            let page = Array(open[start..<min(start + Self.page, open.count)])
            var conditions = Query.Conditions.named(page)
            conditions.limit = .all
            for item in try keychain.find(Query(nil, conditions)) { items[ItemKey(item)] = item }
        }
    }

    /// Returns whether an item has the primary key of `new`.
    func collides(with new: NewItem) -> Bool { items[ItemKey(new)] != nil || isClosed(new) }

    /// Returns whether an item that requires the user has the primary key of `new`.
    func isClosed(_ new: NewItem) -> Bool { closed.contains(ItemKey(new)) }

    /// The attributes of a primary key that have several forms.
    private static let forms: [Attribute] = [.server, .authenticationType]

    /// Returns an item of an entry as it is to be stored: the stored item with its primary key, and what the entry has. A file
    /// lacks what its program doesn't know, and the entry of an authenticator its password. A new part is stored where its
    /// password is.
    ///
    /// - Parameter password: the first item of the entry.
    func merged(
        _ new: NewItem, of entry: ExchangeEntry, _ password: NewItem
    ) throws(KeychainError) -> NewItem {
        var attributes = new.given
        guard let item = items[ItemKey(new)] else {
            for attribute in [Attribute.accessGroup, .synchronizable] {
                attributes[attribute] =
                    items[ItemKey(password)]?[attribute] ?? attributes[attribute]
            }
            return try NewItem(
                new.itemClass, attributes: attributes,
                secret: new.secret ?? SecretBytes(copying: EmptyCollection()))
        }
        // The primary key stays in its form.
        for attribute in Self.forms + [.synchronizable] { attributes[attribute] = nil }
        // An import and many programs take the name of the server or service where the user gave no title.
        let names = [Attribute.server, .service].map { password.attributes[$0]?.text }
        if entry.title.isEmpty || names.contains(entry.title) { attributes[.label] = nil }
        if let stored = item[.comment]?.text, EntryPart.Owner(generic: item[.generic]) == nil {
            let comment = EntryComment(attributes[.comment]?.text ?? "")
            attributes[.comment] = .string(comment.completed(with: stored, of: entry).text)
        }
        return try Change(attributes, secret: new.secret).applied(to: item)
    }

    /// Returns whether an item is stored that is the same as `new`, which ``merged(_:of:_:)`` has made.
    func contains(_ new: NewItem) -> Bool {
        guard let item = items[ItemKey(new)],
            item.secret == new.secret || EntryPart.isSeed(item) && Self.areSame(item, new)
        else { return false }
        return new.attributes.allSatisfy { attribute, value in
            item.has(value, of: attribute)
                || attribute == .comment && Self.undated(item[.comment]) == Self.undated(value)
        }
    }

    /// Returns whether two seeds make the same passwords: an export has an address for digits.
    private static func areSame(_ item: Item, _ new: NewItem) -> Bool {
        guard let one = item.secret, let other = new.secret, let one = try? SeedAddress(one),
            let other = try? SeedAddress(other)
        else { return false }
        return one.makesTheSame(as: other)
    }

    /// Returns a comment without dates and with the fields in the order of their names: both change when an entry is
    /// exported and imported again.
    private static func undated(_ comment: AttributeValue?) -> String {
        var comment = EntryComment(comment?.text ?? "")
        (comment.created, comment.modified) = (nil, nil)
        comment.fields.sort { $0.name < $1.name }
        return comment.text
    }
}

extension Item {
    /// Returns whether an attribute has a value, of the same type or another.
    fileprivate func has(_ value: AttributeValue, of attribute: Attribute) -> Bool {
        guard let own = self[attribute] else { return false }
        return itemClass.attributes[attribute]?.equal(own, value) ?? false
    }
}
