// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainStore
import SwiftKeychainSystem

/// The stores of a securityd, and the requests on them. Each store is taken when it is first used, and
/// kept until securityd ends.
struct StoreKeeper: Sendable {
    private let configuration: Daemon.Configuration
    private let owned: OwnedStores
    let service: EmbeddedService

    /// Makes a keeper without stores. The unlocked keys stay in this process: the kernel's keyring belongs to a user.
    init(_ configuration: Daemon.Configuration) {
        self.configuration = configuration
        owned = OwnedStores(
            mostOfADeviceKey: configuration.mode == .system ? configuration.mostKeychains : .max)
        var system = configuration.system
        system.owned = owned
        system.keepsUnlockedInKernel = false
        service = EmbeddedService(system: system)
    }

    /// Releases all stores, with empty logs.
    func release() { owned.release() }

    /// The stores with a log to which nothing was written since the last time this was called.
    func storesWithRestingLog() -> [Store] { owned.storesWithRestingLog() }

    // MARK: Starting

    /// Takes the stores that exist, and repairs those that can't be used otherwise.
    ///
    /// - Throws: `notAvailable` when the user's store is in use.
    func takeStores() throws(KeychainError) {
        switch configuration.mode {
        case .user:
            guard let home = configuration.home else {
                throw KeychainError(.internalComponent, "securityd: no store is named")
            }
            try prepare(home)
        case .system:
            for name in storeNames().sorted() {
                guard let uid = UInt32(name) else { continue }
                do throws(KeychainError) {
                    try prepare(store(of: uid))
                } catch {
                    // The stores of other users are served.
                    configuration.report("user \(uid): \(error.detail)")
                }
            }
        }
    }

    /// Returns the names in the folder of the stores; none, and a report, if it can't be listed. The stores are still served.
    private func storeNames() -> [String] {
        do throws(SystemError) { return try System.fileNames(in: configuration.stores) } catch {
            // Without the folder no user has a store yet.
            if error.number != ENOENT {
                configuration.report("\(configuration.stores): \(error.sentence)")
            }
            return []
        }
    }

    /// Takes a store, opens it, and repairs it if it can't be opened, unless an anchor refuses it.
    private func prepare(_ location: Location) throws(KeychainError) {
        try service.takeStore(at: location)
        guard try location.hasStore else { return }
        guard case .failed(let damage) = perform(.settings, location) else { return }
        if service.isRefusedByAnchor(location) {
            // No repair changes that: the user accepts the folder, or puts the current one back.
            configuration.report(damage.detail)
            return
        }
        configuration.report("\(location.databasePath): \(damage.detail); repairing it")
        var repair = Call(.unsigned)
        repair.acknowledges = false
        switch service.perform(Request(.repair, at: location), in: repair) {
        case .findings(let findings, _):
            for finding in findings { configuration.report("\(finding.subject): \(finding.text)") }
            if case .failed(let error) = perform(.settings, location) {
                configuration.report(error.detail)
            }
        // Each call says so then: a TPM may only be busy, and security tpm recover needs the service.
        case .failed(let error): configuration.report(error.detail)
        default: throw KeychainError(.internalComponent, "repair: another reply")
        }
    }

    private func perform(_ operation: Request.Operation, _ location: Location) -> Reply {
        service.perform(Request(operation, at: location), from: .unsigned)
    }

    /// Locks the keychains of a user: the login keychain and those of its search list; all in use, if the list can't be
    /// read.
    func lock(_ uid: UInt32) {
        let login = home(of: uid)
        owned.dropUnlocked(login)
        guard (try? login.hasStore) != false else { return }
        // The user writes the list. A path may lead to the keychain of another one.
        func isOfUser(_ location: Location) -> Bool {
            configuration.mode == .user || location.directory.hasSameBytes(as: login.directory)
        }
        guard case .keychainList(let list) = perform(.keychainList, login) else {
            return lock(used.filter(isOfUser))
        }
        let listed = (list.searched ?? []).map { login.named($0) }.filter {
            StorePlaces.isName($0.fileName) && isOfUser($0)
        }
        lock([login] + listed)
    }

    /// Locks the keychains that are set to lock when the machine sleeps, before it does.
    func lockForSleep() {
        // If the settings can't be read now, the keychain locks at its first use after the sleep.
        lock(
            used.filter {
                if case .settings(let settings) = perform(.settings, $0) {
                    settings.lockOnSleep
                } else {
                    false
                }
            })
    }

    /// Locks the keychains of all users.
    func lockAll() { lock(used) }

    /// Locks keychains, and reports failures; a keychain on the list may be missing. The keys of all go first: a call that
    /// holds a store may delay its lock.
    private func lock(_ locations: [Location]) {
        for location in locations { owned.dropUnlocked(location) }
        for location in locations {
            if case .failed(let error) = perform(.lock(everything: false), location),
                error.code != .noSuchKeychain
            {
                configuration.report("lock of \(location.databasePath): \(error.detail)")
            }
        }
    }

    /// The stores that were used so far. No other has unlocked keys, which are in this process.
    private var used: [Location] {
        owned.locations.filter { (try? $0.hasStore) != false }
    }

    // MARK: Requests

    /// Carries out a request of a program.
    func perform(
        _ request: Request, _ peer: Peer, _ hello: Frame.Hello, in call: Call
    ) -> Reply {
        do throws(KeychainError) {
            let places = StorePlaces(
                named: hello, kept: home(of: peer.uid), onlyBeside: configuration.mode == .system)
            let request = Request(
                try places.translate(request.operation), at: try places.translate(request.location))
            var call = call
            call.ruleForEmpty = ruleForEmpty(request.operation, peer.rights)
            return service.perform(request, in: call)
        } catch {
            return .failed(error)
        }
    }

    /// Returns the rule by which a program may change only a keychain without items. In the service of the system it may
    /// have items of several programs, which none takes away from the others.
    private func ruleForEmpty(
        _ operation: Request.Operation, _ rights: PeerRights
    ) -> String? {
        guard configuration.mode == .system else { return nil }
        switch operation {
        case .remove: return "only an empty keychain can be removed"
        // The items that need a passcode are deleted with it, and no other process would know a first one.
        case .setPasscode where !rights.isAttested:
            return "only a strong or medium program sets its first passcode or removes it"
        default: return nil
        }
    }

    private func home(of uid: UInt32) -> Location { configuration.home ?? store(of: uid) }

    private func store(of uid: UInt32) -> Location {
        Location(home: "\(configuration.stores)/\(uid)")
    }
}

/// The places of stores as a program names them, and as securityd keeps them.
struct StorePlaces {
    /// The folder and device key that the program knows.
    let named: Frame.Hello
    /// The store that is kept instead.
    let kept: Location
    /// Whether only stores in the folder of the kept one can be used.
    let onlyBeside: Bool

    /// Returns whether a keychain file may have this name.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && ![".", ".."].contains(name)
            && !name.utf8.contains(0) && name.utf8.count < 256
            && !Location.isReserved(name)
    }

    /// Returns the place of a store that a program names.
    ///
    /// - Throws: `parameter` for a name that isn't that of a keychain file; `notAvailable` for a place
    ///   where this securityd keeps no store.
    func translate(_ location: Location) throws(KeychainError) -> Location {
        let name = location.fileName
        guard Self.isName(name) else {
            throw KeychainError(.parameter, "\(name.printable): not the name of a keychain")
        }
        let isBeside = location.directory.hasSameBytes(as: named.directory)
        guard isBeside || !onlyBeside && location.directory.hasPrefix("/") else {
            throw KeychainError(
                .notAvailable,
                "\(location.databasePath.printable): securityd keeps only keychains in the folder of"
                    + " the login keychain")
        }
        guard location.deviceKeyPath.hasSameBytes(as: named.deviceKeyPath) else {
            throw KeychainError(
                .notAvailable,
                "\(location.deviceKeyPath.printable): not the device key of the login keychain")
        }
        return Location(
            directory: isBeside ? kept.directory : location.directory, fileName: name,
            deviceKeyPath: kept.deviceKeyPath, mustExist: location.mustExist)
    }

    /// Returns the operation with the places in it translated.
    ///
    /// - Throws: as ``translate(_:)-(Location)``; `notAvailable` for an archive in a file.
    func translate(
        _ operation: Request.Operation
    ) throws(KeychainError) -> Request.Operation {
        switch operation {
        case .create(let new):
            return .create(
                NewKeychainFile(
                    home: try translate(new.home), name: new.name, password: new.password))
        case .remove(let home, let name):
            return .remove(home: try translate(home), name: name)
        case .backUp(let archive), .restore(let archive):
            // The program opens it, with its own rights.
            if case .file(let path) = archive.place {
                throw KeychainError(
                    .notAvailable, "\(path.printable): securityd opens no archives for programs")
            }
            return operation
        default: return operation
        }
    }
}
