// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension TPMAddress {
    /// Returns what a TPM is, for the user.
    ///
    /// - Throws: as opening a connection; `unimplemented` without libtss2.
    package func state() throws(KeychainError) -> String {
        let texts = try properties(from: 0x100).mapValues { value in
            String(decoding: value.filter { (0x20..<0x7f).contains($0) }, as: UTF8.self)
        }
        guard TPMLibrary.shared != nil else {
            throw KeychainError(
                .unimplemented,
                "\(self): not used without libtss2 (Debian: libtss2-esys-3.0.2-0)")
        }
        return "TPM \(texts[0x100] ?? "?") of \(texts[0x105] ?? "?")"
    }

    /// Returns whether the owner hierarchy and the lockout hierarchy have a password.
    ///
    /// - Throws: as opening a connection.
    package func passwords() throws(KeychainError) -> (owner: Bool, lockout: Bool) {
        // TPMA_PERMANENT: ownerAuthSet is the lowest bit, lockoutAuthSet the third.
        let bits = try properties(from: 0x200)[0x200]?[3] ?? 0
        return (bits & 1 != 0, bits & 4 != 0)
    }

    /// Reads properties of a TPM: six numbers of four bytes, the highest first. From 0x100: the family, and the maker
    /// in the sixth.
    private func properties(from first: UInt32) throws(KeychainError) -> [UInt32: [UInt8]] {
        var answer = try TPMConnection(self).capability(6, from: first, count: 6)
        var properties: [UInt32: [UInt8]] = [:]
        while let property = answer.long(), let value = answer.bytes(4) {
            properties[property] = value
        }
        return properties
    }
}
