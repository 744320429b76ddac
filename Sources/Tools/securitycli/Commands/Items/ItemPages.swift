// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// The items of keychains, read a page at a time so that few are in memory at once.
struct ItemPages {
    let session: Session
    var classes = ItemClass.stored
    var parts: Item.Parts = .attributes

    private static let page = 256

    /// Calls `body` for each page, and flushes the output after it; a keychain that can't be read is
    /// reported.
    ///
    /// Items that require authentication are left out, with a note.
    ///
    /// - Returns: 0, or the status of the last keychain that could not be read.
    func forEach(
        in keychains: [Keychain], output: Output,
        _ body: (Keychain, [Item]) throws(CommandFailure) -> Void
    ) throws(CommandFailure) -> Int32 {
        var result: Int32 = 0
        let progress = ProgressLine(session)
        defer { progress.end() }
        for keychain in keychains {
            do throws(CommandFailure) {
                for itemClass in classes {
                    try forEach(itemClass, of: keychain, progress, output, body)
                }
            } catch {
                guard case .call(let function, let error, _) = error else { throw error }
                try output.flush()
                progress.end()
                session.report(function, error)
                result = error.code.rawValue
            }
        }
        return result
    }

    private func forEach(
        _ itemClass: ItemClass, of keychain: Keychain, _ progress: ProgressLine,
        _ output: Output, _ body: (Keychain, [Item]) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        var conditions = Query.Conditions()
        conditions.synchronizable = .any
        conditions.limit = .all
        let all = try Self.find(itemClass, conditions, returning: [], in: keychain)
        let open = all.filter { !$0.accessControl.isConstrained }.map(\.reference)
        // The items themselves are the progress where they are shown.
        for start in stride(from: 0, to: open.count, by: Self.page) {
            conditions.itemList = Array(open[start..<min(start + Self.page, open.count)])
            try body(
                keychain, Self.find(itemClass, conditions, returning: parts, in: keychain))
            try output.flush()
            if !Output.isTerminal { progress.show("\(start) of \(open.count) items") }
        }
        if open.count < all.count {
            progress.end()
            session.note(Session.leftOut(all.count - open.count))
        }
    }

    /// Returns the items found; none if the class can't be stored.
    static func find(
        _ itemClass: ItemClass, _ conditions: Query.Conditions, returning parts: Item.Parts,
        in keychain: Keychain
    ) throws(CommandFailure) -> [Item] {
        do throws(KeychainError) {
            return try keychain.find(Query(itemClass, conditions), returning: parts)
        } catch {
            if error.code == .itemNotFound || error.code == .unimplemented { return [] }
            throw .call(KeychainSearch.function, error)
        }
    }
}
