// SPDX-License-Identifier: Apache-2.0
/// The result of a merge, and what to publish.
package struct SyncPlan: Sendable {
    /// Nil if the relay has all that this device says.
    package var publication: Publication?
    /// The number of items that were added, changed or deleted here.
    package var changed = 0
    /// The number of records of this device that are new.
    package var sent = 0
    /// The number of items that would be deleted, if that is more than can be meant without asking.
    package var refusedDeletions = 0
    /// What the merge waits for, each a sentence.
    package var waiting: [String] = []
    /// How many items lost in this exchange, and the membership changes that weren't reported yet, each a sentence.
    package var news: [String] = []

    package init() {}

    /// Files to put on the relay.
    package struct Publication: Sendable {
        package let puts: [RelayFile]
        package let head: RelayFile
        /// The names of files that no device needs any more.
        package let removals: [String]

        package init(puts: [RelayFile], head: RelayFile, removals: [String]) {
            (self.puts, self.head, self.removals) = (puts, head, removals)
        }
    }
}
