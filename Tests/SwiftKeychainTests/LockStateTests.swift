// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTestSupport
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// What the rows of Tests/Conformance do not say of the lock states: which classes are closed to
/// which call is theirs.
@Suite struct LockStateTests {
    static let states: [Keychain.LockState] = [.unlocked, .locked, .beforeFirstUnlock]
    static let locked = KeychainError.Code.interactionNotAllowed

    private static func item(
        _ protection: ProtectionClass, account: String
    ) throws -> NewItem {
        try .password(
            service: "s", account: account, secret: account,
            [.accessible: .string(protection.rawValue)])
    }

    /// What is refused leaves nothing behind that an examination finds, in any state.
    @Test(arguments: states)
    func doctorFindsNothingWrong(_ state: Keychain.LockState) throws {
        let test = try PasscodeHome()
        let keychain = test.keychain
        for protection in ProtectionClass.allCases {
            try keychain.add(Self.item(protection, account: protection.rawValue))
        }
        try test.enter(state)
        for protection in ProtectionClass.allCases {
            let name = AttributeValue.string(protection.rawValue)
            _ = try? keychain.add(Self.item(protection, account: "new"))
            _ = try? keychain.update(
                .password([.account: name]), Change([.label: .string("new")]))
            #expect(keychain.diagnose().allSatisfy { !$0.isProblem }, "\(keychain.diagnose())")
        }
        let all = try Query.password([.service: .string("s")], limit: .all)
        #expect(try keychain.delete(.password([.label: .string("new")])) > 0)
        #expect(keychain.diagnose().allSatisfy { !$0.isProblem }, "\(keychain.diagnose())")
        try test.enter(.unlocked)
        for item in try keychain.find(all) where item.secret?.copied != Array("new".utf8) {
            #expect(item.secret?.copied == Array(item.accessControl.protection.rawValue.utf8))
        }
        #expect(keychain.diagnose().allSatisfy { !$0.isProblem }, "\(keychain.diagnose())")
    }

    /// A tombstone keeps the item's primary key, which a locked item doesn't show.
    @Test func aLockedItemLeavesNoTombstone() throws {
        let test = try PasscodeHome()
        try test.keychain.add(
            .password(
                service: "s", account: "a",
                [
                    .synchronizable: .number(1),
                    .accessible: .string(ProtectionClass.whenUnlocked.rawValue),
                ]))
        try test.enter(.locked)
        var conditions = Query.Conditions()
        conditions.synchronizable = .any
        let all = try Query(.genericPassword, conditions)
        conditions.leavesTombstones = true
        let leaving = try Query(.genericPassword, conditions)
        #expect { try test.keychain.delete(leaving) } throws: { Self.locked ~= $0 }
        try test.enter(.unlocked)
        #expect(try test.keychain.find(all).count == 1)
        try test.enter(.locked)
        #expect(try test.keychain.delete(all) == 1)
    }

    /// A limit counts what is locked in its place, by age or in the order of a list.
    @Test func aLimitCountsWhatIsLocked() throws {
        let test = try PasscodeHome()
        let keychain = test.keychain
        let protections: [ProtectionClass] = [.whenUnlocked, .always, .always]
        for (account, protection) in zip(["a", "b", "c"], protections) {
            try keychain.add(Self.item(protection, account: account))
        }
        let all = try Query.password([.service: .string("s")], limit: .all)
        let references = try keychain.find(all).map(\.reference)
        func query(_ limit: Int, _ list: [Int]? = nil) throws -> Query {
            var conditions = Query.Conditions()
            conditions.itemList = list?.map { references[$0] }
            conditions.limit = .atMost(limit)
            return try Query(.genericPassword, conditions)
        }
        try test.enter(.locked)
        #expect(try keychain.find(query(1, [2, 0, 1])).map(\.reference) == [references[2]])
        #expect { try keychain.find(query(2, [2, 0, 1])) } throws: { Self.locked ~= $0 }
        #expect(try keychain.delete(query(1)) == 1)
        try test.enter(.unlocked)
        #expect(try keychain.find(all).map(\.reference) == Array(references[1...]))
    }

    /// A locked item is a duplicate for an add; an add that would return it fails.
    @Test func takenByAClosedItem() throws {
        let test = try PasscodeHome()
        try test.keychain.add(Self.item(.whenUnlocked, account: "b"))
        try test.enter(.locked)
        let same = try Self.item(.always, account: "b")
        #expect { try test.keychain.add(same) } throws: { KeychainError.Code.duplicateItem ~= $0 }
        #expect {
            try test.keychain.add(groups: [[same]])
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        #expect { try test.keychain.add([same], duplicates: .ignored) } throws: {
            Self.locked ~= $0
        }
        let half = try Self.item(.always, account: "c")
        #expect { try test.keychain.add(groups: [[same, half]]) } throws: { Self.locked ~= $0 }
        try test.enter(.unlocked)
        #expect(try test.keychain.find(.password([:], limit: .all)).count == 1)
    }

    @Test(arguments: [true, false]) func statesFollowOneAnother(_ inKernel: Bool) throws {
        let test = try PasscodeHome(passcode: nil, inKernel: inKernel)
        let keychain = test.keychain
        #expect(try keychain.lockState() == .unlocked && !keychain.hasPasscode())
        try keychain.lock()
        #expect(try keychain.lockState() == .unlocked, "there is nothing to lock with")
        try keychain.unlock(passcode: "anything".passcode)
        try keychain.setPasscode("1".passcode, old: nil)
        #expect(try keychain.lockState() == .unlocked && keychain.hasPasscode())
        try keychain.lock()
        #expect(try keychain.lockState() == .locked)
        try keychain.verify(passcode: "1".passcode)
        #expect(try keychain.lockState() == .locked)
        #expect {
            try keychain.unlock(passcode: "2".passcode)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        #expect(try keychain.lockState() == .locked)
        try keychain.unlock(passcode: "1".passcode)
        #expect(try keychain.lockState() == .unlocked)
        try keychain.forgetUnlocked()
        #expect(try keychain.lockState() == .beforeFirstUnlock)
        try keychain.lock()
        #expect(try keychain.lockState() == .beforeFirstUnlock)
    }

    /// What one thread unlocks is unlocked for all, also if several made the first call of the process at once.
    @Test func whatIsUnlockedIsOneForAllThreads() throws {
        let test = try PasscodeHome(inKernel: false)
        let keybag = try test.keychain.engine().restingKeybag().keybag
        let engine = Engine(
            location: try test.keychain.location.get(), system: .quick(inKernel: false))
        // As a thread finds it that has opened the keybag; the first call of another one ends before it goes on.
        let state = engine.unlockedState(of: keybag)
        #expect(try engine.status().lockState == .beforeFirstUnlock)
        state.keep(try engine.open("1234".passcode, keybag), of: keybag, LockSettings())
        #expect(try engine.status().lockState == .unlocked)
        engine.forgetKeys()
        #expect(try engine.status().lockState == .unlocked)
    }

    /// The keys in memory are removed without the store.
    @Test(arguments: [true, false]) func aStoreThatCannotBeUsedLocks(_ inKernel: Bool) throws {
        let test = try PasscodeHome(inKernel: inKernel)
        let path = test.home.path + "/keychains/keychain.lock"
        func refused(_ lock: () throws(KeychainError) -> Void) {
            let error = SystemFaults.inject({ $0 == .lock && $1 == path ? EIO : nil }) {
                #expect(throws: KeychainError.self) { try lock() }
            }
            #expect(error?.code == .inputOutput, "\(error?.detail ?? "")")
        }
        refused(test.keychain.lock)
        #expect(try test.keychain.lockState() == .locked)
        refused(test.keychain.forgetUnlocked)
        #expect(try test.keychain.lockState() == .beforeFirstUnlock)
    }

    @Test(arguments: [true, false]) func locksByItself(_ inKernel: Bool) throws {
        let test = try PasscodeHome(inKernel: inKernel)
        #expect(try test.keychain.settings() == LockSettings())
        try test.keychain.setSettings(LockSettings(lockAfter: 1000, lockOnSleep: true))
        #expect(
            try test.keychain.settings() == LockSettings(lockAfter: 1000, lockOnSleep: true))
        #expect(try test.keychain.lockState() == .unlocked)
        try test.keychain.setSettings(LockSettings(lockAfter: 1))
        // Not how long it takes, only that it comes.
        while try test.keychain.lockState() == .unlocked { usleepBriefly() }
        #expect(try test.keychain.lockState() == .locked)
        for seconds in [0, -1, Int.max] {
            #expect {
                try test.keychain.setSettings(LockSettings(lockAfter: seconds))
            } throws: { KeychainError.Code.parameter ~= $0 }
        }
    }

    @Test func doctorTells() throws {
        let test = try PasscodeHome(inKernel: false)
        try test.keychain.add(Self.item(.whenUnlocked, account: "a"))
        try test.keychain.add(Self.item(.always, account: "b"))
        try test.enter(.locked)
        func text(_ subject: String) -> String? {
            test.keychain.diagnose().first { $0.subject == subject }?.text
        }
        #expect(text("rows") == "2, 1 of them locked")
        #expect(text("passcode")?.contains("this process alone") == true)
        #expect(text("passcode")?.contains("0 incorrect") == true)
        try? test.keychain.unlock(passcode: "wrong".passcode)
        #expect(text("passcode")?.contains("1 incorrect") == true)
        // Neither a repair nor a salvage touches what is locked.
        _ = try test.keychain.repair()
        _ = try test.keychain.salvage(reason: "a test")
        try test.enter(.unlocked)
        #expect(try test.keychain.find(.password([:], limit: .all)).count == 2)
        #expect(text("quarantine") == "empty")
    }
}
