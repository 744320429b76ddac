// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

extension CanonicalCBOR {
    /// Reads the fields of a record, an array [magic, format version, fields…].
    ///
    /// - Throws: `malformed` for anything else; `notAvailable` for another version.
    static func fields<Fields>(
        of record: [UInt8], _ count: Int, _ magic: String, _ version: UInt64,
        _ malformed: KeychainError, _ read: (inout Decoder) throws(Malformed) -> Fields
    ) throws(KeychainError) -> Fields {
        let (found, fields): (UInt64, Fields)
        do throws(Malformed) {
            var decoder = Decoder(record)
            try decoder.array(of: count, magic)
            (found, fields) = (try decoder.unsigned(), try read(&decoder))
            guard decoder.isAtEnd else { throw Malformed() }
        } catch {
            throw malformed
        }
        guard found == version else {
            throw KeychainError(
                .notAvailable, "\(magic): format \(found); this version reads \(version)")
        }
        return fields
    }
}
