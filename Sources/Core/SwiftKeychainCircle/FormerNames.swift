// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSync
import SwiftKeychainSystem

/// The names that a device had in a circle that it left. When it joins again, its earlier edits still count as its own: one
/// that another device overwrites without having seen it is kept aside.
package struct FormerNames: Equatable, Sendable {
    /// The name of the circle, 32 bytes. The names count only in this one.
    package let circle: [UInt8]
    /// The name in the membership that ended, and those of earlier ones in the same circle.
    package let names: Set<DeviceID>

    package init(circle: [UInt8], names: Set<DeviceID>) {
        (self.circle, self.names) = (circle, names)
    }

    /// CBOR `[circle, [name…]]`.
    package var encoded: SecretBytes {
        SecretBytes(
            copying: CanonicalCBOR.array([
                .data(circle), .array(names.sorted().map { .data($0.bytes) }),
            ]))
    }

    /// Reads what ``encoded`` wrote; nil for anything else.
    package init?(_ bytes: SecretBytes) {
        let read = try? CanonicalCBOR.Decoder.readStart(of: bytes.withBytes { Array($0) }) {
            try $0.array(of: 2)
            return FormerNames(
                circle: try $0.data(count: CircleHash.bytes), names: try $0.names())
        }
        guard let read else { return nil }
        self = read
    }
}
