// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSealing
import SwiftKeychainSync
import SwiftKeychainSystem
import Testing
import VectorSupport

@testable import SwiftKeychainCircle

/// Runs the known answers of Vectors/circle-*.json, which Scripts/check-vectors.py computes independently: each is made
/// again from the same random bytes, and read.
@Suite struct CircleVectorTests {
    @Test func members() throws {
        for vector in try (readVectors("circle-member") as CircleFile<MemberVector>).vectors {
            let keys = try memberKeys(vector.keys).publicKeys
            #expect(keys.signing.hexadecimal == vector.signing, "\(vector.name)")
            #expect(keys.sealing.hexadecimal == vector.sealing, "\(vector.name)")
            #expect(keys.name.bytes.hexadecimal == vector.member, "\(vector.name)")
        }
    }

    @Test func genesis() throws {
        for vector in try (readVectors("circle-genesis") as CircleFile<GenesisVector>).vectors {
            let made = Genesis(
                device: try memberKeys(vector.device).publicKeys,
                recovery: try memberKeys(vector.recovery).publicKeys,
                .fixed(try bytes(vector.random)))
            #expect(made.encoded.hexadecimal == vector.genesis, "\(vector.name)")
            #expect(made.circle.hexadecimal == vector.circle, "\(vector.name)")
            #expect(try Genesis(bytes(vector.genesis)) == made, "\(vector.name)")
        }
    }

    @Test func statements() throws {
        for vector in try (readVectors("circle-statement") as CircleFile<StatementVector>).vectors {
            let made = try vector.made()
            #expect(made.bytes.hexadecimal == vector.statement, "\(vector.name)")
            let read = try MemberStatement(bytes(vector.statement))
            #expect(read == made && read.content == made.content, "\(vector.name)")
            #expect(try read.verify(by: memberKeys(vector.author).publicKeys), "\(vector.name)")
        }
    }

    @Test func epochs() throws {
        for vector in try (readVectors("circle-epoch") as CircleFile<EpochVector>).vectors {
            let (secret, circle) = (try epoch(vector.secret), try bytes(vector.circle))
            #expect(secret.name.hexadecimal == vector.epoch, "\(vector.name)")
            let keys = secret.keys(circle: circle)
            let derived = [keys.head, keys.packs[.whenUnlocked], keys.packs[.afterFirstUnlock]]
            #expect(
                derived.map { $0?.withBytes { Array($0) }.hexadecimal }
                    == [vector.head, vector.packA, vector.packC], "\(vector.name)")
            let to = try memberKeys(vector.to)
            let grant = EpochGrant(
                epoch: secret.name, member: to.publicKeys.name, box: try bytes(vector.grant))
            let opened = EpochSecret(grant, keys: to, circle: circle)
            #expect(opened?.secret == secret.secret, "\(vector.name)")
        }
    }

    @Test func packs() throws {
        for vector in try (readVectors("circle-pack") as CircleFile<PackVector>).vectors {
            let (place, keys) = (try vector.place(), try vector.epochKeys())
            let records = try vector.records.map { try $0.record() }
            let dropped = try vector.dropped?.map { RecordKey(try bytes($0)) } ?? []
            let made = Pack.seal(
                PackContents(records, dropped: dropped), at: place, under: keys,
                .fixed(try bytes(vector.random)))
            #expect(made?.hexadecimal == vector.pack, "\(vector.name)")
            #expect(made.map(Pack.hash)?.hexadecimal == vector.hash, "\(vector.name)")
            let opened = try Pack.open(bytes(vector.pack), at: place, under: keys)
            #expect(opened.dropped == dropped, "\(vector.name)")
            let read = opened.records
            #expect(read.map(\.key.bytes.hexadecimal) == vector.keys, "\(vector.name)")
            #expect(read.map(\.summary) == records.map(\.summary), "\(vector.name)")
            #expect(read.map(\.secret) == records.map(\.secret), "\(vector.name)")
            #expect(read.map(\.attributes) == records.map(\.attributes), "\(vector.name)")
            #expect(read.map(\.needs) == records.map(\.needs), "\(vector.name)")
        }
    }

    @Test func heads() throws {
        for vector in try (readVectors("circle-head") as CircleFile<HeadVector>).vectors {
            let (body, author) = (try vector.headBody(), try memberKeys(vector.author))
            let (circle, keys) = (try bytes(vector.circle), try vector.epochKeys())
            let made = Head(
                body, circle: circle, sequence: vector.sequence,
                grants: try vector.epochGrants(), keys: author, under: keys,
                .fixed(try bytes(vector.random)))
            #expect(made.bytes.hexadecimal == vector.head, "\(vector.name)")
            #expect(made.hash.hexadecimal == vector.hash, "\(vector.name)")
            let read = try Head(bytes(vector.head))
            #expect(read.grants == made.grants, "\(vector.name)")
            #expect(
                try read.open(from: author.publicKeys, circle: circle, under: keys) == body,
                "\(vector.name)")
        }
    }

    @Test func invitations() throws {
        let file: CircleFile<InvitationVector> = try readVectors("circle-invitation")
        for vector in file.vectors {
            let made = Invitation(
                to: try vector.relay.address(), isUnattended: vector.isUnattended, end: vector.end,
                .fixed(try bytes(vector.random)))
            #expect(made.text == SecretBytes(copying: vector.text.utf8), "\(vector.name)")
            #expect(try Invitation(text: made.text) == made, "\(vector.name)")
        }
    }

    @Test func pairings() throws {
        for vector in try (readVectors("circle-pairing") as CircleFile<PairingVector>).vectors {
            let invitation = Invitation(
                to: .folder(), isUnattended: vector.isUnattended, end: 1,
                .fixed(try bytes(vector.random)))
            let genesis = try Genesis(bytes(vector.genesis))
            var member = Pairing(
                .member, invitation, name: vector.member.name,
                .fixed(try bytes(vector.member.random)))
            var joining = Pairing(
                .joining, invitation, name: vector.joining.name,
                .fixed(try bytes(vector.joining.random)))
            try joining.take([:])
            let first = try joining.boxes(.fixed(try bytes(vector.nonce)))[1]
            #expect(first?.hexadecimal == vector.first, "\(vector.name)")
            try member.take(joining.boxes())
            member.offer(genesis, keys: try memberKeys(#require(vector.member.keys)))
            try joining.take(member.boxes())
            try member.take(joining.boxes())
            for end in [member, joining] {
                #expect(end.contents.map { $0?.hexadecimal } == vector.contents, "\(vector.name)")
            }
            if !vector.isUnattended {
                #expect(joining.shownCode == vector.codes[1] && member.shownCode == nil)
                let isRight = (member.confirm(vector.codes[1]), joining.confirm(vector.codes[0]))
                #expect(isRight == (true, true) && member.shownCode == vector.codes[0])
            }
            let fourth = try #require(try joining.boxes()[4])
            let confirmation = invitation.withKey(of: 4) {
                Box.open(fourth, associatedData: [], under: $0)
            }
            #expect(confirmation?.hexadecimal == vector.confirmation, "\(vector.name)")
            let content = try bytes(vector.welcome)
            let fifth = invitation.withKey(of: 5) {
                Box.seal(
                    content, associatedData: [],
                    nonce: RandomSource.system.bytes(Box.nonceBytes), under: $0)
            }
            let welcome = try #require(try joining.welcomed([5: fifth])).0
            #expect(welcome.genesis == genesis, "\(vector.name)")
            #expect(
                try welcome.secrets.map(\.secret) == [SecretBytes(copying: bytes(vector.epoch))])
        }
    }
}
