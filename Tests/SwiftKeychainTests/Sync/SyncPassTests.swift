// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SeededGenerator
import SwiftKeychainCircle
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSeam
import SwiftKeychainSync
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Stores of several devices that exchange heads and packs.
@Suite struct SyncPassTests {
    private let devices: [SyncingDevice]
    private var laptop: SyncingDevice { devices[0] }
    private var phone: SyncingDevice { devices[1] }

    init() throws { devices = try SyncingDevice.circle(2) }

    /// Three devices that do anything at any time, and crash now and then.
    @Test(arguments: 0..<6) func devicesAgreeWhateverTheyDo(seed: UInt64) throws {
        let devices = try SyncingDevice.circle(3)
        var random = SeededGenerator(seed)
        for step in 0..<80 {
            let device = devices[Int.random(in: 0..<3, using: &random)]
            let account = "\(Int.random(in: 0..<5, using: &random))"
            let other = "\(Int.random(in: 0..<5, using: &random))"
            device.crashes = Int.random(in: 0..<8, using: &random) == 0
            // What isn't there, or is there already, is another device's business.
            switch Int.random(in: 0..<8, using: &random) {
            case 0: try? device.add(account, "\(step)")
            case 1: try? device.update(account, secret: "\(step)")
            case 2: try? device.delete(account)
            case 3: try? device.update(account, [.account: .string(other)])
            default: try device.exchange()
            }
        }
        for device in devices { device.crashes = false }
        try devices.settle()
        let secrets = try devices[0].secrets()
        for device in devices {
            #expect(try device.secrets() == secrets)
            #expect(device.test.isHealthy("manifest") && device.test.isHealthy("rows"))
        }
    }

    @Test func whatOneDeviceDoesTheOtherHas() throws {
        try laptop.add("one", "1", [.label: .string("Öne"), .comment: .string("c")])
        try laptop.add("none", nil)
        try phone.add("two", "")
        try devices.settle()
        let all = ["one": "1", "none": "none", "two": ""]
        #expect(try laptop.secrets() == all && phone.secrets() == all)
        let found = try phone.keychain.find(
            .password([.account: .string("one"), .synchronizable: .number(1)]))
        #expect(found.first?[.label] == .string("Öne") && found.first?[.comment] == .string("c"))
        try phone.update("one", secret: "new")
        try laptop.delete("two")
        try devices.settle()
        #expect(try laptop.secrets() == ["one": "new", "none": "none"])
        #expect(try phone.secrets() == ["one": "new", "none": "none"])
        for device in devices { #expect(device.test.isHealthy("manifest")) }
    }

    @Test func nothingIsSentTwice() throws {
        try laptop.add("one")
        try devices.settle()
        // Each row was written once more, to note what was sent, or was new.
        #expect(try revisions(laptop) == [2] && revisions(phone) == [1])
        try devices.settle()
        #expect(try revisions(laptop) == [2] && revisions(phone) == [1])
    }

    private func revisions(_ device: SyncingDevice) throws -> [Int64] {
        try device.keychain.find(.password([.synchronizable: .number(1)], limit: .all))
            .map(\.revision)
    }

    /// Keys are never sent, so no other device has to learn that one is gone.
    @Test func aKeyLeavesNoTombstone() throws {
        let attributes: [Attribute: AttributeValue] = [
            .applicationTag: .string("t"), .keyClass: .number(2), .synchronizable: .number(1),
        ]
        try laptop.keychain.add(
            NewItem(derived: .key, attributes: attributes, secret: "key".passcode, publicKey: nil))
        var conditions = Query.Conditions([.synchronizable: .number(1)])
        _ = try laptop.keychain.delete(Query(.key, conditions))
        conditions.attributes[.tombstone] = .number(1)
        #expect { try laptop.keychain.find(Query(.key, conditions)) } throws: {
            KeychainError.Code.itemNotFound ~= $0
        }
    }

    @Test func anOrdinaryItemStaysHere() throws {
        try laptop.keychain.add(.password(service: "s", account: "own"))
        try devices.settle()
        #expect(try phone.secrets().isEmpty && laptop.secrets().count == 1)
    }

    /// An archive that someone made may say that an item of the keychain's own groups was synchronized. Nothing of it is
    /// sent, not even a deletion.
    @Test func anItemOfTheKeychainItselfIsNotSent() throws {
        try devices.settle()
        let circle = try laptop.circle.state.circle
        try laptop.keychain.engine().write(.standard) { transaction in
            let base = SyncRow.Base(
                revision: 0,
                version: RecordVersion(milliseconds: 1, count: 0, device: try phone.name),
                saw: [:])
            let item = ArchivedItem(
                reference: PersistentReference(
                    itemClass: .genericPassword, uuid: [UInt8](repeating: 7, count: 16)),
                revision: 1, accessGroup: "keychain.example", protection: .afterFirstUnlock,
                synchronizable: true, isTombstone: false,
                attributes: [
                    .service: .string("s"),
                    .syncMark: SyncMark(circle: circle, base: base).attribute,
                    .accessControl: .data(AccessControl(plain: .afterFirstUnlock).encoded()),
                ], secret: "secret".passcode)
            try transaction.insert(item.sealed(revision: 1, keybag: transaction.keybag))
        }
        try laptop.keychain.setPasscode("1234".passcode, old: nil)
        try laptop.keychain.lock()
        // While the keychain is locked, what has no record may still have one.
        for _ in 0..<2 { try laptop.exchange() }
        #expect(try phone.exchange().faults.isEmpty && phone.secrets().isEmpty)
        let found = try laptop.test.asProgram(groups: ["keychain.example"]).find(
            .password([.service: .string("s"), .synchronizable: .number(1)]))
        #expect(found.count == 1)
    }

    @Test func aNewNameLeavesNoSecondItem() throws {
        try laptop.add("old", "1")
        try devices.settle()
        try laptop.update("old", [.account: .string("new")])
        try devices.settle()
        #expect(try laptop.secrets() == ["new": "1"] && phone.secrets() == ["new": "1"])
        // And back again, which takes the place of the tombstone.
        try phone.update("new", secret: "2", [.account: .string("old")])
        try devices.settle()
        let found = try laptop.secrets()
        #expect(found == ["old": "2"])
        #expect(try phone.secrets() == ["old": "2"])
    }

    @Test func anItemThatIsDeletedAndMadeAgainStays() throws {
        try phone.add("one", "1")
        try devices.settle()
        try laptop.delete("one")
        try laptop.add("one", "2")
        try devices.settle()
        #expect(try laptop.secrets() == ["one": "2"] && phone.secrets() == ["one": "2"])
        // Whoever replaced it had seen what it was.
        #expect(phone.test.findings("quarantine").first?.text == "empty")
    }

    @Test func theLaterOfTwoEditsWinsAndTheOtherIsSetAside() throws {
        try laptop.add("one", "1")
        try devices.settle()
        try laptop.update("one", secret: "laptop")
        try phone.update("one", secret: "phone")
        try devices.settle()
        #expect(try laptop.secrets() == ["one": "phone"] && phone.secrets() == ["one": "phone"])
        #expect(laptop.test.findings("quarantine").first?.text == "1 rows kept, 0 not acknowledged")
    }

    @Test func aCrashBeforePublishingSendsTheSame() throws {
        try laptop.add("one", "1")
        laptop.crashes = true
        try laptop.exchange()
        laptop.crashes = false
        let head = try laptop.circle.state.own?.hash
        try laptop.exchange()
        let name = try RelayFile.head(laptop.name)
        #expect(laptop.relay.files[name].map(Pack.hash) == head)
        try phone.exchange()
        try phone.update("one", secret: "2")
        try devices.settle()
        #expect(try laptop.secrets() == ["one": "2"] && phone.secrets() == ["one": "2"])
    }

    @Test func aRowThatIsLostComesBack() throws {
        try laptop.add("one", "1")
        try devices.settle()
        laptop.test.tamper(
            "UPDATE genp SET meta=\(Tamper.zeroed) WHERE agrp='\(Caller.unsignedGroup)'")
        try devices.settle()
        #expect(try laptop.secrets() == ["one": "1"] && phone.secrets() == ["one": "1"])
    }

    @Test func aRowWhoseSecretIsDamagedStopsNoOther() throws {
        try laptop.add("one", "1")
        laptop.test.tamper(
            "UPDATE genp SET data=zeroblob(length(data)) WHERE agrp='\(Caller.unsignedGroup)'")
        try laptop.add("two", "2")
        try devices.settle()
        #expect(try phone.secrets() == ["two": "2"])
        // The damaged one makes room for the same item from elsewhere.
        try phone.add("one", "3")
        try devices.settle()
        #expect(try laptop.secrets() == ["one": "3", "two": "2"])
    }

    /// A delete that leaves no tombstone, as a program may ask for, is one of this device alone.
    @Test func aDeleteWithoutTombstoneIsUndone() throws {
        try laptop.add("one", "1")
        try devices.settle()
        var conditions = Query.Conditions([.synchronizable: .number(1)])
        conditions.leavesTombstones = false
        _ = try laptop.keychain.delete(Query(.genericPassword, conditions))
        try devices.settle()
        #expect(try laptop.secrets() == ["one": "1"])
    }

    @Test func anItemThatIsBoundToADeviceLeavesTheOthers() throws {
        try laptop.add("one", "1")
        try devices.settle()
        try laptop.update(
            "one", [.accessible: .string(ProtectionClass.whenUnlockedThisDeviceOnly.rawValue)])
        try devices.settle()
        #expect(try laptop.secrets() == ["one": "1"] && phone.secrets().isEmpty)
        try phone.add("one", "2")
        try devices.settle()
        // Each keeps its own.
        #expect(try laptop.secrets() == ["one": "1"] && phone.secrets() == ["one": "2"])
    }

    /// No program sees that an ordinary item is synchronized.
    @Test func anItemThatTheUserIncludesStaysAnOrdinaryOne() throws {
        try laptop.keychain.add(.password(service: "s", account: "own", secret: "1"))
        try laptop.include("own")
        try devices.settle()
        let found = try phone.keychain.find(.password([.account: .string("own")]))
        #expect(
            found.first?.synchronizable == false && found.first?.secret?.copied == Array("1".utf8))
        #expect(found.first?.attributes.keys.contains(.syncMark) == false)
        #expect(found.first?.attributes.keys.contains(.isIncluded) == false)
        try phone.update("own", secret: "2")
        try devices.settle()
        #expect(try laptop.secrets() == ["own": "2"])
        // Each keeps its own from now on.
        try laptop.include("own", false)
        try devices.settle()
        try phone.update("own", secret: "3")
        try laptop.delete("own")
        try devices.settle()
        #expect(try laptop.secrets().isEmpty && phone.secrets() == ["own": "3"])
        try phone.include("own")
        try phone.delete("own")
        try devices.settle()
        #expect(try phone.secrets().isEmpty)
    }

    /// What no program could have stored isn't stored, and nor is what a later build wrote.
    @Test func whatAHostileMemberWritesIsLeftOut() throws {
        try laptop.add("own")
        let group = try laptop.keychain.find(.password([.synchronizable: .number(1)]))[0]
            .accessGroup
        try devices.settle()
        let name = try phone.name
        func record(
            _ attributes: [Attribute: AttributeValue], in other: String? = nil, needs: UInt64 = 0
        ) -> ItemRecord {
            ItemRecord(
                itemClass: .genericPassword, accessGroup: other ?? group, synchronizable: true,
                protection: .whenUnlocked,
                version: RecordVersion(milliseconds: 1, count: 0, device: name), saw: [:],
                state: .live, attributes: attributes, secret: nil, needs: needs)
        }
        try phone.forge([
            record([.account: .string("good"), .service: .string("s")]),
            record([.account: .date(1)]),
            record([.account: .string("token")], in: Caller.tokenGroup),
            record([.account: .string("no date"), .creationDate: .date(.nan)]),
            record([.account: .string("far"), .modificationDate: .date(1e300)]),
            record([.account: .string("later")], needs: 99),
        ])
        try laptop.exchange()
        let stored = try laptop.secrets().keys.sorted()
        #expect(stored == ["far", "good", "own"])
        let everything = laptop.test.asProgram(groups: ["*"])
        #expect(throws: KeychainError.self) {
            try everything.find(
                .password([.account: .string("token"), .synchronizable: .number(1)]))
        }
        // Its date is no trap when it changes.
        try laptop.update("far", secret: "2")
        try laptop.exchange()
        #expect(laptop.test.isHealthy("manifest") && laptop.test.isHealthy("rows"))
    }

    @Test func whatIsRestoredReturnsEverywhere() throws {
        try laptop.add("one", "1")
        try devices.settle()
        let archive = laptop.test.home.path + "/archive"
        _ = try laptop.keychain.backUp(
            to: archive, passphrase: "p".passcode, cost: .leastArchive)
        try phone.update("one", secret: "2")
        try phone.add("two", "2")
        try devices.settle()
        try laptop.delete("one")
        try devices.settle()
        _ = try laptop.keychain.restore(from: archive, passphrase: "p".passcode)
        try devices.settle()
        #expect(try laptop.secrets() == ["one": "1", "two": "2"])
        #expect(try phone.secrets() == ["one": "1", "two": "2"])
    }

    /// An import or a restore that takes the place of a password is a change of it.
    @Test(arguments: [true, false]) func whatIsReplacedIsSent(byArchive: Bool) throws {
        let keychain = laptop.keychain
        try keychain.add(.password(service: "s", account: "own", secret: "1"))
        try laptop.include("own")
        try devices.settle()
        let other = try NewItem.password(service: "s", account: "own", secret: "2")
        if byArchive {
            let test = TestKeychain()
            try test.keychain.add(other)
            let archive = test.home.path + "/archive"
            _ = try test.keychain.backUp(
                to: archive, passphrase: "p".passcode, cost: .leastArchive)
            let tally = try keychain.restore(from: archive, passphrase: "p".passcode)
            #expect(tally.replaced == 1)
        } else {
            _ = try keychain.add([other], duplicates: .replaced)
        }
        #expect(try keychain.perform(.syncStatus)?.changed == 1)
        try devices.settle()
        #expect(try laptop.secrets() == ["own": "2"] && phone.secrets() == ["own": "2"])
        for device in devices {
            #expect(device.test.findings("quarantine").first?.text == "empty")
        }
    }

    @Test func aKeychainThatLocksTakesWhatItCan() throws {
        try phone.keychain.setPasscode("1234".passcode, old: nil)
        defer { try? phone.keychain.forgetUnlocked() }
        try laptop.add("open", "1", [.accessible: .string(ProtectionClass.always.rawValue)])
        try laptop.add("sealed", "2")
        try laptop.exchange()
        try phone.keychain.lock()
        try phone.exchange()
        #expect(
            try phone.keychain.find(
                .password([.account: .string("open"), .synchronizable: .number(1)])
            ).count == 1)
        try phone.keychain.unlock(passcode: "1234".passcode)
        try devices.settle()
        #expect(try phone.secrets() == ["open": "1", "sealed": "2"])
    }

    /// Nothing vouches for the revision of a row whose class is locked.
    @Test func anEditedRowOfALockedKeychainWaits() throws {
        try phone.keychain.setPasscode("1234".passcode, old: nil)
        defer { try? phone.keychain.forgetUnlocked() }
        try laptop.add(
            "open", "1", [.accessible: .string(ProtectionClass.afterFirstUnlock.rawValue)])
        try devices.settle()
        phone.test.tamper("UPDATE genp SET pdmn='ak', rev=-1 WHERE sync=1")
        try laptop.add("other", "2")
        try laptop.exchange()
        try phone.keychain.lock()
        try phone.exchange()
        try phone.keychain.unlock(passcode: "1234".passcode)
        try devices.settle()
        for device in devices {
            #expect(try device.secrets() == ["open": "1", "other": "2"])
        }
    }
}
