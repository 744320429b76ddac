// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSync
import SwiftKeychainSystem

// The head is a CBOR map by name, as the body of a head is; the secrets follow.
extension CircleState {
    /// The map, then the password of the relay if there is one, and the seed. Entries that this build doesn't know are
    /// written as they were read.
    package var encoded: SecretBytes {
        var entries = others
        entries.set("version") { $0.unsigned(Self.version) }
        entries.set("genesis") { $0.data(genesis.encoded) }
        entries.set("name") { $0.text(name) }
        entries.set("relay") { $0.value(relay.address.value) }
        entries.set("paths") { $0.value(relay.paths.value) }
        if moved != 0 { entries.set("moved") { $0.unsigned(moved) } }
        entries.set("statements") { $0.statements(statements) }
        entries.set("epoch") { $0.data(epoch) }
        if !grants.isEmpty { entries.set("grants") { $0.value(.grants(grants)) } }
        if leaves { entries.set("leaves") { $0.boolean(true) } }
        if !removing.isEmpty { entries.set("removing") { $0.names(removing) } }
        if let own { entries.set("own") { $0.seen(own) } }
        entries.set("held") { $0.heads(held) }
        if let unlocked { entries.set("unlocked") { $0.heads(unlocked) } }
        if let known { entries.set("known") { $0.names(known) } }
        if let problem {
            entries.set("problem") { encoder in
                encoder.array(2)
                encoder.text(problem.text)
                encoder.unsigned(problem.since)
            }
        }
        entries.set("pack") { $0.unsigned(nextPack) }
        entries.set("superseded") {
            $0.list(superseded.sorted { $0.key < $1.key }) { encoder, pack in
                encoder.value(.array([.unsigned(pack.key), .unsigned(pack.value)]))
            }
        }
        if let published { entries.set("published") { $0.seen(published) } }
        entries.set("memory") { memory.encode(to: &$0) }
        if memory.lockedFloor != 0 {
            entries.set("lockedFloor") { $0.unsigned(memory.lockedFloor) }
        }
        return SecretTail.join(
            CanonicalCBOR.map(entries), [relay.address.password, seed].compactMap(\.self))
    }

    /// Reads what ``encoded`` wrote.
    ///
    /// - Throws: `decode` for anything else; `notAvailable` for a later version.
    package init(_ bytes: SecretBytes) throws(KeychainError) {
        let malformed = KeychainError(.decode, "the state of the circle: malformed")
        guard var tail = SecretTail(bytes) else { throw malformed }
        let entries = try? CanonicalCBOR.Decoder.read(tail.head) { decoder in
            var entries: [String: [UInt8]] = [:]
            try decoder.entries { name, value throws(CanonicalCBOR.Malformed) in
                entries[name] = try value.item()
            }
            return entries
        }
        guard let entries else { throw malformed }
        var reader = EntryReader(entries: entries)
        if let version = reader.read("version", { try $0.unsigned() }), version > Self.version {
            throw KeychainError(
                .notAvailable, "the state of the circle was written by a newer version")
        }
        // The secrets must be taken in the order in which `encoded` wrote them: the relay's password, then the seed.
        let genesis = reader.read("genesis") { try Genesis($0.data()) }
        let name = reader.read("name") { try $0.text() }
        let relay = reader.read("relay") { try RelayAddress(&$0, secrets: &tail) }
        let paths = reader.read("paths") { try RelayPaths(&$0) }
        let epoch = reader.read("epoch") { try $0.data(count: EpochSecret.nameBytes) }
        let memory = reader.read("memory") { try SyncState.Memory(&$0) }
        guard let genesis, let name, let relay, let paths, let epoch, let memory,
            let seed = tail.take(UInt64(MemberKeys.seedBytes)), tail.isAtEnd
        else { throw malformed }
        try self.init(
            genesis, seed: seed, name: name, relay: RelayPlace(relay, paths), epoch: epoch)
        self.memory = memory
        self.memory.lockedFloor = reader.read("lockedFloor") { try $0.number() } ?? 0
        moved = reader.read("moved") { try $0.number() } ?? 0
        statements = reader.read("statements") { try $0.statements() } ?? []
        grants = reader.read("grants") { try $0.grants() } ?? []
        removing = reader.read("removing") { try $0.names() } ?? []
        known = reader.read("known") { try $0.names() }
        problem = reader.read("problem") {
            try $0.array(of: 2)
            return (try $0.text(), try $0.number())
        }
        leaves = reader.read("leaves") { try $0.boolean() } ?? false
        own = reader.read("own") { try $0.seen() }
        held = reader.read("held") { try $0.heads() } ?? [:]
        unlocked = reader.read("unlocked") { try $0.heads() }
        nextPack = reader.read("pack") { try $0.number() } ?? 1
        let pairs = reader.read("superseded") {
            try $0.list {
                try $0.array(of: 2)
                return (try $0.unsigned(), try $0.unsigned())
            }
        }
        superseded = Dictionary(pairs ?? [], uniquingKeysWith: { $1 })
        published = reader.read("published") { try $0.seen() }
        guard !reader.isMalformed else { throw malformed }
        others = reader.entries
    }
}

/// Reads the entries of a map, and takes those out that were read.
private struct EntryReader {
    /// The encoded values by their names. What is left after the last read was written by a later build.
    var entries: [String: [UInt8]]
    /// Whether an entry was there but couldn't be read. Checked once at the end, since nil also means that an entry is
    /// missing, which optional ones may be.
    private(set) var isMalformed = false

    /// Reads an entry; nil if it isn't there, or malformed.
    mutating func read<Value>(
        _ name: String, _ read: (inout CanonicalCBOR.Decoder) throws -> Value
    ) -> Value? {
        guard let bytes = entries.removeValue(forKey: name) else { return nil }
        let value = try? CanonicalCBOR.Decoder.read(bytes, read)
        if value == nil { isMalformed = true }
        return value
    }
}

extension CanonicalCBOR.Encoder {
    fileprivate mutating func seen(_ head: HeadBody.Seen) {
        array(2)
        head.encode(to: &self)
    }

    fileprivate mutating func heads(_ heads: [DeviceID: HeadBody.Seen]) {
        devices(heads, count: 3) { $1.encode(to: &$0) }
    }
}

extension CanonicalCBOR.Decoder {
    fileprivate mutating func seen() throws(CanonicalCBOR.Malformed) -> HeadBody.Seen {
        try array(of: 2)
        return try HeadBody.Seen(&self)
    }

    fileprivate mutating func heads() throws(CanonicalCBOR.Malformed) -> [DeviceID: HeadBody.Seen] {
        try devices(count: 3) { try HeadBody.Seen(&$0) }
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
        // Sorted, so that an unchanged state has the same bytes and its item isn't written again.
        let sorted = alone.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        encoder.list(sorted) { encoder, deletion in
            // [record key, milliseconds since 2001, [[device, sequence]…]]
            encoder.array(3)
            encoder.data(deletion.key.bytes)
            encoder.unsigned(deletion.value.since)
            encoder.devices(deletion.value.heads, count: 2) { $0.unsigned($1) }
        }
        encoder.unsigned(foreignHeads)
    }

    fileprivate init(_ decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        try decoder.array(of: 6)
        self.init(names: try decoder.names())
        removed = try decoder.devices(count: 2) { try $0.number() }
        adopting = try decoder.names()
        floor = try decoder.number()
        let deletions = try decoder.list {
            try $0.array(of: 3)
            return (
                RecordKey(try $0.data()),
                SyncState.LoneDeletion(
                    since: try $0.number(),
                    heads: try $0.devices(count: 2) { try $0.number() })
            )
        }
        alone = Dictionary(deletions, uniquingKeysWith: { $1 })
        foreignHeads = try decoder.number()
    }
}
