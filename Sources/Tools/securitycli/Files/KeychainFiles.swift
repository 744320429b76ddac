// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The files of keychains, which no output of a command replaces: the operand of `keychain-export` is the new file, where
/// other commands take a keychain.
enum KeychainFiles {
    /// Checks that a file isn't part of a keychain, before a command replaces it.
    ///
    /// - Throws: a message for a database, and for any file next to the lock file of its keychain, or in a folder with the
    ///   login keychain's lock file or the device key.
    static func refuse(_ path: String) throws(CommandFailure) {
        let folder = path.parentFolder
        // The lock files first: to close a database that SQLite has open here would drop its locks.
        guard
            System.exists(path),
            System.exists(path + ".keychain.lock")
                || System.exists(folder + "/keychain.lock")
                || System.exists(folder + "/device.key")
                || isDatabase(path)
        else { return }
        throw .message(
            "\(path): belongs to a keychain, and isn't replaced; name another file for the output")
    }

    /// Returns whether a file begins as an SQLite database does ("Database File Format", section 1.3).
    private static func isDatabase(_ path: String) -> Bool {
        guard let descriptor = try? System.open(path, O_RDONLY | O_NONBLOCK) else { return false }
        defer { System.close(descriptor) }
        let magic = Array("SQLite format 3\0".utf8)
        return (try? System.read(descriptor, path, at: 0, count: magic.count)) == magic
    }
}
