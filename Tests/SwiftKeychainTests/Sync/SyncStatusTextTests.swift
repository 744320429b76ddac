// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem
import Testing

/// What a user reads about a circle.
@Suite struct SyncStatusTextTests {
    private func status(_ change: (inout SyncStatus) -> Void = { _ in }) -> SyncStatus {
        var status = SyncStatus(circle: "00", device: "11", relay: .folder("/"), devices: [])
        status.isPublished = true
        change(&status)
        return status
    }

    @Test func nothingWaitsWhereAllIsPublished() {
        #expect(status().waiting.isEmpty && status().warnings.isEmpty)
        #expect(status().notes(conflicts: 0).isEmpty)
        #expect(status { $0.isPublished = false }.waiting.count == 1)
        let changed = status {
            ($0.changed, $0.isPublished, $0.isLocked) = (1, false, true)
            $0.moved = .folder()
        }
        #expect(changed.waiting.count == 3)
        #expect(changed.waiting[0] == "1 item changed here; security sync now sends it")
        #expect(status { ($0.standing, $0.changed) = (.removed, 5) }.waiting.count == 1)
    }

    @Test func aDeviceThatIsSilentForLongIsAWarning() {
        let now = Int(SystemClock.absoluteTime())
        func device(_ days: Int?, isThisOne: Bool = false) -> SyncStatus.Device {
            SyncStatus.Device(
                name: "d", identifier: "22", lastSeen: days.map { now - $0 * 86400 - 1 },
                isThisOne: isThisOne)
        }
        let silent = status {
            $0.devices = [
                device(nil), device(6), device(400, isThisOne: true), device(7), device(180),
            ]
        }
        #expect(
            silent.warnings == [
                "d: nothing for 7 days",
                "d: nothing for 180 days; if it is lost, security sync remove ends what it can read",
            ])
        #expect(silent.deviceCount == "5 devices")
    }

    @Test func theNotesCountWhatLostAndWhatStays() {
        let texts = status { ($0.ordinary, $0.notSent, $0.tooLong) = (1, 2, 3) }
            .notes(conflicts: 1)
        #expect(
            texts == [
                "1 item lost against another device's change; security sync conflicts lists it",
                "1 item on this device alone; security sync include -a adds them",
                "2 items never leave the device: certificates, keys, and what is bound to it",
                "3 items too long to be sent",
            ])
    }

    @Test func newsOfACircleAreFoundOnce() throws {
        #expect(TestKeychain().keychain.examineCircle().isEmpty)
        let devices = try SyncingDevice.circle(2)
        for _ in 1...2 { for device in devices { try device.exchange() } }
        let keychain = devices[0].keychain
        #expect(keychain.examineCircle().contains { $0.text == "a circle of 2 devices" })
        #expect(keychain.examineCircle() == [Finding("sync", "a circle of 2 devices")])
    }
}
