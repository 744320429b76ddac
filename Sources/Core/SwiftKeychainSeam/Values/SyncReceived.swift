// SPDX-License-Identifier: Apache-2.0
/// What a service makes of files that it received.
package struct SyncReceived: Sendable {
    /// The names of files that it lacks, and of own packs that weren't received as they had been put.
    package let wanted: [String]
    /// Why heads aren't taken, each a sentence with the name of a device.
    package let faults: [String]
    /// The heads that their devices wrote, whether or not they are new.
    package let heads: [Head]

    /// A head under the name of its device.
    package struct Head: Sendable {
        package let name: String
        package let sequence: Int

        package init(name: String, sequence: Int) { (self.name, self.sequence) = (name, sequence) }
    }

    package init(wanted: [String], faults: [String], heads: [Head]) {
        (self.wanted, self.faults, self.heads) = (wanted, faults, heads)
    }
}
