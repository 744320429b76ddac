// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychainCircle
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSync
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// What the devices of a test have published: heads, and the packs of each.
final class TestRelay {
    var published: [DeviceID: (head: [UInt8], packs: [UInt64: [UInt8]])] = [:]
}

/// A device with a store of its own, in a circle of a test.
final class SyncingDevice {
    let test: TestKeychain
    let keys: MemberKeys
    private let genesis: Genesis
    private let epoch: EpochKeys
    private let relay: TestRelay
    private(set) var state: SyncState
    private var statements: [MemberStatement]
    /// The records of the own map.
    private var own: [ItemRecord.Name: ItemRecord] = [:]
    private var former: [UInt8] = []
    private var packs = PackList()
    private var nextPack: UInt64 = 1
    var isLocked = false
    /// What the device publishes without being asked to, as one whose user is hostile may.
    var forged: [ItemRecord] = []
    /// Ends an exchange before what was published is settled, as a crash does.
    var crashes = false

    var keychain: Keychain { test.keychain }
    var name: DeviceID { keys.publicKeys.name }

    private init(
        _ keys: MemberKeys, _ genesis: Genesis, _ epoch: EpochKeys, _ relay: TestRelay,
        _ statements: [MemberStatement]
    ) throws {
        (self.keys, self.genesis, self.epoch) = (keys, genesis, epoch)
        (self.relay, self.statements) = (relay, statements)
        test = TestKeychain()
        state = SyncState(keys.publicKeys.name, first: genesis.device.name)
        for (sponsor, devices) in Roster(genesis, statements).added {
            state.added[sponsor] = devices
        }
        try keychain.engine().write(.standard) { transaction in
            var membership = CircleMembership()
            membership.isMember = true
            transaction.set(membership)
        }
    }

    /// Makes a circle of some devices.
    static func circle(_ count: Int) throws -> [SyncingDevice] {
        let keys = try (0..<count).map { _ in try MemberKeys.generate() }
        let recovery = try MemberKeys.generate()
        let genesis = Genesis(device: keys[0].publicKeys, recovery: recovery.publicKeys)
        let statements = keys.dropFirst().map { joining in
            let consent = MemberStatement.consent(
                circle: genesis.circle, sponsor: keys[0].publicKeys.name, name: "device",
                keys: joining)
            return MemberStatement(
                .member(joining.publicKeys, name: "device", consent: consent),
                circle: genesis.circle, author: keys[0].publicKeys.name, sequence: 1,
                keys: keys[0])
        }
        let epoch = EpochSecret.generate().keys(circle: genesis.circle)
        let relay = TestRelay()
        return try keys.map { try SyncingDevice($0, genesis, epoch, relay, statements) }
    }

    /// Reads what others published, merges, and publishes.
    func exchange() throws {
        let circle = genesis.circle
        let roster = Roster(genesis, statements)
        var heads: [DeviceID: SyncHead] = [:]
        var records = own
        for (device, published) in relay.published {
            let head = try Head(published.head)
            let author = try #require(roster.keys[device])
            let body = try head.open(from: author, circle: circle, under: epoch)
            let items = PackList.records(
                try body.packs.map { reference in
                    let pack = try #require(published.packs[reference.number])
                    #expect(Pack.hash(pack) == reference.hash)
                    let place = place(device, reference.number, reference.kind)
                    return (reference.kind, try Pack.open(pack, at: place, under: epoch))
                })
            for item in items { records[item.name] = item }
            heads[device] = SyncHead(
                head, body, added: Roster(genesis, body.statements).added, records: items)
        }
        let engine = try keychain.engine()
        let (merge, outgoing) = try engine.write(.standard) { transaction in
            try pass(transaction, engine, records)
                .run(state, heads: heads, isLocked: isLocked)
        }
        for sent in outgoing { records[sent.record.name] = sent.record }
        let (next, nextState) = try #require(merge.next())
        own = [:]
        for (place, record) in next.records {
            let name = ItemRecord.Name(place.key, record.version)
            own[name] = try #require(records[name])
        }
        try publish(next)
        state = nextState
        if crashes { return }
        try engine.write(.standard) { transaction in
            try pass(transaction, engine, records).settle(outgoing)
        }
    }

    private func pass(
        _ transaction: Transaction, _ engine: Engine, _ records: [ItemRecord.Name: ItemRecord]
    ) -> SyncPass {
        SyncPass(
            transaction: transaction, circle: genesis.circle, system: engine.system,
            records: records, deviceName: { _ in "phone" })
    }

    private func place(_ device: DeviceID, _ number: UInt64, _ kind: PackKind) -> PackPlace {
        PackPlace(circle: genesis.circle, device: device, number: number, kind: kind)
    }

    private func publish(_ next: SyncHead) throws {
        var body = HeadBody()
        body.former = former
        body.statements = statements
        body.removed = next.removed
        body.floor = next.floor
        body.seen = next.seen.mapValues {
            HeadBody.Seen(sequence: $0, hash: Array(repeating: 0, count: 32))
        }
        let changes = packs.update(
            to: own.values + forged, kinds: PackKind.allCases, next: &nextPack
        ) { Pack.seal($0, at: place(name, $1, $2), under: epoch) }
        body.packs = packs.entries.map(\.reference)
        var relayed = relay.published[name]?.packs ?? [:]
        for (number, bytes) in changes.puts { relayed[number] = bytes }
        for number in changes.superseded { relayed[number] = nil }
        let head = Head(
            body, circle: genesis.circle, sequence: next.sequence, grants: [], keys: keys,
            under: epoch)
        former = head.hash
        relay.published[name] = (head.bytes, relayed)
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

    func add(
        _ account: String, _ secret: String? = "secret", _ more: [Attribute: AttributeValue] = [:]
    ) throws {
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
        _ = try keychain.update(
            query(account), Change(attributes, secret: secret.map { SecretBytes(copying: $0.utf8) })
        )
    }

    /// Sets or clears the user's wish that an ordinary item is synchronized.
    func include(_ account: String, _ isIncluded: Bool = true) throws {
        let item = try #require(keychain.find(query(account)).first)
        try keychain.engine().write(.standard) { transaction in
            let rows = try transaction.writer.rows(
                StoreQuery(
                    itemClass: .genericPassword, persistentReferences: [item.reference.uuid]),
                after: 0, limit: 1)
            guard case .sealed(let row) = rows.first else { return }
            var attributes = try transaction.keybag.openMetadata(row)
            attributes[.isIncluded] = .boolean(isIncluded)
            var new = row
            new.revision += 1
            try transaction.update(
                row,
                to: transaction.keybag.seal(
                    new, attributes: attributes, secret: transaction.keybag.openSecret(row)))
        }
    }

    func delete(_ account: String) throws { _ = try keychain.delete(query(account)) }
}

extension [SyncingDevice] {
    /// Has all devices exchange until nothing changes any more.
    func settle() throws {
        for _ in 0..<4 { for device in self { try device.exchange() } }
    }
}
