// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainService
import SwiftKeychainSystem
import SwiftKeychainTPM

/// The move of a user's keychains to the folder of the system's securityd, and back.
///
/// Root does it, because no other user can read both folders, and vouches for the access groups of the items. It touches
/// no keychain as root: each side's as its user. Nothing is in use meanwhile. The files are copied, the copies are opened
/// and their items counted; root's file ``AdoptionEntry`` is written when they are in their place, and then the originals
/// are set aside. While both sides have the keychains, a mark in the service's folder says so: a command that was stopped
/// there goes on with the last steps when it is entered again.
package struct SystemAdoption {
    /// The ids with which files are read and written.
    package struct Account: Sendable {
        let user: uid_t
        let group: gid_t

        package init(user: uid_t, group: gid_t) { (self.user, self.group) = (user, group) }
    }

    /// The result of a move in either direction.
    package struct Outcome: Sendable {
        package let items: Int
        /// The folder with the originals.
        package let originals: String
        /// What was in the place of the moved files, under its new paths.
        package let setAside: [String]
    }

    let user: Account
    /// The user's own store.
    let home: Location
    private let stores: String
    private let socket: String
    /// The user of securityd, to whom the folder of its stores belongs.
    private let service: Account
    /// The folder of root's files.
    private let folder: String
    /// Called before each step with its name; a test ends the process there, or changes a file.
    let step: (String) -> Void

    /// - Parameters:
    ///   - home: the user's own store.
    ///   - stores: the folder of the service's stores.
    ///   - folder: the folder of root's files.
    /// - Throws: `notAvailable` for any user but root, or where the folder doesn't exist.
    package init(
        of user: Account, home: Location, stores: String, socket: String,
        folder: String = ServiceMode.systemFolder, step: @escaping (String) -> Void = { _ in }
    ) throws(KeychainError) {
        guard geteuid() == 0 else {
            throw KeychainError(.notAvailable, "only root moves keychains between users")
        }
        guard let status = (try? System.status(stores)) ?? nil, status.st_mode & S_IFMT == S_IFDIR
        else {
            throw KeychainError(
                .notAvailable,
                "\(stores): no such folder; start the service once, which makes it:"
                    + " systemctl start securityd.service")
        }
        // Files are reached with the rights of their user alone.
        setgroups(0, nil)
        service = Account(user: status.st_uid, group: status.st_gid)
        (self.user, self.home, self.step) = (user, home, step)
        (self.stores, self.socket, self.folder) = (stores, socket, folder)
    }

    /// The folder of the user's store at the service.
    private var place: String { "\(stores)/\(user.user)" }
    /// The folder of the copies until they are complete and counted.
    private var unfinished: String { place + ".adopting" }
    /// A file that is in ``place`` while the user's folders have the keychains too. Root's file says which ones count.
    private var mark: String { place + "/adopting" }

    // MARK: There

    /// Moves the user's keychains to the service.
    ///
    /// - Throws: `notAvailable` when one is in use or damaged, the search list names one elsewhere, the service has
    ///   keychains of the user, or a copy has another number of items. The user's own are unchanged then, unless root's
    ///   file is written: the next call sets the rest aside.
    package func give() throws(KeychainError) -> Outcome {
        try withTPM { try giving() }
    }

    /// Moves the user's keychains to the service. The line that names the way to them is written last.
    ///
    /// 1. Takes the user's keychains, so that no process changes them, and counts their items.
    /// 2. Copies the files as the user of the service, to a folder with another name.
    /// 3. Opens the copies, counts again, and renames the folder.
    /// 4. Writes root's file: from now on programs use the service. A process that is killed before this leaves the
    ///    user's keychains as they were.
    /// 5. Sets the originals aside. After a process that was killed here, this is all that is left to do.
    private func giving() throws(KeychainError) -> Outcome {
        let owned = Owned()
        if let items = try itemsOfUnfinished() { return try finishGiving(items) }
        try requireNotGiven()
        let files = try acting(as: user) {
            guard try home.hasStore else {
                throw KeychainError(.noSuchKeychain, "\(home.databasePath): no such keychain")
            }
            let files = try owned.count(in: home)
            try owned.requireNoneElsewhere(home)
            return files
        }
        let earlier = try acting(as: service) {
            let earlier = try clearPlace()
            try remove(unfinished)
            for folder in ["/keychains", "/state"] { try System.makeFolders(unfinished + folder) }
            return earlier
        }
        do throws(KeychainError) {
            try copy(
                files.names, from: home.directory, user, to: unfinished + "/keychains", service)
            try copyDeviceKey(of: home, user, to: Location(home: unfinished), service)
            try acting(as: service) {
                try makeMark(unfinished + "/adopting")
                step("count")
                try Owned().require(files, in: Location(home: unfinished))
            }
            // Made here, because the user's disk may be full.
            let originals = try originals(unfinished + "/adopting")
            try acting(as: user) {
                step("folder")
                try System.makeFolders(originals)
            }
        } catch {
            // A copy may fill the disk that all users share.
            try? acting(as: service) { try remove(unfinished) }
            throw error
        }
        try acting(as: service) {
            step("place")
            try rename(unfinished, to: place)
        }
        // It names no service, and would count before root's file.
        try acting(as: user) { try remove(ownMode) }
        step("mode")
        try entry.write(
            .securityd(socket: socket, owner: service.user == 0 ? nil : service.user))
        let outcome = try finishGiving(files.items, earlier)
        owned.release()
        return outcome
    }

    /// Counts the items at the service if programs use it already, and a process was killed before the originals were set
    /// aside; nil otherwise.
    private func itemsOfUnfinished() throws(KeychainError) -> Int? {
        guard case .securityd(socket, _, .adoption) = try way(obeysRootAlone: true) else {
            return nil
        }
        return try acting(as: service) {
            guard System.exists(mark) else { return nil }
            try requireUnused()
            return try Owned().count(in: kept).items
        }
    }

    /// Sets the originals aside, and then removes the mark.
    private func finishGiving(
        _ items: Int, _ earlier: [String] = []
    ) throws(KeychainError) -> Outcome {
        let originals = try originals(mark)
        try acting(as: user) {
            step("originals")
            _ = try setAside(to: originals)
        }
        try acting(as: service) {
            step("mark")
            try remove(mark)
        }
        return Outcome(items: items, originals: originals, setAside: earlier)
    }

    /// Makes the mark, or gives it the present time.
    private func makeMark(_ path: String) throws {
        let mark = try System.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        defer { System.close(mark) }
        try System.synchronize(mark, path)
        try System.synchronize(directory: path.parentFolder)
    }

    /// Returns the folder for the originals: the same in each attempt, because its name is the time of the mark.
    private func originals(_ mark: String) throws(KeychainError) -> String {
        let time = try acting(as: service) { try System.status(following: mark).st_mtim.tv_sec }
        return home.directory + "/before-securityd-" + SystemClock.stamp(Int64(time))
    }

    /// Checks that no securityd manages the keychains yet. A service that `keychain.conf` names for all users keeps
    /// others.
    private func requireNotGiven() throws(KeychainError) {
        if case .securityd(_, _, .adoption) = try way(obeysRootAlone: true) {
            throw KeychainError(
                .notAvailable,
                "\(entry.path): names the securityd that keeps these keychains; take them back first:"
                    + " securityd --system --return USER")
        }
        if case .securityd(_, _, let source) = try way(obeysRootAlone: false), source != .machine {
            throw KeychainError(
                .notAvailable,
                "\(home.directory): a securityd keeps these keychains; take them back first:"
                    + " security adopt embedded")
        }
    }

    /// Checks that no service has opened the user's keychains at their place.
    private func requireUnused() throws(KeychainError) {
        guard !kept.isKept else {
            throw KeychainError(
                .notAvailable,
                "\(place): the service uses it; stop the service first: systemctl stop"
                    + " securityd.socket securityd.service")
        }
    }

    /// Makes room for the user's store at the service: sets aside what an earlier attempt left, and a store without
    /// items, as the service makes for each user whose programs ask it.
    ///
    /// - Returns: the new paths.
    /// - Throws: `notAvailable` when the service keeps items of the user, or uses the store.
    private func clearPlace() throws(KeychainError) -> [String] {
        guard System.exists(place) else { return [] }
        try requireUnused()
        if !System.exists(mark) {
            let owned = Owned()
            defer { owned.release() }
            let count = try owned.count(in: kept).items
            guard count == 0 else {
                throw KeychainError(
                    .notAvailable,
                    "\(place): the service keeps \(count) items of the user; export them (security"
                        + " keychain-export), then stop the service and move the folder away")
            }
        }
        let other = "\(place).before-adoption-\(Self.now)"
        try rename(place, to: other)
        return [other]
    }

    /// Root's file, which leads the user's programs to their keychains.
    private var entry: AdoptionEntry { AdoptionEntry(of: user.user, folder: folder) }
    /// The user's own file, which says how programs without raised privileges reach the keychains.
    private var ownMode: String { home.directory + "/" + ServiceMode.fileName }

    /// Reads the way of the user's programs.
    private func way(obeysRootAlone: Bool) throws(KeychainError) -> ServiceMode {
        try acting(as: user) {
            try ServiceMode.written(for: home, folder: folder, obeysRootAlone: obeysRootAlone)
        }
    }

    // MARK: Back

    /// Moves the user's keychains back from the service, which must have been stopped.
    ///
    /// - Throws: as ``give()``; the service still has the keychains then.
    package func takeBack() throws(KeychainError) -> Outcome {
        try withTPM { try takingBack() }
    }

    /// Moves the keychains back to the user. The line that names the way to them is removed first. After a process
    /// that was killed then, the service's folder is all that is left to rename.
    private func takingBack() throws(KeychainError) -> Outcome {
        let isUnfinished: Bool
        switch try way(obeysRootAlone: true) {
        case .securityd(socket, _, _): isUnfinished = false
        case .embedded where try acting(as: service) { System.exists(mark) }: isUnfinished = true
        default:
            throw KeychainError(
                .notAvailable,
                "\(home.directory): these keychains are not managed by the service at \(socket)")
        }
        let owned = Owned()
        let files = try acting(as: service) {
            guard try kept.hasStore else {
                throw KeychainError(.noSuchKeychain, "\(kept.databasePath): no such keychain")
            }
            try requireUnused()
            return try owned.count(in: kept)
        }
        let earlier = isUnfinished ? [] : try copyBack(files)
        step("mode")
        // Not removed: keychain.conf may name the service for all users.
        try entry.write(.embedded)
        try acting(as: user) { try remove(ownMode) }
        let originals = "\(place).returned-\(Self.now)"
        try acting(as: service) {
            step("originals")
            try rename(place, to: originals)
        }
        owned.release()
        return Outcome(items: files.items, originals: originals, setAside: earlier)
    }

    /// Copies the keychains to the user's folders, in place of what is there, and makes the mark.
    ///
    /// - Returns: the new paths of what was there.
    private func copyBack(_ files: Files) throws(KeychainError) -> [String] {
        let isTaken = try acting(as: user) { try home.hasStore }
        guard files.items > 0 || !isTaken else {
            throw KeychainError(
                .notAvailable,
                "\(kept.databasePath): has no items, and \(home.databasePath) exists; nothing was"
                    + " changed")
        }
        let folder = home.directory + "/returning"
        let copies = Location(directory: folder, deviceKeyPath: folder + "/device.key")
        try acting(as: user) {
            try remove(folder)
            try System.makeFolders(folder)
        }
        try copy(files.names, from: kept.directory, service, to: folder, user)
        try copyDeviceKey(of: kept, service, to: copies, user)
        let earlier = try acting(as: user) {
            step("count")
            try Owned().require(files, in: copies)
            step("place")
            let earlier = try setAside(to: home.directory + "/before-return-" + Self.now)
            try System.makeFolders(home.deviceKeyPath.parentFolder)
            for (path, other) in zip(copies.deviceKeyPaths, home.deviceKeyPaths)
            where System.exists(path) {
                try rename(path, to: other)
            }
            for name in try Self.names(in: folder) {
                try rename(folder + "/" + name, to: home.directory + "/" + name)
            }
            try remove(folder)
            try Owned().require(files, in: home)
            return earlier
        }
        try acting(as: service) { try makeMark(mark) }
        return earlier
    }

    /// Runs `body` with the TPM of the machine: while this process acts as another user, it must not believe its
    /// environment.
    private func withTPM(_ body: () throws -> Outcome) throws(KeychainError) -> Outcome {
        try translating {
            try TPMAddress.$override.withValue(try? TPMAddress.configured()) { try body() }
        }
    }

    /// The user's store at the service.
    private var kept: Location { Location(home: place) }
    private static var now: String { SystemClock.stamp(Int64(time(nil))) }
}
