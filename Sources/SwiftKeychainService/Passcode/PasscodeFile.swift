import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import SwiftKeychainSealing

/// Finds the passcode of the default keychain on a machine that has nobody to ask.
///
/// `$KEYCHAIN_PASSCODE_FILE` names a file; a service that systemd starts may have the credential
/// `keychain.passcode`. One newline at the end is no part of the passcode.
enum PasscodeFile {
    /// Tells whether one is named; nothing is read.
    static var isNamed: Bool { path != nil }

    private static var path: (path: String, isCredential: Bool)? {
        if let path = Environment.absolutePath("KEYCHAIN_PASSCODE_FILE") { return (path, false) }
        guard let folder = Environment.absolutePath("CREDENTIALS_DIRECTORY") else { return nil }
        let path = folder + "/keychain.passcode"
        return System.exists(path) ? (path, true) : nil
    }

    /// Reads the passcode; nil when none is named.
    ///
    /// - Throws: `notAvailable` when the file is missing, too long, or others may read it (what
    ///   systemd hands over it protects itself).
    static func load() throws(KeychainError) -> SecretBytes? {
        guard let (path, isCredential) = path else { return nil }
        let bytes = try SmallFile.read(path, limit: Keybag.longestPasscode + 1) {
            (status) throws(KeychainError) in
            if !isCredential, status.st_mode & 0o077 != 0 {
                throw KeychainError(
                    .notAvailable, "\(path): others may read the passcode; chmod 600 it")
            }
        }
        guard let bytes else { throw KeychainError(.notAvailable, "\(path): named, but not there") }
        return bytes.withBytes { bytes in
            let count = bytes.last == UInt8(ascii: "\n") ? bytes.count - 1 : bytes.count
            return SecretBytes(count: count) {
                $0.copyMemory(from: .init(rebasing: bytes[..<count]))
            }
        }
    }
}
