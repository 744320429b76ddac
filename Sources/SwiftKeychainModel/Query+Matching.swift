import SwiftKeychainSystem

extension Query {
    /// Tells whether `item` is one this query asks for, every condition in plaintext again.
    ///
    /// The store's digests only choose candidates; this function decides. The access group is not
    /// looked at here: it was authorised before and is authenticated with the row.
    public func matches(_ item: Item) -> Bool { matches(item, isStored: true) }

    /// Tells whether an item that is stored nowhere is one this query asks for; references and the
    /// item list say nothing of it.
    package func matches(unstored item: Item) -> Bool { matches(item, isStored: false) }

    private func matches(_ item: Item, isStored: Bool) -> Bool {
        if let itemClass, itemClass != item.itemClass { return false }
        if let certificate = item.certificate, let key = item.privateKey {
            return Self.makeIdentity(certificate, key)
                && certificateHalf.matches(certificate, isStored: isStored)
                && keyHalf.matches(key, isStored: isStored)
        }
        if let accessGroup, !accessGroup.hasSameBytes(as: item.accessGroup) { return false }
        if let protection, protection != item.accessControl.protection { return false }
        if case .only(let flag) = synchronizable, flag != item.synchronizable { return false }
        if tombstone != item.isTombstone { return false }
        if isStored {
            if let referenceSet, !referenceSet.contains(item.reference) { return false }
            if let itemListSet, !itemListSet.contains(item.reference) { return false }
        }
        if let hostOrSubdomain, !Self.host(of: item, liesIn: hostOrSubdomain) { return false }
        return conditions.allSatisfy { attribute, value in meets(item, attribute, value) }
    }

    private func meets(_ item: Item, _ attribute: Attribute, _ value: AttributeValue) -> Bool {
        guard let description = item.itemClass.attributes[attribute] else { return false }
        guard let stored = item.stored[attribute] ?? Self.absent(description) else { return false }
        if !comparison.isEmpty, case .string(let wanted) = value, case .string(let found) = stored {
            return comparison.equal(wanted, found)
        }
        return description.equal(stored, value)
    }

    /// An absent attribute of the primary key counts as its default, any other as nothing.
    private static func absent(_ description: AttributeDescription) -> AttributeValue? {
        description.isPrimaryKey ? description.defaultValue ?? .string("") : nil
    }

    private static func host(of item: Item, liesIn domain: String) -> Bool {
        guard case .string(let server) = item.stored[.server] else { return false }
        return server.hasSameBytes(as: domain)
            || Array(server.utf8).suffix(domain.utf8.count + 1)
                .elementsEqual(Array(".".utf8) + Array(domain.utf8))
    }
}
