import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

// Keychain files: made, and removed.
extension Keychain {
    /// Makes a keychain file, and adds it to the end of the search list.
    ///
    /// The file appears under its name with its password or not at all, whatever stops the process.
    ///
    /// - Parameters:
    ///   - path: as in ``init(path:)``; folders that are missing are made.
    ///   - password: what the keychain is unlocked with, as its passcode; nil or empty: it is never
    ///     locked. A new keychain is unlocked.
    /// - Throws: `parameter` for a path that names no file; `duplicateKeychain` when something of
    ///   that name is there already, unless it is a file of zero bytes; `notAvailable`, `diskFull`,
    ///   `readOnly` when it cannot be made: nothing is listed then.
    @discardableResult
    public static func create(
        path: String, password: SecretBytes? = nil
    ) throws(KeychainError) -> Keychain {
        if let password, password.count > longestPasscode {
            throw KeychainError(.parameter, "password: longer than \(longestPasscode) bytes")
        }
        return try NewKeychain(path: path).make(password)
    }

    /// Removes the file of the keychain with everything in it, and its name from the search list;
    /// were it the default keychain, ``login`` is it again.
    ///
    /// - Throws: `noSuchKeychain`; `invalidKeychain` for a file that is no keychain, which stays as
    ///   it is; `notAvailable` while calls of other processes do not end, or where the file may not
    ///   be removed.
    public func remove() throws(KeychainError) {
        let home = try Self.login.place()
        try requireFile()
        if isLogin {
            // The list goes with it, and a damaged one must not keep it there.
            return try KeychainList.alone { (_) throws(KeychainError) in try removeFiles() }
        }
        let name = try name(beside: home)
        // The list first: what a crash leaves is a keychain that can be deleted again by its name,
        // and no list that names what is gone.
        try KeychainList.change { (list) in
            list.searched?.removeAll { $0 == name }
            if list.standard == name { list.standard = nil }
        } afterwards: { () throws(KeychainError) in
            try removeFiles()
        }
    }

    /// Removes the database, what lies beside it, and what was unlocked of it.
    func removeFiles() throws(KeychainError) {
        let engine = try engine()
        // A keybag that does not open any more keeps nobody from deleting it.
        try? forgetUnlocked()
        try engine.store.remove(deadline: .after(.seconds(60)))
        for path in [engine.attempts.path, engine.lockEpochs.path] {
            path.withPath { _ = unlink($0) }
        }
    }

    /// Checks that the keychain has a file, and that it is a keychain.
    ///
    /// The user's own counts also before its first use.
    ///
    /// - Throws: `noSuchKeychain`, `invalidKeychain`.
    public func requireFile() throws(KeychainError) { _ = try engine() }

    /// Tells what this process may do with the file of the keychain, or with the folder where it
    /// would be made.
    ///
    /// - Throws: `noSuchKeychain`, `invalidKeychain`, `notAvailable`.
    package func permissions() throws(KeychainError) -> (mayRead: Bool, mayWrite: Bool) {
        try requireFile()
        let location = try place()
        // Writing makes files beside the database: its log and its index.
        var folder = location.directory
        while folder.withPath({ access($0, F_OK) }) != 0, let slash = folder.lastIndex(of: "/"),
            slash > "/".startIndex
        {
            folder = String(folder[..<slash])
        }
        let mayWrite = folder.withPath { access($0, W_OK | X_OK) } == 0
        guard try location.exists else { return (mayWrite, mayWrite) }
        let path = location.databasePath
        return path.withPath { (access($0, R_OK) == 0, mayWrite && access($0, W_OK) == 0) }
    }

    /// Checks that something says where the keychain lies.
    ///
    /// - Throws: `notAvailable` otherwise.
    public func requirePlace() throws(KeychainError) { _ = try place() }
}
