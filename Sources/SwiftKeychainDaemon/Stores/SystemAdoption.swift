// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainService
import SwiftKeychainStore
import SwiftKeychainSystem
import SwiftKeychainTokens

/// The move of a user's keychains to the folder of the system's securityd, and back.
///
/// Root does it, because no other user can read both folders, and vouches for the access groups of the items. It touches
/// no file as root: each side's as its user. Nothing is in use meanwhile. The files are copied, the copies are opened and
/// their items counted; the file `mode` is written when they are in their place, and then the originals are set aside.
package struct SystemAdoption {
    package struct Account: Sendable {
        let user: uid_t
        let group: gid_t

        package init(user: uid_t, group: gid_t) { (self.user, self.group) = (user, group) }
    }

    package struct Outcome: Sendable {
        package let items: Int
        /// The folder with the originals.
        package let originals: String
    }

    private let user: Account
    private let home: Location
    private let stores: String
    private let socket: String
    /// The user of securityd, to whom the folder of its stores belongs.
    private let service: Account
    /// Called before each step with its name; a test ends the process there, or changes a file.
    private let step: (String) -> Void

    /// - Parameters:
    ///   - home: the user's own store.
    ///   - stores: the folder of the service's stores.
    /// - Throws: `notAvailable` for another user than root, or where the folder doesn't exist.
    package init(
        of user: Account, home: Location, stores: String, socket: String,
        step: @escaping (String) -> Void = { _ in }
    ) throws(KeychainError) {
        guard geteuid() == 0 else {
            throw KeychainError(.notAvailable, "only root moves keychains between users")
        }
        guard let status = (try? System.status(stores)) ?? nil, status.st_mode & S_IFMT == S_IFDIR
        else {
            throw KeychainError(
                .notAvailable, "\(stores): no such folder; start the service of the system once")
        }
        // Files are reached with the rights of their user alone.
        setgroups(0, nil)
        service = Account(user: status.st_uid, group: status.st_gid)
        (self.user, self.home, self.step) = (user, home, step)
        (self.stores, self.socket) = (stores, socket)
    }

    /// The folder of the user's store at the service.
    private var place: String { "\(stores)/\(user.user)" }
    private var unfinished: String { place + ".adopting" }
    /// A file that is in ``place`` until programs use it.
    private var mark: String { place + "/adopting" }

    // MARK: There

    /// Moves the user's keychains to the service.
    ///
    /// - Throws: `notAvailable` when one is in use or damaged, the service has keychains of the user, or a copy
    ///   has another number of items. The user's own are unchanged then.
    package func give() throws(KeychainError) -> Outcome {
        try withTPM { () throws(KeychainError) in try giving() }
    }

    private func giving() throws(KeychainError) -> Outcome {
        let owned = Owned()
        let files = try acting(as: user) { () throws(KeychainError) in
            guard case .embedded = try ServiceMode.written(for: home, isRaised: false) else {
                throw KeychainError(
                    .notAvailable,
                    "\(home.directory): a securityd keeps these keychains; take them back first:"
                        + " security adopt embedded")
            }
            guard try home.hasStore else {
                throw KeychainError(.noSuchKeychain, "\(home.databasePath): no such keychain")
            }
            return try owned.count(in: home)
        }
        try acting(as: service) { () throws(KeychainError) in
            if System.exists(place) {
                guard System.exists(mark), !kept.isKept else {
                    throw KeychainError(
                        .notAvailable, "\(place): exists; stop the service and move it away first")
                }
                try remove(place)
            }
            try remove(unfinished)
            for folder in ["/keychains", "/state"] { try make(unfinished + folder) }
        }
        try copy(files.names, from: home.directory, user, to: unfinished + "/keychains", service)
        try copyDeviceKey(of: home, user, to: Location(home: unfinished), service)
        let originals = home.directory + "/before-securityd-" + Self.now
        try acting(as: service) { () throws(KeychainError) in
            try create(unfinished + "/adopting")
            step("count")
            try Owned().require(files, in: Location(home: unfinished))
            step("place")
            try rename(unfinished, to: place)
        }
        try acting(as: user) { () throws(KeychainError) in
            step("mode")
            try ServiceMode.securityd(
                socket: socket, owner: service.user == 0 ? nil : service.user
            ).write(for: home)
        }
        try acting(as: service) { () throws(KeychainError) in
            step("mark")
            try remove(mark)
        }
        try acting(as: user) { () throws(KeychainError) in
            step("originals")
            try setAside(to: originals)
        }
        owned.release()
        return Outcome(items: files.items, originals: originals)
    }

    // MARK: Back

    /// Moves the user's keychains back from the service, which must have been stopped.
    ///
    /// - Throws: as ``give()``; the service still has the keychains then.
    package func takeBack() throws(KeychainError) -> Outcome {
        try withTPM { () throws(KeychainError) in try takingBack() }
    }

    private func takingBack() throws(KeychainError) -> Outcome {
        let mode = try acting(as: user) { () throws(KeychainError) in
            try ServiceMode.written(for: home, isRaised: false)
        }
        guard case .securityd(socket, _, _) = mode else {
            throw KeychainError(
                .notAvailable, "\(home.directory): these keychains are not with \(socket)")
        }
        let owned = Owned()
        let files = try acting(as: service) { () throws(KeychainError) in
            guard try kept.hasStore else {
                throw KeychainError(.noSuchKeychain, "\(kept.databasePath): no such keychain")
            }
            return try owned.count(in: kept)
        }
        let folder = home.directory + "/returning"
        let copies = Location(directory: folder, deviceKeyPath: folder + "/device.key")
        try acting(as: user) { () throws(KeychainError) in
            try remove(folder)
            try make(folder)
        }
        try copy(files.names, from: kept.directory, service, to: folder, user)
        try copyDeviceKey(of: kept, service, to: copies, user)
        try acting(as: user) { () throws(KeychainError) in
            step("count")
            try Owned().require(files, in: copies)
            step("place")
            // What an earlier attempt left.
            try setAside(to: home.directory + "/before-return-" + Self.now)
            try make(Self.folder(of: home.deviceKeyPath))
            for (path, other) in zip(copies.deviceKeyPaths, home.deviceKeyPaths)
            where System.exists(path) {
                try rename(path, to: other)
            }
            for name in Self.names(in: folder) {
                try rename(folder + "/" + name, to: home.directory + "/" + name)
            }
            try remove(folder)
            step("mode")
            try ServiceMode.embedded.write(for: home)
            do throws(KeychainError) {
                try Owned().require(files, in: home)
            } catch {
                try mode.write(for: home)
                throw error
            }
        }
        let originals = "\(place).returned-\(Self.now)"
        try acting(as: service) { () throws(KeychainError) in
            step("originals")
            try rename(place, to: originals)
        }
        owned.release()
        return Outcome(items: files.items, originals: originals)
    }

    /// Runs `body` with the TPM of the machine: while this process acts as another user, it must not believe its
    /// environment.
    private func withTPM(
        _ body: () throws(KeychainError) -> Outcome
    ) throws(KeychainError) -> Outcome {
        try TPMAddress.$override.withValue(try? TPMAddress.configured()) {
            Result { () throws(KeychainError) in try body() }
        }.get()
    }

    private var kept: Location { Location(home: place) }
    private static var now: String { SystemClock.stamp(Int64(time(nil))) }

    // MARK: Files

    /// The files of a folder with keychains.
    private struct Files {
        let names: [String]
        /// The number of items of each keychain.
        let counts: [String: Int]
        var items: Int { counts.values.reduce(0, +) }
    }

    /// Keychains that no other process opens until they are released.
    private final class Owned {
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
            for name in SystemAdoption.names(in: home.directory)
            where SystemAdoption.isDatabase(home.directory + "/" + name) {
                counts[name] = try count(
                    name == home.fileName ? home : home.sibling(name, mustExist: true))
            }
            // With what was made by opening them.
            return Files(names: SystemAdoption.names(in: home.directory), counts: counts)
        }

        /// Returns nil for a database that isn't a keychain.
        private func count(_ location: Location) throws(KeychainError) -> Int? {
            let request = Request(.countItems, at: location)
            switch service.perform(request, from: .unsigned) {
            case .count(let count): return count
            case .failed(KeychainError.Code.invalidKeychain): return nil
            case .failed(let error): throw error
            default: throw KeychainError(.internalComponent, "count: another reply")
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

    /// Returns the names of the files in a folder of keychains, without the locks and what is of no use elsewhere.
    private static func names(in folder: String) -> [String] {
        System.fileNames(in: folder).filter { name in
            let isOfFolder =
                name == "mode" || name.hasPrefix("adopting-")
                || [".lock", "-shm", ".new"].contains(where: name.hasSuffix)
            guard !isOfFolder, let status = (try? System.status(folder + "/" + name)) ?? nil else {
                return false
            }
            return status.st_mode & S_IFMT == S_IFREG
        }.sorted()
    }

    /// Whether a file is a database, and not one that a repair set aside.
    private static func isDatabase(_ path: String) -> Bool {
        if path.contains(".damaged-") { return false }
        guard let file = try? System.open(path, O_RDONLY) else { return false }
        defer { System.close(file) }
        let magic = Array("SQLite format 3\0".utf8)
        return (try? System.read(file, path, at: 0, count: magic.count)) == magic
    }

    private func setAside(to folder: String) throws(KeychainError) {
        let indexes = System.fileNames(in: home.directory).filter { $0.hasSuffix("-shm") }
        var paths = (Self.names(in: home.directory) + indexes).map { home.directory + "/" + $0 }
        paths += home.deviceKeyPaths
        paths = paths.filter { System.exists($0) }
        if paths.isEmpty { return }
        try make(folder)
        for path in paths {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            try rename(path, to: folder + "/" + name)
        }
    }

    /// Copies the files of a device key that exist.
    private func copyDeviceKey(
        of location: Location, _ reader: Account, to other: Location, _ writer: Account
    ) throws(KeychainError) {
        for (path, copied) in zip(location.deviceKeyPaths, other.deviceKeyPaths) {
            let isThere = try acting(as: reader) { System.exists(path) }
            if isThere { try copy(from: path, reader, to: copied, writer) }
        }
    }

    private func copy(
        _ names: [String], from: String, _ reader: Account, to: String, _ writer: Account
    ) throws(KeychainError) {
        for name in names { try copy(from: from + "/" + name, reader, to: to + "/" + name, writer) }
    }

    private func copy(
        from path: String, _ reader: Account, to other: String, _ writer: Account
    ) throws(KeychainError) {
        let source = try acting(as: reader) { () throws(KeychainError) in
            try translating { () throws(SystemError) in try System.open(path, O_RDONLY) }
        }
        defer { System.close(source) }
        let copy = try acting(as: writer) { () throws(KeychainError) in
            try translating { () throws(SystemError) in
                try System.open(other, O_WRONLY | O_CREAT | O_EXCL)
            }
        }
        defer { System.close(copy) }
        try translating { () throws(SystemError) in
            var offset = 0
            while true {
                let bytes = try System.read(source, path, at: offset, count: 1 << 20)
                if bytes.isEmpty { break }
                try System.write(copy, other, at: offset, bytes)
                offset += bytes.count
            }
            try System.synchronize(copy, other)
        }
    }

    private func create(_ path: String) throws(KeychainError) {
        try translating { () throws(SystemError) in
            System.close(try System.open(path, O_WRONLY | O_CREAT))
        }
    }

    /// Makes a folder and those above it.
    private func make(_ path: String) throws(KeychainError) {
        try translating { () throws(SystemError) in try StoreFolder.make(path) }
    }

    private func rename(_ path: String, to other: String) throws(KeychainError) {
        try translating { () throws(SystemError) in
            try System.rename(path, to: other)
            for changed in Set([Self.folder(of: path), Self.folder(of: other)]) {
                try System.synchronize(directory: changed)
            }
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Removes a file, or a folder with what is in it.
    private func remove(_ path: String) throws(KeychainError) {
        let status = try translating { () throws(SystemError) in try System.status(path) }
        guard let status else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return try translating { () throws(SystemError) in try System.unlink(path) }
        }
        for name in System.fileNames(in: path) where ![".", ".."].contains(name) {
            try remove(path + "/" + name)
        }
        guard rmdir(path) == 0 else {
            throw KeychainError(.notAvailable, SystemError.sentence(errno, at: path))
        }
    }

    /// Runs `body` with the rights of a user.
    private func acting<R>(
        as account: Account, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard setegid(account.group) == 0, seteuid(account.user) == 0 else {
            throw KeychainError(
                .notAvailable,
                SystemError.sentence(errno, at: "user \(account.user)"))
        }
        defer {
            guard seteuid(0) == 0, setegid(0) == 0 else { fatalError("seteuid: root is lost") }
        }
        return try body()
    }
}
