import SwiftKeychainModel

/// The keychains that one call works on, in the order in which they are asked.
package struct SearchList: Sendable {
    /// nil stands for every keychain that is searched.
    private let entries: [Keychain?]

    /// The keychains that a call searches when it names none; see ``Keychain/searched``.
    package static let standard = SearchList([nil])

    /// Lists keychains; nil stands for ``standard``.
    package init(_ keychains: [Keychain?]) { entries = keychains }

    /// The keychains, each of them once. The user's search list is read where it is part of them.
    package var keychains: [Keychain] {
        var keychains: [Keychain] = []
        for keychain in entries.flatMap({ $0.map { [$0] } ?? Keychain.searched })
        where !keychains.contains(keychain) {
            keychains.append(keychain)
        }
        return keychains
    }

    /// Asks one keychain after the other with what is left of a limit, until nothing is left.
    ///
    /// - Parameters:
    ///   - failed: receives each error but `itemNotFound`; throwing ends the call.
    ///   - body: returns the number of items it found, or throws `itemNotFound`. Its second argument
    ///     is what is left of the limit; nil: all of it.
    /// - Returns: the number of items found.
    @discardableResult
    package func forEach(
        limit: Query.Limit,
        failed: (KeychainError) throws(KeychainError) -> Void = {
            (error) throws(KeychainError) in throw error
        },
        _ body: (Keychain, Query.Limit?) throws(KeychainError) -> Int
    ) throws(KeychainError) -> Int {
        try Self.forEach(of: keychains, limit, failed, body)
    }

    /// Asks one keychain after the other, for a call that must find something.
    ///
    /// A keychain that fails ends the call. Where persistent references name the items, another
    /// keychain may have them: the error counts only when fewer items were found than are named.
    ///
    /// - Parameters:
    ///   - named: the number of items that references name; nil where attributes describe them.
    ///   - body: as in ``forEach(limit:failed:_:)``.
    /// - Throws: `itemNotFound` when no keychain has an item.
    package func find(
        limit: Query.Limit, named: Int?,
        _ body: (Keychain, Query.Limit?) throws(KeychainError) -> Int
    ) throws(KeychainError) {
        let keychains = keychains
        var found = 0
        if keychains.count == 1 {
            // Its own error is more precise than the one below.
            found = try body(keychains[0], nil)
        } else {
            var failure: KeychainError?
            found = try Self.forEach(
                of: keychains, limit,
                { (error) throws(KeychainError) in
                    if named == nil { throw error }
                    failure = failure ?? error
                }, body)
            if let failure, let named, found < named, limit.rest(after: found) != nil {
                throw failure
            }
        }
        if found == 0 {
            throw KeychainError(.itemNotFound, "query: no keychain of the list has such an item")
        }
    }

    private static func forEach(
        of keychains: [Keychain], _ limit: Query.Limit,
        _ failed: (KeychainError) throws(KeychainError) -> Void,
        _ body: (Keychain, Query.Limit?) throws(KeychainError) -> Int
    ) throws(KeychainError) -> Int {
        var found = 0
        for keychain in keychains {
            guard let rest = limit.rest(after: found) else { break }
            do throws(KeychainError) {
                found += try body(keychain, found == 0 ? nil : rest)
            } catch {
                if error.code != .itemNotFound { try failed(error) }
            }
        }
        return found
    }
}

extension Query.Limit {
    /// Returns what is left of the limit; nil when nothing is.
    fileprivate func rest(after found: Int) -> Query.Limit? {
        switch self {
        case .one: found == 0 ? .one : nil
        case .atMost(let count): found < count ? .atMost(count - found) : nil
        case .all: .all
        }
    }
}
