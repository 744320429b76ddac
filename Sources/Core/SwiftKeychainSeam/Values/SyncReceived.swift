// SPDX-License-Identifier: Apache-2.0
/// What a service makes of files that it received.
package struct SyncReceived: Sendable {
    /// The names of files that it lacks.
    package let wanted: [String]
    /// Why heads aren't taken, each a sentence with the name of a device.
    package let faults: [String]

    package init(wanted: [String], faults: [String]) {
        (self.wanted, self.faults) = (wanted, faults)
    }
}
