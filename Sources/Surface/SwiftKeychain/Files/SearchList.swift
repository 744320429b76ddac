// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The keychains that one call uses, in the order of searching.
package struct SearchList: Sendable {
    /// The entries; nil for every searched keychain.
    private let entries: [Keychain?]

    /// The keychains of a call that names none; see ``Keychain/searched``.
    package static let standard = SearchList([nil])

    /// Whether the call names no keychain.
    package var isStandard: Bool { entries.count == 1 && entries[0] == nil }

    /// Makes a list; nil means ``standard``.
    package init(_ keychains: [Keychain?]) { entries = keychains }

    /// The keychains without duplicates. It reads the user's search list if that is among the
    /// entries.
    package var keychains: [Keychain] {
        var keychains: [Keychain] = []
        for keychain in entries.flatMap({ $0.map { [$0] } ?? Keychain.searched })
        where !keychains.contains(keychain) {
            keychains.append(keychain)
        }
        return keychains
    }

    /// Searches one keychain after the other with the rest of a limit, until none is left.
    ///
    /// - Parameters:
    ///   - failed: receives each error but `itemNotFound`; throwing ends the search.
    ///   - body: returns the number of items it found, or throws `itemNotFound`. Its second
    ///     argument is the rest of the limit; nil for all of it.
    /// - Returns: the number of items found.
    @discardableResult
    package func forEach(
        limit: Query.Limit,
        failed: (KeychainError) throws -> Void = { throw $0 },
        _ body: (Keychain, Query.Limit?) throws -> Int
    ) throws(KeychainError) -> Int {
        var found = 0
        for keychain in keychains {
            guard let rest = limit.rest(after: found) else { break }
            do throws(KeychainError) {
                found += try translating { try body(keychain, found == 0 ? nil : rest) }
            } catch {
                if error.code != .itemNotFound { try translating { try failed(error) } }
            }
        }
        return found
    }

    /// Searches one keychain after the other, for a call that must find an item.
    ///
    /// An error ends the call. If persistent references name the items, another keychain may have
    /// them, so the error is thrown only if fewer items are found than are named.
    ///
    /// - Parameters:
    ///   - named: the number of items that references name; nil if attributes describe them.
    ///   - check: searches all of several keychains before the first is given to `body`.
    ///   - body: as in ``forEach(limit:failed:_:)``.
    /// - Throws: `itemNotFound` if no keychain has an item.
    package func find(
        limit: Query.Limit, named: Int?,
        checking check: ((Keychain, Query.Limit?) throws -> Int)? = nil,
        _ body: (Keychain, Query.Limit?) throws -> Int
    ) throws(KeychainError) {
        let keychains = keychains
        var found = 0
        if keychains.count == 1 {
            // Its own error is more precise than the one below.
            found = try translating { try body(keychains[0], nil) }
        } else {
            if let check { try SearchList(keychains).find(limit: limit, named: named, check) }
            var failure: KeychainError?
            let failed = { (error: KeychainError) in
                if named == nil { throw error }
                failure = failure ?? error
            }
            found = try SearchList(keychains).forEach(limit: limit, failed: failed, body)
            if let failure, let named, found < named, limit.rest(after: found) != nil {
                throw failure
            }
        }
        if found == 0 {
            throw KeychainError(.itemNotFound, "query: no item matches in the searched keychains")
        }
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
