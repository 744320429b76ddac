// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Engine {
    /// Counts the items that match, and those that may match and don't open because they are locked or damaged.
    ///
    /// - Throws: `notAvailable`, `inputOutput` when there may be others.
    func countCandidates(
        _ authorised: Authorised<Query>, _ call: Call
    ) throws(KeychainError) -> Int {
        let view = try begin(call.deadline)
        var finder = Finder(
            reader: view.reader, keybag: view.keybag, query: authorised, collectsLocked: true,
            call: call)
        let found = try finder.run(limit: nil)
        view.end()
        if found.unread != nil || found.newer != nil { throw found.failure }
        return found.items.count + found.locked.count + found.damaged.count
    }
}
