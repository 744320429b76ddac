// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainCircle

/// Both ends of a pairing, with a mailbox between them that anyone may write.
@Suite struct PairingTests {
    private let circle = try! Circle()
    private var member: Pairing
    private var joining: Pairing
    /// The messages by their numbers.
    private var mailbox: [Int: [UInt8]] = [:]

    init() { (member, joining) = Self.ends(isUnattended: false) }

    private static func ends(isUnattended: Bool) -> (Pairing, Pairing) {
        let invitation = Invitation(
            to: .folder(prefix: ""), isUnattended: isUnattended, end: 1)
        return (
            Pairing(.member, invitation, name: "laptop"),
            Pairing(.joining, invitation, name: "phone", paths: RelayPaths(folder: "/f"))
        )
    }

    /// Has both ends take and put messages until nothing changes; keeps them between two steps as a store does.
    private mutating func exchange() throws {
        for _ in 0..<4 {
            for isMember in [false, true] {
                var end = try Pairing(isMember ? member.encoded : joining.encoded)
                try end.take(mailbox)
                if isMember {
                    end.offer(circle.genesis, keys: circle.laptop)
                    if let admitted = end.admitted(mailbox) {
                        #expect(admitted.name == "phone")
                        let statement = circle.statement(
                            .member(admitted.keys, name: admitted.name, consent: admitted.consent),
                            by: circle.laptop)
                        end.answer(
                            CircleWelcome(
                                circle.genesis, [statement], epoch: circle.secret.name,
                                [circle.secret]), keys: circle.laptop)
                    }
                    member = end
                } else {
                    joining = end
                }
                for (number, box) in try end.boxes() where mailbox[number] == nil {
                    mailbox[number] = box
                }
            }
        }
    }

    @Test mutating func aDeviceJoins() throws {
        try exchange()
        #expect(member.stage == .asking && joining.stage == .asking)
        #expect(member.otherName == "phone" && joining.otherName == "laptop")
        // The member shows its code only after it was shown the other's.
        let code = try #require(joining.shownCode)
        #expect(code.count == 6 && member.shownCode == nil && mailbox[4] == nil)
        var isRight = member.confirm("\(code.prefix(3)) \(code.dropFirst(3))")
        #expect(isRight)
        let other = try #require(member.shownCode)
        #expect(other != code)
        try exchange()
        #expect(member.stage == .waiting && mailbox[5] == nil)
        isRight = joining.confirm(other)
        #expect(isRight)
        try exchange()
        #expect(member.stage == .finished)
        let (welcome, seed) = try #require(try joining.welcomed(mailbox))
        #expect(joining.stage == .finished)
        #expect(welcome.secrets.map(\.name) == [circle.secret.name])
        let keys = try MemberKeys(seed: seed)
        let roster = Roster(welcome.genesis, welcome.statements)
        #expect(roster.keys[keys.publicKeys.name] == keys.publicKeys)
    }

    @Test mutating func withoutCodesTheInvitationIsEnough() throws {
        (member, joining) = Self.ends(isUnattended: true)
        try exchange()
        #expect(joining.shownCode == nil && member.stage == .finished)
        let welcome = try joining.welcomed(mailbox)
        #expect(welcome != nil)
    }

    /// Whoever has the invitation can seal a message, but not sign it.
    @Test mutating func onlyTheOtherEndCanConfirm() throws {
        try exchange()
        let isRight = member.confirm(try #require(joining.shownCode))
        #expect(isRight)
        let forged = circle.stranger.sign(Array("keychain confirmation".utf8))
        let box = member.invitation.withKey(of: 4) {
            Box.seal(
                forged, associatedData: [], nonce: RandomSource.system.bytes(Box.nonceBytes),
                under: $0)
        }
        #expect(member.admitted([4: box]) == nil)
    }

    @Test mutating func aWrongCodeConfirmsNothing() throws {
        try exchange()
        let code = try #require(joining.shownCode)
        let wrong = code == "000000" ? "000001" : "000000"
        for text in [wrong, "", "12345", code + "0"] {
            let isRight = member.confirm(text)
            #expect(!isRight && member.stage == .asking)
        }
        // A member that doesn't ask can't be confirmed by the device that joins.
        let isRight = joining.confirm(code)
        #expect(!isRight)
        try exchange()
        #expect(mailbox[4] == nil && mailbox[5] == nil && member.stage != .finished)
    }

    /// Whoever has the invitation stands between both ends, with keys of its own.
    @Test mutating func someoneBetweenTheEndsShowsOtherCodes() throws {
        let invitation = member.invitation
        var toMember = Pairing(.joining, invitation, name: "phone")
        var toJoining = Pairing(.member, invitation, name: "laptop")
        let other = try Circle()
        var (left, right) = ([Int: [UInt8]](), [Int: [UInt8]]())
        for _ in 0..<4 {
            try joining.take(right)
            for (number, box) in try joining.boxes() { right[number] = right[number] ?? box }
            try toJoining.take(right)
            toJoining.offer(other.genesis, keys: other.laptop)
            for (number, box) in try toJoining.boxes() { right[number] = right[number] ?? box }
            try toMember.take(left)
            for (number, box) in try toMember.boxes() { left[number] = left[number] ?? box }
            try member.take(left)
            member.offer(circle.genesis, keys: circle.laptop)
            for (number, box) in try member.boxes() { left[number] = left[number] ?? box }
        }
        let shown = try #require(joining.shownCode)
        #expect(toMember.shownCode != shown)
        let isRight = member.confirm(shown)
        #expect(!isRight)
    }

    /// An end that opens something else than it committed itself to.
    @Test mutating func theThirdMessageFitsTheFirst() throws {
        var other = Pairing(.joining, joining.invitation, name: "phone")
        try joining.take(mailbox)
        mailbox[1] = try joining.boxes()[1]
        try member.take(mailbox)
        member.offer(circle.genesis, keys: circle.laptop)
        mailbox[2] = try member.boxes()[2]
        try other.take(mailbox)
        mailbox[3] = try other.boxes()[3]
        try member.take(mailbox)
        #expect(member.stage == .waiting && member.otherName == nil)
        // The right one still counts.
        try joining.take(mailbox)
        mailbox[3] = try joining.boxes()[3]
        try member.take(mailbox)
        #expect(member.stage == .asking)
    }

    @Test mutating func damagedMessagesAreLeftAlone() throws {
        try exchange()
        let whole = mailbox
        for number in 1...3 {
            var (member, joining) = (self.member, self.joining)
            (member.contents, joining.contents) = ([nil, nil, nil], [nil, nil, nil])
            let box = whole[number]!
            for bytes in [[], [0], Array(box.dropLast()), box + [0]] {
                var damaged = whole
                damaged[number] = bytes
                try joining.take(damaged)
                try member.take(damaged)
            }
            #expect(member.stage == .waiting)
        }
        // Messages of another invitation.
        let (other, _) = Self.ends(isUnattended: false)
        var stranger = Pairing(.member, other.invitation, name: "laptop")
        try stranger.take(whole)
        #expect(stranger.contents == [nil, nil, nil])
    }

    @Test mutating func theWelcomeIsSignedByTheMember() throws {
        (member, joining) = Self.ends(isUnattended: true)
        try exchange()
        let whole = try #require(mailbox[5])
        for index in [0, 30, whole.count - 70, whole.count - 1] {
            var changed = whole
            changed[index] ^= 1
            var end = joining
            let welcome = try end.welcomed([5: changed])
            #expect(welcome == nil)
        }
        var end = joining
        var welcome = try end.welcomed([5: whole])
        #expect(welcome != nil)
        // Sealed under the invitation by someone else, for the same device.
        let other = try Circle()
        var forged = member
        forged.welcome = nil
        forged.answer(
            CircleWelcome(circle.genesis, [], epoch: other.secret.name, [other.secret]),
            keys: other.laptop)
        end = joining
        welcome = try end.welcomed(forged.boxes())
        #expect(welcome == nil)
    }

    @Test func whatIsKeptIsReadAgain() throws {
        let bytes = member.encoded
        let copy = try Pairing(bytes)
        #expect(copy.role == .member && copy.name == "laptop" && copy.nonce == member.nonce)
        #expect(copy.invitation == member.invitation && !copy.isConfirmed)
        let octets = bytes.withBytes { Array($0) }
        for count in stride(from: 0, to: octets.count, by: 7) {
            #expect(throws: CircleFault.self) {
                try Pairing(SecretBytes(copying: octets.prefix(count)))
            }
        }
    }
}
