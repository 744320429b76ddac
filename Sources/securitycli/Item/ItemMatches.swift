// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// What a change or a deletion is about to meet, found before it.
struct ItemMatches {
    /// The matches as far as they could be read; those that require authentication are closed.
    private(set) var items: [Item] = []
    /// Whether all matches are known; not if there may be locked or damaged ones.
    private(set) var isComplete = true

    /// Finds the matches, without asking the user.
    init(_ search: ItemQuery) {
        for keychain in search.keychains {
            do throws(KeychainError) {
                let all = try search.all(in: keychain)
                let read = (try? search.read(all, in: keychain)) ?? []
                let known = Set(read.map(\.reference))
                items += read + all.filter { !known.contains($0.reference) }
            } catch {
                // The call itself fails with any other error.
                if [.interactionNotAllowed, .decode, .inputOutput].contains(error.code) {
                    isComplete = false
                }
            }
        }
        switch search.query.limit {
        case .one: items = Array(items.prefix(1))
        case .atMost(let count): items = Array(items.prefix(count))
        case .all, nil: break
        }
    }

    var mayBeSeveral: Bool { items.count > 1 || !isComplete }

    /// Prints the items, and a note with the number of those that the call changed or deleted.
    func report(
        _ deed: String, _ count: Int, _ session: Session
    ) throws(CommandFailure) {
        for item in items { ItemLine.write(item, to: session.output) }
        try session.output.flush()
        session.note("security: \(deed) \(Session.items(count))")
    }
}
