// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import SwiftKeychain
import SwiftKeychainModel

/// The certificates of files that a command names.
enum CertificateFile {
    /// Returns the certificates of a file in PEM or DER, at least one. Keys aren't read.
    ///
    /// - Throws: a failed call if the file isn't understood or has no certificate; otherwise as ``SecretInput``.
    static func certificates(_ path: [UInt8]) throws(CommandFailure) -> [Certificate] {
        let bytes = try SecretInput.file(path)
        return try calling(BufferFormat.escaped(path), exitStatus: 1) {
            var hint = ImportedFile.Hint()
            hint.skipsKeys = true
            let file = try bytes.withBytes { try callPKI(ImportedFile.read($0, hint)) }
            let certificates = file.items.compactMap(\.certificate)
            guard !certificates.isEmpty else {
                throw KeychainError(.parameter, "file: contains no certificate")
            }
            return certificates
        }
    }

    /// Returns the only certificate of the only file that is an operand.
    ///
    /// - Throws: as ``Arguments/onlyFile()``; a message for several certificates.
    static func only(_ arguments: Arguments) throws(CommandFailure) -> Certificate {
        let path = try arguments.onlyFile()
        let certificates = try certificates(path)
        guard certificates.count == 1 else {
            throw .message("\(BufferFormat.escaped(path)): contains more than one certificate")
        }
        return certificates[0]
    }
}
