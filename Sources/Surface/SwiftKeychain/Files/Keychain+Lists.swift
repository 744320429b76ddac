// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Keychain {
    /// The keychain that was made the default with ``setDefault(_:)``, else ``login``.
    public static var `default`: Keychain {
        do throws(KeychainError) {
            return login.standard(try login.list())
        } catch {
            return login.failing(error)
        }
    }

    /// Makes `keychain` the default of all programs of the user; nil is ``login``.
    ///
    ///     try Keychain.setDefault(Keychain(path: "work.keychain-db"))
    ///
    /// - Throws: `noSuchKeychain`, `invalidKeychain` for a file that isn't a keychain; `notAvailable`
    ///   if the list can't be written.
    public static func setDefault(_ keychain: Keychain?) throws(KeychainError) {
        let login = login
        let location = try login.location.get()
        try keychain?.requireFile()
        let name = try keychain?.name(beside: location)
        try login.perform(
            .changeKeychainList(.standard(name == location.fileName ? nil : name)))
    }

    /// Returns the search list, with keychains whose files are missing. Until it is set, it is ``login``
    /// alone.
    ///
    ///     for keychain in try Keychain.searchList() { print(keychain.path) }
    ///
    /// - Throws: `notAvailable` when the list can't be read.
    public static func searchList() throws(KeychainError) -> [Keychain] {
        login.searched(try login.list())
    }

    /// Replaces the search list, for all programs of the user.
    ///
    ///     let work = Keychain(path: "work.keychain-db")
    ///     try Keychain.setSearchList(Keychain.searchList() + [work])
    ///
    /// - Parameter keychains: in the order in which they are searched; of equal ones the first
    ///   counts. The files need not exist.
    /// - Throws: `parameter` for a path that holds a control character; `notAvailable`.
    public static func setSearchList(_ keychains: [Keychain]) throws(KeychainError) {
        let login = login
        let location = try login.location.get()
        var names: [String] = []
        for keychain in keychains {
            let name = try keychain.name(beside: location)
            if !names.contains(name) { names.append(name) }
        }
        try login.perform(.changeKeychainList(.searched(names)))
    }

    /// The keychains that are searched when none is named: the default one, then the search list,
    /// without those whose file is missing.
    ///
    /// It is never empty. If the list can't be read, calls of the one keychain in it fail with the reason.
    public static var searched: [Keychain] {
        let login = login
        let list: KeychainList
        do throws(KeychainError) {
            list = try login.list()
        } catch {
            return [login.failing(error)]
        }
        let first = login.standard(list)
        var keychains: [Keychain] = []
        for keychain in [first] + login.searched(list)
        where keychain.isThere && !keychains.contains(where: { $0.path == keychain.path }) {
            keychains.append(keychain)
        }
        return keychains.isEmpty ? [first] : keychains
    }
}

// The names in the list of the user's own keychain.
extension Keychain {
    private func list() throws(KeychainError) -> KeychainList {
        try perform(.keychainList)
    }

    /// Returns the default keychain.
    private func standard(_ list: KeychainList) -> Keychain { list.standard.map(sibling) ?? self }

    /// Returns the keychains of the search list.
    private func searched(_ list: KeychainList) -> [Keychain] {
        list.searched?.map(listed) ?? [self]
    }

    /// Returns the keychain that `name` in the list means.
    func listed(_ name: String) -> Keychain {
        let other = sibling(name)
        // The user's own store is made when it is needed, whatever its name in the list.
        return other.path == path ? self : other
    }

    /// Returns the name of this keychain in the list.
    ///
    /// - Throws: `parameter` for a path with a control character, which would break its line.
    func name(beside login: Location) throws(KeychainError) -> String {
        let location = try location.get()
        let path = location.databasePath
        guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            throw KeychainError(.parameter, "keychain: the path contains a control character")
        }
        return location.isInFolder(login.directory) ? location.fileName : path
    }
}

extension Keychain {
    /// Locks every searched keychain, and ``login``.
    ///
    ///     try Keychain.lockAll()
    ///
    /// - Throws: the first error, after trying all of them.
    public static func lockAll() throws(KeychainError) {
        var keychains = searched
        if !keychains.contains(where: \.isLogin) { keychains.append(login) }
        var failure: KeychainError?
        for keychain in keychains {
            do throws(KeychainError) {
                try keychain.lock()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Locks the default keychain. If the list that names it can't be read, locks ``login``, whose unlocked keys are
    /// removed even if its store can't be opened, and throws.
    package static func lockDefault() throws(KeychainError) {
        let standard = Keychain.default
        if case .failure = standard.location { try? login.lock() }
        try standard.lock()
    }
}
