import KeychainTestSupport
import Testing

@testable import Keychain

/// The table class × state × call × return type of the locking rules.
@Suite struct LockStateTests {
    static let states: [Keychain.LockState] = [.unlocked, .locked, .beforeFirstUnlock]
    static let parts: [Item.Parts] = [
        [], .reference, .attributes, .secret, [.attributes, .secret],
    ]
    static let locked = KeychainError(.interactionNotAllowed, "")

    static func isOpen(_ protection: ProtectionClass, _ state: Keychain.LockState) -> Bool {
        switch protection {
        case .always, .alwaysThisDeviceOnly: true
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: state != .beforeFirstUnlock
        default: state == .unlocked
        }
    }

    private static func item(
        _ protection: ProtectionClass, account: String, synchronizable: Bool = false
    ) throws -> NewItem {
        var more: [Attribute: AttributeValue] = [
            .accessible: .string(protection.rawValue), .account: .string(account),
        ]
        if synchronizable { more[.synchronizable] = .number(1) }
        more[.service] = .string("s")
        return try NewItem(
            .genericPassword, attributes: more, secret: SecretBytes(copying: account.utf8))
    }

    private static func query(
        _ protection: ProtectionClass, account: String? = nil, _ limit: Query.Limit? = nil,
        tombstones: Bool = false
    ) throws -> Query {
        var conditions = Query.Conditions([.accessible: .string(protection.rawValue)])
        if let account { conditions.attributes[.account] = .string(account) }
        conditions.synchronizable = .any
        conditions.limit = limit
        conditions.leavesTombstones = tombstones
        return try Query(.genericPassword, conditions)
    }

    /// Expects the call to work in an open class, and to be refused at once in a closed one.
    private func expect<Result>(
        _ isOpen: Bool, _ what: String, _ body: () throws(KeychainError) -> Result
    ) {
        do throws(KeychainError) {
            _ = try body()
            #expect(isOpen, "\(what) works")
        } catch {
            #expect(!isOpen && error == Self.locked, "\(what): \(error)")
        }
    }

    @Test(arguments: ProtectionClass.allCases, states)
    func table(_ protection: ProtectionClass, _ state: Keychain.LockState) throws {
        let test = try PasscodeHome()
        let keychain = test.keychain
        for name in ["found", "updated", "deleted", "kept"] {
            try keychain.add(Self.item(protection, account: name))
        }
        if !protection.isThisDeviceOnly {
            try keychain.add(Self.item(protection, account: "sync", synchronizable: true))
        }
        try test.enter(state)
        #expect(try keychain.lockState() == state)
        let isOpen = Self.isOpen(protection, state)

        let added = try Self.item(protection, account: "added")
        expect(isOpen, "add") { () throws(KeychainError) in try keychain.add(added) }
        let found = try Self.query(protection, account: "found")
        let all = try Self.query(protection, .all)
        for parts in [[], .reference, .attributes, .secret, [.attributes, .secret]] as [Item.Parts]
        {
            expect(isOpen, "find \(parts)") { () throws(KeychainError) in
                try keychain.find(found, returning: parts)
            }
            expect(isOpen, "find all \(parts)") { () throws(KeychainError) in
                try keychain.find(all, returning: parts)
            }
        }
        let missing = try Self.query(protection, account: "missing")
        #expect(throws: KeychainError(.itemNotFound, "")) { try keychain.find(missing) }
        let updated = try Self.query(protection, account: "updated")
        for change in [
            try Change([.label: .string("new")]),
            try Change([:], secret: SecretBytes(copying: [1])),
        ] {
            expect(isOpen, "update") { () throws(KeychainError) in
                try keychain.update(updated, change)
            }
        }
        // Deleting an item of this device needs no key.
        #expect(try keychain.delete(try Self.query(protection, account: "deleted")) == 1)
        if !protection.isThisDeviceOnly {
            let buried = try Self.query(protection, account: "sync", tombstones: true)
            expect(isOpen, "bury") { () throws(KeychainError) in try keychain.delete(buried) }
        }
        #expect(keychain.diagnose().allSatisfy { !$0.isProblem }, "\(keychain.diagnose())")

        try test.enter(.unlocked)
        let kept = try keychain.find(try Self.query(protection, account: "kept"))
        #expect(kept[0].secret?.copied == Array("kept".utf8))
        #expect(throws: KeychainError(.itemNotFound, "")) {
            try keychain.find(try Self.query(protection, account: "deleted"))
        }
    }

    /// One closed row that is meant fails the search, whatever else is found.
    @Test func noPartialResults() throws {
        let test = try PasscodeHome()
        for protection in [ProtectionClass.always, .afterFirstUnlock, .whenUnlocked] {
            try test.keychain.add(Self.item(protection, account: protection.rawValue))
        }
        let all = try Query.password([.service: .string("s")], limit: .all)
        #expect(try test.keychain.find(all).count == 3)
        try test.enter(.locked)
        #expect(throws: Self.locked) { try test.keychain.find(all) }
        #expect(throws: Self.locked) {
            try test.keychain.update(all, Change([.label: .string("x")]))
        }
        let open = try Query.password([.account: .string("ck")])
        #expect(try test.keychain.find(open)[0].secret?.copied == Array("ck".utf8))
    }

    /// An item must not move into a class that is closed, nor be taken over by one that is open.
    @Test func acrossClasses() throws {
        let test = try PasscodeHome()
        try test.keychain.add(Self.item(.always, account: "a"))
        try test.keychain.add(Self.item(.whenUnlocked, account: "b"))
        try test.enter(.locked)
        #expect(throws: Self.locked) {
            try test.keychain.update(
                .password([.account: .string("a")]), Change([.accessible: .string("ak")]))
        }
        #expect(throws: KeychainError(.duplicateItem, "")) {
            try test.keychain.add(Self.item(.always, account: "b"))
        }
        try test.enter(.unlocked)
        #expect(try test.keychain.find(.password([.account: .string("b")])).count == 1)
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
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try keychain.unlock(passcode: "2".passcode)
        }
        #expect(try keychain.lockState() == .locked)
        try keychain.unlock(passcode: "1".passcode)
        #expect(try keychain.lockState() == .unlocked)
        try keychain.forgetUnlocked()
        #expect(try keychain.lockState() == .beforeFirstUnlock)
        try keychain.lock()
        #expect(try keychain.lockState() == .beforeFirstUnlock)
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
            #expect(throws: KeychainError(.parameter, "")) {
                try test.keychain.setSettings(LockSettings(lockAfter: seconds))
            }
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
        #expect(text("passcode")?.contains("0 wrong") == true)
        try? test.keychain.unlock(passcode: "wrong".passcode)
        #expect(text("passcode")?.contains("1 wrong") == true)
        // Neither a repair nor a salvage touches what is locked.
        _ = try test.keychain.repair()
        _ = try test.keychain.salvage(reason: "a test")
        try test.enter(.unlocked)
        #expect(try test.keychain.find(.password([:], limit: .all)).count == 2)
        #expect(text("quarantine") == "empty")
    }
}
