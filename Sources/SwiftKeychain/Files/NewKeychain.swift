import SwiftKeychainMemory
import SwiftKeychainModel

/// Is the place of a keychain file that is to be made.
struct NewKeychain {
    let keychain: Keychain
    private let home: Location
    private let location: Location
    private let name: String

    /// - Throws: `parameter` for a path that names no file; `duplicateKeychain` for a name that is in
    ///   use beside the user's own store.
    init(path: String) throws(KeychainError) {
        home = try Keychain.login.place()
        guard let last = path.utf8.last, last != UInt8(ascii: "/"), !path.utf8.contains(0) else {
            throw KeychainError(.parameter, "keychain: a path that names no file")
        }
        keychain = Keychain(path: path)
        location = try keychain.place()
        name = try keychain.name(beside: home)
        guard !Self.reserved.contains(name) else {
            throw KeychainError(.duplicateKeychain, "\(location.databasePath): a name in use")
        }
    }

    /// Names of other files beside the user's own store.
    private static let reserved: Set<String> = [
        KeychainList.lockFileName, "mode", "keychain.lock", "writer.lock", "passcode.attempts",
        "lock-epochs",
    ]

    /// - Throws: `duplicateKeychain` when something of that name is there, unless it is a file of zero
    ///   bytes; `notAvailable` when the folder can't be searched.
    func requireFree() throws(KeychainError) {
        if try location.exists {
            throw KeychainError(
                .duplicateKeychain, "\(location.databasePath): there is a file of that name")
        }
    }

    /// Makes the file, and adds it to the end of the search list; or does neither.
    ///
    /// - Throws: as ``Keychain/create(path:password:)``.
    func make(_ password: SecretBytes?) throws(KeychainError) -> Keychain {
        try KeychainList.change { (list) throws(KeychainError) in
            try requireFree()
            try keychain.sweep()
            try keychain.make(password: password)
            var listed = list.searched ?? [home.fileName]
            if !listed.contains(name) { listed.append(name) }
            list.searched = listed
        } undo: {
            // Nobody could make it again, or find it.
            try? keychain.removeFiles()
        }
        return keychain
    }
}
