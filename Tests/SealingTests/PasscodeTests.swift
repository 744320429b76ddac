// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import Synchronization
import Testing

@testable import SwiftKeychainSealing

extension String {
    var passcode: SecretBytes { SecretBytes(copying: utf8) }
}

@Suite struct PasscodeTests {
    let deviceKey: DeviceKey
    let plain: Keybag
    let keybag: Keybag
    let keys: PasscodeKeys

    init() throws {
        deviceKey = try DeviceKey.generate()
        plain = try Keybag.create(deviceKey: deviceKey)
        (keybag, keys) = try plain.settingPasscode(
            "1234".passcode, cost: .leastPasscode, deviceKey: deviceKey)
    }

    private static let locking = ProtectionClass.allCases.filter { LockGroup($0) != nil }

    private func row(
        _ keybag: Keybag, _ protection: ProtectionClass
    ) throws -> SealedRow {
        try keybag.seal(
            Sample.row(keybag, protection: protection), attributes: Sample.attributes,
            secret: Sample.secret)
    }

    /// A keybag as it is while both groups, one or none are open.
    private func keybag(with groups: [LockGroup]) -> Keybag {
        keybag.lending { [keybag, keys] group in
            groups.contains(group)
                ? keybag.opened(keybag.kept(UnlockedKeys(group, of: keys), .sample), group, .sample)
                : nil
        }
    }

    @Test func aRecordWithAPasscodeReopens() throws {
        let again = try Keybag(record: keybag.record, deviceKey: deviceKey)
        #expect(again.hasPasscode && again.revision == 2)
        #expect(again.storeIdentifier == plain.storeIdentifier)
        #expect(
            again.digests(of: Sample.attributes, in: .key)
                == plain.digests(of: Sample.attributes, in: .key))
        let opened = again.unlocked(
            by: try again.open(passcode: "1234".passcode, deviceKey: deviceKey))
        for protection in ProtectionClass.allCases {
            let row = try row(keybag.unlocked(by: keys), protection)
            #expect(try opened.openMetadata(row) == Sample.attributes)
            #expect(try opened.openSecret(row) == Sample.secret)
        }
    }

    @Test(arguments: ["", "1235", "12345", "123"])
    func aWrongPasscodeOpensNothing(_ wrong: String) {
        #expect {
            try keybag.open(passcode: wrong.passcode, deviceKey: deviceKey)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
    }

    @Test func theDeviceKeyIsNeededToo() throws {
        let other = try DeviceKey.generate()
        #expect {
            try keybag.open(passcode: "1234".passcode, deviceKey: other)
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    @Test func withoutOneThereIsNothingToOpen() {
        #expect {
            try plain.open(passcode: "".passcode, deviceKey: deviceKey)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        #expect {
            try plain.check(.whenPasscodeSetThisDeviceOnly)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
    }

    private static let groups: [[LockGroup]] = [
        [], [.whenUnlocked], [.afterFirstUnlock], LockGroup.allCases,
    ]

    @Test(arguments: groups)
    func aClassIsOpenWhenItsGroupIs(_ groups: [LockGroup]) throws {
        let state = keybag(with: groups)
        for protection in ProtectionClass.allCases {
            let sealed = try row(keybag.unlocked(by: keys), protection)
            let isOpen = LockGroup(protection).map(groups.contains) ?? true
            if isOpen {
                try state.check(protection)
                #expect(try state.openSecret(try row(state, protection)) == Sample.secret)
                #expect(try state.openMetadata(sealed) == Sample.attributes)
                continue
            }
            #expect {
                try state.check(protection)
            } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
            #expect {
                try row(state, protection)
            } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
            #expect {
                try state.openMetadata(sealed)
            } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
            #expect {
                try state.openSecret(sealed)
            } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
        }
    }

    /// The first passcode makes new keys: the old ones lay under the device key alone.
    @Test func theFirstPasscodeMakesNewKeys() throws {
        let opened = keybag.unlocked(by: keys)
        for protection in Self.locking where protection != .whenPasscodeSetThisDeviceOnly {
            #expect(isDamaged(try row(plain, protection), opened))
        }
        for protection in [ProtectionClass.always, .alwaysThisDeviceOnly] {
            #expect(try keybag.openSecret(try row(plain, protection)) == Sample.secret)
        }
    }

    @Test func aChangeKeepsTheKeys() throws {
        let sealed = try Self.locking.map { try row(keybag.unlocked(by: keys), $0) }
        let changed = try keybag.changingPasscode(
            to: "new".passcode, cost: .leastPasscode, keys: keys, deviceKey: deviceKey)
        #expect(changed.revision == 3)
        #expect {
            try changed.open(passcode: "1234".passcode, deviceKey: deviceKey)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        let opened = changed.unlocked(
            by: try changed.open(passcode: "new".passcode, deviceKey: deviceKey))
        for row in sealed { #expect(try opened.openSecret(row) == Sample.secret) }
        // No wrapped key is the same bytes as before.
        let (old, new) = (
            try KeybagRecord(keybag.record, deviceKey: deviceKey),
            try KeybagRecord(changed.record, deviceKey: deviceKey)
        )
        #expect(Set(old.wrapped).isDisjoint(with: new.wrapped) && old.passcode != new.passcode)
    }

    @Test func removingKeepsAllButOneKey() throws {
        let sealed = try Self.locking.map { try row(keybag.unlocked(by: keys), $0) }
        let removed = try keybag.changingPasscode(
            to: nil, cost: .leastPasscode, keys: keys, deviceKey: deviceKey)
        #expect(!removed.hasPasscode && removed.revision == 3)
        let again = try Keybag(record: removed.record, deviceKey: deviceKey)
        for row in sealed {
            if row.protection == "akpu" {
                #expect(isDamaged(row, again))
            } else {
                #expect(try again.openSecret(row) == Sample.secret)
            }
        }
    }

    @Test func raisesTheCost() throws {
        let more = Argon2Cost(operations: 3, memory: 20 << 20)
        #expect(keybag.isWeaker(than: more) && !keybag.isWeaker(than: .leastPasscode))
        #expect(!plain.isWeaker(than: more))
        let raised = try keybag.changingPasscode(
            to: "1234".passcode, cost: more, keys: keys, deviceKey: deviceKey)
        #expect(!raised.isWeaker(than: more))
        _ = try raised.open(passcode: "1234".passcode, deviceKey: deviceKey)
    }

    private static let outOfBounds: [(operations: UInt64, memory: UInt64, salt: Int)] = [
        (1, 19 << 20, 16), (2, 18 << 20, 16), (0, 0, 16), (2, 19 << 20, 15), (2, 19 << 20, 0),
        (UInt64.max, 19 << 20, 16), (2, UInt64.max, 16),
    ]

    /// Authenticated by the device key's owner, and refused all the same.
    @Test(arguments: outOfBounds)
    func refusesParametersOutOfBounds(
        _ operations: UInt64, _ memory: UInt64, _ salt: Int
    ) throws {
        let record = try KeybagRecord(keybag.record, deviceKey: deviceKey)
        let weak = KeybagRecord(
            store: record.store, deviceKeyIdentifier: record.deviceKeyIdentifier,
            revision: record.revision,
            passcode: PasscodeParameters(
                salt: Array(repeating: 7, count: salt),
                cost: Argon2Cost(operations: operations, memory: memory)),
            wrapped: record.wrapped
        ).encoded(under: deviceKey)
        #expect {
            try Keybag(record: weak, deviceKey: deviceKey)
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    @Test func refusesEveryFlippedBit() {
        for record in DamageTests.flips(of: keybag.record) {
            #expect {
                try Keybag(record: record, deviceKey: deviceKey)
            } throws: { KeychainError.Code.notAvailable ~= $0 }
        }
    }

    @Test(arguments: [0, 1, 64, 1 << 20])
    func anyBytesAreAPasscode(_ count: Int) throws {
        let passcode = SecretBytes(copying: (0..<count).map { UInt8(truncatingIfNeeded: ~$0) })
        let changed = try keybag.changingPasscode(
            to: passcode, cost: .leastPasscode, keys: keys, deviceKey: deviceKey)
        _ = try changed.open(passcode: passcode, deviceKey: deviceKey)
        #expect {
            try changed.open(
                passcode: SecretBytes(copying: passcode.bytes + [0]), deviceKey: deviceKey)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
    }

    // MARK: Kept between calls

    @Test func asksOnceACallAndOnlyWhenNeeded() throws {
        let asked = Mutex<[LockGroup]>([])
        let state = keybag.lending { [keys] group in
            asked.withLock { $0.append(group) }
            return group == .whenUnlocked ? UnlockedKeys(group, of: keys) : nil
        }
        try state.check(.always)
        #expect(asked.withLock { $0 }.isEmpty)
        for _ in 0..<3 {
            try state.check(.whenUnlocked)
            #expect(throws: KeychainError.self) { try state.check(.afterFirstUnlock) }
        }
        #expect(asked.withLock { $0 } == [.whenUnlocked, .afterFirstUnlock])
    }

    @Test func whatIsKeptIsBoundToItsKeybag() throws {
        let box = keybag.kept(UnlockedKeys(.whenUnlocked, of: keys), .sample)
        #expect(keybag.isKept(box, .whenUnlocked) && !keybag.isKept(box, .afterFirstUnlock))
        let changed = try keybag.changingPasscode(
            to: "1234".passcode, cost: .leastPasscode, keys: keys, deviceKey: deviceKey)
        #expect(!changed.isKept(box, .whenUnlocked) && !plain.isKept(box, .whenUnlocked))
        let (other, _) = try Keybag.create(deviceKey: deviceKey).settingPasscode(
            "1234".passcode, cost: .leastPasscode, deviceKey: deviceKey)
        #expect(!other.isKept(box, .whenUnlocked))
        for forged in DamageTests.flips(of: box) + [[], Array(box.dropLast()), box + [0]] {
            #expect(!keybag.isKept(forged, .whenUnlocked))
        }
    }

    /// Neither a restart of the machine nor a lock leaves a box that opens.
    @Test func whatIsKeptIsBoundToTheRunAndTheEpoch() {
        let box = keybag.kept(UnlockedKeys(.whenUnlocked, of: keys), .sample)
        #expect(keybag.opened(box, .whenUnlocked, .sample) != nil)
        for (boot, epoch) in [
            ("boot", "other"), ("other", "epoch"), ("boot", ""), ("boote", "poch"),
        ] {
            let binding = UnlockedBinding(boot: boot, epoch: epoch)
            #expect(keybag.opened(box, .whenUnlocked, binding) == nil)
        }
    }

    /// How long the machine had slept is sealed with the keys, and can be sealed anew.
    @Test(arguments: [nil, 0, 1, 5_000_000_000, Int64.max] as [Int64?])
    func sleepIsKeptWithTheKeys(_ asleep: Int64?) throws {
        let row = try row(keybag.unlocked(by: keys), .whenUnlocked)
        let opened = try #require(
            keybag.opened(
                keybag.kept(UnlockedKeys(.whenUnlocked, of: keys), .sample, asleep: asleep),
                .whenUnlocked, .sample))
        #expect(opened.asleep == asleep)
        let again = try #require(
            keybag.opened(keybag.kept(opened, .sample, asleep: 7), .whenUnlocked, .sample))
        #expect(again.asleep == 7)
        #expect(opened.asleep == asleep)
        for keys in [opened, again] {
            let state = keybag.lending { group in group == .whenUnlocked ? keys : nil }
            #expect(try state.openSecret(row) == Sample.secret)
        }
        let first = keybag.kept(UnlockedKeys(.afterFirstUnlock, of: keys), .sample, asleep: asleep)
        #expect(keybag.opened(first, .afterFirstUnlock, .sample)?.asleep == nil)
        #expect(keybag.opened(first, .afterFirstUnlock, .sample) != nil)
    }

    @Test func anEarlierKeybagIsFoundOut() throws {
        var manifest = Manifest()
        manifest.revision = 9
        let sealed = keybag.seal(manifest)
        #expect(try keybag.openManifest(sealed, revision: 9) == manifest)
        #expect {
            try plain.openManifest(sealed, revision: 9)
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        // So is a manifest of before the change.
        #expect {
            try keybag.openManifest(plain.seal(manifest), revision: 9)
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }
}

extension SecretBytes {
    fileprivate var bytes: [UInt8] { withBytes { Array($0) } }
}

extension Keybag {
    fileprivate func isKept(_ box: [UInt8], _ group: LockGroup) -> Bool {
        opened(box, group, .sample) != nil
    }
}

extension UnlockedBinding {
    fileprivate static let sample = UnlockedBinding(boot: "boot", epoch: "epoch")
}
