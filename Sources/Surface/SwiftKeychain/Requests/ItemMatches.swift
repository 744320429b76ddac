// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// What a change or a deletion is about to meet, found before it.
///
/// The command asks before it deletes or changes several items, and needs their number first. Items in a locked
/// keychain can't be read, so their number is an upper bound.
package struct ItemMatches {
    /// The matches as far as they could be read; those that require authentication are closed.
    package private(set) var items: [Item] = []
    /// The number of items that may match, in keychains where some are locked or damaged.
    private var unread = 0
    /// Whether there can't be more.
    private var isComplete = true

    /// Why items can't be read although the call itself may reach them; the first three belong to a locked keychain.
    private static let unreadable: Set<KeychainError.Code> = [
        .interactionNotAllowed, .userCanceled, .authenticationFailed, .decode, .inputOutput,
    ]

    /// Finds the matches, without asking the user for the items that require it.
    package init(_ search: ItemQuery) {
        for keychain in search.keychains {
            do throws(KeychainError) {
                let all = try search.all(in: keychain)
                let read = (try? search.read(all, in: keychain)) ?? []
                let known = Set(read.map(\.reference))
                items += read + all.filter { !known.contains($0.reference) }
            } catch {
                // The call itself fails with any other error.
                if Self.unreadable.contains(error.code) {
                    do throws(KeychainError) {
                        unread += try search.countCandidates(in: keychain)
                    } catch {
                        isComplete = false
                    }
                }
            }
        }
        // The call stops at its limit too, so the question mustn't name more.
        if let limit = search.query.count(standard: .all) {
            items = Array(items.prefix(limit))
            unread = min(unread, limit - items.count)
        }
    }

    /// Whether the call may meet more than one item; also true if that can't be known.
    package var mayBeSeveral: Bool { items.count + unread > 1 || !isComplete }

    /// The matches, for a question.
    package var words: String {
        if !isComplete { return "all that match, some of them unread" }
        let all = ItemReport.items(items.count + unread)
        return unread == 0 ? all : "up to \(all), some of them unread"
    }
}
