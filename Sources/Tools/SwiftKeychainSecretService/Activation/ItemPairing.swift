// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// How an item that is copied relates to the items that the other service already has.
///
/// Programs know an item by its attributes, but services keep several items with equal ones. So each item is paired
/// with one item of the other side at most: first with one that has the same secret, then with one that is the same
/// item with another secret. Of two secrets of an item the later one counts, unless it is empty. What isn't surely the
/// same item is added.
enum ItemPairing: Equatable {
    /// The other side doesn't have the item.
    case new
    /// The item at this position has the same secret.
    case present(Int)
    /// The item at this position is the same one, with an earlier secret.
    case earlier(Int)
    /// The item at this position is the same one, with a later secret.
    case later(Int)

    /// An item of either side. All that are compared have equal attributes.
    struct Candidate {
        /// nil for an item that another one never equals by its label.
        var label: String?
        let secret: SecretBytes
        /// Seconds since 1970; 0 if unknown.
        let created: UInt64
        /// Seconds since 1970; 0 if unknown.
        let modified: UInt64
        /// Whether an item of the keychain was changed after it was stored; nil for one of the provider.
        var isChanged: Bool?

        fileprivate func hasLabel(of other: Candidate) -> Bool {
            label != nil && label == other.label
        }

        fileprivate func wasCreated(with other: Candidate) -> Bool {
            created != 0 && created == other.created
        }

        /// Returns whether the item was changed after `other`; nil without an order of the two, where both are kept.
        fileprivate func isLater(than other: Candidate) -> Bool? {
            // KWallet goes on describing an item whose secret it has lost. No secret replaces one.
            if (secret.count == 0) != (other.secret.count == 0) { return other.secret.count == 0 }
            if modified == 0 || other.modified == 0 { return nil }
            if modified != other.modified { return modified > other.modified }
            // If both dates are equal, the item that was changed after the copy is the later one.
            guard wasCreated(with: other) else { return nil }
            return isChanged ?? other.isChanged.map { !$0 }
        }
    }

    /// Pairs items with those of the other side.
    ///
    /// - Returns: for each item, what the other side has.
    static func of(_ items: [Candidate], with others: [Candidate]) -> [ItemPairing] {
        var pairings = [ItemPairing](repeating: .new, count: items.count)
        var free = Array(others.indices)
        func pair(
            where isSame: (Candidate, Candidate) -> Bool,
            as pairing: (Candidate, Int) -> ItemPairing
        ) {
            for (position, item) in items.enumerated() where pairings[position] == .new {
                guard let index = free.firstIndex(where: { isSame(item, others[$0]) }) else {
                    continue
                }
                pairings[position] = pairing(item, free[index])
                if pairings[position] != .new { free.remove(at: index) }
            }
        }
        func present(_ item: Candidate, _ other: Int) -> ItemPairing { .present(other) }
        pair(where: { $0.secret == $1.secret && $0.wasCreated(with: $1) }, as: present)
        pair(where: { $0.secret == $1.secret && $0.hasLabel(of: $1) }, as: present)
        pair(where: { $0.secret == $1.secret }, as: present)

        func changed(_ item: Candidate, _ other: Int) -> ItemPairing {
            switch item.isLater(than: others[other]) {
            case true?: .earlier(other)
            case false?: .later(other)
            case nil: .new
            }
        }
        pair(where: { $0.wasCreated(with: $1) && $0.hasLabel(of: $1) }, as: changed)
        // If only one item on each side has these attributes, an equal date or label is enough: copies get a new date.
        if items.count == 1, others.count == 1 {
            pair(where: { $0.wasCreated(with: $1) || $0.hasLabel(of: $1) }, as: changed)
        }
        return pairings
    }
}
