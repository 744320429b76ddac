// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainService
import SwiftKeychainStore
import SwiftKeychainSystem

// The files that are moved, and the keychains in them.
extension SystemAdoption {
    /// The files of a folder with keychains.
    struct Files {
        let names: [String]
        /// The number of items of each keychain.
        let counts: [String: Int]
        var items: Int { counts.values.reduce(0, +) }
    }

    /// Keychains that no other process opens until they are released.
    final class Owned {
        private let stores = OwnedStores()

        deinit { release() }

        func release() { stores.release() }

        private var service: EmbeddedService {
            var system = SystemSources()
            system.owned = stores
            return EmbeddedService(system: system)
        }

        /// Counts the items of each keychain in the folder of a store.
        func count(in home: Location) throws(KeychainError) -> Files {
            var counts: [String: Int] = [:]
            for name in try SystemAdoption.names(in: home.directory)
            where SystemAdoption.isDatabase(home.directory + "/" + name) {
                counts[name] = try count(
                    name == home.fileName ? home : home.sibling(name, mustExist: true))
                guard counts[name] == nil || StorePlaces.isName(name) else {
                    throw KeychainError(
                        .notAvailable,
                        "\(home.directory)/\(name.printable): the service keeps no keychain of such"
                            + " a name; rename the file first, or remove it from the folder")
                }
            }
            // With what was made by opening them.
            return Files(names: try SystemAdoption.names(in: home.directory), counts: counts)
        }

        /// Returns nil for a database that isn't a keychain.
        private func count(_ location: Location) throws(KeychainError) -> Int? {
            do throws(KeychainError) {
                return try service.answer(.countItems, at: location)
            } catch {
                if error.code == .invalidKeychain { return nil }
                throw error
            }
        }

        /// Checks that the search list and the default keychain of a store name no keychain elsewhere.
        func requireNoneElsewhere(_ home: Location) throws(KeychainError) {
            let list = try service.answer(.keychainList, at: home)
            let names = Set((list.searched ?? []) + [list.standard].compactMap(\.self))
            let others = names.map { home.sibling($0) }.filter {
                !$0.directory.hasSameBytes(as: home.directory)
            }
            guard others.isEmpty else {
                let paths = others.map(\.databasePath.printable).sorted()
                throw KeychainError(
                    .notAvailable,
                    "\(paths.joined(separator: ", ")): on the search list of the"
                        + " user, but the service keeps only keychains in \(home.directory); take it off"
                        + " the list (security list-keychains -s, default-keychain -s) or move its files"
                        + " there and list it anew")
            }
        }

        /// Checks that copies have as many items as the originals.
        func require(_ files: Files, in home: Location) throws(KeychainError) {
            defer { release() }
            let found = try count(in: home)
            for (name, count) in files.counts where found.counts[name] != count {
                throw KeychainError(
                    .notAvailable,
                    "\(home.directory)/\(name.printable): the copy has \(found.counts[name] ?? 0)"
                        + " items, the original \(count); nothing was changed")
            }
        }
    }

    /// Returns the names of the files in a folder of keychains, without the locks and what is of no use elsewhere. A
    /// keychain may have the name of such a file.
    static func names(in folder: String) throws(KeychainError) -> [String] {
        try translating { try System.fileNames(in: folder) }.filter { name in
            let isOfFolder =
                name == ServiceMode.fileName
                || [".lock", "-shm", ".new"].contains(where: name.hasSuffix)
            if isOfFolder && !isDatabase(folder + "/" + name) { return false }
            guard let status = (try? System.status(folder + "/" + name)) ?? nil else {
                return false
            }
            return status.st_mode & S_IFMT == S_IFREG
        }.sorted()
    }

    /// Returns whether a file is a database, and not the copy that a repair set aside.
    static func isDatabase(_ path: String) -> Bool {
        if path.contains(part: ".damaged-") { return false }
        guard let file = try? System.open(path, O_RDONLY) else { return false }
        defer { System.close(file) }
        let magic = Array("SQLite format 3\0".utf8)
        return (try? System.read(file, path, at: 0, count: magic.count)) == magic
    }

    /// Moves the keychains of the user's folder, and their device key.
    ///
    /// - Returns: the new paths.
    func setAside(to folder: String) throws(KeychainError) -> [String] {
        let indexes = try translating { try System.fileNames(in: home.directory) }.filter {
            $0.hasSuffix("-shm")
        }
        var paths = (try Self.names(in: home.directory) + indexes).map { home.directory + "/" + $0 }
        paths += home.deviceKeyPaths + [home.knownKeychainsPath]
        paths = paths.filter { System.exists($0) }
        if paths.isEmpty { return [] }
        try translating { try System.makeFolders(folder) }
        var moved: [String] = []
        for path in paths {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            step(name)
            try rename(path, to: folder + "/" + name)
            moved.append(folder + "/" + name)
        }
        return moved
    }

    /// Copies the files of a device key that exist.
    func copyDeviceKey(
        of location: Location, _ reader: Account, to other: Location, _ writer: Account
    ) throws(KeychainError) {
        for (path, copied) in zip(location.deviceKeyPaths, other.deviceKeyPaths) {
            let isThere = try acting(as: reader) { System.exists(path) }
            if isThere { try copy(from: path, reader, to: copied, writer) }
        }
    }

    func copy(
        _ names: [String], from: String, _ reader: Account, to: String, _ writer: Account
    ) throws(KeychainError) {
        for name in names { try copy(from: from + "/" + name, reader, to: to + "/" + name, writer) }
    }

    /// Copies a file, with the rights of one user for each end. Its bytes are on disk when this returns.
    ///
    /// - Throws: also if there is a file at the new place.
    func copy(
        from path: String, _ reader: Account, to other: String, _ writer: Account
    ) throws(KeychainError) {
        // Opened as its user, so that a link leads to no file that the user can't read.
        let source = try acting(as: reader) { try System.open(path, O_RDONLY) }
        defer { System.close(source) }
        let copy = try acting(as: writer) {
            try System.open(other, O_WRONLY | O_CREAT | O_EXCL)
        }
        defer { System.close(copy) }
        try translating {
            let count = Int(try System.status(source, path).st_size)
            // A file of holes stays one, and fills no disk.
            for range in System.dataRanges(source, count: count) {
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let bytes = try System.read(
                        source, path, at: offset, count: min(1 << 20, range.upperBound - offset))
                    if bytes.isEmpty { break }
                    try System.write(copy, other, at: offset, bytes)
                    offset += bytes.count
                }
            }
            try System.truncate(copy, other, to: count)
            try System.synchronize(copy, other)
        }
    }

    /// Renames a file, and returns when the change is durable in both folders.
    func rename(_ path: String, to other: String) throws(KeychainError) {
        try translating {
            try System.rename(path, to: other)
            for changed in Set([path.parentFolder, other.parentFolder]) {
                try System.synchronize(directory: changed)
            }
        }
    }

    /// Removes a file, or a folder with what is in it.
    func remove(_ path: String) throws(KeychainError) {
        let status = try translating { try System.status(path) }
        guard let status else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return try translating { try System.unlink(path) }
        }
        let names = try translating { try System.fileNames(in: path) }
        for name in names where ![".", ".."].contains(name) {
            try remove(path + "/" + name)
        }
        guard rmdir(path) == 0 else {
            throw KeychainError(.notAvailable, SystemError.sentence(errno, at: path))
        }
    }

    /// Runs `body` with the rights of a user.
    ///
    /// The ids change for every thread of the process, so only a process without other work may do this.
    func acting<R>(
        as account: Account, _ body: () throws -> R
    ) throws(KeychainError) -> R {
        // The group changes while this process is root, here and on the way back: no other user may change it.
        guard setegid(account.group) == 0, seteuid(account.user) == 0 else {
            throw KeychainError(
                .notAvailable, SystemError.sentence(errno, at: "user \(account.user)"))
        }
        defer {
            guard seteuid(0) == 0, setegid(0) == 0 else { fatalError("seteuid: root is lost") }
        }
        return try translating(body)
    }
}
