// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The items of a class in a keychain, read a page at a time so that few are in memory at once.
///
/// Items that require authentication and damaged ones are left out and counted; ``fault`` says why others are missing.
///
/// The references are read at first, so items that are stored meanwhile are not in the pages, and those that are
/// deleted meanwhile are missing from theirs.
package struct ItemPages {
    private let keychain: Keychain
    private let itemClass: ItemClass
    private let parts: Item.Parts
    private let open: [PersistentReference]
    /// The number of items that were read.
    package private(set) var position = 0
    /// The number of items that require authentication.
    package let leftOut: Int
    /// Why further items can't be read: a page of the file, or a row of a newer version. How many they are is unknown.
    package let fault: KeychainError?
    /// The number of items so far that are damaged.
    package private(set) var damaged = 0
    /// The number of items to read.
    package var count: Int { open.count }

    private static let page = 256

    /// Finds the items without reading their parts.
    package init(
        _ itemClass: ItemClass, of keychain: Keychain, returning parts: Item.Parts
    ) throws(KeychainError) {
        (self.itemClass, self.keychain, self.parts) = (itemClass, keychain, parts)
        let query = try Query(itemClass, .anywhere(limit: .all))
        let found = try keychain.candidates(query, returning: [])
        fault = found.damage?.code == .decode ? nil : found.damage
        if found.damage?.code == .decode {
            let others = found.items.count + found.locked.count
            damaged = max(1, try keychain.countCandidates(query) - others)
        }
        // For a locked keychain, a search asks or fails.
        let all =
            found.locked.isEmpty
            ? found.items : try keychain.items(of: itemClass, returning: [])
        open = all.filter { !$0.accessControl.isConstrained }.map(\.reference)
        leftOut = all.count - open.count
    }

    /// Reads the next page; nil behind the last.
    package mutating func next() throws(KeychainError) -> [Item]? {
        guard position < open.count else { return nil }
        let end = min(position + Self.page, open.count)
        defer { position = end }
        let named = Array(open[position..<end])
        let items = try readable(named)
        if items.count < named.count {
            let missing = Set(named).subtracting(items.map(\.reference))
            // Those that were deleted meanwhile don't count.
            damaged += try keychain.countCandidates(Query(nil, .named(Array(missing))))
        }
        return items
    }

    /// Reads those items that aren't damaged.
    private func readable(_ named: [PersistentReference]) throws(KeychainError) -> [Item] {
        do throws(KeychainError) {
            return try keychain.items(of: itemClass, among: named, returning: parts)
        } catch {
            guard error.code == .decode else { throw error }
            return []
        }
    }
}

extension Keychain {
    /// Finds the items of a class; none if the class can't be stored.
    ///
    /// - Parameter references: those to find; nil for all.
    package func items(
        of itemClass: ItemClass, among references: [PersistentReference]? = nil,
        returning parts: Item.Parts
    ) throws(KeychainError) -> [Item] {
        var conditions = Query.Conditions.anywhere(limit: .all)
        conditions.itemList = references
        do throws(KeychainError) {
            return try find(Query(itemClass, conditions), returning: parts)
        } catch {
            if error.code == .itemNotFound || error.code == .unimplemented { return [] }
            throw error
        }
    }
}
