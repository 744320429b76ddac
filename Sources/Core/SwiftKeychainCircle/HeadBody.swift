// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync
import SwiftKeychainSystem

/// What a head says, to members alone.
package struct HeadBody: Equatable, Sendable {
    /// A head that the writer had accepted, or its own former one.
    package struct Seen: Hashable, Sendable {
        package let sequence: UInt64
        /// The hash of the whole head, 32 bytes. Two heads may have one sequence if a device was copied.
        package let hash: [UInt8]

        package init(sequence: UInt64, hash: [UInt8]) {
            (self.sequence, self.hash) = (sequence, hash)
        }

        /// Writes the sequence and the hash, as elements of an array.
        func encode(to encoder: inout CanonicalCBOR.Encoder) {
            encoder.unsigned(sequence)
            encoder.data(hash)
        }

        init(_ decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
            self.init(
                sequence: try decoder.number(), hash: try decoder.data(count: CircleHash.bytes))
        }
    }

    /// A pack of the writer. A later one overrides an earlier one.
    package struct PackReference: Hashable, Sendable {
        /// The number of the pack's first file.
        package let number: UInt64
        package let kind: PackKind
        /// The length of the sealed pack, in bytes, and its hash.
        package let length: UInt64
        package let hash: [UInt8]
        /// The number of its records. Entries that drop an earlier record count, too.
        package let records: UInt64
        /// The hashes of the files of a pack that is longer than a file; empty for another. They have the number of the pack
        /// and those that follow.
        package let parts: [[UInt8]]

        /// A file of a pack, with its number and hash.
        package struct File: Hashable, Sendable {
            package let number: UInt64
            package let hash: [UInt8]
        }

        /// The files of the pack on a relay, in the order in which they are joined.
        package var files: [File] {
            parts.isEmpty
                ? [File(number: number, hash: hash)]
                : parts.enumerated().map { File(number: number + UInt64($0), hash: $1) }
        }
    }

    /// The genesis of the circle, for a device that has the recovery code alone.
    package var genesis: [UInt8] = []
    /// The hash of the writer's former head; empty for its first.
    package var former: [UInt8] = []
    /// When the head was written, in milliseconds since 2001, by the writer's clock.
    package var time: UInt64 = 0
    /// The name of the device, and the version of its program.
    package var name = ""
    package var program = ""
    /// The accepted head of each other device. A reader accepts this head only with those of members, or later ones.
    package var seen: [DeviceID: Seen] = [:]
    /// All packs of the writer's map, in the order in which they count.
    package var packs: [PackReference] = []
    /// The statements that the writer knows, each as its author signed it. At most ``Roster/mostStatements``.
    package var statements: [MemberStatement] = []
    /// The devices that are no members any more, and the last sequence of each that counts.
    package var removed: [DeviceID: UInt64] = [:]
    /// Those of them that left by themselves.
    package var left: Set<DeviceID> = []
    /// The milliseconds that later versions of the circle exceed.
    package var floor: UInt64 = 0
    /// The relay that the writer moved to; nil for one that uses the circle's first.
    package var relay: RelayMove?

    package init() {}
}

// A CBOR map by name, so that a later build can add to it. Empty values are left out, and names that this build doesn't
// know are skipped.
extension HeadBody {
    /// The plaintext of the body, without the zeros that pad it.
    package var encoded: [UInt8] {
        var entries: [String: [UInt8]] = [:]
        if !genesis.isEmpty { entries.set("genesis") { $0.data(genesis) } }
        if !former.isEmpty { entries.set("former") { $0.data(former) } }
        entries.set("time") { $0.unsigned(time) }
        if !name.isEmpty { entries.set("name") { $0.text(name) } }
        if !program.isEmpty { entries.set("program") { $0.text(program) } }
        entries.set("seen") { $0.devices(seen, count: 3) { $1.encode(to: &$0) } }
        entries.set("packs") { $0.list(packs) { $1.encode(to: &$0) } }
        if !statements.isEmpty { entries.set("statements") { $0.statements(statements) } }
        if !removed.isEmpty {
            entries.set("removed") { $0.devices(removed, count: 2) { $0.unsigned($1) } }
        }
        if !left.isEmpty { entries.set("left") { $0.names(left) } }
        if floor != 0 { entries.set("floor") { $0.unsigned(floor) } }
        if let relay { entries.set("relay") { $0.value(relay.value) } }
        return CanonicalCBOR.map(entries)
    }

    /// Reads the plaintext of a body. Zeros may follow, and entries that are left out keep their defaults.
    package init(_ plaintext: [UInt8]) throws(CircleFault) {
        self = try CanonicalCBOR.Decoder.readStart(of: plaintext) { decoder in
            var body = HeadBody()
            try decoder.entries { name, value throws(CanonicalCBOR.Malformed) in
                switch name {
                case "genesis": body.genesis = try value.data()
                case "former": body.former = try value.data(count: CircleHash.bytes)
                case "time": body.time = try value.number()
                case "name": body.name = try value.text()
                case "program": body.program = try value.text()
                case "seen": body.seen = try value.devices(count: 3) { try Seen(&$0) }
                case "packs": body.packs = try value.list { try PackReference(&$0) }
                case "statements":
                    body.statements = try value.statements()
                    guard body.statements.count <= Roster.mostStatements else {
                        throw CanonicalCBOR.Malformed()
                    }
                case "removed": body.removed = try value.devices(count: 2) { try $0.number() }
                case "left": body.left = try value.names()
                case "floor": body.floor = try value.number()
                case "relay":
                    // Ignores a kind of relay that only a newer build knows.
                    var move = CanonicalCBOR.Decoder(try value.item())
                    body.relay = try? RelayMove(&move)
                default: _ = try value.item()
                }
            }
            return body
        }
    }
}

extension HeadBody.PackReference {
    /// Describes a sealed pack. It takes as many numbers as it has files, beginning with `number`.
    package init(_ pack: [UInt8], number: UInt64, kind: PackKind, records: Int) {
        let files = Pack.files(of: pack)
        self.init(
            number: number, kind: kind, length: UInt64(pack.count), hash: Pack.hash(pack),
            records: UInt64(records), parts: files.count == 1 ? [] : files.map(Pack.hash))
    }

    fileprivate func encode(to encoder: inout CanonicalCBOR.Encoder) {
        encoder.array(parts.isEmpty ? 5 : 6)
        encoder.unsigned(number)
        encoder.text(kind.rawValue)
        encoder.unsigned(length)
        encoder.data(hash)
        encoder.unsigned(records)
        if !parts.isEmpty { encoder.list(parts) { $0.data($1) } }
    }

    fileprivate init(_ decoder: inout CanonicalCBOR.Decoder) throws(CanonicalCBOR.Malformed) {
        let count = try decoder.array()
        guard count == 5 || count == 6 else { throw CanonicalCBOR.Malformed() }
        number = try decoder.number()
        guard let kind = PackKind(rawValue: try decoder.text()) else {
            throw CanonicalCBOR.Malformed()
        }
        self.kind = kind
        length = try decoder.unsigned()
        hash = try decoder.data(count: CircleHash.bytes)
        records = try decoder.unsigned()
        if count == 5 {
            parts = []
            return
        }
        parts = try decoder.list { try $0.data(count: CircleHash.bytes) }
        // A pack of a single file has five elements, so that each reference has one encoding.
        guard parts.count > 1, parts.count <= Pack.mostFiles else {
            throw CanonicalCBOR.Malformed()
        }
    }
}
