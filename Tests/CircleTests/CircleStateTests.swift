// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSync
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainCircle

/// What a device keeps of its circle between two runs.
@Suite struct CircleStateTests {
    private func state() throws -> CircleState {
        let circle = try Circle()
        let seed = SecretBytes(count: MemberKeys.seedBytes) { RandomSource.system.fill($0) }
        let password = SecretBytes(copying: Array("relay password".utf8))
        var state = try CircleState(
            circle.genesis, seed: seed, name: "Büro",
            relay: RelayPlace(
                RelayAddress(
                    .etcd, prefix: "p", endpoints: ["https://a"], user: "ann", password: password,
                    authorities: [[1, 2]]), RelayPaths(folder: "/f", certificate: "c", key: "k")),
            epoch: circle.secret.name)
        let (laptop, phone) = (circle.laptop.publicKeys.name, circle.phone.publicKeys.name)
        let seen = HeadBody.Seen(sequence: 3, hash: Array(repeating: 7, count: 32))
        state.statements = [circle.member(circle.phone, by: circle.laptop)]
        state.memory.removed = [phone: 4]
        state.memory.adopting = [phone]
        (state.memory.floor, state.memory.lockedFloor) = (5, 6)
        state.memory.alone = [
            RecordKey([1]): SyncState.LoneDeletion(since: 1, heads: [laptop: 2, phone: 3]),
            RecordKey([2]): SyncState.LoneDeletion(since: 2, heads: [:]),
        ]
        state.memory.foreignHeads = 1
        (state.own, state.held, state.unlocked) = (seen, [phone: seen], [laptop: seen])
        (state.known, state.leaves) = ([laptop, phone], true)
        (state.moved, state.problem) = (8, ("text", 5))
        state.memory.names.insert(phone)
        (state.nextPack, state.superseded, state.published) = (9, [3: 4, 1: 2], seen)
        return state
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let state = try state()
        let copy = try CircleState(state.encoded)
        #expect(copy.genesis == state.genesis && copy.device == state.device)
        #expect(copy.name == state.name && copy.relay == state.relay)
        #expect(copy.statements == state.statements && copy.epoch == state.epoch)
        #expect(copy.memory == state.memory)
        #expect(copy.own == state.own && copy.held == state.held && copy.unlocked == state.unlocked)
        #expect(copy.known == state.known && copy.moved == 8 && copy.leaves)
        #expect(copy.nextPack == 9 && copy.superseded == state.superseded)
        #expect(copy.published == state.published)
        #expect(copy.problem?.text == "text" && copy.problem?.since == 5)
        #expect(copy.encoded == state.encoded)
    }

    /// The head of the encoding, and the secrets that follow it.
    private func parts(_ state: CircleState) throws -> ([String: [UInt8]], [SecretBytes]) {
        let tail = try #require(SecretTail(state.encoded))
        var entries: [String: [UInt8]] = [:]
        var decoder = CanonicalCBOR.Decoder(tail.head)
        try decoder.entries { name, value throws(CanonicalCBOR.Malformed) in
            entries[name] = try value.item()
        }
        return (entries, [state.relay.address.password, state.seed].compactMap(\.self))
    }

    @Test func whatALaterBuildAddedStays() throws {
        var (entries, secrets) = try parts(try state())
        entries["later"] = [0x01]
        let bytes = SecretTail.join(CanonicalCBOR.map(entries), secrets)
        #expect(try CircleState(bytes).encoded == bytes)
    }

    @Test func aLaterVersionIsRefused() throws {
        var (entries, secrets) = try parts(try state())
        entries["version"] = [0x02]
        let bytes = SecretTail.join(CanonicalCBOR.map(entries), secrets)
        #expect {
            try CircleState(bytes)
        } throws: { ($0 as? KeychainError)?.code == .notAvailable }
    }

    @Test func anythingElseIsMalformed() throws {
        let (entries, secrets) = try parts(try state())
        func code(_ bytes: SecretBytes) -> KeychainError.Code? {
            do { _ = try CircleState(bytes) } catch { return error.code }
            return nil
        }
        for name in entries.keys where name != "version" {
            var changed = entries
            changed[name] = [0xf6]
            #expect(
                code(SecretTail.join(CanonicalCBOR.map(changed), secrets)) == .decode, "\(name)")
        }
        for name in ["genesis", "name", "relay", "epoch", "memory"] {
            var changed = entries
            changed[name] = nil
            #expect(
                code(SecretTail.join(CanonicalCBOR.map(changed), secrets)) == .decode, "\(name)")
        }
        #expect(code(SecretTail.join(CanonicalCBOR.map(entries), [])) == .decode)
        #expect(code(SecretBytes(count: 0) { _ in }) == .decode)
    }

    @Test func epochsAreKeptWithTheirNames() throws {
        let secrets = [EpochSecret.generate(), EpochSecret.generate()]
        let circle = try Circle().name
        let bytes = EpochSecret.join(secrets)
        #expect(EpochSecret.split(bytes)?.map(\.name) == secrets.map(\.name))
        let keys = try #require(
            EpochKeys.split(EpochKeys.join(secrets.map { $0.keys(circle: circle) })))
        #expect(keys.map(\.name) == secrets.map(\.name))
        // A locked device has what it may use then.
        #expect(keys[0].packs.keys.map(\.self) == [.afterFirstUnlock])
        let place = PackPlace(
            circle: circle, device: .zero, number: 1, kind: .afterFirstUnlock)
        let pack = try #require(
            Pack.seal(PackContents(), at: place, under: secrets[0].keys(circle: circle)))
        #expect(try Pack.open(pack, at: place, under: keys[0]).records.isEmpty)
        #expect(EpochSecret.split(EpochKeys.join(keys)) == nil)
        #expect(EpochKeys.split(bytes) == nil)
    }
}
