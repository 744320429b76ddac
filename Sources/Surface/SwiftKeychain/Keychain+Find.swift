// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Keychain {
    /// Finds items, oldest first; one unless the query has another limit.
    ///
    ///     var conditions = Query.Conditions([.service: .string("example.org")])
    ///     conditions.limit = .all
    ///     let items = try Keychain.default.find(Query(.genericPassword, conditions))
    ///
    /// - Parameters:
    ///   - parts: what to read of each item. If empty, only reports whether items match, including
    ///     items that require the user.
    ///   - authentication: how to go about items that demand the user.
    /// - Throws: `itemNotFound` when nothing matches; `keyIsSensitive` for the secret of a private or
    ///   symmetric key that is not extractable, or sensitive; `decode` when only damaged items may
    ///   match, and `inputOutput` when what may match is on a page that can't be read;
    ///   `interactionNotAllowed` when an item that may match is locked, or demands the user, who can't
    ///   be asked; `userCanceled` and `authenticationFailed` when the user did not authenticate;
    ///   `missingEntitlement`; `notAvailable` when the store or its keys can't be used.
    public func find(
        _ query: Query, returning parts: Item.Parts = [.attributes, .secret],
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [Item] {
        let find = Find(query, returning: parts, skips: authentication.policy == .skip)
        return try perform(.find(find), asking: authentication)
    }

    /// Returns the items that have the given references, in their order, without those that don't exist.
    ///
    /// - Throws: as ``find(_:returning:asking:)``; `itemNotFound` if none exists.
    package func fetch(
        _ references: [PersistentReference], returning parts: Item.Parts,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [Item] {
        try perform(.fetch(references, parts), asking: authentication)
    }

    /// Counts the items that meet a query, and those that may meet it and are locked or damaged.
    ///
    /// - Throws: `notAvailable`, `inputOutput` when there may be others.
    package func countCandidates(_ query: Query) throws(KeychainError) -> Int {
        try perform(.countCandidates(query))
    }
}

extension Keychain {
    /// What a search finds that doesn't ask for anything.
    package struct Candidates: Sendable {
        package var items: [Item] = []
        /// Those that may match; they have no attributes.
        package var locked: [Item] = []
        /// Why others that may match can't be read, nil if there are none.
        package var damage: KeychainError?
    }

    /// Returns the items that match, and those that may match and are locked.
    ///
    /// - Parameters:
    ///   - parts: the attributes, or nothing to learn only which items match. Then an altered row may be among them,
    ///     which can't be read.
    ///   - most: how many are enough. The last page may have more.
    /// - Throws: as ``find(_:returning:asking:)``, except for what is locked and when nothing matches.
    package func candidates(
        _ query: Query, returning parts: Item.Parts = .attributes, most: Int = .max
    ) throws(KeychainError) -> Candidates {
        var found = Candidates()
        var start: Cursor? = Cursor()
        while let cursor = start, found.items.count + found.locked.count < most {
            let page = try perform(.everything(query, returning: parts, from: cursor))
            found.items += page.items.dropLast(page.lockedCount)
            found.locked += page.items.suffix(page.lockedCount)
            found.damage = found.damage ?? page.damage
            start = page.next
        }
        return found
    }
}

// Searches in pages, for conditions that the client evaluates.
extension Keychain {
    /// Returns the references of what meets a query and `keeps`, in the order of results.
    ///
    /// The user isn't asked: of an item that demands the user, `keeps` sees only that it exists.
    ///
    /// - Throws: as ``find(_:returning:asking:)``.
    package func references(
        _ query: Query, limit: Int?, where keeps: (Item) throws -> Bool
    ) throws(KeychainError) -> [PersistentReference] {
        try references(query, limit: limit, opening: [], asking: Authentication(), where: keeps)
    }

    /// Returns the references of what meets a query and `keeps`, in the order of results.
    ///
    /// - Parameter parts: what will be read of the items. Those that demand the user are opened for
    ///   `keeps`, by asking where the call allows it, and left out where it says to skip them.
    ///   Nothing: of such an item `keeps` sees only that it exists, and the user is not asked.
    /// - Throws: as ``find(_:returning:asking:)``.
    func references(
        _ query: Query, limit: Int?, opening parts: Item.Parts,
        asking authentication: Authentication, where keeps: (Item) throws -> Bool
    ) throws(KeychainError) -> [PersistentReference] {
        let authenticator = Authenticator(self, authentication)
        // List order decides which are the first, so all of a list are looked at.
        let enough = query.itemList == nil ? limit : nil
        var chosen: [PersistentReference] = []
        var damage: KeychainError?
        var start: Cursor? = Cursor()
        while let cursor = start {
            let candidates = Operation.candidates(
                query, returning: parts, skips: authentication.policy == .skip,
                page: Find.Page(cursor, opens: !parts.isEmpty))
            var seen: Set<PersistentReference> = []
            var page: Reply.Page
            repeat {
                page = try perform(candidates, asking: authentication, with: authenticator)
                // A page that goes on after the user was asked begins with what was seen already.
                for item in page.items where seen.insert(item.reference).inserted {
                    if try translating({ try keeps(item) }) { chosen.append(item.reference) }
                    if chosen.count == enough { return chosen }
                }
                switch page.stop {
                case .lacks(let demand): try authenticator.obtain(demand)
                case .failed(let error): throw error
                case nil: break
                }
            } while page.stop != nil
            damage = damage ?? page.damage
            start = page.next
        }
        guard !chosen.isEmpty else {
            throw damage ?? KeychainError(.itemNotFound, "no item matches")
        }
        if let list = query.itemList {
            let found = Set(chosen)
            var seen: Set<PersistentReference> = []
            chosen = list.filter { found.contains($0) && seen.insert($0).inserted }
            if let limit { chosen = Array(chosen.prefix(limit)) }
        }
        return chosen
    }
}
