// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Backs locked keychains up, which fails by name, and restores to them.
@Suite struct LockedBackupTests {
    let test: PasscodeHome
    let folder = TemporaryHome()
    var archive: String { folder.path + "/archive" }
    static let passphrase = SecretBytes(copying: "correct horse".utf8)
    static let locked = KeychainError.Code.interactionNotAllowed

    init() throws { test = try PasscodeHome() }

    private func add(_ protection: String) throws {
        try test.keychain.add(
            .password(service: "s", account: protection, [.accessible: .string(protection)]))
    }

    @discardableResult
    private func backUp() throws(KeychainError) -> ArchiveTally {
        try test.keychain.backUp(to: archive, passphrase: Self.passphrase, cost: .leastArchive)
    }

    private func restore(_ keychain: Keychain) throws(KeychainError) -> RestoreTally {
        try keychain.restore(from: archive, passphrase: Self.passphrase)
    }

    @Test(arguments: [
        ("ak", Keychain.LockState.locked, false), ("aku", .locked, false), ("ck", .locked, true),
        ("cku", .locked, true), ("dk", .locked, true), ("ck", .beforeFirstUnlock, false),
        ("cku", .beforeFirstUnlock, false), ("dk", .beforeFirstUnlock, true),
        ("dku", .beforeFirstUnlock, true), ("akpu", .beforeFirstUnlock, true),
    ])
    func aLockedItemFailsTheBackup(
        _ protection: String, _ state: Keychain.LockState, _ isOpen: Bool
    ) throws {
        try add("dk")
        if protection != "dk" { try add(protection) }
        try test.enter(state)
        if isOpen {
            let tally = try backUp()
            // What needs a passcode is never part of it, locked or not.
            #expect(tally.needPasscode == (protection == "akpu" ? 1 : 0))
            return
        }
        try "old".write(toFile: archive, atomically: false, encoding: .utf8)
        #expect { try backUp() } throws: { Self.locked ~= $0 }
        #expect(try String(contentsOfFile: archive, encoding: .utf8) == "old")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["archive"])
        try test.enter(.unlocked)
        #expect(try backUp().items == 2)
    }

    @Test func aLockedKeychainTakesAllOrNothing() throws {
        for protection in ["dk", "ck", "ak", "aku", "akpu"] { try add(protection) }
        let tally = try backUp()
        #expect(tally.items == 4 && tally.bound == 1 && tally.needPasscode == 1)
        try test.keychain.delete(.password([:], limit: .all))
        for state in [Keychain.LockState.locked, .beforeFirstUnlock] {
            try test.enter(state)
            #expect { try restore(test.keychain) } throws: { Self.locked ~= $0 }
        }
        try test.enter(.unlocked)
        #expect {
            try test.keychain.find(.password([:], limit: .all))
        } throws: { KeychainError.Code.itemNotFound ~= $0 }
        #expect(try restore(test.keychain).added == 4)
        // What is stored must be opened to be judged.
        try test.enter(.locked)
        #expect { try restore(test.keychain) } throws: { Self.locked ~= $0 }
        try test.enter(.unlocked)
        #expect(try restore(test.keychain).kept == 4)
        // Another device asks for no passcode, nor for the one of this.
        let other = TestKeychain()
        let restored = try restore(other.keychain)
        #expect(restored.added == 3 && restored.elsewhere == 1)
        #expect(other.keychain.diagnose().allSatisfy { !$0.isProblem })
    }
}
