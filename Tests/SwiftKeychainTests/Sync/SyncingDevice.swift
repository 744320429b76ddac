// SPDX-License-Identifier: Apache-2.0
import Glibc
import KeychainTestSupport
import SwiftKeychainAgent
import SwiftKeychainCircle
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSeam
import SwiftKeychainStore
import SwiftKeychainSync
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// A device with a store of its own, in a circle of a test.
final class SyncingDevice {
    let test = TestKeychain()
    let keychain: Keychain
    let relay: TestRelay
    let label: String
    /// Ends an exchange before anything is published, as a crash does.
    var crashes = false
    /// Ends an exchange after so many accesses to the relay.
    var accesses: Int?

    init(_ relay: TestRelay, _ label: String, _ clock: SettableClock? = nil) {
        (self.relay, self.label) = (relay, label)
        keychain = clock?.keychain(test.home) ?? test.keychain
    }

    /// Makes a circle of some devices: the first makes it, and the others join through it.
    ///
    /// - Parameter clock: that of the first; nil for the system's.
    static func circle(_ count: Int, clock: SettableClock? = nil) throws -> [SyncingDevice] {
        let relay = TestRelay()
        let first = SyncingDevice(relay, "device 0", clock)
        _ = try first.keychain.performAsking(
            .create(NewCircle(deviceName: first.label, relay: .folder("/"))))
        return [first] + (try (1..<count).map { try first.joined(by: "device \($0)") })
    }

    /// Makes a new device, which joins through this one.
    func joined(by label: String) throws -> SyncingDevice {
        let joining = SyncingDevice(relay, label)
        try admit(joining, as: label)
        return joining
    }

    /// Has a device without a circle join through this one.
    func admit(_ joining: SyncingDevice, as label: String) throws {
        let seed = SecretBytes(count: MemberKeys.seedBytes) { RandomSource.system.fill($0) }
        let keys = try MemberKeys(seed: seed)
        let welcome = try keychain.engine().write(.standard) { transaction in
            var circle = try #require(try OpenCircle(transaction.writer, transaction.keybag))
            let consent = MemberStatement.consent(
                circle: circle.state.circle, sponsor: circle.state.device, name: label, keys: keys)
            let welcome = try circle.admit(keys.publicKeys, name: label, consent: consent)
            try circle.store(transaction, .system)
            return welcome
        }
        let engine = try joining.keychain.engine()
        try engine.write(.standard) { transaction in
            let circle = try OpenCircle(welcome, seed: seed, name: label, relay: .folder("/"))
            try engine.begin(circle, transaction)
        }
    }

    /// Reads what others published, merges, and publishes.
    @discardableResult func exchange(
        acceptsDeletions: Bool = false
    ) throws -> SyncRound.Outcome {
        let isCut = crashes || accesses != nil
        (relay.refusesPublications, relay.accesses) = (crashes, accesses)
        defer { (relay.refusesPublications, relay.accesses) = (false, nil) }
        do throws(SyncFailure) {
            return try SyncRound(
                keychain, through: relay, acceptsDeletions: acceptsDeletions
            ).run()
        } catch {
            guard isCut, case .relay(.unreachable) = error else { throw error }
            return SyncRound.Outcome()
        }
    }

    /// The circle as the device can read it.
    var circle: OpenCircle { get throws { try keychain.circle } }

    /// Begins a membership that no member gave, and publishes it: one with the keys of a removed device, or a recovery code
    /// that was used, can sign for any device, with any sequence. Reads and writes with what `circle` has.
    ///
    /// - Returns: what the sponsor says of this device.
    @discardableResult func smuggle(
        through sponsor: MemberKeys, _ circle: OpenCircle, successor: MemberKeys? = nil
    ) throws -> MemberStatement {
        let seed = SecretBytes(count: MemberKeys.seedBytes) { RandomSource.system.fill($0) }
        let keys = try MemberKeys(seed: seed)
        let name = circle.state.circle
        func statement(by author: MemberKeys) -> MemberStatement {
            let consent = MemberStatement.consent(
                circle: name, sponsor: author.publicKeys.name, name: label, keys: keys)
            return MemberStatement(
                .member(keys.publicKeys, name: label, consent: consent), circle: name,
                author: author.publicKeys.name, sequence: 1, keys: author)
        }
        var statements = circle.state.statements + [statement(by: sponsor)]
        if let successor {
            statements += [
                MemberStatement(
                    .recovery(successor.publicKeys), circle: name,
                    author: sponsor.publicKeys.name, sequence: 1, keys: sponsor),
                statement(by: successor),
            ]
        }
        let welcome = CircleWelcome(
            circle.state.genesis, statements, epoch: circle.state.epoch,
            try #require(circle.secrets))
        let engine = try keychain.engine()
        try engine.write(.standard) { transaction in
            let joined = try OpenCircle(welcome, seed: seed, name: label, relay: .folder("/"))
            try engine.begin(joined, transaction)
        }
        try exchange()
        return statement(by: sponsor)
    }

    /// Has a statement in the next head.
    func say(_ statement: MemberStatement) throws {
        try keychain.engine().write(.standard) { transaction in
            var circle = try OpenCircle(transaction)
            circle.state.statements.append(statement)
            try circle.store(transaction, .system)
        }
    }

    var name: DeviceID { get throws { try circle.state.device } }

    /// Publishes records without being asked to, as a device whose user is hostile may. It must not exchange again.
    ///
    /// - Parameter leaves: publishes another head in the place of the newest one, which says that the device leaves.
    func forge(_ records: [ItemRecord], leaves: Bool = false) throws {
        let circle = try circle
        let state = circle.state
        let epoch = try #require(circle.epochs[state.epoch])
        let own = try #require(state.own)
        var body = try Head(#require(relay.files[RelayFile.head(state.device)])).open(
            from: state.keys.publicKeys, circle: state.circle, under: epoch)
        let place = PackPlace(
            circle: state.circle, device: state.device, number: 99, kind: .whenUnlocked)
        let pack = try #require(Pack.seal(PackContents(records), at: place, under: epoch))
        body.packs.append(
            HeadBody.PackReference(pack, number: 99, kind: .whenUnlocked, records: records.count))
        let sequence = leaves ? own.sequence : own.sequence + 1
        if leaves { body.removed[state.device] = sequence }
        let head = Head(
            body, circle: state.circle, sequence: sequence, grants: [], keys: state.keys,
            under: epoch)
        relay.files[RelayFile.pack(state.device, 99)] = pack
        relay.files[RelayFile.head(state.device)] = head.bytes
    }

    /// The secrets of all synchronizable items, by account.
    func secrets() throws -> [String: String] {
        var conditions = Query.Conditions()
        conditions.synchronizable = .any
        conditions.limit = .all
        var items: [Item] = []
        do throws(KeychainError) {
            items = try keychain.find(Query(.genericPassword, conditions))
        } catch {
            guard error.code == .itemNotFound else { throw error }
        }
        return Dictionary(
            uniqueKeysWithValues: items.map { item in
                let secret = item.secret.map { String(decoding: $0.copied, as: UTF8.self) }
                return (item[.account]?.text ?? "", secret ?? "none")
            })
    }

    /// Waits for the next millisecond, so that a change is later than all before, also those of other devices.
    private func pass() { usleep(1_000) }

    func add(
        _ account: String, _ secret: String? = "secret", _ more: [Attribute: AttributeValue] = [:]
    ) throws {
        pass()
        try keychain.add(
            .password(
                service: "s", account: account, secret: secret,
                [.synchronizable: .number(1)].merging(more) { $1 }))
    }

    private func query(_ account: String) throws -> Query {
        var conditions = Query.Conditions([.account: .string(account)])
        conditions.synchronizable = .any
        return try Query(.genericPassword, conditions)
    }

    func update(
        _ account: String, secret: String? = nil, _ attributes: [Attribute: AttributeValue] = [:]
    ) throws {
        pass()
        _ = try keychain.update(
            query(account), Change(attributes, secret: secret.map { SecretBytes(copying: $0.utf8) })
        )
    }

    /// Sets or clears the user's wish that an ordinary item is synchronized.
    func include(_ account: String, _ isIncluded: Bool = true) throws {
        let item = try #require(keychain.find(query(account)).first)
        #expect(try keychain.perform(.include([item.reference], isIncluded)) == 1)
    }

    func delete(_ account: String) throws {
        pass()
        _ = try keychain.delete(query(account))
    }
}

extension [SyncingDevice] {
    /// Has all devices exchange until nothing changes any more.
    func settle() throws {
        for _ in 0..<4 { for device in self { try device.exchange() } }
    }
}

extension Keychain {
    /// The circle as this device can read it.
    var circle: OpenCircle {
        get throws {
            try engine().write(.standard) { transaction in
                try #require(try OpenCircle(transaction.writer, transaction.keybag))
            }
        }
    }
}
