import SwiftKeychainModel

// Which keychain is used where none is named, and which are searched.
extension Keychain {
    /// Uses the keychain that was made the default with ``setDefault(_:)``, else ``login``.
    public static var `default`: Keychain {
        do throws(KeychainError) {
            return login.standard(try login.list())
        } catch {
            return login.failing(error)
        }
    }

    /// Makes `keychain` the one that calls without a keychain use, in all programs of the user; nil
    /// is ``login``.
    ///
    /// - Throws: `noSuchKeychain`, `invalidKeychain` for what is no keychain file; `notAvailable`
    ///   where nothing can be written.
    public static func setDefault(_ keychain: Keychain?) throws(KeychainError) {
        let login = login
        let location = try login.location.get()
        try keychain?.requireFile()
        let name = try keychain.map { (keychain) throws(KeychainError) in
            try keychain.name(beside: location)
        }
        _ = try login.perform(
            .changeKeychainList(.standard(name == location.fileName ? nil : name)))
    }

    /// The search list: the keychains that were listed, whether or not their files exist. While
    /// nobody set it, it holds ``login`` alone.
    ///
    /// - Throws: `notAvailable` when the list cannot be read.
    public static func searchList() throws(KeychainError) -> [Keychain] {
        login.searched(try login.list())
    }

    /// Replaces the search list, for all programs of the user.
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
        _ = try login.perform(.changeKeychainList(.searched(names)))
    }

    /// The keychains that a search asks when none is named: the default one, then the search list,
    /// without those whose file is missing.
    ///
    /// It is never empty. Where the list cannot be read, the call that uses the keychain says why.
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

// Of the user's own keychain, what the names in its list mean.
extension Keychain {
    private func list() throws(KeychainError) -> KeychainList {
        guard case .keychainList(let list) = try perform(.keychainList) else {
            throw Self.unexpectedReply
        }
        return list
    }

    /// Gives the default keychain.
    private func standard(_ list: KeychainList) -> Keychain { list.standard.map(sibling) ?? self }

    /// Gives the keychains of the search list.
    private func searched(_ list: KeychainList) -> [Keychain] {
        list.searched?.map(listed) ?? [self]
    }

    /// Gives the keychain that a name in the list means.
    func listed(_ name: String) -> Keychain {
        let other = sibling(name)
        // The user's own store is made when it is needed, by whatever name it is known.
        return other.path == path ? self : other
    }

    /// Gives the name by which the list knows this keychain.
    ///
    /// - Throws: `parameter` for a path with a control character, which would break its line.
    func name(beside login: Location) throws(KeychainError) -> String {
        let location = try location.get()
        let path = location.databasePath
        guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            throw KeychainError(.parameter, "keychain: a path with a control character")
        }
        return location.directory == login.directory ? location.fileName : path
    }
}

// Locking of keychain files, beside what each does for itself.
extension Keychain {
    /// Locks every keychain that is searched, and ``login``.
    ///
    /// - Throws: the first error; the others are locked all the same.
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
}
