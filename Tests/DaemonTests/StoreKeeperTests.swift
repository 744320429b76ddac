// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainSystem
import Synchronization
import Testing

@testable import SwiftKeychainDaemon
@testable import SwiftKeychainService

/// The stores of several users.
@Suite struct StoreKeeperTests {
    let home = TemporaryHome()

    private struct Failure: Error { let words: String }

    private func keeper(
        mostKeychains: Int = 256, _ report: @escaping @Sendable (String) -> Void = { _ in }
    ) -> StoreKeeper {
        var configuration = Daemon.Configuration(mode: .system, socket: home.path + "/s")
        configuration.stores = home.path + "/stores"
        configuration.system.passcodeCost = .leastPasscode
        configuration.mostKeychains = mostKeychains
        configuration.report = report
        return StoreKeeper(configuration)
    }

    private func location(_ user: Int) -> Location { Location(home: "\(home.path)/stores/\(user)") }

    private func perform(
        _ keeper: StoreKeeper, _ operation: Request.Operation, _ location: Location
    ) -> Reply {
        keeper.service.perform(Request(operation, at: location), from: .unsigned)
    }

    private func setPasscode(_ keeper: StoreKeeper, _ location: Location) throws {
        let passcode = SecretBytes(copying: "1234".utf8)
        guard case .passcodeChange = perform(keeper, .setPasscode(passcode, old: nil), location)
        else { throw Failure(words: "no passcode") }
    }

    private func state(_ keeper: StoreKeeper, _ location: Location) -> LockState? {
        guard case .status(let status) = perform(keeper, .status, location) else { return nil }
        return status.lockState
    }

    /// Nobody saw the repair at the start of the service.
    @Test func aRepairAtTheStartAcknowledgesNothing() throws {
        let first = keeper()
        guard case .status = perform(first, .status, location(1)) else {
            throw Failure(words: "no store")
        }
        first.release()
        Tamper(location(1).databasePath).run("UPDATE manifest SET record=zeroblob(9)")
        let keeper = keeper()
        defer { keeper.release() }
        try keeper.takeStores()
        func incidents() throws -> [String] {
            guard case .findings(let findings, _) = perform(keeper, .examine, location(1))
            else { throw Failure(words: "not examined") }
            return findings.filter { $0.subject == "incident" && $0.isProblem }.map(\.text)
        }
        #expect(try incidents().count == 1 && incidents()[0].contains(" manifest: "))
        guard case .findings = perform(keeper, .repair, location(1)) else {
            throw Failure(words: "not repaired")
        }
        #expect(try incidents().isEmpty)
    }

    /// A search list names keychains of another user, by each path to it.
    @Test func aListLocksKeychainsOfItsUserOnly() throws {
        let keeper = keeper()
        defer { keeper.release() }
        let other = location(2).sibling("other.db")
        for location in [location(1), location(1).sibling("own.db"), location(2), other] {
            try setPasscode(keeper, location)
        }
        let folder = location(2).directory
        let names = [
            "own.db", location(2).databasePath, other.databasePath,
            folder + "/../keychains/other.db",
            "../../2/keychains/keychain-2.db", "/proc/self/root" + other.databasePath,
        ]
        guard case .done = perform(keeper, .changeKeychainList(.searched(names)), location(1))
        else { throw Failure(words: "no list") }
        keeper.lock(1)
        #expect(state(keeper, location(1)) == .locked)
        #expect(state(keeper, location(1).sibling("own.db")) == .locked)
        #expect(state(keeper, location(2)) == .unlocked)
        #expect(state(keeper, other) == .unlocked)
        keeper.lock(2)
        #expect(state(keeper, location(2)) == .locked)
    }

    /// Neither the login keychain, which can't be used, nor its list are needed to lock what is unlocked.
    @Test(arguments: [SystemCall.lock, .stat]) func aLockNeedsNoStore(_ failing: SystemCall) throws
    {
        let reports = Reports()
        let keeper = keeper { line in reports.lines.withLock { $0.append(line) } }
        defer { keeper.release() }
        let locations = [location(1), location(1).sibling("own.db"), location(2)]
        for location in locations {
            try setPasscode(keeper, location)
        }
        let names = ["own.db", "missing.db"]
        guard case .done = perform(keeper, .changeKeychainList(.searched(names)), location(1))
        else { throw Failure(words: "no list") }
        let database = location(1).databasePath
        let paths = [database, location(1).directory + "/securityd.lock"]
        SystemFaults.inject({ $0 == failing && paths.contains($1) ? EIO : nil }) {
            keeper.lock(1)
        }
        #expect(locations.map { state(keeper, $0) } == [.locked, .locked, .unlocked])
        let lines = reports.lines.withLock { $0 }
        #expect(lines.count == 1 && lines[0].hasPrefix("lock of \(database): "), "\(lines)")
        // A keychain that is missing is no failure.
        keeper.lock(1)
        #expect(reports.lines.withLock { $0.count } == 1)
    }

    /// Whatever holds a store, and delays its lock, the keys of all keychains are gone at once.
    @Test func keysGoBeforeALockWaits() throws {
        let reports = Reports()
        let keeper = keeper { line in reports.lines.withLock { $0.append(line) } }
        defer { keeper.release() }
        // One of the last two is locked while the other waits, whichever comes first.
        let names = ["own.db", "other.db"]
        let locations = [location(1)] + names.map { location(1).sibling($0) }
        for location in locations { try setPasscode(keeper, location) }
        guard case .done = perform(keeper, .changeKeychainList(.searched(names)), location(1))
        else { throw Failure(words: "no list") }
        let keys = try locations.map { try keeper.service.engine(at: $0).restingKeybag() }
        @Sendable func areOpen() -> [Bool] {
            keys.map { $0.state.keys(.whenUnlocked, $0.keybag) != nil }
        }
        #expect(areOpen() == [true, true, true])
        let first = Mutex<[String: [Bool]]>([:])
        let waits = (["securityd.lock"] + names.map { $0 + ".securityd.lock" }).map {
            location(1).directory + "/" + $0
        }
        SystemFaults.inject({ call, path in
            guard call == .lock, waits.contains(path) else { return nil }
            // Where a call would wait for the store.
            let now = areOpen()
            first.withLock { $0[path] = $0[path] ?? now }
            return EIO
        }) {
            keeper.lock(1)
        }
        let seen = first.withLock { $0 }
        #expect(seen[waits[0]]?[0] == false)
        for path in waits[1...] { #expect(seen[path] == [false, false, false]) }
        #expect(reports.lines.withLock { $0.count } == 3)
    }

    private final class Reports: Sendable { let lines = Mutex<[String]>([]) }

    /// After signals of sessions may have been missed.
    @Test func allKeychainsLock() throws {
        let keeper = keeper()
        defer { keeper.release() }
        let locations = [location(1), location(1).sibling("unlisted.db"), location(2)]
        for location in locations {
            try setPasscode(keeper, location)
        }
        keeper.lockAll()
        for location in locations { #expect(state(keeper, location) == .locked) }
    }

    /// The path alone doesn't lead to a store that another device key opens.
    @Test func aStoreIsOfItsDeviceKey() throws {
        let keeper = keeper()
        defer { keeper.release() }
        guard case .status = perform(keeper, .status, location(1)) else {
            throw Failure(words: "no store")
        }
        let other = Location(
            directory: location(1).directory, deviceKeyPath: location(2).deviceKeyPath)
        guard case .failed(let error) = perform(keeper, .status, other) else {
            throw Failure(words: "not refused")
        }
        #expect(error.code == .notAvailable)
        #expect(error.detail.contains("in use with another device key"), "\(error.detail)")
    }

    /// Each open keychain takes descriptors of the service.
    @Test func aUserHasSoManyKeychainsOpen() throws {
        let keeper = keeper(mostKeychains: 2)
        defer { keeper.release() }
        func isDone(_ operation: Request.Operation, _ location: Location) -> Bool {
            if case .failed(let error) = perform(keeper, operation, location) {
                #expect(error.code == .notAvailable, "\(error.detail)")
                return false
            }
            return true
        }
        #expect(isDone(.status, location(1).sibling("a.db")))
        #expect(isDone(.status, location(1).sibling("b.db")))
        #expect(!isDone(.status, location(1).sibling("c.db")))
        #expect(access(location(1).sibling("c.db").databasePath, F_OK) != 0)
        func create(_ password: SecretBytes?) -> Bool {
            let new = NewKeychainFile(home: location(1), name: "c.db", password: .given(password))
            return isDone(.create(new), location(1).sibling("c.db", mustExist: true))
        }
        for password in [SecretBytes(copying: "1234".utf8), nil] {
            #expect(!create(password))
            #expect(access(location(1).sibling("c.db").databasePath, F_OK) != 0)
        }
        // The login keychain always opens, and those of other users.
        #expect(isDone(.status, location(1)))
        #expect(isDone(.status, location(2).sibling("a.db")))
        #expect(isDone(.remove(home: location(1), name: "a.db"), location(1).sibling("a.db")))
        #expect(isDone(.remove(home: location(1), name: "b.db"), location(1).sibling("b.db")))
        #expect(create(SecretBytes(copying: "1234".utf8)))
        #expect(state(keeper, location(1).sibling("c.db")) == .unlocked)
    }

    /// A full disk takes no keychain from the user's share.
    @Test func aKeychainThatIsNotMadeIsNotOpen() throws {
        let keeper = keeper(mostKeychains: 2)
        defer { keeper.release() }
        func create(_ name: String) -> KeychainError.Code? {
            let new = NewKeychainFile(home: location(1), name: name, password: .given(nil))
            let place = location(1).sibling(name, mustExist: true)
            guard case .failed(let error) = perform(keeper, .create(new), place) else { return nil }
            return error.code
        }
        guard case .status = perform(keeper, .status, location(1)) else {
            throw Failure(words: "no store")
        }
        func count() -> Int? { keeper.service.system.owned?.locations.count }
        #expect(count() == 1)
        let made = location(1).sibling("a.db").databasePath
        SystemFaults.inject({ $0 == .rename && $1.hasPrefix(made) ? ENOSPC : nil }) {
            #expect(create("a.db") == .diskFull)
        }
        #expect(count() == 1)
        #expect(access(made, F_OK) != 0)
        #expect(create("a.db") == nil && count() == 2)
    }

    /// A lock file that stays would make any file of that name a damaged keychain.
    @Test func aDeletedKeychainLeavesNoLockFile() throws {
        let keeper = keeper()
        defer { keeper.release() }
        let folder = location(1).directory
        func locks() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                ["keychain.lock", "securityd.lock", "writer.lock"].contains(where: $0.hasSuffix)
            }
        }
        for name in ["a.db", "keychain-2.db"] {
            let location = location(1).sibling(name)
            guard case .status = perform(keeper, .status, location) else {
                throw Failure(words: "no store")
            }
            guard
                case .done = perform(keeper, .remove(home: self.location(1), name: name), location)
            else { throw Failure(words: "not removed") }
            #expect(try locks().filter { $0.hasPrefix(name) || name == "keychain-2.db" } == [])
        }
        // The next keychain of that name is kept from other processes again.
        #expect(state(keeper, location(1)) == .unlocked)
        let lock = open(folder + "/keychain.lock", O_RDWR)
        defer { close(lock) }
        #expect(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    }

    private func write(_ keeper: StoreKeeper, _ location: Location, _ interval: Int) throws {
        let settings = LockSettings(lockAfter: interval)
        guard case .done = perform(keeper, .setSettings(settings), location) else {
            throw Failure(words: "not written")
        }
    }

    private func logBytes(_ location: Location) -> Int {
        (try? System.status(location.databasePath + "-wal"))?.map { Int($0.st_size) } ?? 0
    }

    /// A keychain that was moved is used with the log at its new path, and the others stay open.
    @Test func aRenamedKeychainOpens() throws {
        let keeper = keeper()
        defer { keeper.release() }
        let old = location(1).sibling("a.db")
        let new = location(1).sibling("b.db", mustExist: true)
        try write(keeper, location(1), 60)
        try write(keeper, old, 60)
        #expect(logBytes(old) > 0)
        #expect(rename(old.databasePath, new.databasePath) == 0)
        let reply = perform(keeper, .settings, new)
        guard case .settings = reply else { throw Failure(words: "\(reply)") }
        try write(keeper, new, 70)
        guard case .settings(let settings) = perform(keeper, .settings, location(1)) else {
            throw Failure(words: "closed")
        }
        #expect(settings.lockAfter == 60)
    }

    /// Programs that copy or rename the file know nothing of the log.
    @Test func logsAreEmptiedWhenNothingIsWritten() throws {
        let keeper = keeper()
        let (first, second) = (location(1), location(2))
        func resting() -> [String] { keeper.storesWithRestingLog().map(\.databasePath) }
        try write(keeper, first, 60)
        #expect(resting() == [])
        try write(keeper, second, 60)
        #expect(resting() == [first.databasePath])
        try write(keeper, first, 70)
        #expect(resting() == [second.databasePath])
        #expect(logBytes(first) > 0 && logBytes(second) > 0)
        // A write of another process isn't waited for.
        let lock = open(second.directory + "/writer.lock", O_RDWR)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        keeper.emptyLog(of: second)
        #expect(logBytes(second) > 0)
        close(lock)
        keeper.emptyLog(of: second)
        #expect(logBytes(second) == 0 && logBytes(first) > 0)
        #expect(resting() == [first.databasePath])
        keeper.release()
        #expect(logBytes(first) == 0)
    }

    /// Where a keychain was removed by hand, nothing is made again.
    @Test func theLogOfAFileThatIsGoneIsLeft() throws {
        let keeper = keeper()
        try write(keeper, location(1), 60)
        try FileManager.default.removeItem(atPath: location(1).directory)
        keeper.release()
        #expect(!FileManager.default.fileExists(atPath: location(1).directory))
    }

    /// Names in different normal forms are equal as text, and name two files.
    @Test func normalFormsNameTwoStores() throws {
        let keeper = keeper()
        defer { keeper.release() }
        let forms = ["\u{e9}.db", "e\u{301}.db"].map { location(1).sibling($0) }
        for form in forms {
            guard case .status = perform(keeper, .status, form) else {
                throw Failure(words: "no store")
            }
        }
        for form in forms { #expect(access(form.databasePath, F_OK) == 0) }
    }
}

extension StoreKeeper {
    fileprivate func emptyLog(of location: Location) {
        (try? service.engine(at: location))?.store.emptyOwnLog()
    }
}
