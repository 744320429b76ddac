// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSync

@testable import SwiftKeychainCircle

/// A circle for tests: a laptop that made it, a phone, a stranger, and a recovery member.
struct Circle {
    let laptop, phone, stranger, recovery: MemberKeys
    let genesis: Genesis
    let secret = EpochSecret.generate()

    init() throws {
        (laptop, phone) = (try .generate(), try .generate())
        (stranger, recovery) = (try .generate(), try MemberKeys(recovery: .generate()))
        genesis = Genesis(device: laptop.publicKeys, recovery: recovery.publicKeys)
    }

    var name: [UInt8] { genesis.circle }
    var keys: EpochKeys { secret.keys(circle: name) }

    func place(_ number: UInt64 = 1, _ kind: PackKind = .whenUnlocked) -> PackPlace {
        PackPlace(circle: name, device: laptop.publicKeys.name, number: number, kind: kind)
    }

    func record(
        _ account: String = "ann", _ protection: ProtectionClass = .whenUnlocked,
        version milliseconds: UInt64 = 1, secret: [UInt8]? = Array("very secret".utf8)
    ) -> ItemRecord {
        ItemRecord(
            itemClass: .genericPassword, accessGroup: "example", synchronizable: true,
            protection: protection,
            version: RecordVersion(
                milliseconds: milliseconds, count: 0, device: laptop.publicKeys.name),
            saw: [:], state: .live, attributes: [.account: .string(account)],
            secret: secret.map { SecretBytes(copying: $0) })
    }

    /// Adds a device, with its consent.
    func member(
        _ joining: MemberKeys, by sponsor: MemberKeys, sequence: UInt64 = 1
    ) -> MemberStatement {
        let consent = MemberStatement.consent(
            circle: name, sponsor: sponsor.publicKeys.name, name: "device", keys: joining)
        return statement(
            .member(joining.publicKeys, name: "device", consent: consent), by: sponsor, sequence)
    }

    func statement(
        _ content: MemberStatement.Content, by author: MemberKeys, _ sequence: UInt64 = 1
    ) -> MemberStatement {
        MemberStatement(
            content, circle: name, author: author.publicKeys.name, sequence: sequence,
            keys: author)
    }

    func head(_ body: HeadBody = HeadBody(), by author: MemberKeys, grants: [EpochGrant] = [])
        -> Head
    {
        Head(body, circle: name, sequence: 1, grants: grants, keys: author, under: keys)
    }
}
