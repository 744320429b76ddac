// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSync
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainCircle

/// What a relay, or a member, can't do with the bytes of a circle.
@Suite struct HostileRelayTests {
    /// Calls `check` with the bytes cut off at each place, with each byte changed, and with one more.
    private func damage(_ bytes: [UInt8], _ check: ([UInt8]) -> Void) {
        for index in bytes.indices {
            check(Array(bytes[..<index]))
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            check(changed)
        }
        check(bytes + [0])
    }

    @Test func aHeadThatWasChangedIsNotTaken() throws {
        let circle = try Circle()
        var body = HeadBody()
        body.name = "laptop"
        let head = circle.head(body, by: circle.laptop)
        let (author, name, keys) = (circle.laptop.publicKeys, circle.name, circle.keys)
        #expect(try head.open(from: author, circle: name, under: keys) == body)
        damage(head.bytes) { bytes in
            #expect(throws: CircleFault.self) {
                try Head(bytes).open(from: author, circle: name, under: keys)
            }
        }
    }

    @Test func aHeadCountsInItsPlaceOnly() throws {
        let (circle, other) = (try Circle(), try Circle())
        let (author, name) = (circle.laptop.publicKeys, circle.name)
        let head = circle.head(by: circle.laptop)
        #expect(throws: CircleFault.misplaced) {
            try head.open(from: circle.phone.publicKeys, circle: name, under: circle.keys)
        }
        #expect(throws: CircleFault.misplaced) {
            try head.open(from: author, circle: other.name, under: circle.keys)
        }
        #expect(throws: CircleFault.noKey) {
            try head.open(from: author, circle: name, under: other.keys)
        }
        // A member signs in another's name.
        let forged = Signed.sign(forgedHead(circle, for: author.name), by: circle.phone)
        #expect(throws: CircleFault.notAuthentic) {
            try Head(forged).open(from: author, circle: name, under: circle.keys)
        }
    }

    private func forgedHead(_ circle: Circle, for device: DeviceID) -> [CanonicalCBOR.Value] {
        [
            .text("keychain head"), .unsigned(1), .data(circle.name), .data(device.bytes),
            .unsigned(1), .data(circle.secret.name), .array([]), .data([]),
        ]
    }

    @Test func aNewerVersionIsNamed() throws {
        var encoder = CanonicalCBOR.Encoder()
        encoder.array(3)
        encoder.text("keychain head")
        encoder.unsigned(2)
        encoder.null()
        #expect(throws: CircleFault.newer(2)) { try Head(encoder.bytes) }
        let text = SecretBytes(copying: "keychain-invite-2:AAAA".utf8)
        #expect(throws: CircleFault.newer(2)) { try Invitation(text: text) }
    }

    @Test func aHeadThatNamesAnUnknownKindOfRelayIsRead() throws {
        var body = HeadBody()
        body.name = "laptop"
        body.relay = RelayMove(time: 5, address: .folder())
        #expect(try HeadBody(body.encoded) == body)
        // As a later build writes it: "folder" becomes another kind of the same length.
        let name = Array("folder".utf8)
        var later = body.encoded
        let start = try #require(later.indices.first { later[$0...].starts(with: name) })
        later.replaceSubrange(start..<start + name.count, with: "webdav".utf8)
        let read = try HeadBody(later)
        #expect(read.relay == nil && read.name == "laptop")
    }

    @Test func whatIsTooLongIsNotRead() throws {
        let circle = try Circle()
        let long = [UInt8](repeating: 0, count: 256 << 10 + 1)
        #expect(throws: CircleFault.tooLarge) { try Head(long) }
        let longer = [UInt8](repeating: 0, count: Pack.longest + 1)
        #expect(throws: CircleFault.tooLarge) {
            try Pack.open(longer, at: circle.place(), under: circle.keys)
        }
        #expect(throws: CircleFault.tooLarge) {
            try Invitation(text: SecretBytes(count: 5000) { _ in })
        }
        // Nor is it written.
        let record = circle.record(secret: [UInt8](repeating: 1, count: Pack.longest))
        let pack = Pack.seal(PackContents([record]), at: circle.place(), under: circle.keys)
        #expect((pack == nil) as Bool)
    }

    @Test func aPackThatWasChangedOrMovedIsNotTaken() throws {
        let circle = try Circle()
        let (place, keys) = (circle.place(), circle.keys)
        let pack = try #require(Pack.seal(PackContents([circle.record()]), at: place, under: keys))
        #expect(try Pack.open(pack, at: place, under: keys).records.count == 1)
        damage(pack) { bytes in
            #expect(throws: CircleFault.notOpened) { try Pack.open(bytes, at: place, under: keys) }
        }
        let phone = PackPlace(
            circle: circle.name, device: circle.phone.publicKeys.name, number: 1,
            kind: .whenUnlocked)
        for moved in [circle.place(2), circle.place(1, .afterFirstUnlock), phone] {
            #expect(throws: CircleFault.notOpened) { try Pack.open(pack, at: moved, under: keys) }
        }
    }

    @Test func aLockedDeviceOpensOnlyWhatItMay() throws {
        let circle = try Circle()
        let locked = EpochKeys(
            name: circle.keys.name, head: circle.keys.head,
            packs: circle.keys.packs.filter { $0.key == .afterFirstUnlock })
        let place = circle.place(1, .afterFirstUnlock)
        let open = try #require(
            Pack.seal(PackContents([circle.record("c", .always)]), at: place, under: circle.keys))
        #expect(try Pack.open(open, at: place, under: locked).records.count == 1)
        let sealed = try #require(
            Pack.seal(PackContents([circle.record()]), at: circle.place(), under: circle.keys))
        #expect(throws: CircleFault.noKey) {
            try Pack.open(sealed, at: circle.place(), under: locked)
        }
    }

    /// Records that a member can sign, but no device of a user writes.
    @Test(arguments: [
        ("genp", "keychain.sync", "ak"), ("cert", "example", "ak"), ("genp", "example", "aku"),
        ("genp", "example", "akpu"), ("genp", "example", "ck"), ("idnt", "example", "ak"),
    ])
    func aMemberCantWriteWhatIsNotSynchronized(
        itemClass: String, group: String, protection: String
    ) throws {
        let circle = try Circle()
        var encoder = CanonicalCBOR.Encoder()
        encoder.array(1)
        encoder.array(10)
        encoder.text(itemClass)
        encoder.text(group)
        encoder.boolean(true)
        encoder.text(protection)
        encoder.version(
            RecordVersion(milliseconds: 1, count: 0, device: circle.laptop.publicKeys.name))
        encoder.array(0)
        encoder.text("live")
        encoder.data(MetadataPlaintext(hasSecret: false, attributes: [:]).encoded())
        encoder.unsigned(0)
        encoder.unsigned(0)
        let key = try #require(circle.keys.packs[.whenUnlocked])
        let place = circle.place()
        let pack = SecretTail.join(encoder.bytes, []).withBytes { plaintext in
            key.withKey {
                Box.seal(
                    plaintext, associatedData: place.associatedData,
                    nonce: [UInt8](repeating: 0, count: Box.nonceBytes), under: $0)
            }
        }
        #expect(throws: CircleFault.malformed) {
            try Pack.open(pack, at: place, under: circle.keys)
        }
    }

    @Test func aGrantIsForItsMemberAndCircleOnly() throws {
        let circle = try Circle()
        let grant = try #require(
            circle.secret.grant(to: circle.phone.publicKeys, circle: circle.name))
        #expect(
            EpochSecret(grant, keys: circle.phone, circle: circle.name)?.name == circle.secret.name)
        #expect(EpochSecret(grant, keys: circle.stranger, circle: circle.name) == nil)
        #expect(EpochSecret(grant, keys: circle.phone, circle: try Circle().name) == nil)
        let other = EpochGrant(
            epoch: EpochSecret.generate().name, member: grant.member, box: grant.box)
        #expect(EpochSecret(other, keys: circle.phone, circle: circle.name) == nil)
        // A member grants a secret under the name of another.
        let content = SecretTail.join(
            EpochSecret.grantHead(circle.name, other.epoch), [circle.secret.secret])
        let box = try #require(circle.phone.publicKeys.seal(content))
        let lie = EpochGrant(epoch: other.epoch, member: grant.member, box: box)
        #expect(EpochSecret(lie, keys: circle.phone, circle: circle.name) == nil)
    }

    @Test func anInvitationThatWasChangedIsNotTakenForAnother() throws {
        let relay = RelayAddress(
            .etcd, prefix: "/keychain/ann/", endpoints: ["https://one.test:2379"], user: "ann",
            password: SecretBytes(copying: "password".utf8))
        let invitation = Invitation(to: relay, isUnattended: false, end: 5)
        let text = String(decoding: invitation.text.withBytes { Array($0) }, as: UTF8.self)
        let typed = "\n  " + text.lowercased().prefix(60) + " \n" + text.dropFirst(60) + "\n"
        #expect(try Invitation(text: SecretBytes(copying: typed.utf8)) == invitation)
        for count in 0..<text.utf8.count {
            let cut = SecretBytes(copying: text.utf8.prefix(count))
            #expect((try? Invitation(text: cut)) == nil)
        }
    }

    /// What a relay sees has no name in it, and its length tells little.
    @Test func aRelaySeesNoNames() throws {
        let circle = try Circle()
        var body = HeadBody()
        (body.name, body.program) = ("my-laptop", "program-1")
        body.statements = [circle.member(circle.phone, by: circle.laptop)]
        let head = circle.head(body, by: circle.laptop).bytes
        let place = circle.place()
        let packs = try ["ann", "a longer account"].map {
            try #require(
                Pack.seal(PackContents([circle.record($0)]), at: place, under: circle.keys))
        }
        for bytes in packs + [head] {
            let text = String(decoding: bytes, as: UTF8.self)
            for name in ["my-laptop", "program-1", "device", "ann", "example", "secret", "genp"] {
                #expect(!text.contains(name))
            }
        }
        #expect(packs.map(\.count) == [1064, 1064])
    }
}
