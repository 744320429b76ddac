// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// Root's file that says how programs reach the keychains of one user: `/etc/keychain/adopted.d/UID`.
///
/// `securityd --system --adopt` writes it. It has the form of the file `mode`, but the user can't change it, so that
/// programs with raised privileges obey it.
package struct AdoptionEntry {
    let folder: String
    package let path: String

    /// - Parameter folder: the folder of root's files.
    package init(of user: uid_t, folder: String = ServiceMode.systemFolder) {
        self.folder = folder + "/adopted.d"
        path = "\(folder)/adopted.d/\(user)"
    }

    /// Writes the file, durable and in one piece, with the mode 0644.
    ///
    /// - Throws: `notAvailable`, `diskFull`, `readOnly`.
    package func write(_ mode: ServiceMode) throws(KeychainError) {
        // Programs of every user read the files below, whatever the umask is.
        for path in [String(folder[..<folder.lastIndex(of: "/")!]), folder]
        where !System.exists(path) {
            try translating { try System.makeDirectory(path) }
            guard chmod(path, 0o755) == 0 else {
                throw KeychainError(.notAvailable, SystemError.sentence(errno, at: path))
            }
        }
        try SmallFile.replace(path, SecretBytes(copying: mode.line.utf8), mode: 0o644)
    }
}
