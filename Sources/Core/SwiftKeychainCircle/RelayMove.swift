// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// What a device says of a relay that took the place of another. The latest counts.
package struct RelayMove: Equatable, Sendable {
    /// When a device moved there first, in milliseconds since 2001; each later move has a greater number.
    package let time: UInt64
    /// Where it is, without its password.
    package let address: RelayAddress

    package init(time: UInt64, address: RelayAddress) {
        self.time = time
        var address = address
        address.password = nil
        self.address = address
    }

    var value: CanonicalCBOR.Value { .array([.unsigned(time), address.value]) }

    init(_ decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        try decoder.array(of: 2)
        let time = try decoder.number()
        self.init(
            time: time,
            // A head never has the password: any length but 0 is malformed.
            address: try RelayAddress(&decoder) { count in
                count == 0 ? SecretBytes(count: 0) { _ in } : nil
            })
    }
}
