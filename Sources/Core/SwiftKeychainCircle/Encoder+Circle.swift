// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync
import SwiftKeychainSystem

// How the formats of this module write devices and versions (Docs/internals/circle.md).

extension CanonicalCBOR.Encoder {
    mutating func device(_ device: DeviceID) { data(device.bytes) }

    mutating func version(_ version: RecordVersion) {
        array(3)
        unsigned(version.milliseconds)
        unsigned(version.count)
        device(version.device)
    }

    mutating func publicKeys(_ keys: MemberPublicKeys) {
        data(keys.signing)
        data(keys.sealing)
    }

    /// Writes the versions of an item by each device, in the order of the devices.
    mutating func versions(_ versions: [DeviceID: RecordVersion]) {
        array(versions.count)
        for version in versions.values.sorted(by: { $0.device < $1.device }) {
            self.version(version)
        }
    }

    mutating func grants(_ grants: [EpochGrant]) {
        array(grants.count)
        for grant in grants {
            array(3)
            data(grant.epoch)
            device(grant.member)
            data(grant.box)
        }
    }

    /// Writes an array with an array for each device, in the order of the devices.
    mutating func devices<Value>(
        _ values: [DeviceID: Value], count: Int, _ write: (inout Self, Value) -> Void
    ) {
        array(values.count)
        for (device, value) in values.sorted(by: { $0.key < $1.key }) {
            array(count)
            self.device(device)
            write(&self, value)
        }
    }
}
