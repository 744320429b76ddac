// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync
import SwiftKeychainSystem

// How the formats of this module write devices and versions (Docs/internals/circle.md).

extension CanonicalCBOR.Encoder {
    mutating func device(_ device: DeviceID) { data(device.bytes) }

    /// Writes `[milliseconds, count, device]`.
    mutating func version(_ version: RecordVersion) {
        array(3)
        unsigned(version.milliseconds)
        unsigned(version.count)
        device(version.device)
    }

    /// Writes the versions of an item by each device, in the order of the devices.
    mutating func versions(_ versions: [DeviceID: RecordVersion]) {
        list(versions.values.sorted { $0.device < $1.device }) { $0.version($1) }
    }

    /// Writes names in ascending order, so that equal sets have equal bytes.
    mutating func names(_ names: Set<DeviceID>) { list(names.sorted()) { $0.device($1) } }

    /// Writes each statement as a byte string, with the bytes that its author signed.
    mutating func statements(_ statements: [MemberStatement]) {
        list(statements) { $0.data($1.bytes) }
    }

    /// Writes an array of any length.
    mutating func list<Element>(
        _ elements: [Element], _ write: (inout Self, Element) -> Void
    ) {
        array(elements.count)
        for element in elements { write(&self, element) }
    }

    /// Writes an array with an array for each device, in the order of the devices.
    ///
    /// - Parameters:
    ///   - count: the number of elements of each inner array, including the device.
    ///   - write: writes the elements after the device.
    mutating func devices<Value>(
        _ values: [DeviceID: Value], count: Int, _ write: (inout Self, Value) -> Void
    ) {
        list(values.sorted { $0.key < $1.key }) { encoder, entry in
            encoder.array(count)
            encoder.device(entry.key)
            write(&encoder, entry.value)
        }
    }
}

extension CanonicalCBOR.Value {
    /// Returns `[[epoch, member, sealed box]…]`, in the order of the argument.
    static func grants(_ grants: [EpochGrant]) -> Self {
        .array(
            grants.map { .array([.data($0.epoch), .data($0.member.bytes), .data($0.box)]) })
    }
}

extension [String: [UInt8]] {
    /// Sets an entry of a map to what a closure writes.
    mutating func set(_ name: String, _ write: (inout CanonicalCBOR.Encoder) -> Void) {
        var encoder = CanonicalCBOR.Encoder()
        write(&encoder)
        self[name] = encoder.bytes
    }
}
