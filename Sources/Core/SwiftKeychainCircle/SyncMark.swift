// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSync
import SwiftKeychainSystem

/// What a row was when it was synchronized last: its attribute `sver` (Docs/internals/circle.md).
package struct SyncMark: Equatable, Sendable {
    package let circle: [UInt8]
    package let base: SyncRow.Base

    package init(circle: [UInt8], base: SyncRow.Base) { (self.circle, self.base) = (circle, base) }

    /// Reads the attribute. nil if it isn't there, or malformed: then nothing is known.
    package init?(_ value: AttributeValue?) {
        guard case .data(let bytes) = value else { return nil }
        let mark = try? CanonicalCBOR.Decoder.read(bytes) {
            try $0.array(of: 4)
            return SyncMark(
                circle: try $0.data(count: CircleHash.bytes),
                base: SyncRow.Base(
                    revision: try $0.unsigned(), version: try $0.version(),
                    saw: try $0.versions()))
        }
        guard let mark else { return nil }
        self = mark
    }

    /// The mark of a row that was changed since, whatever its revision is: no row has the revision 0.
    package var changed: SyncMark {
        SyncMark(
            circle: circle,
            base: SyncRow.Base(revision: 0, version: base.version, saw: base.saw))
    }

    /// CBOR `[circle, revision, version, versions seen]`. The revision is that of the row with this mark, or 0.
    package var attribute: AttributeValue {
        var encoder = CanonicalCBOR.Encoder()
        encoder.array(4)
        encoder.data(circle)
        encoder.unsigned(base.revision)
        encoder.version(base.version)
        encoder.versions(base.saw)
        return .data(encoder.bytes)
    }
}
