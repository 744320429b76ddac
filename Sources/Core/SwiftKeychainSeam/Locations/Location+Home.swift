// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

// The store that belongs to a device key.
extension Location {
    /// The store of the user's own that has the device key of this one. A keychain in any folder belongs to the login
    /// keychain of the environment if it shares its device key.
    ///
    /// Files next to a keychain in another folder name no way to it: other users may be able to write there.
    package var home: Location {
        if let login = try? Self.ofEnvironment(),
            login.deviceKeyPath.hasSameBytes(as: deviceKeyPath)
        {
            return login
        }
        return standard
    }

    /// Whether the folder is that of the keychains below the home folder in the user database; for a user
    /// whom it doesn't know, below `$HOME`.
    var isInAccountsHome: Bool {
        guard let account = Self.rememberedAccountFolder ?? Environment.absolutePath("HOME") else {
            return false
        }
        return isInFolder(account + "/.local/share/keychains")
    }

    /// Returns whether the file is that of another location, even if their folders have different paths.
    package func isSameFile(as other: Location) -> Bool {
        fileName.hasSameBytes(as: other.fileName) && isInFolder(other.directory)
    }

    /// Returns whether the folder of the store is `folder`, by this or another path.
    package func isInFolder(_ folder: String) -> Bool {
        if directory.hasSameBytes(as: folder) { return true }
        guard let own = try? System.status(following: directory),
            let other = try? System.status(following: folder)
        else { return false }
        return own.isOfSameFile(as: other)
    }

    private static let known = Mutex<(user: uid_t, folder: String)?>(nil)

    /// The home folder of the effective user. The user database may be on another machine, and is asked once.
    private static var rememberedAccountFolder: String? {
        let user = geteuid()
        // Not waited for: after fork(), a thread that the child doesn't have may hold the lock.
        if let entry = known.withLockIfAvailable({ $0 }) ?? nil, entry.user == user {
            return entry.folder
        }
        guard let folder = accountFolder(of: user) else { return nil }
        known.withLockIfAvailable { $0 = (user, folder) }
        return folder
    }
}
