// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore

/// The service in the caller's own process, which opens the stores itself. `securityd` uses the same one for its
/// clients.
///
/// It finds the engine of the request's location, and calls the function of its operation. Requests about items are
/// authorised before a store is opened. A thrown error becomes ``Reply/failed(_:)``.
package struct EmbeddedService: KeychainService, ProvingService {
    let system: SystemSources

    package init(system: SystemSources = SystemSources()) { self.system = system }

    package func perform(_ request: Request, in call: Call) -> Reply {
        do throws(KeychainError) {
            if let reply = try itemReply(to: request, call) { return reply }
            return try reply(to: request, call)
        } catch {
            return .failed(error)
        }
    }

    /// Carries out a request about the keychain itself: its state, passcode, settings, files, backup and repair.
    private func reply(to request: Request, _ call: Call) throws(KeychainError) -> Reply {
        let location = request.location
        func engine() throws(KeychainError) -> Engine { try self.engine(at: location) }
        switch request.operation {
        case .find, .fetch, .add, .update, .put, .delete:
            throw KeychainError(.internalComponent, "request: about items")
        case .status: return .status(try engine().status())
        case .lock(let everything): try engine().lock(everything: everything)
        case .unlock(let passcode?): try engine().unlock(passcode)
        case .unlock(nil):
            guard try engine().unlockFromFile() else { return .lacks(Demand(.keychainPassword)) }
        case .verify(let passcode): return .verified(try engine().verify(passcode))
        case .setPasscode(let new, let old):
            return .passcodeChange(
                try engine().setPasscode(new, old: old, emptyBy: call.ruleForEmpty))
        case .countItemsThatNeedPasscode:
            return .count(try engine().countItemsThatNeedPasscode())
        case .countItems: return .count(try location.hasStore ? engine().countItems() : 0)
        case .countCandidates(let query):
            let authorised = try call.authorise(query, for: .find)
            return .count(try engine().countCandidates(authorised, call))
        case .filesSetAside: return .paths(try engine().store.damagedFiles())
        case .settings: return .settings(try engine().setting())
        case .setSettings(let settings): try engine().setSettings(settings)
        case .moveDeviceKey(let move):
            let source = DeviceKeySource(location: location, system: system)
            let code = try source.move(move) { call.step() }
            if let code { return .recoveryCode(code) }
        case .wrapUnderPresentDeviceKey:
            return .count(try engine().wrapUnderPresentDeviceKey() ? 1 : 0)
        case .file: return .file(try fileState(location))
        case .requireKeychain: _ = try engine()
        case .create(let new): return try create(new, at: location)
        case .remove(let home, let name):
            try remove(location, listedIn: home, as: name, emptyBy: call.ruleForEmpty)
        case .keychainList: return .keychainList(try engine().setting())
        case .changeKeychainList(let change):
            let engine = try engine()
            switch change {
            case .standard(let name):
                try engine.changeKeychainList(settling: .standard) { $0.standard = name }
            case .searched(let names):
                try engine.changeKeychainList(settling: .searched) { $0.searched = names }
            }
        case .examine:
            let engine = try self.engine(at: location, evenIfLost: true, evenIfGone: true)
            guard try engine.location.hasStore else { return .findings(try engine.examine()) }
            return .findings(
                try engine.examine(), surroundings: engine.examineSurroundings())
        case .repair:
            let engine = try self.engine(at: location, evenIfLost: true)
            return .findings(
                try engine.repair(acknowledges: call.acknowledges, progress: call.progress))
        case .changeAnchor(let change):
            return try engine().changeAnchor(change).reply { .findings([Finding("anchor", $0)]) }
        case .acceptKeychain:
            let engine = try self.engine(at: location, evenIfLost: true, evenIfGone: true)
            return .findings([Finding(Finding.keychain, try engine.acceptKeychain())])
        case .backUp(let archive):
            let authorised = try call.authoriseBackup()
            return try engine().backUp(archive, authorised, call)
        case .restore(let archive):
            let authorised = try call.authoriseBackup(withTrust: archive.withTrust)
            return .restored(try engine().restore(archive, authorised, call))
        case .sync(let request): return try engine().sync(request, call)
        }
        return .done
    }

    /// Carries out a request about items; nil for any other. Authorises it before opening the store, so that a refusal
    /// reveals nothing about stored items.
    private func itemReply(
        to request: Request, _ call: Call
    ) throws(KeychainError) -> Reply? {
        func opened() throws(KeychainError) -> (Engine, Call) {
            let engine = try engine(at: request.location)
            return (engine, try call.verified(by: engine))
        }
        func update(
            _ query: Query, _ change: Change, orAdd addition: NewItem?
        ) throws(KeychainError) -> Reply {
            let authorised = try call.authorise(query, for: .update)
            var new: AuthorisedItem?
            if let addition { new = try call.authorise(addition) }
            if let itemClass = query.itemClass { try change.check(for: itemClass) }
            try call.authorise(change)
            let (engine, call) = try opened()
            return try engine.update(authorised, change, orAdd: new, call)
        }
        switch request.operation {
        case .find(let find):
            let authorised = try call.authorise(find)
            let (engine, call) = try opened()
            return try engine.find(authorised, call)
        case .fetch(let references, let parts):
            let authorised = try call.authorise(fetching: references)
            let (engine, call) = try opened()
            return try engine.fetch(authorised, parts, call)
        case .add(let groups, let duplicates):
            let authorised = try call.authorise(groups)
            let (engine, call) = try opened()
            return try engine.add(authorised, duplicates, call)
        case .update(let query, let change): return try update(query, change, orAdd: nil)
        case .put(let query, let change, let item):
            return try update(query, change, orAdd: item)
        case .delete(let query):
            let authorised = try call.authorise(query, for: .delete)
            return try engine(at: request.location).delete(authorised, call)
        default: return nil
        }
    }

    /// Returns the engine of a store.
    ///
    /// - Parameters:
    ///   - evenIfLost: also accepts a file that must exist of which only the log is left, to repair it.
    ///   - evenIfGone: also accepts a known keychain whose file is gone.
    /// - Throws: `noSuchKeychain`, `invalidKeychain`, `notAvailable`.
    func engine(
        at location: Location, evenIfLost: Bool = false, evenIfGone: Bool = false
    ) throws(KeychainError) -> Engine {
        if location.mustExist, try !(evenIfLost ? location.hasStore : location.exists) {
            let gone = Engine(location: location, system: system)
            if evenIfGone, gone.isKnown { return gone }
            throw KeychainError(.noSuchKeychain, "\(location.databasePath): no such keychain")
        }
        return try Engines.engine(at: location, system: system)
    }

    /// Opens a store without a request, so that a process which keeps it to itself takes it.
    ///
    /// - Throws: `notAvailable`.
    package func takeStore(at location: Location) throws(KeychainError) {
        _ = try engine(at: location)
    }

    /// Returns whether calls refuse a store because of its anchor alone.
    package func isRefusedByAnchor(_ location: Location) -> Bool {
        (try? engine(at: location).anchorFindings())?.contains(where: \.isProblem) ?? false
    }

    /// Rebuilds a store from its readable parts, even if it isn't damaged; for tests of the repair.
    ///
    /// - Throws: `notAvailable` when other calls don't finish in time, or the keys don't fit.
    package func salvage(
        _ location: Location, reason: String
    ) throws(KeychainError) -> SalvageReport {
        let engine = try engine(at: location)
        return try engine.store.salvage(
            keys: engine.storeKeys, deadline: .after(.seconds(60)), reason: reason)
    }

    /// Returns the proof that the passcode of a keychain was given, without a passcode; for tests that
    /// act as the user.
    package func verificationWithoutPasscode(at location: Location) throws(KeychainError) -> [UInt8]
    {
        try engine(at: location).verification()
    }
}

/// A service that proves without a passcode that it was given, for tests that act as the user.
package protocol ProvingService {
    func verificationWithoutPasscode(at location: Location) throws(KeychainError) -> [UInt8]
}
