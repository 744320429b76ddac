// SPDX-License-Identifier: Apache-2.0
import Foundation
import SeededGenerator
import SwiftKeychainStore
import KeychainTestSupport
import SwiftKeychainSystem
import Synchronization
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService
@testable import SwiftKeychainSealing

/// Backs stores up and restores them: on the same device, on another one, over what is there.
@Suite struct BackupTests {
    let test = TestKeychain()
    let folder = TemporaryHome()
    var keychain: Keychain { test.keychain }
    var archive: String { folder.path + "/archive" }
    static let passphrase = SecretBytes(copying: "correct horse".utf8)

    @discardableResult
    private func backUp(
        _ keychain: Keychain? = nil, to path: String? = nil
    ) throws(KeychainError) -> ArchiveTally {
        try (keychain ?? self.keychain).backUp(
            to: path ?? archive, passphrase: Self.passphrase, cost: .leastArchive)
    }

    @discardableResult
    private func restore(
        _ keychain: Keychain, from path: String? = nil, withTrust: Bool = false
    ) throws(KeychainError) -> RestoreTally {
        try keychain.restore(
            from: path ?? archive, passphrase: Self.passphrase, withTrust: withTrust)
    }

    /// Says what time it is in every store of a test.
    private final class Clock: Sendable {
        private let seconds = Mutex<Double?>(nil)
        func set(_ new: Double) { seconds.withLock { $0 = new } }
        var system: SystemSources {
            SystemSources(now: { [self] in
                seconds.withLock { $0 } ?? SystemClock.absoluteTime()
            })
        }
    }

    private let clock = Clock()

    init() throws { try useClock(test.home) }

    /// The first call decides which clock a store has.
    private func useClock(_ home: TemporaryHome) throws {
        _ = try Keychain(home: home.path, system: clock.system).engine()
    }

    /// Makes a keychain on a device of its own.
    private func otherDevice(groups: [String]? = ["*"]) throws -> TestKeychain {
        let other = TestKeychain(groups: groups)
        try useClock(other.home)
        return other
    }

    private func leftInFolder() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// Asks for a synchronizable item, whose deletion others shall learn of.
    private static func burying(_ account: String) throws -> Query {
        var conditions = Query.Conditions([.account: .string(account)])
        conditions.synchronizable = .any
        conditions.leavesTombstones = true
        return try Query(.genericPassword, conditions)
    }

    // MARK: What it carries

    @Test func everythingOfEveryClass() throws {
        let date = AttributeValue.date(700_000_000.25)
        try keychain.add(.password(service: "s", account: "plain", [.label: .data([0, 0xff])]))
        try keychain.add(.password(service: "s", account: "none", secret: nil))
        try keychain.add(.password(service: "s", account: "empty", secret: ""))
        try keychain.add(
            NewItem(
                .internetPassword,
                attributes: [.server: .string("example.org"), .port: .number(443)],
                secret: SecretBytes(copying: [UInt8](repeating: 7, count: 200_000))))
        try keychain.add(
            NewItem(
                derived: .certificate,
                attributes: [
                    .certificateType: .number(3), .issuer: .data([1]), .serialNumber: .data([2]),
                    .publicKeyHash: .data([3]),
                ], secret: SecretBytes(copying: [0x30, 0])))
        try keychain.add(
            NewItem(
                derived: .key,
                attributes: [
                    .keyClass: .number(1), .applicationLabel: .data([3]), .startDate: date,
                ], secret: SecretBytes(copying: [1, 2, 3]), publicKey: [4, 1, 2]))
        try keychain.add(
            .password(service: "s", account: "synchronized", [.synchronizable: .number(1)]))
        try keychain.add(
            .password(service: "s", account: "gone", [.synchronizable: .number(1)]))
        #expect(try keychain.delete(Self.burying("gone")) == 1)
        let before = try test.rows()
        #expect(before.count == 8 && before.contains { $0.isTombstone })

        let tally = try backUp()
        #expect(tally.items == 8 && tally.bound == 0 && tally.leftOut == 0)
        let other = try otherDevice(groups: nil)
        var expected = RestoreTally()
        expected.added = 8
        expected.archive = tally
        #expect(try restore(other.keychain) == expected)
        #expect(try other.rows() == before)
        #expect(other.keychain.diagnose().allSatisfy { !$0.isProblem })
        #expect(try other.keychain.storeIdentifier() != keychain.storeIdentifier())
        // Found by what it is, too: the digests are those of the other store.
        #expect(try other.keychain.find(.password([.account: .string("plain")])).count == 1)
        expected.added = 0
        expected.kept = 8
        #expect(try restore(other.keychain) == expected)
        #expect(try restore(keychain) == expected)
        #expect(try other.rows() == before && test.rows() == before)
    }

    /// Attributes of any type and any bytes.
    @Test func anyBytes() throws {
        var items = RandomItems(generator: SeededGenerator())
        for _ in 0..<150 {
            do { try keychain.add(items.item()) } catch let error as KeychainError {
                try #require(error.code == .duplicateItem)
            }
        }
        let tally = try backUp()
        #expect(tally.leftOut == tally.onTokens, "\(SeededGenerator.note)")
        let other = try otherDevice()
        try restore(other.keychain)
        let same =
            try other.rows()
            == test.rows().filter {
                $0.attributes[.tokenID]?.byteCount ?? 0 == 0
            }
        #expect(same, "\(SeededGenerator.note)")
    }

    @Test func tenThousandItemsOnASecondDevice() throws {
        let classes: [ProtectionClass] = [
            .whenUnlocked, .afterFirstUnlock, .always, .whenUnlockedThisDeviceOnly,
            .alwaysThisDeviceOnly,
        ]
        let new = try (0..<10_000).map { number in
            try NewItem.password(
                service: "service \(number % 100)", account: "account \(number)",
                secret: "secret \(number)",
                [.accessible: .string(classes[number % classes.count].rawValue)])
        }
        _ = try keychain.add(new, duplicates: .refused)
        let tally = try backUp()
        #expect(tally.items == 10_000 && tally.bound == 4_000)
        let other = try otherDevice(groups: nil)
        let restored = try restore(other.keychain)
        #expect(restored.added == 6_000 && restored.elsewhere == 4_000)
        let before = try test.rows().filter { !$0.protection.isThisDeviceOnly }
        let after = try other.rows()
        #expect(after == before && after.count == 6_000)
        #expect(other.keychain.diagnose().allSatisfy { !$0.isProblem })
    }

    @Test func boundItemsComeBackOnTheirDevice() throws {
        for name in ["aku", "cku", "dku", "dk"] {
            try keychain.add(
                .password(service: "s", account: name, [.accessible: .string(name)]))
        }
        let before = try test.rows()
        #expect(try backUp().bound == 3)
        // A new store under the same device key.
        let new = TemporaryHome()
        try FileManager.default.copyItem(
            atPath: test.home.path + "/state", toPath: new.path + "/state")
        let same = TestKeychain(home: new)
        #expect(try restore(same.keychain).added == 4)
        #expect(try same.rows() == before)
        let other = try otherDevice(groups: nil)
        let tally = try restore(other.keychain)
        #expect(tally.added == 1 && tally.elsewhere == 3)
        #expect(try other.rows().map(\.protection) == [.always])
        try expectNoKey(in: archive)
    }

    /// Neither the device key nor its identifier lies in the file in clear.
    private func expectNoKey(in path: String) throws {
        let file = try Data(contentsOf: URL(filePath: path))
        let line = try String(contentsOfFile: test.home.deviceKeyPath, encoding: .utf8)
        let digits = Array(line.split(separator: " ")[1].utf8.dropLast())
        let key = try stride(from: 0, to: 64, by: 2).map {
            try #require(UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16))
        }
        #expect(file.range(of: Data(key)) == nil)
        #expect(file.range(of: Data("dku".utf8)) == nil)
    }

    // MARK: What it leaves out

    @Test func whatMayNotLeaveIsCounted() throws {
        let constrained = try AccessControl(protection: .whenUnlocked, flags: .userPresence)
        let usage = try AccessControl(protection: .whenUnlocked, flags: .privateKeyUsage)
        for (name, more) in [
            ("plain", [:]), ("token", [.tokenID: .string("com.example.token")]),
            ("person", [.accessControl: .data(constrained.encoded())]),
            ("usage", [.accessControl: .data(usage.encoded())]),
            ("damaged", [:]), ("passcode", [:]), ("cut", [:]), ("malformed", [:]),
        ] as [(String, [Attribute: AttributeValue])] {
            try keychain.add(.password(service: "s", account: name, more))
        }
        test.tamper("UPDATE genp SET meta=\(Tamper.zeroed) WHERE rowid=5")
        test.tamper("UPDATE genp SET pdmn='akpu' WHERE rowid=6")
        test.tamper("UPDATE genp SET data=x'00' WHERE rowid=7")
        test.tamper("UPDATE genp SET sync=9 WHERE rowid=8")
        let tally = try backUp()
        #expect(tally.items == 2)
        #expect(tally.onTokens == 1 && tally.constrained == 1 && tally.needPasscode == 1)
        #expect(tally.damaged == 3 && tally.leftOut == 6)
        let other = try otherDevice(groups: nil)
        let restored = try restore(other.keychain)
        #expect(restored.added == 2 && restored.archive == tally)
        #expect(try other.rows().map { $0.attributes[.account]?.text } == ["plain", "usage"])
    }

    @Test func groups() throws {
        let all = test.asProgram(groups: ["*"])
        for group in ["one", "two", "three"] {
            try all.add(.password(service: "s", [.accessGroup: .string(group)]))
        }
        let some = test.asProgram(groups: ["one", "two"])
        #expect(try backUp(some).items == 2)
        #expect(try backUp(all, to: folder.path + "/all").items == 3)
        // A program can't restore into another program's groups.
        let other = try otherDevice(groups: ["two"])
        let tally = try restore(other.keychain, from: folder.path + "/all")
        #expect(tally.added == 1 && tally.otherGroups == 2)
        #expect(try other.rows().map(\.accessGroup) == ["two"])
        // Nor takes an item away that has moved into one.
        let moved = test.asProgram(groups: ["two", "three"])
        try moved.update(
            .password([.accessGroup: .string("two")]),
            Change([.accessGroup: .string("three"), .account: .string("moved")]))
        let rows = try test.rows()
        test.tamper("UPDATE genp SET rev=rev")
        let again = try restore(test.asProgram(groups: ["two"]))
        #expect(again.otherGroups == 2 && again.added + again.replaced == 0)
        #expect(try test.rows() == rows)
        for program in [test.asProgram(groups: [])] {
            #expect { try backUp(program) } throws: { KeychainError.Code.missingEntitlement ~= $0 }
            #expect { try restore(program) } throws: { KeychainError.Code.missingEntitlement ~= $0 }
        }
    }

    // MARK: Trust settings

    private static let trust: [Attribute: AttributeValue] = [
        .accessGroup: .string(Caller.trustSettingsGroup)
    ]

    /// Anyone who knows the passphrase of an archive can have put trust settings into it.
    @Test func trustSettingsComeOnlyWhereTheyAreAskedFor() throws {
        let all = test.asProgram(groups: ["*"])
        try all.add(.password(service: "plain"))
        try all.add(.password(service: "trust", Self.trust))
        #expect(try backUp(all).items == 2)
        let other = try otherDevice()
        var tally = try restore(other.keychain)
        #expect(tally.added == 1 && tally.trust.leftOut == 1 && tally.trust.restored == 0)
        #expect(try other.rows().map { $0.attributes[.service]?.text } == ["plain"])
        tally = try restore(other.keychain, withTrust: true)
        #expect(tally.added == 0 && tally.kept == 1)
        #expect(tally.trust.leftOut == 0 && tally.trust.restored == 1 && tally.trust.kept == 0)
        #expect(try other.rows().count == 2)
        tally = try restore(other.keychain, withTrust: true)
        #expect(tally.kept == 1 && tally.trust.kept == 1)
        // The same choice for a program, which may change trust settings by their own calls.
        let program = try otherDevice(groups: ["mine"])
        tally = try restore(program.keychain)
        #expect(tally.otherGroups == 1 && tally.trust.leftOut == 1)
        tally = try restore(program.keychain, withTrust: true)
        #expect(tally.otherGroups == 1 && tally.trust.restored == 1)
    }

    /// An item of the archive must not take the place of a setting that is stored, a `deny` perhaps.
    @Test func noItemTakesThePlaceOfATrustSetting() throws {
        try keychain.add(.password(service: "s", account: "a"))
        try backUp()
        let there = try otherDevice()
        try restore(there.keychain)
        try there.keychain.update(.password([:]), Change(Self.trust))
        let rows = try there.rows()
        #expect(rows.map(\.accessGroup) == [Caller.trustSettingsGroup])
        clock.set(4e9)
        try keychain.update(.password([:]), Change([.label: .string("newer")]))
        try backUp()
        let tally = try restore(there.keychain)
        #expect(tally.trust.leftOut == 1 && tally.added + tally.replaced + tally.kept == 0)
        #expect(try there.rows() == rows)
    }

    // MARK: Conflicts

    /// Gives the same store at another moment.
    private func at(_ seconds: Double, _ home: TemporaryHome? = nil) -> Keychain {
        clock.set(seconds)
        return Keychain(home: (home ?? test.home).path)
    }

    private func secret(_ keychain: Keychain, _ account: String) throws -> String? {
        var conditions = Query.Conditions([.account: .string(account)])
        conditions.limit = .all
        let found = try keychain.find(Query(.genericPassword, conditions), returning: .secret)
        return found.first?.secret.map { String(decoding: $0.copied, as: UTF8.self) }
    }

    private func change(_ keychain: Keychain, _ account: String, to secret: String) throws {
        try keychain.update(
            .password([.account: .string(account)]),
            Change([:], secret: SecretBytes(copying: secret.utf8)))
    }

    @Test func theNewerDateWins() throws {
        let there = try otherDevice(groups: nil)
        let other = there.home
        for account in ["older", "newer"] {
            try at(100).add(.password(service: "s", account: account, secret: "archived"))
        }
        try change(at(200), "newer", to: "archived later")
        try backUp()
        // The same keys under other references, at another time.
        try at(50, other).add(.password(service: "x", account: "first"))
        for account in ["older", "newer"] {
            try at(150, other).add(.password(service: "s", account: account, secret: "stored"))
        }
        let tally = try restore(there.keychain)
        #expect(tally.replaced == 1 && tally.kept == 1 && tally.added == 0)
        #expect(try secret(there.keychain, "older") == "stored")
        #expect(try secret(there.keychain, "newer") == "archived later")
        // The reference is the archive's, the place in results that of the stored item.
        let rows = try there.rows()
        #expect(rows.map { $0.attributes[.account]?.text } == ["first", "older", "newer"])
        let own = try #require(test.rows().last)
        #expect(rows[2].reference == own.reference)
        #expect(try restore(there.keychain).kept == 2)
        #expect(try there.rows() == rows)
        #expect(there.keychain.diagnose().allSatisfy { !$0.isProblem })
    }

    @Test func anItemChangedSinceStaysAsItIs() throws {
        try at(100).add(.password(service: "s", account: "a", secret: "archived"))
        try backUp()
        try change(at(200), "a", to: "changed")
        let rows = try test.rows()
        #expect(try restore(keychain).kept == 1)
        #expect(try test.rows() == rows)
        // And one that was deleted comes back.
        try keychain.delete(.password([.account: .string("a")]))
        #expect(try restore(keychain).added == 1)
        #expect(try secret(keychain, "a") == "archived")
    }

    @Test func tombstonesTakePart() throws {
        let sync: [Attribute: AttributeValue] = [.synchronizable: .number(1)]
        for account in ["deleted here", "deleted there"] {
            try at(100).add(.password(service: "s", account: account, sync))
        }
        let other = try otherDevice(groups: nil)
        try backUp()
        try restore(other.keychain)
        try at(200).delete(Self.burying("deleted here"))
        try at(300, other.home).delete(Self.burying("deleted there"))
        try backUp()
        let tally = try restore(other.keychain)
        #expect(tally.replaced == 1 && tally.kept == 1)
        #expect(try other.rows().map(\.isTombstone) == [true, true])
    }

    /// One item meets two, and two items meet one: the outcome is the same whatever the order, and
    /// restoring again changes nothing.
    @Test(arguments: [false, true])
    func manyConflictsAtOnce(_ isReversed: Bool) throws {
        let other = try otherDevice(groups: nil)
        // One item, by whose reference the archive knows another account.
        try at(100).add(.password(service: "s", account: "a", secret: "x"))
        try backUp(to: folder.path + "/first")
        try restore(other.keychain, from: folder.path + "/first")
        try at(300, other.home).update(
            .password([.account: .string("a")]), Change([.account: .string("b")]))
        // The archive: that item, older, and one with its new account, newer.
        let order: [(Double, String)] = [(400, "b"), (90, "c")]
        for (time, account) in isReversed ? order.reversed() : order {
            try at(time).add(.password(service: "s", account: account, secret: "archived"))
        }
        try backUp()
        try restore(other.keychain)
        let rows = try other.rows()
        #expect(Set(rows.map { $0.attributes[.account]?.text }) == ["a", "b", "c"])
        #expect(try secret(other.keychain, "b") == "archived")
        let again = try restore(other.keychain)
        #expect(again.kept == 3 && again.added + again.replaced == 0)
        #expect(try other.rows() == rows)
        #expect(other.keychain.diagnose().allSatisfy { !$0.isProblem })
    }

    /// An item takes the place of both that it meets, or of none.
    @Test(arguments: [(250.0, 2), (150.0, 3)])
    func twoAreMetByOne(_ time: Double, _ count: Int) throws {
        let other = try otherDevice(groups: nil)
        try at(100).add(.password(service: "s", account: "a", secret: "archived"))
        try at(100).add(.password(service: "s", account: "z"))
        try backUp()
        try restore(other.keychain)
        // By its reference it meets "renamed", by its key another "a".
        try at(120, other.home).update(
            .password([.account: .string("a")]), Change([.account: .string("renamed")]))
        try at(200, other.home).add(.password(service: "s", account: "a", secret: "stored"))
        try change(at(time), "a", to: "archived later")
        try backUp()
        try restore(other.keychain)
        #expect(try other.rows().count == count)
        #expect(
            try secret(other.keychain, "a") == (time > 200 ? "archived later" : "stored"))
        let rows = try other.rows()
        try restore(other.keychain)
        #expect(try other.rows() == rows)
        #expect(other.keychain.diagnose().allSatisfy { !$0.isProblem })
    }

    @Test func aDamagedRowMakesRoom() throws {
        try keychain.add(.password(service: "s", account: "a"))
        try keychain.add(.password(service: "s", account: "b"))
        let before = try test.rows()
        try backUp()
        test.tamper("UPDATE genp SET meta=\(Tamper.zeroed) WHERE rowid=1")
        test.tamper("UPDATE genp SET sync=9 WHERE rowid=2")
        #expect(try restore(keychain).added == 2)
        #expect(try test.rows() == before)
        #expect(test.findings("quarantine").first?.text.hasPrefix("2 rows kept") == true)
    }

    // MARK: Refusals

    private func expectUntouched(
        _ code: KeychainError.Code, _ path: String, _ passphrase: SecretBytes = passphrase
    ) throws {
        let before = try test.rows()
        let other = try otherDevice()
        for keychain in [keychain, other.keychain] {
            #expect {
                try keychain.restore(from: path, passphrase: passphrase)
            } throws: { code ~= $0 }
        }
        #expect(try test.rows() == before)
        #expect(!FileManager.default.fileExists(atPath: other.home.databasePath))
    }

    @Test func nothingIsTouchedWhenAnArchiveIsRefused() throws {
        try keychain.add(.password(service: "s", account: "a"))
        try backUp()
        let whole = try Data(contentsOf: URL(filePath: archive))
        try keychain.delete(.password([:]))
        func file(_ data: Data) throws -> String {
            let path = folder.path + "/" + UUID().uuidString
            try data.write(to: URL(filePath: path))
            return path
        }
        try expectUntouched(.authenticationFailed, archive, SecretBytes(copying: "x".utf8))
        try expectUntouched(.authenticationFailed, archive, SecretBytes(copying: []))
        var flipped = whole
        flipped[whole.count - 1] ^= 1
        for data in [
            Data(), Data("text".utf8), whole.dropLast(), whole + Data([0]), flipped,
            whole.prefix(ArchiveHeader.byteCount),
        ] {
            try expectUntouched(.decode, file(data))
        }
        try expectUntouched(.inputOutput, folder.path + "/nosuch")
        try expectUntouched(.inputOutput, folder.path)
        try expectUntouched(.inputOutput, "/dev/zero")
        #expect(try restore(keychain).added == 1)
    }

    /// Anyone who knows the passphrase can write any archive; items that no program could store are refused.
    @Test func itemsAreChecked() throws {
        let deviceKey = try DeviceKey.generate()
        let key = try ArchiveKey(passphrase: Self.passphrase, cost: .leastArchive)
        func write(_ items: [ArchivedItem]) throws {
            var bytes: [UInt8] = []
            let writer = try ArchiveWriter(
                key, store: [UInt8](repeating: 0, count: 16), deviceKey: deviceKey
            ) { bytes += $0 }
            for item in items { try writer.append(item) }
            try writer.finish(ArchiveTally())
            try Data(bytes).write(to: URL(filePath: archive))
        }
        func item(
            _ reference: UInt8 = 1, group: String = "g", account: String = "a",
            sync: Bool = false, tombstone: Bool = false, itemClass: ItemClass = .genericPassword,
            protection: ProtectionClass = .whenUnlocked, secret: String? = "s",
            with more: [Attribute: AttributeValue?] = [:]
        ) -> ArchivedItem {
            var attributes: [Attribute: AttributeValue] = [
                .account: .string(account), .modificationDate: .date(1),
                .accessControl: .data(AccessControl(plain: .whenUnlocked).encoded()),
            ]
            for (attribute, value) in more { attributes[attribute] = value }
            return ArchivedItem(
                reference: PersistentReference(
                    itemClass: itemClass, uuid: [UInt8](repeating: reference, count: 16)),
                revision: 1, accessGroup: group, protection: protection, synchronizable: sync,
                isTombstone: tombstone, attributes: attributes,
                secret: secret.map { SecretBytes(copying: $0.utf8) })
        }
        let other = try otherDevice()
        try write([item(), item(2, account: "b")])
        #expect(try restore(other.keychain).added == 2)
        let constrained = try AccessControl(protection: .whenUnlocked, flags: .userPresence)
        let bound = AccessControl(plain: .alwaysThisDeviceOnly)
        for items in [
            [item(with: [.accessControl: nil])],
            [item(with: [.accessControl: .data(constrained.encoded())])],
            [item(with: [.accessControl: .data(bound.encoded())])],
            [item(with: [.accessControl: .data([1])])],
            [item(with: [.server: .string("not of its class")])],
            [item(with: [.accessGroup: .string("other")])],
            [item(with: [.accessible: .string("ak")])],
            [item(with: [.tombstone: .number(1)])],
            [item(with: [.publicKey: .data([1])])],
            [item(with: [.creator: .data([1])])],
            [item(with: [.modificationDate: .number(1)])],
            [item(with: [.modificationDate: .date(.infinity)])],
            [item(with: [.label: .data([UInt8](repeating: 0, count: Limits.attributeBytes + 1))])],
            [item(with: [.tokenID: .string("com.example")])],
            [item(tombstone: true)],
            [item(1, account: "x"), item(1, account: "y")],
            [item(3, account: "x"), item(4, account: "x")],
            [item(3, account: "a", with: [.modificationDate: .date(9)]), item(4, account: "a")],
        ] {
            try write(items)
            let before = try other.rows()
            #expect { try restore(other.keychain) } throws: { KeychainError.Code.decode ~= $0 }
            #expect(try other.rows() == before)
        }
        // No program can write to a token's group.
        try write([item(9, group: "com.apple.token", account: "t")])
        #expect(try restore(other.keychain).otherGroups == 1)
    }

    // MARK: The file

    @Test func theFileIsWholeOrNotThere() throws {
        #expect { try backUp() } throws: { KeychainError.Code.noSuchKeychain ~= $0 }
        #expect(try leftInFolder() == [])
        try keychain.add(.password(service: "s", account: "a"))
        try "old".write(toFile: archive, atomically: false, encoding: .utf8)
        chmod(archive, 0o644)
        for passphrase in [
            SecretBytes(copying: []), SecretBytes(count: (1 << 20) + 1) { _ in },
        ] {
            #expect {
                try keychain.backUp(to: archive, passphrase: passphrase, cost: .leastArchive)
            } throws: { KeychainError.Code.parameter ~= $0 }
        }
        #expect(try String(contentsOfFile: archive, encoding: .utf8) == "old")
        #expect(try leftInFolder() == ["archive"])
        try backUp()
        let attributes = try FileManager.default.attributesOfItem(atPath: archive)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try leftInFolder() == ["archive"])
        symlink("archive", folder.path + "/link")
        mkdir(folder.path + "/folder", 0o700)
        for name in ["/link", "/folder", "/nosuch/archive", "/archive/below"] {
            #expect {
                try backUp(to: folder.path + name)
            } throws: { KeychainError.Code.inputOutput ~= $0 }
        }
        #expect { try backUp(to: "/dev/null") } throws: { KeychainError.Code.inputOutput ~= $0 }
        #expect(try leftInFolder() == ["archive", "folder", "link"])
    }

    /// A backup's folder is often a link to another disk, and a link names the latest backup.
    @Test func linksLeadToArchives() throws {
        mkdir(folder.path + "/disk", 0o700)
        symlink("disk", folder.path + "/backups")
        symlink("backups/archive", folder.path + "/latest")
        try keychain.add(.password(service: "s"))
        try backUp(to: folder.path + "/backups/archive")
        #expect(Keychain.isArchive(folder.path + "/latest"))
        try restore(try otherDevice().keychain, from: folder.path + "/latest")
    }

    @Test func progressIsTold() throws {
        _ = try keychain.add(
            (0..<600).map { try .password(service: "s", account: "\($0)") },
            duplicates: .refused)
        let told = Told()
        _ = try keychain.backUp(to: archive, passphrase: Self.passphrase, cost: .leastArchive) {
            told.add($0, $1)
        }
        #expect(told.all == [[256, 600], [512, 600]])
        _ = try otherDevice().keychain.restore(from: archive, passphrase: Self.passphrase) {
            told.add($0, $1)
        }
        #expect(told.all.suffix(2) == [[256, 600], [512, 600]])
    }

    private final class Told: @unchecked Sendable {
        private let lock = NSLock()
        private var numbers: [[Int]] = []
        func add(_ done: Int, _ all: Int) { lock.withLock { numbers.append([done, all]) } }
        var all: [[Int]] { lock.withLock { numbers } }
    }
}

/// Holds everything of a row but what belongs to its store.
private struct Row: Equatable {
    let reference: PersistentReference
    let accessGroup: String
    let protection: ProtectionClass
    let synchronizable: Bool
    let isTombstone: Bool
    let attributes: [Attribute: AttributeValue]
    let secret: [UInt8]?
}

extension TestKeychain {
    /// Gives every row of the store that opens, class by class, oldest first.
    fileprivate func rows() throws -> [Row] {
        var rows: [Row] = []
        try keychain.engine().read { (reader, keybag) throws(KeychainError) in
            try reader.forEachRow { stored in
                guard
                    case .item(let item, _) = try OpenedRow(
                        stored, keybag: keybag, withSecret: true)
                else { return }
                rows.append(
                    Row(
                        reference: item.reference, accessGroup: item.accessGroup,
                        protection: item.accessControl.protection,
                        synchronizable: item.synchronizable, isTombstone: item.isTombstone,
                        attributes: item.stored, secret: item.secret?.copied))
            }
        }
        return rows
    }
}

extension Keychain {
    fileprivate func storeIdentifier() throws -> [UInt8] {
        try engine().read { (_, keybag) throws(KeychainError) in
            keybag.storeIdentifier
        }
    }
}
