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

    /// Returns the password of an entry without one as the stored item with the entry's attributes, or with an empty secret
    /// where none is stored. The entry, as that of an authenticator, must not empty what is there.
    func completing(_ new: NewItem) throws(KeychainError) -> NewItem {
        guard new.itemClass.isPassword, new.secret == nil else { return new }
        guard let item = items[ItemKey(new)] else {
            return try NewItem(
                new.itemClass, attributes: new.given,
                secret: SecretBytes(copying: EmptyCollection()))
        }
        var attributes = new.attributes
        if let text = attributes[.comment]?.text, let stored = item[.comment]?.text {
            let comment = EntryComment(text).completed(with: EntryComment(stored))
            attributes[.comment] = .string(comment.text)
        }
        return try Change(attributes).applied(to: item)
    }

    /// The attributes of a primary key that have several forms.
    private static let forms: [Attribute] = [.server, .authenticationType]

    /// Returns `new` with the primary key of the stored item that it would replace, which may be synchronizable or
    /// have another form.
    func replacing(_ new: NewItem) throws(KeychainError) -> NewItem {
        guard let stored = items[ItemKey(new)] else { return new }
        var attributes = new.given
        for attribute in Self.forms + [.accessGroup, .synchronizable] {
            attributes[attribute] = stored[attribute]
        }
        return try NewItem(new.itemClass, attributes: attributes, secret: new.secret)
    }

    /// Returns whether an item is stored that is the same as `new`.
    ///
    /// Attributes that only the stored item has don't count, except for a comment: notes that the file lacks are a
    /// difference.
    func contains(_ new: NewItem) -> Bool {
        guard let item = items[ItemKey(new)], item.secret == new.secret else { return false }
        return new.attributes.allSatisfy { attribute, value in
            // The primary key is the same, in this form or another.
            Self.forms.contains(attribute) || item.has(value, of: attribute)
                || attribute == .label && Self.isTitle(value, of: item)
                || attribute == .comment && Self.undated(item[.comment]) == Self.undated(value)
        } && (new.attributes[.comment] != nil || Self.undated(item[.comment]).isEmpty)
    }

    /// Returns whether a label is the title that an export gives an item without one.
    private static func isTitle(_ label: AttributeValue, of item: Item) -> Bool {
        let isInternet = item.itemClass == .internetPassword
        return item[.label]?.text?.isEmpty ?? true
            && item[isInternet ? .server : .service]?.text == label.text
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
