// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainSystem

/// The anchor of a store: a counter in a TPM, by which an earlier copy of the folder is noticed.
///
/// A write commits the next value, and increments the counter afterwards. A folder whose value is below that of the
/// counter is an earlier copy.
struct StoreAnchor: StoreSetting {
    static let name = "anchor"

    /// The TPM's counter as the manifest records it.
    struct Counter: Sendable, Equatable {
        /// The counter, at the value that the store committed.
        var counted: CountedValue
        /// The name of the storage key of the TPM.
        var parentName: [UInt8]
        /// When the value was committed, in seconds since 1970-01-01 UTC.
        var date: Int64
        /// The revision of the manifest that committed it.
        var revision: Int64

        /// The seconds in which the counter is incremented at most once, because the memory of a TPM wears.
        static let batch: Int64 = 600

        /// Returns whether a change at `now` commits the next value. A clock that was set back must not stop
        /// the counter.
        func isDue(at now: Int64) -> Bool { now < date || now - date >= Self.batch }
    }

    /// Nil for a store without an anchor.
    var counter: Counter?

    init() {}

    /// Reads the array [index, value, name of the storage key, date, revision].
    init(decoding decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        guard try decoder.array() == 5, let index = UInt32(exactly: try decoder.unsigned()) else {
            throw CanonicalCBOR.Malformed()
        }
        counter = Counter(
            counted: CountedValue(index: index, value: try decoder.integer()),
            parentName: try decoder.data(), date: try decoder.integer(),
            revision: try decoder.integer())
    }

    func encode(to encoder: inout CanonicalCBOR.Encoder) {
        guard let counter else { return }
        encoder.value(
            .array([
                .unsigned(UInt64(counter.counted.index)), .integer(counter.counted.value),
                .data(counter.parentName), .integer(counter.date), .integer(counter.revision),
            ]))
    }
}
