// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension Keychain {
    /// Creates a keychain file, and adds it to the end of the search list.
    ///
    ///     let work = try Keychain.create(
    ///         path: "work.keychain-db", password: SecretBytes(copying: "1234".utf8))
    ///
    /// The file appears under its name with its password or not at all, whatever stops the process.
    ///
    /// - Parameters:
    ///   - path: as in ``init(path:)``; folders that are missing are made.
    ///   - password: the passcode of the keychain; nil or empty: none, and it is never locked. A new
    ///     keychain is unlocked.
    /// - Throws: `parameter` for a path that names no file; `duplicateKeychain` when something of
    ///   that name is there already, unless it is a file of zero bytes, and for the name of another
    ///   keychain's file, such as `work-wal`; `notAvailable`, `diskFull`,
    ///   `readOnly` when it can't be made; the search list is unchanged then.
    @discardableResult
    public static func create(
        path: String, password: SecretBytes? = nil
    ) throws(KeychainError) -> Keychain {
        if let password, password.count > longestPasscode {
            throw KeychainError(.parameter, "password: longer than \(longestPasscode) bytes")
        }
        let (keychain, request) = try newFile(path)
        try keychain.perform(.create(request(.given(password))))
        return keychain
    }

    /// Returns the keychain in a file to be created, and a function that makes the request to
    /// create it.
    ///
    /// - Throws: `parameter` for a path that names no file; `duplicateKeychain` for a reserved name.
    static func newFile(
        _ path: String
    ) throws(KeychainError) -> (Keychain, (NewKeychainFile.Password) -> NewKeychainFile) {
        let home = try login.location.get()
        guard let last = path.utf8.last, last != UInt8(ascii: "/"), !path.utf8.contains(0) else {
            throw KeychainError(.parameter, "keychain: the path names no file")
        }
        let keychain = Keychain(path: path)
        let name = try keychain.name(beside: home)
        guard !Location.isReserved(name) else {
            throw KeychainError(.duplicateKeychain, "\(keychain.path): the name is reserved")
        }
        return (keychain, { NewKeychainFile(home: home, name: name, password: $0) })
    }

    /// Removes the file of the keychain with everything in it, and its name from the search list. If it
    /// was the default keychain, ``login`` becomes the default.
    ///
    ///     try Keychain(path: "work.keychain-db").remove()
    ///
    /// - Throws: `noSuchKeychain`; `invalidKeychain` for a file that isn't a keychain, which stays as
    ///   it is; `notAvailable` while calls of other processes don't end, or if the file can't be
    ///   removed.
    public func remove() throws(KeychainError) {
        let home = try Self.login.location.get()
        try perform(.remove(home: home, name: try name(beside: home)))
    }

    /// Checks that the keychain has a file, and that the file is a keychain.
    ///
    ///     try Keychain(path: "work.keychain-db").requireFile()
    ///
    /// ``login`` passes also before its first use.
    ///
    /// - Throws: `noSuchKeychain`, `invalidKeychain`.
    public func requireFile() throws(KeychainError) { try perform(.requireKeychain) }

    /// Returns what this process may do with the file of the keychain, or with the folder of a file
    /// to be created.
    ///
    /// - Throws: `noSuchKeychain`, `invalidKeychain`, `notAvailable`.
    package func permissions() throws(KeychainError) -> (mayRead: Bool, mayWrite: Bool) {
        try requireFile()
        let state = try fileState()
        return (state.mayRead, state.mayWrite)
    }

    private func fileState() throws(KeychainError) -> Reply.FileState {
        try perform(.file)
    }

    /// Whether there is something to search: a file, or a store that is created on demand. True
    /// also for a file that can't be examined, so that the call that searches it reports why.
    package var isThere: Bool {
        guard let location = try? location.get(), location.mustExist else { return true }
        return mayExist
    }

    /// Whether the keychain has a file, or it can't be known.
    var mayExist: Bool { (try? fileState().exists) ?? true }

    /// Whether the keychain has a file, as the service that keeps it says; false if its place is unknown.
    ///
    /// - Throws: `notAvailable` when that can't be known.
    package var hasFile: Bool {
        get throws(KeychainError) {
            guard case .success = location else { return false }
            return try fileState().exists
        }
    }

    /// Checks that the path of the keychain is known.
    ///
    ///     try Keychain.login.requirePlace()
    ///
    /// - Throws: `notAvailable` if it isn't.
    public func requirePlace() throws(KeychainError) { _ = try location.get() }
}
