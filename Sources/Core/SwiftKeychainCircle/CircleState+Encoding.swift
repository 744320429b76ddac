// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSync
import SwiftKeychainSystem

// The head is a CBOR map by name, as the body of a head is; the secrets follow.
extension CircleState {
    package var encoded: SecretBytes {
        var entries = others
        func set(_ name: String, _ write: (inout CanonicalCBOR.Encoder) -> Void) {
            var encoder = CanonicalCBOR.Encoder()
            write(&encoder)
            entries[name] = encoder.bytes
        }
        set("version") { $0.unsigned(Self.version) }
        set("genesis") { $0.data(genesis.encoded) }
        set("name") { $0.text(name) }
        set("relay") { relay.address.encode(to: &$0) }
        set("paths") { relay.paths.encode(to: &$0) }
        if moved != 0 { set("moved") { $0.unsigned(moved) } }
        set("statements") { encoder in
            encoder.array(statements.count)
            for statement in statements { encoder.data(statement.bytes) }
        }
        set("epoch") { $0.data(epoch) }
        if !grants.isEmpty { set("grants") { $0.grants(grants) } }
        if leaves { set("leaves") { $0.boolean(true) } }
        if !removing.isEmpty { set("removing") { $0.names(removing) } }
        if let own { set("own") { $0.seen(own) } }
        set("held") { $0.heads(held) }
        if let unlocked { set("unlocked") { $0.heads(unlocked) } }
        if let known { set("known") { $0.names(known) } }
        set("pack") { $0.unsigned(nextPack) }
        set("superseded") { encoder in
            encoder.array(superseded.count)
            for (number, time) in superseded.sorted(by: { $0.key < $1.key }) {
                encoder.array(2)
                encoder.unsigned(number)
                encoder.unsigned(time)
            }
        }
        if let published { set("published") { $0.seen(published) } }
        set("memory") { memory.encode(to: &$0) }
        return SecretTail.join(
            CanonicalCBOR.map(entries), [relay.address.password, seed].compactMap(\.self))
    }

    /// Reads what ``encoded`` wrote.
    ///
    /// - Throws: `decode` for anything else; `notAvailable` for a later version.
    package init(_ bytes: SecretBytes) throws(KeychainError) {
        let malformed = KeychainError(.decode, "the state of the circle: malformed")
        guard var tail = SecretTail(bytes) else { throw malformed }
        var entries: [String: [UInt8]] = [:]
        do throws(CanonicalCBOR.Malformed) {
            var decoder = CanonicalCBOR.Decoder(tail.head)
            try decoder.entries { name, value throws(CanonicalCBOR.Malformed) in
                entries[name] = try value.item()
            }
            guard decoder.isAtEnd else { throw CanonicalCBOR.Malformed() }
        } catch { throw malformed }
        var reader = EntryReader(entries: entries)
        let version = reader.read("version") {
            value throws(CanonicalCBOR.Malformed) in try value.unsigned()
        }
        if let version, version > Self.version {
            throw KeychainError(
                .notAvailable, "the state of the circle was written by a newer version")
        }
        let genesis = reader.read("genesis") {
            value throws(CanonicalCBOR.Malformed) in
            guard let genesis = try? Genesis(try value.data()) else {
                throw CanonicalCBOR.Malformed()
            }
            return genesis
        }
        let name = reader.text("name")
        let relay = reader.read("relay") {
            value throws(CanonicalCBOR.Malformed) in
            try RelayAddress(&value, secrets: &tail)
        }
        let paths = reader.read("paths") {
            value throws(CanonicalCBOR.Malformed) in try RelayPaths(&value)
        }
        let epoch = reader.read("epoch") {
            value throws(CanonicalCBOR.Malformed) in
            try value.data(count: EpochSecret.nameBytes)
        }
        let memory = reader.read("memory") {
            value throws(CanonicalCBOR.Malformed) in try SyncState.Memory(&value)
        }
        guard let genesis, let name, let relay, let paths, let epoch, let memory,
            let seed = tail.take(UInt64(MemberKeys.seedBytes)), tail.isAtEnd
        else { throw malformed }
        try self.init(
            genesis, seed: seed, name: name, relay: RelayPlace(relay, paths), epoch: epoch)
        self.memory = memory
        moved =
            reader.read("moved") { value throws(CanonicalCBOR.Malformed) in try value.number() }
            ?? 0
        statements =
            reader.read("statements") { value throws(CanonicalCBOR.Malformed) in
                var statements: [MemberStatement] = []
                for _ in 0..<(try value.array()) {
                    let bytes = try value.data()
                    if let statement = try? MemberStatement(bytes) { statements.append(statement) }
                }
                return statements
            } ?? []
        grants =
            reader.read("grants") { value throws(CanonicalCBOR.Malformed) in try value.grants() }
            ?? []
        removing =
            reader.read("removing") { value throws(CanonicalCBOR.Malformed) in try value.names() }
            ?? []
        known =
            reader.read("known") { value throws(CanonicalCBOR.Malformed) in try value.names() }
        leaves =
            reader.read("leaves") { value throws(CanonicalCBOR.Malformed) in try value.boolean() }
            ?? false
        own = reader.seen("own")
        held = reader.heads("held") ?? [:]
        unlocked = reader.heads("unlocked")
        nextPack =
            reader.read("pack") { value throws(CanonicalCBOR.Malformed) in try value.number() }
            ?? 1
        superseded =
            reader.read("superseded") { value throws(CanonicalCBOR.Malformed) in
                var times: [UInt64: UInt64] = [:]
                for _ in 0..<(try value.array()) {
                    guard try value.array() == 2 else { throw CanonicalCBOR.Malformed() }
                    times[try value.unsigned()] = try value.unsigned()
                }
                return times
            } ?? [:]
        published = reader.seen("published")
        guard !reader.isMalformed else { throw malformed }
        others = reader.entries
    }
}

/// Reads the entries of a map, and takes those out that were read.
private struct EntryReader {
    var entries: [String: [UInt8]]
    private(set) var isMalformed = false

    init(entries: [String: [UInt8]]) { self.entries = entries }

    /// Reads an entry; nil if it isn't there, or malformed.
    mutating func read<Value>(
        _ name: String,
        _ read: (inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) -> Value
    ) -> Value? {
        guard let bytes = entries.removeValue(forKey: name) else { return nil }
        var decoder = CanonicalCBOR.Decoder(bytes)
        do throws(CanonicalCBOR.Malformed) {
            let value = try read(&decoder)
            if decoder.isAtEnd { return value }
        } catch {}
        isMalformed = true
        return nil
    }

    mutating func text(_ name: String) -> String? {
        read(name) { value throws(CanonicalCBOR.Malformed) in try value.text() }
    }

    mutating func seen(_ name: String) -> HeadBody.Seen? {
        read(name) { value throws(CanonicalCBOR.Malformed) in
            guard try value.array() == 2 else { throw CanonicalCBOR.Malformed() }
            return try HeadBody.Seen(&value)
        }
    }

    mutating func heads(_ name: String) -> [DeviceID: HeadBody.Seen]? {
        read(name) { value throws(CanonicalCBOR.Malformed) in
            try value.devices(count: 3, HeadBody.Seen.init)
        }
    }
}

extension HeadBody.Seen {
    fileprivate init(_ decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        self.init(
            sequence: try decoder.number(), hash: try decoder.data(count: CircleHash.bytes))
    }
}

extension CanonicalCBOR.Encoder {
    fileprivate mutating func seen(_ head: HeadBody.Seen) {
        array(2)
        unsigned(head.sequence)
        data(head.hash)
    }

    fileprivate mutating func heads(_ heads: [DeviceID: HeadBody.Seen]) {
        devices(heads, count: 3) { encoder, head in
            encoder.unsigned(head.sequence)
            encoder.data(head.hash)
        }
    }
}

extension SyncState.Memory {
    /// Writes [names, removed, adopting, floor, lone deletions, foreign heads].
    fileprivate func encode(to encoder: inout CanonicalCBOR.Encoder) {
        encoder.array(6)
        encoder.names(names)
        encoder.devices(removed, count: 2) { $0.unsigned($1) }
        encoder.names(adopting)
        encoder.unsigned(floor)
        encoder.array(alone.count)
        for (key, lone) in alone.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        ) {
            encoder.array(3)
            encoder.data(key.bytes)
            encoder.unsigned(lone.since)
            encoder.devices(lone.heads, count: 2) { $0.unsigned($1) }
        }
        encoder.unsigned(foreignHeads)
    }

    fileprivate init(_ decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        guard try decoder.array() == 6 else { throw CanonicalCBOR.Malformed() }
        self.init(names: try decoder.names())
        removed = try decoder.devices(count: 2) {
            value throws(CanonicalCBOR.Malformed) in try value.number()
        }
        adopting = try decoder.names()
        floor = try decoder.number()
        for _ in 0..<(try decoder.array()) {
            guard try decoder.array() == 3 else { throw CanonicalCBOR.Malformed() }
            let key = RecordKey(try decoder.data())
            let since = try decoder.number()
            let heads = try decoder.devices(count: 2) {
                value throws(CanonicalCBOR.Malformed) in try value.number()
            }
            alone[key] = SyncState.LoneDeletion(since: since, heads: heads)
        }
        foreignHeads = try decoder.number()
    }
}

extension CanonicalCBOR.Encoder {
    fileprivate mutating func names(_ names: Set<DeviceID>) {
        array(names.count)
        for name in names.sorted() { device(name) }
    }
}

extension CanonicalCBOR.Decoder {
    fileprivate mutating func names() throws(CanonicalCBOR.Malformed) -> Set<DeviceID> {
        var names: Set<DeviceID> = []
        for _ in 0..<(try array()) { names.insert(try device()) }
        return names
    }
}
