// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import SwiftKeychainSealing

/// The file with the passcode of the default keychain, for a server without a user to ask.
///
/// `$KEYCHAIN_PASSCODE_FILE` names the file; a service that systemd starts may have the credential
/// `keychain.passcode` instead. One newline at the end isn't part of the passcode.
enum PasscodeFile {
    /// Whether a file is named. Reads no file.
    static var isNamed: Bool { path != nil }

    private static var path: (path: String, isCredential: Bool)? {
        if let path = Environment.absolutePath("KEYCHAIN_PASSCODE_FILE") { return (path, false) }
        guard let folder = Environment.absolutePath("CREDENTIALS_DIRECTORY") else { return nil }
        let path = folder + "/keychain.passcode"
        return System.exists(path) ? (path, true) : nil
    }

    /// Reads the passcode; nil when no file is named.
    ///
    /// - Throws: `notAvailable` when the file is missing, too long, or readable by other users (not
    ///   checked for a credential, which systemd protects).
    static func load() throws(KeychainError) -> SecretBytes? {
        guard let (path, isCredential) = path else { return nil }
        let bytes = try SmallFile.read(path, limit: Keybag.longestPasscode + 1) { status in
            if !isCredential, status.st_mode & 0o077 != 0 {
                throw KeychainError(
                    .notAvailable, "\(path): other users may read the passcode; run chmod 600")
            }
        }
        guard let bytes else { throw KeychainError(.notAvailable, "\(path): missing") }
        return bytes.withBytes { bytes in
            SecretBytes(copying: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...])
        }
    }
}
