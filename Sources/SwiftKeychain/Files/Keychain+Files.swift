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
        let (keychain, request) = try newFile(path)
        _ = try keychain.perform(.create(request(.given(password))))
        return keychain
    }

    /// The keychain in a file that is to be made, and the request that makes it.
    ///
    /// - Throws: `parameter` for a path that names no file; `duplicateKeychain` for a name that is in
    ///   use beside the user's own store.
    static func newFile(
        _ path: String
    ) throws(KeychainError) -> (Keychain, (NewKeychainFile.Password) -> NewKeychainFile) {
        let home = try login.location.get()
        guard let last = path.utf8.last, last != UInt8(ascii: "/"), !path.utf8.contains(0) else {
            throw KeychainError(.parameter, "keychain: a path that names no file")
        }
        let keychain = Keychain(path: path)
        let name = try keychain.name(beside: home)
        guard !Location.reservedNames.contains(name) else {
            throw KeychainError(.duplicateKeychain, "\(keychain.path): a name in use")
        }
        return (keychain, { NewKeychainFile(home: home, name: name, password: $0) })
    }

    /// Removes the file of the keychain with everything in it, and its name from the search list;
    /// were it the default keychain, ``login`` is it again.
    ///
    /// - Throws: `noSuchKeychain`; `invalidKeychain` for a file that is no keychain, which stays as
    ///   it is; `notAvailable` while calls of other processes do not end, or where the file may not
    ///   be removed.
    public func remove() throws(KeychainError) {
        let home = try Self.login.location.get()
        _ = try perform(.remove(home: home, name: try name(beside: home)))
    }

    /// Checks that the keychain has a file, and that it is a keychain.
    ///
    /// The user's own counts also before its first use.
    ///
    /// - Throws: `noSuchKeychain`, `invalidKeychain`.
    public func requireFile() throws(KeychainError) { _ = try perform(.requireKeychain) }

    /// Tells what this process may do with the file of the keychain, or with the folder where it
    /// would be made.
    ///
    /// - Throws: `noSuchKeychain`, `invalidKeychain`, `notAvailable`.
    package func permissions() throws(KeychainError) -> (mayRead: Bool, mayWrite: Bool) {
        try requireFile()
        let state = try fileState()
        return (state.mayRead, state.mayWrite)
    }

    private func fileState() throws(KeychainError) -> Reply.FileState {
        guard case .file(let state) = try perform(.file) else { throw Self.unexpectedReply }
        return state
    }

    /// Tells whether there is something to search: a file, or a store that is made when needed. A
    /// file that can't be looked at counts: the call that searches it says why.
    var isThere: Bool {
        guard let location = try? location.get(), location.mustExist else { return true }
        return (try? fileState().exists) ?? true
    }

    /// Checks that something says where the keychain lies.
    ///
    /// - Throws: `notAvailable` otherwise.
    public func requirePlace() throws(KeychainError) { _ = try location.get() }
}
