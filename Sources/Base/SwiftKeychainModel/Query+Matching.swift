// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

extension Query {
    /// Returns whether `item` meets every condition of this query, compared in plaintext.
    ///
    /// The store's digests only select candidates; this function decides. Whether the caller may
    /// read the access group was decided before.
    public func matches(_ item: Item) -> Bool { matches(item, isStored: true) }

    /// Returns whether an item that isn't stored meets this query; references and the item list are
    /// ignored.
    package func matches(unstored item: Item) -> Bool { matches(item, isStored: false) }

    /// Compares every condition with the item in plaintext. Digests only select candidates; this decides.
    private func matches(_ item: Item, isStored: Bool) -> Bool {
        if let itemClass, itemClass != item.itemClass { return false }
        if isStored, let chosenSet, !chosenSet.contains(item.reference) { return false }
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
        if let lookupAttributes, item.lookupAttributes?.contains(lookupAttributes) != true {
            return false
        }
        if let hostOrSubdomain, !Self.host(of: item, liesIn: hostOrSubdomain) { return false }
        return conditions.allSatisfy { attribute, value in meets(item, attribute, value) }
    }

    /// Compares one attribute, with the query's way of comparing for texts. An absent attribute has its default.
    private func meets(_ item: Item, _ attribute: Attribute, _ value: AttributeValue) -> Bool {
        guard let description = item.itemClass.attributes[attribute] else { return false }
        guard let stored = item.stored[attribute] ?? Self.absent(description) else { return false }
        if !comparison.isEmpty, case .string(let wanted) = value, case .string(let found) = stored {
            return comparison.equal(wanted, found)
        }
        return description.equal(stored, value)
    }

    /// Returns the value that an absent attribute is matched with: the default for one of the primary
    /// key; nil for any other, which never matches.
    private static func absent(_ description: AttributeDescription) -> AttributeValue? {
        description.isPrimaryKey ? description.defaultValue ?? .string("") : nil
    }

    /// Returns whether the item's server is the domain or a name below it.
    private static func host(of item: Item, liesIn domain: String) -> Bool {
        guard case .string(let server) = item.stored[.server] else { return false }
        return server.hasSameBytes(as: domain)
            || Array(server.utf8).suffix(domain.utf8.count + 1)
                .elementsEqual(Array(".".utf8) + Array(domain.utf8))
    }
}
