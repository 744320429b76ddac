// SPDX-License-Identifier: Apache-2.0
@testable import SwiftKeychainSync

extension SyncState {
    /// - Parameter former: what the device remembers of a membership that ended.
    init(_ device: DeviceID, first: DeviceID, former: SyncState? = nil) {
        let memory = Memory(names: (former?.memory.names ?? []).union([device]))
        self.init(memory, first: first, own: SyncHead(device), held: [:], unlocked: [], added: [:])
        // Nobody added the device yet.
        self.memory.removed = [:]
    }

    /// Returns the state as it is after a restart.
    ///
    /// - Parameter unlocked: as in ``init(_:first:recovery:own:held:unlocked:added:)``.
    func restarted(_ unlocked: [SyncHead]) -> SyncState {
        SyncState(
            memory, first: first, own: own, held: held, unlocked: unlocked, added: added)
    }

    /// Adds a device with the next head.
    mutating func add(_ member: DeviceID) {
        added[device, default: [:]][member] = own.sequence + 1
    }
}
