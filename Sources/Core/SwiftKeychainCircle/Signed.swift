// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// Signed bytes: a CBOR array whose last element is a signature over every byte before that element.
enum Signed {
    /// The head of a byte string of 64 bytes.
    private static let head: [UInt8] = [0x58, UInt8(MemberPublicKeys.signatureBytes)]

    /// Writes an array of values, and signs it.
    static func sign(_ values: [CanonicalCBOR.Value], by keys: MemberKeys) -> [UInt8] {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 2048)
        encoder.array(values.count + 1)
        for value in values { encoder.value(value) }
        return encoder.bytes + head + keys.sign(encoder.bytes)
    }

    /// Returns whether bytes of this form were signed by a member. The caller must have read the array, and so know
    /// that its last element is a byte string of 64 bytes.
    static func verify(_ bytes: [UInt8], by keys: MemberPublicKeys) -> Bool {
        let count = bytes.count - MemberPublicKeys.signatureBytes
        guard count >= head.count else { return false }
        return keys.verify(bytes[count...], of: Array(bytes[..<(count - head.count)]))
    }
}
