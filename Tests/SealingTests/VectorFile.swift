// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainFormat
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing
import VectorSupport

@testable import SwiftKeychainSealing

/// Reads a file of Vectors/.
struct VectorFile<Vector: Decodable>: Decodable {
    let keybag: String?
    let vectors: [Vector]
    let refused: [Refusal]?

    init(_ name: String) throws {
        self = try readVectors(name)
    }

    /// Opens the keybag a vector names, or else the file, of Vectors/keybag.json or, with its
    /// passcode, of Vectors/passcode.json.
    func openedKeybag(_ name: String? = nil, random: RandomSource = .system) throws -> Keybag {
        let name = try #require(name ?? keybag)
        let plain = try VectorFile<KeybagVector>("keybag").vectors
        if let vector = plain.first(where: { $0.name == name }) {
            return try vector.keybag(random: random)
        }
        let changed = try VectorFile<PasscodeVector>("passcode").vectors
        return try #require(changed.first { $0.name == name }).keybag(random: random)
    }
}

/// Tells what must be refused: bytes, a vector under another keybag, a row with some columns
/// changed, a vector with some fields changed.
struct Refusal: Decodable {
    let name: String
    let keybag: String?
    let with: Changes?

    /// Holds the fields that differ.
    struct Changes: Decodable {
        var password: String?
        var persistref: String?
        var wrapped: String?
        var keybag: String?
        var group: String?
        var boot: String?
        var epoch: String?
        var box: String?
    }

    let cborBytes: String?
    let vector: String?
    let changes: RowVector.Changes?

    enum CodingKeys: String, CodingKey {
        case name, keybag, with
        case cborBytes = "bytes"
        case vector = "of"
        case changes = "change"
    }

    var bytes: String { cborBytes ?? "" }
    var of: String { vector ?? "" }
    var change: RowVector.Changes { changes ?? RowVector.Changes() }
}

struct CBORVector: Decodable {
    let name: String
    let value: Value
    let encoded: String

    indirect enum Value: Decodable {
        case integer(String)
        case text(String)
        case bytes([UInt8])
        case boolean(Bool)
        case double(Double)
        case array([Value])
        case map([[Value]])
        case null

        enum Key: String, CodingKey { case integer, text, bytes, boolean, double, array, map, null }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            switch try #require(fields.allKeys.first) {
            case .integer: self = .integer(try fields.decode(String.self, forKey: .integer))
            case .text: self = .text(try fields.decode(String.self, forKey: .text))
            case .bytes:
                let text = try fields.decode(String.self, forKey: .bytes)
                self = .bytes(try VectorSupport.bytes(text))
            case .boolean: self = .boolean(try fields.decode(Bool.self, forKey: .boolean))
            case .double: self = .double(try fields.decode(Double.self, forKey: .double))
            case .array: self = .array(try fields.decode([Value].self, forKey: .array))
            case .map: self = .map(try fields.decode([[Value]].self, forKey: .map))
            case .null: self = .null
            }
        }

        func encode(to encoder: inout CanonicalCBOR.Encoder) {
            switch self {
            case .integer(let digits):
                if let value = Int64(digits) {
                    encoder.integer(value)
                } else {
                    encoder.unsigned(UInt64(digits) ?? 0)
                }
            case .text(let text): encoder.text(text)
            case .bytes(let bytes): encoder.data(bytes)
            case .boolean(let flag): encoder.boolean(flag)
            case .double(let number): encoder.double(number)
            case .null: encoder.null()
            case .array(let elements):
                encoder.array(elements.count)
                for element in elements { element.encode(to: &encoder) }
            case .map(let pairs):
                encoder.map(pairs.count)
                for element in pairs.joined() { element.encode(to: &encoder) }
            }
        }
    }
}

struct KeyVector: Decodable {
    let name: String
    let parent: String
    let purpose: String
    let context: TypedValue?
    let size: Int
    let message: String
    let derived: String

    func keyPurpose() throws -> KeyPurpose {
        switch purpose {
        case "device key identifier": return .deviceKeyIdentifier
        case "counter": return .counter(try bytes(context?.bytes ?? ""))
        case "counted value": return .counterBox(try bytes(context?.bytes ?? ""))
        case "wrapping key": return .wrapping(try bytes(context?.bytes ?? ""))
        case "keybag": return .keybag(try bytes(context?.bytes ?? ""))
        case "domain": return .domain(context?.text ?? "")
        case "primary key": return .primaryKey
        case "manifest element": return .manifestElement
        case "manifest box": return .manifestBox
        case "metadata key": return .metadata
        case "unlocked keys": return .unlocked(try bytes(context?.bytes ?? ""))
        case "application password": return .applicationPassword
        default:
            try #require(purpose == "secret key")
            return .secret
        }
    }
}

struct KeybagVector: Decodable {
    let name: String
    let deviceKey: String
    let random: String
    let deviceKeyIdentifier: String
    let storeIdentifier: String
    let record: String

    func key() throws -> DeviceKey {
        try DeviceKey(bytes: SecretBytes(copying: bytes(deviceKey)))
    }

    func keybag(random: RandomSource = .system) throws -> Keybag {
        try Keybag(record: bytes(record), deviceKey: key(), random: random)
    }
}

struct PasscodeVector: Decodable {
    let name: String
    let deviceKey: String
    let of: String
    let old: String?
    let passcode: String?
    let operations: UInt64?
    let memory: UInt64?
    let random: String
    let record: String
    let wrappingKey: String

    func key() throws -> DeviceKey {
        try DeviceKey(bytes: SecretBytes(copying: bytes(deviceKey)))
    }

    /// Opens the record, with the passcode where there is one.
    func keybag(random: RandomSource = .system) throws -> Keybag {
        let keybag = try Keybag(record: bytes(record), deviceKey: key(), random: random)
        guard passcode != nil else { return keybag }
        return keybag.unlocked(by: try keys(of: keybag))
    }

    func keys(of keybag: Keybag) throws -> PasscodeKeys {
        try keybag.open(passcode: secret(passcode), deviceKey: key())
    }

    func secret(_ hexadecimal: String?) throws -> SecretBytes {
        SecretBytes(copying: try bytes(#require(hexadecimal)))
    }

    /// Sets, changes or removes the passcode, as the vector says.
    func change(_ keybag: Keybag, _ deviceKey: DeviceKey) throws -> Keybag {
        let cost = Argon2Cost(operations: operations ?? 0, memory: memory ?? 0)
        guard old != nil else {
            return try keybag.settingPasscode(
                secret(passcode), cost: cost, deviceKey: deviceKey
            ).keybag
        }
        let keys = try keybag.open(passcode: secret(old), deviceKey: deviceKey)
        return try keybag.changingPasscode(
            to: passcode == nil ? nil : secret(passcode), cost: cost, keys: keys,
            deviceKey: deviceKey)
    }
}

struct DigestVector: Decodable {
    let name: String
    let `class`: String
    let attribute: String
    let value: TypedValue
    let comparison: String
    let digest: String
}

struct LookupVector: Decodable {
    let name: String
    let pairs: [[String]]
    let ssat: String
    let digests: [String]
}

struct PrimaryKeyVector: Decodable {
    let name: String
    let `class`: String
    let agrp: String
    let sync: Bool
    let attributes: [String: TypedValue]
    let pkey: String
}

struct BoxVector: Decodable {
    let name: String
    let keybag: String?
    let row: RowVector
    let attributes: [String: TypedValue]
    let secret: String?
    let random: String
}

struct RowVector: Decodable {
    var `class`: String
    var agrp: String
    var pdmn: String
    var sync: Bool
    var tomb: Bool
    var persistref: String
    var rev: Int64
    var digests: [String?]
    var pkey: String
    var meta: String
    var data: String?
    /// Of the first format where it is absent.
    var fmt: Int64?
    var added: [String: String]?

    func sealedRow() throws -> SealedRow {
        let itemClass = try #require(ItemClass(rawValue: `class`))
        // Without the columns of later versions.
        let columns = itemClass.attributes.digestColumns.count
        let missing = [[UInt8]?](repeating: nil, count: max(0, columns - digests.count))
        return SealedRow(
            itemClass: itemClass, format: fmt ?? 1,
            accessGroup: agrp,
            protection: pdmn, synchronizable: sync, tombstone: tomb,
            persistentReference: try bytes(persistref), revision: rev,
            digests: try digests.map { try $0.map { try bytes($0) } } + missing,
            addedDigests: try (added ?? [:]).map {
                AddedDigest(name: $0, digest: try bytes($1))
            }, primaryKey: try bytes(pkey),
            metadataBox: try bytes(meta), secretBox: try data.map { try bytes($0) })
    }

    /// Holds the columns that differ; `data` may be there and null.
    struct Changes: Decodable {
        var `class`: String?
        var agrp: String?
        var pdmn: String?
        var sync: Bool?
        var tomb: Bool?
        var persistref: String?
        var rev: Int64?
        var pkey: String?
        var meta: String?
        var data: String??
        var fmt: Int64?
        var added: [String: String]?

        enum Key: String, CodingKey {
            case `class`, agrp, pdmn, sync, tomb, persistref, rev, pkey, meta, data, fmt, added
        }

        init() {}

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            `class` = try fields.decodeIfPresent(String.self, forKey: .class)
            agrp = try fields.decodeIfPresent(String.self, forKey: .agrp)
            pdmn = try fields.decodeIfPresent(String.self, forKey: .pdmn)
            sync = try fields.decodeIfPresent(Bool.self, forKey: .sync)
            tomb = try fields.decodeIfPresent(Bool.self, forKey: .tomb)
            persistref = try fields.decodeIfPresent(String.self, forKey: .persistref)
            rev = try fields.decodeIfPresent(Int64.self, forKey: .rev)
            pkey = try fields.decodeIfPresent(String.self, forKey: .pkey)
            meta = try fields.decodeIfPresent(String.self, forKey: .meta)
            fmt = try fields.decodeIfPresent(Int64.self, forKey: .fmt)
            added = try fields.decodeIfPresent([String: String].self, forKey: .added)
            if fields.contains(.data) {
                data = .some(try fields.decodeIfPresent(String.self, forKey: .data))
            }
        }
    }

    func changed(by changes: Changes) -> RowVector {
        var row = self
        row.class = changes.class ?? row.class
        row.agrp = changes.agrp ?? row.agrp
        row.pdmn = changes.pdmn ?? row.pdmn
        row.sync = changes.sync ?? row.sync
        row.tomb = changes.tomb ?? row.tomb
        row.persistref = changes.persistref ?? row.persistref
        row.rev = changes.rev ?? row.rev
        row.pkey = changes.pkey ?? row.pkey
        row.meta = changes.meta ?? row.meta
        row.data = changes.data ?? row.data
        row.fmt = changes.fmt ?? row.fmt
        row.added = changes.added ?? row.added
        return row
    }
}

struct ManifestVector: Decodable {
    let name: String
    let keybag: String?
    let added: [Row]
    let removed: [Row]
    let revision: Int64
    let random: String
    let count: Int64
    let accumulator: String
    let record: String
    // Of the second version of the tables.
    let repairs: Int64?
    let quarantine: Int64?
    let incidents: [Incident]?
    let settings: Settings?

    /// Counts what the vector says, and expects the sum it says.
    func manifest(_ keybag: Keybag) throws -> Manifest {
        var manifest = Manifest()
        for row in added { manifest.add(try row.element(keybag)) }
        for row in removed { manifest.remove(try row.element(keybag)) }
        manifest.revision = revision
        for incident in incidents ?? [] {
            manifest.add(
                incident: keybag.element(
                    ofIncident: incident.kind, seconds: incident.seconds, detail: incident.detail,
                    isAcknowledged: incident.isAcknowledged))
        }
        manifest.repairs = repairs ?? 0
        manifest.quarantined = quarantine ?? 0
        manifest.others = settings?.encoded ?? [:]
        #expect(manifest.count == count, "\(name)")
        #expect(manifest.accumulator.littleEndianBytes.hexadecimal == accumulator, "\(name)")
        return manifest
    }

    /// What a user set, encoded: the keychains and the lock (Docs/internals/format.md §7).
    struct Settings: Decodable {
        let encoded: [String: [UInt8]]

        private enum Key: String, CodingKey { case keychains, lock }

        init(from decoder: any Decoder) throws {
            let entries = try decoder.container(keyedBy: Key.self)
            var fields = try entries.nestedUnkeyedContainer(forKey: .keychains)
            var keychains = CanonicalCBOR.Encoder()
            keychains.array(2)
            keychains.text(try fields.decode(String.self))
            let listed = try fields.decode([String].self)
            keychains.array(listed.count)
            for name in listed { keychains.text(name) }
            fields = try entries.nestedUnkeyedContainer(forKey: .lock)
            var lock = CanonicalCBOR.Encoder()
            lock.array(2)
            lock.integer(try fields.decode(Int64.self))
            lock.boolean(try fields.decode(Bool.self))
            encoded = ["keychains": keychains.bytes, "lock": lock.bytes]
        }
    }

    /// [date, kind, detail, acknowledged].
    struct Incident: Decodable {
        let seconds: Int64
        let kind: String
        let detail: String
        let isAcknowledged: Bool

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            seconds = try fields.decode(Int64.self)
            kind = try fields.decode(String.self)
            detail = try fields.decode(String.self)
            isAcknowledged = try fields.decode(Bool.self)
        }
    }

    struct Row: Decodable {
        let `class`: String
        let persistref: String
        let rev: Int64

        func element(_ keybag: Keybag) throws -> Manifest.Element {
            keybag.element(
                try #require(ItemClass(rawValue: `class`)),
                persistentReference: try bytes(persistref), revision: rev)
        }
    }
}

struct UnlockedVector: Decodable {
    let name: String
    let keybag: String
    let group: String
    let boot: String
    let epoch: String
    let asleep: Int64?
    let random: String
    let box: String

    func lockGroup(_ changes: Refusal.Changes? = nil) throws -> LockGroup {
        try #require(LockGroup(rawValue: changes?.group ?? group))
    }

    func binding(_ changes: Refusal.Changes? = nil) -> UnlockedBinding {
        UnlockedBinding(boot: changes?.boot ?? boot, epoch: changes?.epoch ?? epoch)
    }
}

struct KnownKeychainsVector: Decodable {
    struct Keychain: Decodable {
        let path: String
        let store: String
        let hasPasscode: Bool

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            path = try fields.decode(String.self)
            store = try fields.decode(String.self)
            hasPasscode = try fields.decode(Bool.self)
        }
    }

    let name: String
    let deviceKey: String
    let keychains: [Keychain]
    let random: String
    let record: String
}

struct DeviceKeyVector: Decodable {
    let name: String
    let secret: String?
    let code: String?
    let sealed: String
    let deviceKeys: [String]
    let random: String
    let record: String
}

struct ApplicationPasswordVector: Decodable {
    let name: String
    let password: String
    let persistref: String
    let secret: String?
    let operations: UInt64
    let memory: UInt64
    let random: String
    let wrapped: String

    func open(_ changes: Refusal.Changes? = nil) throws -> SecretBytes? {
        try ApplicationPassword.open(
            SecretBytes(copying: bytes(changes?.wrapped ?? wrapped)),
            under: SecretBytes(copying: bytes(changes?.password ?? password)),
            reference: bytes(changes?.persistref ?? persistref))
    }
}
