import SwiftKeychainModel

extension Query {
    /// Calls `body` for one keychain after the other, with what is left of the limit, until the
    /// limit is reached.
    ///
    /// Where persistent references name the items, a keychain that fails does not hide an item that
    /// lies in another: its error is the call's only when something named was not found.
    ///
    /// - Parameters:
    ///   - standard: the limit of a query that has none.
    ///   - body: gives the number of items it found; it may throw `itemNotFound` for none.
    /// - Throws: `itemNotFound` when no keychain has an item; any other error, at once unless
    ///   references name the items.
    func forEach(
        of locations: [KeychainLocation], standard: Limit,
        _ body: (KeychainLocation, Query) throws(KeychainError) -> Int
    ) throws(KeychainError) {
        var found = 0
        var failure: KeychainError?
        for location in locations {
            guard let rest = limited(after: found, standard: standard) else { break }
            do throws(KeychainError) {
                found += try body(location, rest)
            } catch {
                // With a single keychain its own detail is the better one.
                if locations.count == 1 { throw error }
                if error.code == .itemNotFound { continue }
                guard namedCount != nil else { throw error }
                failure = failure ?? error
            }
        }
        if let failure, let namedCount, found < namedCount,
            limited(after: found, standard: standard) != nil
        {
            throw failure
        }
        if found == 0 {
            throw KeychainError(.itemNotFound, "query: no keychain of the list has such an item")
        }
    }

    /// How many items persistent references name, at most; nil when attributes do.
    private var namedCount: Int? { (references ?? itemList).map { Set($0).count } }

    /// Gives this query with what is left of its limit; nil when nothing is.
    private func limited(after found: Int, standard: Limit) -> Query? {
        switch limit ?? standard {
        case .one: found == 0 ? self : nil
        case .atMost(let count): found < count ? with(limit: .atMost(count - found)) : nil
        case .all: self
        }
    }
}
