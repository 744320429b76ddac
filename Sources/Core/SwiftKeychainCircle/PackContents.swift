// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSync
import SwiftKeychainSystem

/// What a pack says: records, and items whose records in earlier packs of the same kind don't count any more.
package struct PackContents: Sendable {
    package var records: [ItemRecord]
    package var dropped: [RecordKey]

    package init(_ records: [ItemRecord] = [], dropped: [RecordKey] = []) {
        (self.records, self.dropped) = (records, dropped)
    }

    private static let droppedMark = "dropped"

    /// Returns the plaintext of a pack: a CBOR array of all, then the secrets of the records, then zeros.
    package var plaintext: SecretBytes {
        var encoder = CanonicalCBOR.Encoder(reservingCapacity: 4096)
        encoder.array(records.count + dropped.count)
        for record in records { record.encode(to: &encoder) }
        for key in dropped {
            encoder.array(2)
            encoder.text(Self.droppedMark)
            encoder.data(key.bytes)
        }
        return SecretTail.join(
            encoder.bytes, records.compactMap(\.secret), padding: Pack.paddedCount)
    }

    /// Reads the plaintext of a pack.
    ///
    /// - Throws: ``CircleFault/malformed``, also for a record whose class belongs in a pack of the other kind.
    package init(_ plaintext: SecretBytes, kind: PackKind) throws(CircleFault) {
        guard var tail = SecretTail(plaintext) else { throw .malformed }
        self = try CanonicalCBOR.Decoder.read(tail.head) { decoder in
            var contents = PackContents()
            for _ in 0..<(try decoder.array()) {
                let count = try decoder.array()
                // Only what drops a record has two elements.
                guard count == 2 else {
                    contents.records.append(
                        try ItemRecord(&decoder, count: count, secrets: &tail))
                    continue
                }
                guard try decoder.text() == Self.droppedMark else {
                    throw CanonicalCBOR.Malformed()
                }
                contents.dropped.append(RecordKey(try decoder.data()))
            }
            return contents
        }
        // What follows the last secret pads the pack, and isn't read.
        guard records.allSatisfy({ PackKind($0.protection) == kind }) else { throw .malformed }
    }
}
