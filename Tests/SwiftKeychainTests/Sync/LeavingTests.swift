// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainAgent
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSealing
import SwiftKeychainSeam
import SwiftKeychainSync
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainCircle
@testable import SwiftKeychainService

/// Devices that are removed, and a circle that is recovered.
@Suite struct LeavingTests {
    let devices: [SyncingDevice]
    var laptop: SyncingDevice { devices[0] }
    var phone: SyncingDevice { devices[1] }
    var tablet: SyncingDevice { devices[2] }
    var relay: TestRelay { laptop.relay }

    init() throws {
        devices = try SyncingDevice.circle(3)
        try laptop.add("one", "1")
        try devices.settle()
    }

    private func remove(_ device: SyncingDevice, by other: SyncingDevice) throws {
        try other.keychain.performAsking(.remove(device: Hexadecimal.text(device.name.bytes)))
    }

    @Test func aRemovedDeviceReadsNothingMore() throws {
        try remove(phone, by: laptop)
        try laptop.exchange()
        try laptop.add("two", "2")
        for _ in 0..<3 { for device in [laptop, tablet] { try device.exchange() } }
        #expect(try tablet.secrets() == ["one": "1", "two": "2"])
        let outcome = try phone.exchange()
        #expect(try phone.secrets() == ["one": "1"])
        #expect(outcome.faults.contains { $0.contains("keys that this device doesn't have") })
        // No file on the relay but the phone's own opens with what the phone has.
        let epochs = try phone.circle.epochs
        let own = try RelayFile.head(phone.name)
        for (name, bytes) in relay.files where name.hasPrefix("h/") && name != own {
            #expect(epochs[try Head(bytes).epoch] == nil)
        }
        #expect(try laptop.keychain.perform(.syncStatus)?.devices.count == 2)
        #expect(try tablet.keychain.perform(.syncStatus)?.devices.count == 2)
    }

    @Test func whatARemovedDeviceWritesLaterIsNotTaken() throws {
        try remove(phone, by: laptop)
        try laptop.exchange()
        try phone.add("late", "x")
        try phone.update("one", secret: "x")
        try phone.exchange()
        for _ in 0..<3 { for device in [laptop, tablet] { try device.exchange() } }
        #expect(try laptop.secrets() == ["one": "1"] && tablet.secrets() == ["one": "1"])
    }

    /// What a removed device had said before stays.
    @Test func whatARemovedDeviceMadeStays() throws {
        try phone.add("two", "2")
        try devices.settle()
        try remove(phone, by: laptop)
        for _ in 0..<3 { for device in [laptop, tablet] { try device.exchange() } }
        relay.files = try relay.files.filter {
            try !$0.key.contains(Hexadecimal.text(phone.name.bytes))
        }
        try laptop.update("one", secret: "3")
        for _ in 0..<3 { for device in [laptop, tablet] { try device.exchange() } }
        let all = ["one": "3", "two": "2"]
        #expect(try laptop.secrets() == all && tablet.secrets() == all)
    }

    /// Two removals at once make two epochs that don't fit; the members agree on another.
    @Test func devicesThatAreRemovedAtOnce() throws {
        let fourth = try laptop.joined(by: "fourth")
        for _ in 0..<3 { for device in devices + [fourth] { try device.exchange() } }
        try remove(phone, by: laptop)
        try remove(fourth, by: tablet)
        try laptop.add("two", "2")
        try tablet.add("three", "3")
        for _ in 0..<5 { for device in [laptop, tablet] { try device.exchange() } }
        let all = ["one": "1", "two": "2", "three": "3"]
        #expect(try laptop.secrets() == all && tablet.secrets() == all)
        #expect(try laptop.circle.state.epoch == tablet.circle.state.epoch)
        try phone.exchange()
        try fourth.exchange()
        #expect(try phone.secrets() == ["one": "1"] && fourth.secrets() == ["one": "1"])
    }

    @Test func aDeviceThatJoinsLaterReadsWhatRemainsAndIsNew() throws {
        try remove(phone, by: laptop)
        for _ in 0..<3 { for device in [laptop, tablet] { try device.exchange() } }
        let epoch = try laptop.circle.state.epoch
        let fourth = try tablet.joined(by: "fourth")
        try laptop.add("two", "2")
        for _ in 0..<3 { for device in [laptop, tablet, fourth] { try device.exchange() } }
        try fourth.add("three", "3")
        for _ in 0..<3 { for device in [laptop, tablet, fourth] { try device.exchange() } }
        let all = ["one": "1", "two": "2", "three": "3"]
        for device in [laptop, tablet, fourth] {
            #expect(try device.secrets() == all)
            // Nothing had to be sealed anew.
            #expect(try device.circle.state.epoch == epoch)
        }
    }

    /// The epoch of the removal isn't one that the new device has.
    @Test func aDeviceThatJoinsWhileAnotherIsRemoved() throws {
        try remove(phone, by: laptop)
        let fourth = try tablet.joined(by: "fourth")
        try laptop.add("two", "2")
        try laptop.exchange()
        try tablet.exchange()
        for _ in 0..<4 { for device in [laptop, tablet, fourth] { try device.exchange() } }
        let all = ["one": "1", "two": "2"]
        for device in [laptop, tablet, fourth] { #expect(try device.secrets() == all) }
        try phone.exchange()
        #expect(try phone.secrets() == ["one": "1"])
    }

    private func expectNothing(
        of stranger: SyncingDevice, in members: [SyncingDevice], _ count: Int
    ) throws {
        try laptop.add("two", "after")
        for _ in 0..<3 { for device in members + [stranger] { try device.exchange() } }
        #expect(try stranger.secrets()["two"] == nil)
        let epochs = try stranger.circle.epochs
        for device in members {
            #expect(try device.keychain.perform(.syncStatus)?.devices.count == count)
            let head = try Head(#require(relay.files[RelayFile.head(device.name)]))
            #expect(try epochs[head.epoch] == nil && !device.secrets().keys.contains("evil"))
        }
    }

    @Test func aRemovedDeviceAddsNobody() throws {
        try remove(phone, by: laptop)
        for _ in 0..<3 { for device in [laptop, tablet] { try device.exchange() } }
        let evil = SyncingDevice(relay, "evil")
        try evil.smuggle(through: phone.circle.state.keys, phone.circle)
        try evil.add("evil")
        try expectNothing(of: evil, in: [laptop, tablet], 2)
    }

    /// A member that didn't know of the removal took the stranger as a device. What it wrote until then stays.
    @Test func whoWasAddedAfterTheRemovalGoesWithIt() throws {
        // The relay keeps what the laptop says from the tablet.
        let head = try RelayFile.head(laptop.name)
        let before = relay.files[head]
        try remove(phone, by: laptop)
        try laptop.exchange()
        let after = relay.files[head]
        relay.files[head] = before
        let evil = SyncingDevice(relay, "evil")
        try phone.say(evil.smuggle(through: phone.circle.state.keys, phone.circle))
        for device in [phone, evil] { try device.exchange() }
        try evil.update("one", secret: "theirs")
        for device in [evil, tablet] { try device.exchange() }
        #expect(try tablet.keychain.perform(.syncStatus)?.devices.count == 4)
        #expect(try tablet.secrets() == ["one": "theirs"])
        relay.files[head] = after
        for _ in 0..<3 { for device in [laptop, tablet] { try device.exchange() } }
        relay.files = try relay.files.filter {
            try !$0.key.contains(Hexadecimal.text(evil.name.bytes))
        }
        try expectNothing(of: evil, in: [laptop, tablet], 2)
        for device in [laptop, tablet] {
            #expect(try device.secrets() == ["one": "theirs", "two": "after"])
        }
    }

    /// The tablet hasn't seen the phone's newest head, and gets another one of the same number.
    @Test func aRemovedDeviceCanNotLeave() throws {
        try phone.add("two")
        try phone.exchange()
        try laptop.exchange()
        try remove(phone, by: laptop)
        try laptop.exchange()
        let group = try laptop.keychain.find(.password([.synchronizable: .number(1)]))[0]
            .accessGroup
        try phone.forge(
            [
                ItemRecord(
                    itemClass: .genericPassword, accessGroup: group, synchronizable: true,
                    protection: .whenUnlocked,
                    version: RecordVersion(milliseconds: 1 << 50, count: 0, device: phone.name),
                    saw: [:], state: .live,
                    attributes: [.account: .string("evil"), .service: .string("s")], secret: nil,
                    needs: 0)
            ], leaves: true)
        for _ in 0..<3 { for device in [tablet, laptop] { try device.exchange() } }
        for device in [laptop, tablet] {
            #expect(try device.secrets() == ["one": "1", "two": "secret"])
        }
    }

    /// A removed device publishes what makes the others' heads long, or has them begin one epoch after the other.
    @Test func aRemovedDeviceDoesNotStopTheOthers() throws {
        try remove(phone, by: laptop)
        for _ in 0..<3 { for device in [laptop, tablet] { try device.exchange() } }
        let former = try phone.circle
        let (keys, name) = (former.state.keys, former.state.circle)
        var body = HeadBody()
        for _ in 0..<100 {
            let seed = SecretBytes(count: MemberKeys.seedBytes) { RandomSource.system.fill($0) }
            let joining = try MemberKeys(seed: seed)
            let consent = MemberStatement.consent(
                circle: name, sponsor: former.state.device, name: "x", keys: joining)
            body.statements.append(
                MemberStatement(
                    .member(joining.publicKeys, name: "x", consent: consent), circle: name,
                    author: former.state.device, sequence: 1, keys: keys))
        }
        let epoch = try #require(former.epochs[former.state.epoch])
        let before = try laptop.circle.state
        let own = try #require(former.state.own).sequence
        for (sequence, leaves) in [(own, false), (own, true), (1000, false), (1001, true)] {
            let grants = try [laptop, tablet].map {
                let head = try Head(#require(relay.files[RelayFile.head($0.name)]))
                return EpochGrant(epoch: head.epoch, member: former.state.device, box: [0])
            }
            body.removed = leaves ? [former.state.device: sequence] : [:]
            let head = Head(
                body, circle: name, sequence: sequence, grants: grants, keys: keys, under: epoch)
            relay.files[RelayFile.head(former.state.device)] = head.bytes
            for device in [laptop, tablet] { #expect(try device.exchange().faults == []) }
        }
        let after = try laptop.circle.state
        #expect(after.statements == before.statements && after.epoch == before.epoch)
        _ = try laptop.joined(by: "fourth")
    }

    /// A member may not have more members added than a circle can have.
    @Test func aHeadWithTooManyStatementsIsRefused() throws {
        let circle = try phone.circle
        let state = circle.state
        let epoch = try #require(circle.epochs[state.epoch])
        var body = try Head(#require(relay.files[RelayFile.head(state.device)])).open(
            from: state.keys.publicKeys, circle: state.circle, under: epoch)
        for index in 0..<UInt64(Roster.mostStatements) {
            body.statements.append(
                MemberStatement(
                    .recovery(state.keys.publicKeys), circle: state.circle,
                    author: state.device, sequence: index, keys: state.keys))
        }
        let head = Head(
            body, circle: state.circle, sequence: 1000, grants: [], keys: state.keys, under: epoch)
        relay.files[RelayFile.head(state.device)] = head.bytes
        #expect(try laptop.exchange().faults.count == 1)
    }

    /// Has the next head of a device repeat so many more grants.
    private func grant(_ count: Int, by device: SyncingDevice) throws {
        try device.keychain.engine().write(.standard) { transaction in
            var circle = try OpenCircle(transaction)
            let grant = EpochGrant(
                epoch: circle.state.epoch, member: circle.state.device,
                box: [UInt8](repeating: 0, count: 150))
            circle.state.grants += Array(repeating: grant, count: count)
            try circle.store(transaction, .system)
        }
    }

    /// A head has at most 256 KiB.
    @Test func aHeadThatWouldBeTooLongIsNotWritten() throws {
        try grant(1100, by: laptop)
        #expect(failure { _ = try laptop.joined(by: "fourth") } == .parameter)
        let fourth = try phone.joined(by: "fourth")
        for _ in 0..<3 { for device in devices + [fourth] { try device.exchange() } }
        try laptop.exchange()
        let before = try laptop.circle.state
        try grant(400, by: laptop)
        try laptop.add("two", "2")
        let files = CircleFiles(of: try laptop.keychain.engine().location)
        let kept = Set(files.hashes(.head) + files.hashes(.pack))
        for _ in 0..<2 {
            #expect {
                try laptop.exchange()
            } throws: { error in
                guard case .keychain(let error) = error as? SyncFailure else { return false }
                return error.detail.contains("too long")
            }
        }
        #expect(try laptop.circle.state.own == before.own)
        #expect(Set(files.hashes(.head) + files.hashes(.pack)) == kept)
        #expect(try laptop.secrets() == ["one": "1", "two": "2"])
        // It loses nothing when it joins again.
        try laptop.keychain.perform(.forgetCircle)
        try phone.admit(laptop, as: "again")
        for _ in 0..<3 { for device in devices + [fourth] { try device.exchange() } }
        #expect(try fourth.secrets() == ["one": "1", "two": "2"])
    }

    @Test func onlyAnotherMemberCanBeRemoved() throws {
        #expect(failure { try remove(laptop, by: laptop) } == .itemNotFound)
        #expect(
            failure { try laptop.keychain.performAsking(.remove(device: "00")) } == .itemNotFound)
        #expect(
            failure {
                try laptop.keychain.performAsking(
                    .remove(device: String(repeating: "0", count: 32)))
            } == .itemNotFound)
    }

    private func heads() -> [RelayFile] {
        relay.files.filter { $0.key.hasPrefix("h/") }.map { RelayFile(name: $0, bytes: $1) }
    }

    /// Makes a new device a member by a recovery code.
    ///
    /// - Returns: the device, and the next code.
    private func recover(
        _ code: SecretBytes, _ relay: TestRelay
    ) throws -> (TestKeychain, SecretBytes) {
        let test = TestKeychain()
        let heads = relay.files.filter { $0.key.hasPrefix("h/") }
        let next = try test.keychain.performAsking(
            .recover(
                code, NewCircle(deviceName: "second", relay: .folder("/")),
                heads.map { RelayFile(name: $0, bytes: $1) }))
        return (test, next)
    }

    /// A circle of one device, which has published its head.
    private func circleOfOne() throws -> (device: TestKeychain, code: SecretBytes, relay: TestRelay)
    {
        let (device, relay) = (TestKeychain(), TestRelay())
        let code = try device.keychain.performAsking(
            .create(NewCircle(deviceName: "first", relay: .folder("/"))))
        _ = try SyncRound(device.keychain, through: relay).run()
        return (device, code, relay)
    }

    @Test func theRecoveryCodeOpensTheCircle() throws {
        let (first, old, shared) = try circleOfOne()
        try first.keychain.add(
            .password(service: "s", account: "one", secret: "1", [.synchronizable: .number(1)]))
        _ = try SyncRound(first.keychain, through: shared).run()
        let before = try first.keychain.circle
        func recover(_ code: SecretBytes) throws -> (TestKeychain, SecretBytes) {
            try self.recover(code, shared)
        }
        let (second, next) = try recover(old)
        _ = try SyncRound(second.keychain, through: shared).run()
        #expect(failure { _ = try recover(old) } == .authenticationFailed)
        #expect(try second.keychain.find(.password([.synchronizable: .number(1)])).count == 1)
        // The others accept it, and both go on.
        _ = try SyncRound(first.keychain, through: shared).run()
        #expect(
            try first.keychain.perform(.syncStatus)?.devices.map(\.name).sorted() == [
                "first", "second",
            ])
        try second.keychain.add(
            .password(service: "s", account: "two", [.synchronizable: .number(1)]))
        _ = try SyncRound(second.keychain, through: shared).run()
        _ = try SyncRound(first.keychain, through: shared).run()
        #expect(
            try first.keychain.find(.password([.synchronizable: .number(1)], limit: .all)).count
                == 2)
        // The code was used: it opens nothing that is written now, and who has it adds nobody.
        let used = try MemberKeys(recovery: RecoveryCode(typed: old))
        for (name, bytes) in shared.files where name.hasPrefix("h/") {
            let head = try Head(bytes)
            let grant = head.grants.first {
                $0.epoch == head.epoch && $0.member == used.publicKeys.name
            }
            #expect(grant == nil)
        }
        try SyncingDevice(shared, "evil").smuggle(
            through: used, before, successor: MemberKeys(recovery: .generate()))
        for test in [first, second] { _ = try SyncRound(test.keychain, through: shared).run() }
        #expect(
            try first.keychain.perform(.syncStatus)?.devices.map(\.name).sorted() == [
                "first", "second",
            ])
        #expect(
            try second.keychain.perform(.syncStatus)?.devices.map(\.name).sorted() == [
                "first", "second",
            ])
        // The new one is good, also after a device was removed.
        #expect(failure { _ = try recover(old) } == .authenticationFailed)
        #expect(failure { _ = try recover("hello".passcode) } == .authenticationFailed)
        let lost = try #require(
            second.keychain.perform(.syncStatus)?.devices.first { !$0.isThisOne }?.identifier)
        try second.keychain.performAsking(.remove(device: lost))
        _ = try SyncRound(second.keychain, through: shared).run()
        shared.files = shared.files.filter { !$0.key.contains(lost) }
        let (third, _) = try recover(next)
        _ = try SyncRound(third.keychain, through: shared).run()
        _ = try SyncRound(second.keychain, through: shared).run()
        _ = try SyncRound(third.keychain, through: shared).run()
        #expect(
            try third.keychain.find(.password([.synchronizable: .number(1)], limit: .all)).count
                == 2)
        #expect(try third.keychain.perform(.syncStatus)?.devices.count == 2)
        #expect(try second.keychain.perform(.syncStatus)?.devices.count == 2)
    }

    /// A device that was removed before it learnt of the recovery can't read who did it.
    @Test func whoWasRemovedAfterARecoveryIsWarned() throws {
        let (first, code, shared) = try circleOfOne()
        let lost = Hexadecimal.text(try first.keychain.circle.state.device.bytes)
        let (second, _) = try recover(code, shared)
        _ = try SyncRound(second.keychain, through: shared).run()
        try second.keychain.performAsking(.remove(device: lost))
        _ = try SyncRound(second.keychain, through: shared).run()
        let outcome = try SyncRound(first.keychain, through: shared).run()
        #expect(outcome.faults.count == 1 && outcome.faults[0].hasSuffix("or was it removed?"))
    }

    /// Neither knew of the removal, and one has made keys that the members lack.
    @Test func whoJoinedThroughARemovedDeviceIsNoFault() throws {
        try remove(phone, by: laptop)
        let head = try RelayFile.head(laptop.name)
        let before = relay.files[head]
        try laptop.exchange()
        let after = relay.files[head]
        relay.files[head] = before
        let other = try phone.joined(by: "other")
        for device in [phone, other] { try device.exchange() }
        try remove(tablet, by: other)
        try other.exchange()
        relay.files[head] = after
        for device in [laptop, tablet, laptop, tablet] {
            #expect(try device.exchange().faults == [])
        }
    }

    /// A device that knows of the recovery keeps whom it added, whatever another device repeats.
    @Test func whomTheCodeAddedStays() throws {
        let (first, code, shared) = try circleOfOne()
        let (second, _) = try recover(code, shared)
        for test in [second, first] { _ = try SyncRound(test.keychain, through: shared).run() }
        let circle = try second.keychain.circle
        let state = circle.state
        let epoch = try #require(circle.epochs[state.epoch])
        let used = try MemberKeys(recovery: RecoveryCode(typed: code))
        let file = RelayFile.head(state.device)
        var body = try Head(#require(shared.files[file])).open(
            from: state.keys.publicKeys, circle: state.circle, under: epoch)
        let successor = MemberStatement(
            .recovery(try MemberKeys(recovery: .generate()).publicKeys), circle: state.circle,
            author: used.publicKeys.name, sequence: 1, keys: used)
        body.statements = body.statements.filter { $0.author != successor.author } + [successor]
        let head = Head(
            body, circle: state.circle, sequence: 1000, grants: [], keys: state.keys, under: epoch)
        shared.files[file] = head.bytes
        _ = try SyncRound(first.keychain, through: shared).run()
        #expect(try first.keychain.perform(.syncStatus)?.devices.count == 2)
    }

    /// Former members know the public keys of the recovery member.
    @Test func aCircleMadeByAStrangerIsNotRecovered() throws {
        let (first, old, shared) = try circleOfOne()
        let circle = try first.keychain.circle.state
        let keys = try MemberKeys(
            seed: SecretBytes(count: MemberKeys.seedBytes) { RandomSource.system.fill($0) })
        let genesis = Genesis(
            device: keys.publicKeys, recovery: circle.genesis.recovery, .system)
        let epoch = EpochSecret.generate(.system)
        var body = HeadBody()
        (body.genesis, body.time, body.name) = (genesis.encoded, 1 << 50, "evil")
        let grant = try #require(epoch.grant(to: genesis.recovery, circle: genesis.circle))
        let head = Head(
            body, circle: genesis.circle, sequence: 1, grants: [grant], keys: keys,
            under: epoch.keys(circle: genesis.circle))
        let file = RelayFile.head(keys.publicKeys.name)
        shared.files[file] = head.bytes
        let (second, _) = try recover(old, shared)
        #expect(try second.keychain.circle.state.circle == circle.circle)
        shared.files = shared.files.filter { $0.key == file }
        #expect(failure { _ = try recover(old, shared) } == .authenticationFailed)
    }

    /// The head that tells the removal counts before its packs are there.
    @Test func whoRecoversGivesARemovedDeviceNothing() throws {
        let shared = TestRelay()
        let first = SyncingDevice(shared, "first")
        let old = try first.keychain.performAsking(
            .create(NewCircle(deviceName: "first", relay: .folder("/"))))
        let lost = try first.joined(by: "lost")
        for _ in 0..<3 { for device in [first, lost] { try device.exchange() } }
        try first.add("one")
        try remove(lost, by: first)
        try first.exchange()
        shared.files = shared.files.filter { $0.key.hasPrefix("h/") }
        let (second, _) = try recover(old, shared)
        _ = try SyncRound(second.keychain, through: shared).run()
        let (epochs, name) = (try lost.circle.epochs, try lost.name)
        let state = try second.keychain.circle.state
        #expect(epochs[state.epoch] == nil)
        #expect(!state.grants.contains { $0.epoch == state.epoch && $0.member == name })
    }

    /// Only one of them can be a member, but nobody loses an item.
    @Test func aCodeThatIsUsedTwiceAtOnce() throws {
        let (first, old, shared) = try circleOfOne()
        try first.keychain.add(
            .password(service: "s", account: "one", secret: "1", [.synchronizable: .number(1)]))
        _ = try SyncRound(first.keychain, through: shared).run()
        let (second, third) = (try recover(old, shared).0, try recover(old, shared).0)
        for _ in 0..<3 {
            for test in [second, third, first] {
                _ = try? SyncRound(test.keychain, through: shared).run()
            }
        }
        for test in [second, third] {
            _ = try test.keychain.update(
                Query.password([.synchronizable: .number(1)]),
                Change([.comment: .string("changed")]))
            for test in [second, third, first] {
                _ = try? SyncRound(test.keychain, through: shared).run()
            }
        }
        for test in [first, second, third] {
            #expect(try test.keychain.find(.password([.synchronizable: .number(1)])).count == 1)
        }
        #expect(try first.keychain.perform(.syncStatus)?.devices.count == 2)
    }

    @Test func aMemberCantRecover() throws {
        #expect(
            failure {
                _ = try laptop.keychain.performAsking(
                    .recover(
                        "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA".passcode,
                        NewCircle(
                            deviceName: "d",
                            relay: .folder("/")), heads()))
            } == .authenticationFailed)
    }

    /// Someone with brief access to a device could add one of their own, so each device tells its user.
    @Test func theUserIsToldOfMembersOnce() throws {
        func news(_ device: SyncingDevice) throws -> [String] {
            try #require(try device.keychain.perform(.syncStatus)).news
        }
        for device in devices { #expect(try news(device) == []) }
        let fourth = try phone.joined(by: "fourth")
        for _ in 0..<2 { for device in devices + [fourth] { try device.exchange() } }
        #expect(try news(laptop) == ["\"fourth\" joined the circle through \"device 1\""])
        #expect(try laptop.exchange().news == news(laptop) && news(fourth) == [])
        try laptop.keychain.perform(.acknowledgeMembers)
        #expect(try news(laptop) == [])
        try remove(tablet, by: phone)
        for _ in 0..<2 { for device in [phone, laptop] { try device.exchange() } }
        #expect(try news(laptop) == ["\"device 2\" is no device of the circle any more"])
    }

    /// What a device wrote under a name that it had is its own: it isn't replaced unseen.
    @Test func aDeviceThatJoinsAgainAnswersForWhatItWrote() throws {
        try phone.update("one", secret: "phone")
        try phone.exchange()
        // The laptop changes it without having seen that, and later.
        try laptop.update("one", secret: "laptop")
        let name = try phone.name
        try phone.keychain.perform(.forgetCircle)
        try laptop.admit(phone, as: "again")
        #expect(try phone.name != name)
        #expect(try phone.circle.state.memory.names.contains(name))
        for _ in 0..<4 { for device in devices { try device.exchange() } }
        let conflicts = try phone.keychain.perform(.conflicts(withSecrets: true))
        #expect(conflicts.map { $0.item.secret?.copied } == [Array("phone".utf8)])
    }

    @Test func theItemsOfARemovedDeviceCanBeListed() throws {
        try laptop.keychain.add(.password(service: "s", account: "ordinary"))
        #expect(try laptop.keychain.perform(.syncedItems).map { $0[.account]?.text } == ["one"])
        try laptop.include("ordinary")
        #expect(try laptop.keychain.perform(.syncedItems).count == 2)
    }

    /// What a device that leaves wrote last counts, and it reads nothing of what the others write then.
    @Test func aDeviceThatLeavesSaysSo() throws {
        try phone.add("late", "2")
        try phone.keychain.perform(.leaveCircle)
        try phone.exchange()
        let (epochs, own) = (try phone.circle.epochs, try RelayFile.head(phone.name))
        try phone.keychain.perform(.forgetCircle)
        #expect(try phone.secrets() == ["one": "1", "late": "2"])
        for _ in 0..<3 { for device in [laptop, tablet] { try device.exchange() } }
        try laptop.add("two", "3")
        for _ in 0..<3 { for device in [laptop, tablet] { try device.exchange() } }
        for device in [laptop, tablet] {
            #expect(try device.secrets() == ["one": "1", "late": "2", "two": "3"])
            #expect(try device.keychain.perform(.syncStatus)?.devices.count == 2)
        }
        for (name, bytes) in relay.files where name.hasPrefix("h/") && name != own {
            #expect(epochs[try Head(bytes).epoch] == nil)
        }
    }
}
