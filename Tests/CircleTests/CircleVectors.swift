// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSync
import SwiftKeychainSystem
import Testing
import VectorSupport

@testable import SwiftKeychainCircle

/// A file of Vectors/circle-*.json.
struct CircleFile<Vector: Decodable>: Decodable {
    let vectors: [Vector]
}

/// Returns the keys of a member: from a seed in hexadecimal, or from a recovery code.
func memberKeys(_ text: String) throws -> MemberKeys {
    if text.contains("-") {
        return try MemberKeys(recovery: RecoveryCode(typed: SecretBytes(copying: text.utf8)))
    }
    return try MemberKeys(seed: SecretBytes(copying: bytes(text)))
}

func device(_ hexadecimal: String) throws -> DeviceID {
    try #require(DeviceID(bytes(hexadecimal)))
}

/// The secret of an epoch with that name.
func epoch(_ secret: String) throws -> EpochSecret {
    .generate(.fixed(try bytes(secret)))
}

struct PairingVector: Decodable {
    let name, random, genesis, epoch, nonce, confirmation, welcome, first: String
    let isUnattended: Bool
    let member, joining: End
    let contents, codes: [String]

    struct End: Decodable {
        let name, random: String
        let keys: String?
    }
}

struct MemberVector: Decodable {
    let name, keys, signing, sealing, member: String
}

struct GenesisVector: Decodable {
    let name, device, recovery, random, genesis, circle: String
}

struct StatementVector: Decodable {
    let name, circle, author, kind, statement: String
    let sequence: UInt64
    let joining, device, recovery: String?

    func made() throws -> MemberStatement {
        let (circle, author) = (try bytes(circle), try memberKeys(author))
        let content: MemberStatement.Content
        switch kind {
        case "member":
            let (joining, name) = (try memberKeys(#require(joining)), try #require(device))
            content = .member(
                joining.publicKeys, name: name,
                consent: MemberStatement.consent(
                    circle: circle, sponsor: author.publicKeys.name, name: name, keys: joining))
        default: content = .recovery(try memberKeys(#require(recovery)).publicKeys)
        }
        return MemberStatement(
            content, circle: circle, author: author.publicKeys.name, sequence: sequence,
            keys: author)
    }
}

struct EpochVector: Decodable {
    let name, circle, secret, to, epoch, head, packA, packC, grant: String
}

/// A version: milliseconds, count, device.
struct VersionVector: Decodable {
    let version: RecordVersion

    init(from decoder: any Decoder) throws {
        var fields = try decoder.unkeyedContainer()
        version = RecordVersion(
            milliseconds: try fields.decode(UInt64.self), count: try fields.decode(UInt64.self),
            device: try device(fields.decode(String.self)))
    }
}

struct RecordVector: Decodable {
    let `class`, agrp, pdmn, state: String
    let sync: Bool
    let version: VersionVector
    let saw: [VersionVector]
    let attributes: [String: TypedValue]
    let secret: String?
    let needs: UInt64

    func record() throws -> ItemRecord {
        let states: [String: SyncRecord.State] = [
            "live": .live, "deleted": .deleted, "released": .released,
        ]
        return ItemRecord(
            itemClass: try #require(ItemClass(rawValue: `class`)), accessGroup: agrp,
            synchronizable: sync, protection: try #require(ProtectionClass(rawValue: pdmn)),
            version: version.version,
            saw: Dictionary(uniqueKeysWithValues: saw.map { ($0.version.device, $0.version) }),
            state: try #require(states[state]),
            attributes: try VectorSupport.attributes(attributes),
            secret: try secret.map { SecretBytes(copying: try bytes($0)) }, needs: needs)
    }
}

struct PackVector: Decodable {
    let name, circle, device, kind, secret, random, pack, hash: String
    let number: UInt64
    let records: [RecordVector]
    let dropped: [String]?
    let keys: [String]

    func place() throws -> PackPlace {
        PackPlace(
            circle: try bytes(circle), device: try CircleTests.device(device), number: number,
            kind: try #require(PackKind(rawValue: kind)))
    }

    func epochKeys() throws -> EpochKeys { try epoch(secret).keys(circle: bytes(circle)) }
}

struct HeadVector: Decodable {
    let name, circle, author, secret, random, head, hash: String
    let sequence: UInt64
    let grants: [[String]]
    let body: Body

    struct Body: Decodable {
        let time: UInt64
        let former, name, program: String?
        let seen: [Seen]
        let packs: [Pack]
        let statements: [String]?
        let removed: [Removed]?
        let floor: UInt64?
        let relay: Move?
    }

    struct Move: Decodable {
        let time: UInt64
        let address: InvitationVector.Relay

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            time = try fields.decode(UInt64.self)
            address = try fields.decode(InvitationVector.Relay.self)
        }
    }

    struct Seen: Decodable {
        let device: DeviceID
        let seen: HeadBody.Seen

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            device = try CircleTests.device(fields.decode(String.self))
            seen = HeadBody.Seen(
                sequence: try fields.decode(UInt64.self),
                hash: try bytes(fields.decode(String.self)))
        }
    }

    struct Pack: Decodable {
        let reference: HeadBody.PackReference

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            let number = try fields.decode(UInt64.self)
            let kind = try #require(PackKind(rawValue: fields.decode(String.self)))
            reference = HeadBody.PackReference(
                number: number, kind: kind, length: try fields.decode(UInt64.self),
                hash: try bytes(fields.decode(String.self)),
                records: try fields.decode(UInt64.self),
                parts: fields.isAtEnd ? [] : try fields.decode([String].self).map(bytes))
        }
    }

    struct Removed: Decodable {
        let device: DeviceID
        let last: UInt64

        init(from decoder: any Decoder) throws {
            var fields = try decoder.unkeyedContainer()
            device = try CircleTests.device(fields.decode(String.self))
            last = try fields.decode(UInt64.self)
        }
    }

    func headBody() throws -> HeadBody {
        var made = HeadBody()
        made.former = try body.former.map { try bytes($0) } ?? []
        made.time = body.time
        made.name = body.name ?? ""
        made.program = body.program ?? ""
        made.seen = Dictionary(uniqueKeysWithValues: body.seen.map { ($0.device, $0.seen) })
        made.packs = body.packs.map(\.reference)
        made.statements = try body.statements?.map { try MemberStatement(bytes($0)) } ?? []
        made.removed = Dictionary(
            uniqueKeysWithValues: body.removed?.map { ($0.device, $0.last) } ?? [])
        made.floor = body.floor ?? 0
        made.relay = try body.relay.map {
            RelayMove(time: $0.time, address: try $0.address.address())
        }
        return made
    }

    func epochGrants() throws -> [EpochGrant] {
        try grants.map {
            EpochGrant(epoch: try bytes($0[0]), member: try device($0[1]), box: try bytes($0[2]))
        }
    }

    func epochKeys() throws -> EpochKeys { try epoch(secret).keys(circle: bytes(circle)) }
}

struct InvitationVector: Decodable {
    let name, random, text: String
    let relay: Relay
    let isUnattended: Bool
    let end: UInt64

    struct Relay: Decodable {
        let kind, prefix, user, password: String
        let endpoints, authorities: [String]

        func address() throws -> RelayAddress {
            if kind == "folder" { return .folder(prefix: prefix) }
            return RelayAddress(
                .etcd, prefix: prefix, endpoints: endpoints, user: user,
                password: SecretBytes(copying: try bytes(password)),
                authorities: try authorities.map(bytes))
        }
    }
}
