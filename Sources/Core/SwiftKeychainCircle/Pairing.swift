// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainSync
import SwiftKeychainSystem

/// One end of a pairing, by which a device joins a circle: five messages in the mailbox of an invitation, and two codes that
/// people compare (Docs/internals/circle.md, "Pairing").
///
///     1 joining ─▶ member    a commitment to what 3 says
///     2 member ─▶ joining    the circle, the member's keys, random bytes
///     3 joining ─▶ member    the keys and the name of the device, and its consent
///     4 joining ─▶ member    that the member's code was typed
///     5 member ─▶ joining    the welcome
///
/// Both codes are digits of a hash of the first three messages. An attacker between the two who knows the invitation must
/// choose keys before learning the other's, so the codes of both ends agree once in a million times.
package struct Pairing: Sendable {
    /// The end of a pairing. The raw value enters the hash of its code.
    package enum Role: UInt64, Sendable {
        case member, joining
    }

    package let role: Role
    package let invitation: Invitation
    /// The name of this device.
    package let name: String
    /// Where the relay is, on a device that joins.
    package let paths: RelayPaths
    /// What the keys of a device that joins are made from; empty for a member.
    let seed: SecretBytes
    /// The random bytes of this end.
    let nonce: [UInt8]
    /// The contents of the messages 1 to 3, as far as they are known.
    var contents: [[UInt8]?] = [nil, nil, nil]
    /// Whether the other end's code was typed here, or no code is compared.
    package internal(set) var isConfirmed: Bool
    /// The welcome, sealed, once the member sent it.
    var welcome: [UInt8]?

    static let nonceBytes = 32
    private static let codeDigits = 6

    /// Begins as a member, or as a device that joins.
    package init(
        _ role: Role, _ invitation: Invitation, name: String, paths: RelayPaths = RelayPaths(),
        _ random: RandomSource = .system
    ) {
        self.init(
            role, invitation, name: name, paths: paths,
            seed: SecretBytes(count: role == .joining ? MemberKeys.seedBytes : 0) {
                random.fill($0)
            }, nonce: random.bytes(Self.nonceBytes), isConfirmed: invitation.isUnattended)
    }

    init(
        _ role: Role, _ invitation: Invitation, name: String, paths: RelayPaths, seed: SecretBytes,
        nonce: [UInt8], isConfirmed: Bool
    ) {
        (self.role, self.invitation, self.name) = (role, invitation, name)
        (self.paths, self.seed, self.nonce) = (paths, seed, nonce)
        self.isConfirmed = isConfirmed
    }

    /// The hash of the first three messages; nil before all are known.
    private var transcript: [UInt8]? {
        let known = contents.compactMap(\.self)
        guard known.count == contents.count else { return nil }
        return CircleHash.of(CanonicalCBOR.array(known.map { .data($0) }))
    }

    /// Returns the code that an end shows: digits.
    private func code(of role: Role) -> String? {
        guard let transcript, !invitation.isUnattended else { return nil }
        let hash = CircleHash.of(
            CanonicalCBOR.array([
                .text("keychain code"), .unsigned(role.rawValue), .data(transcript),
            ])
        )
        // The first 8 bytes as a number, the highest first. Leading zeros of the code are kept.
        let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
        return String(number, width: Self.codeDigits)
    }

    /// The code to show here, of digits; nil while there is none to show. A device that joins shows its code first.
    package var shownCode: String? {
        role == .joining || isConfirmed ? code(of: role) : nil
    }

    package var stage: PairingStage {
        if welcome != nil { return .finished }
        return transcript != nil && !isConfirmed ? .asking : .waiting
    }

    /// Takes the code that the other end shows, as it was typed.
    ///
    /// - Returns: whether it is right. After a wrong one the pairing must not go on. It is also false before there is a
    ///   code to compare.
    package mutating func confirm(_ typed: String) -> Bool {
        guard let expected = code(of: role == .member ? .joining : .member) else { return false }
        isConfirmed = typed.filter { $0.isWholeNumber } == expected
        return isConfirmed
    }

    /// The second and the third message, once they are known.
    private var offer: Offer? { contents[1].flatMap { try? Offer($0) } }
    private var opening: Opening? { contents[2].flatMap { try? Opening($0) } }

    /// The name that the other end gives itself; nil before it is known.
    package var otherName: String? { role == .member ? opening?.name : offer?.name }
}

// The messages.
extension Pairing {
    /// The number of messages.
    package static let messageCount = 5

    /// Takes what is in the mailbox, and answers. Bytes that aren't the other end's message are left alone. A message
    /// that was taken once stays: others under its number change nothing.
    ///
    /// - Parameter boxes: the messages by their numbers, from 1.
    package mutating func take(_ boxes: [Int: [UInt8]]) throws(KeychainError) {
        switch role {
        case .joining:
            let keys = try MemberKeys(seed: seed)
            contents[0] = commitment(keys).encoded
            guard contents[2] == nil, let content = open(2, boxes), let offer = try? Offer(content)
            else { return }
            contents[1] = content
            contents[2] = opening(keys, consentingTo: offer).encoded
        case .member:
            if contents[0] == nil, let content = open(1, boxes), (try? Commitment(content)) != nil {
                contents[0] = content
            }
            guard contents[2] == nil, let offer, let content = open(3, boxes),
                let opening = try? Opening(content),
                let commitment = contents[0].flatMap({ try? Commitment($0) }),
                opening.hash == commitment.hash, opening.consents(to: offer)
            else { return }
            contents[2] = content
        }
    }

    /// Makes the offer of a member, once the other end has committed itself. Does nothing before that, and when the
    /// offer was made.
    package mutating func offer(_ genesis: Genesis, keys: MemberKeys) {
        guard role == .member, contents[0] != nil, contents[1] == nil else { return }
        contents[1] =
            Offer(genesis: genesis, keys: keys.publicKeys, name: name, nonce: nonce).encoded
    }

    /// Returns the messages of this end as they are now, sealed, by their numbers. Each call seals them with other nonces; the
    /// caller puts those that the mailbox doesn't have yet.
    package func boxes(_ random: RandomSource = .system) throws(KeychainError) -> [Int: [UInt8]] {
        var boxes: [Int: [UInt8]] = [:]
        func put(_ number: Int, _ content: [UInt8]?) {
            if let content { boxes[number] = seal(number, content, random) }
        }
        switch role {
        case .member:
            put(2, contents[1])
            put(5, welcome)
        case .joining:
            put(1, contents[0])
            put(3, contents[2])
            if isConfirmed, let transcript {
                put(4, try MemberKeys(seed: seed).sign(Self.confirmation(transcript)))
            }
        }
        return boxes
    }

    /// Returns whom a member shall admit: the other end, once it was confirmed at both.
    package func admitted(
        _ boxes: [Int: [UInt8]]
    ) -> (keys: MemberPublicKeys, name: String, consent: [UInt8])? {
        guard role == .member, isConfirmed, welcome == nil, let transcript, let opening,
            let signature = open(4, boxes),
            opening.keys.verify(signature, of: Self.confirmation(transcript))
        else { return nil }
        return (opening.keys, opening.name, opening.consent)
    }

    /// Seals the welcome for the device that was admitted. The pairing is finished then.
    package mutating func answer(_ welcome: CircleWelcome, keys: MemberKeys) {
        guard let transcript, let opening, let box = opening.keys.seal(welcome.encoded)
        else { return }
        self.welcome = box + keys.sign(Self.welcoming(transcript, box))
    }

    /// Opens the welcome of the member whose keys the offer has.
    ///
    /// - Returns: the welcome, and what the keys of the device are made from; nil if it isn't there yet.
    package mutating func welcomed(
        _ boxes: [Int: [UInt8]]
    ) throws(KeychainError) -> (CircleWelcome, seed: SecretBytes)? {
        guard role == .joining, isConfirmed, let transcript, let offer,
            let content = open(5, boxes), content.count > MemberPublicKeys.signatureBytes
        else { return nil }
        let box = Array(content.dropLast(MemberPublicKeys.signatureBytes))
        let signature = content.suffix(MemberPublicKeys.signatureBytes)
        guard offer.keys.verify(signature, of: Self.welcoming(transcript, box)),
            let plaintext = try MemberKeys(seed: seed).open(box),
            // The device consented to the circle of the offer, and to no other.
            let welcome = try? CircleWelcome(plaintext), welcome.genesis == offer.genesis
        else { return nil }
        self.welcome = box
        return (welcome, seed)
    }

    private func commitment(_ keys: MemberKeys) -> Commitment {
        Commitment(
            hash: Opening(keys: keys.publicKeys, name: name, nonce: nonce, consent: []).hash)
    }

    private func opening(_ keys: MemberKeys, consentingTo offer: Offer) -> Opening {
        Opening(
            keys: keys.publicKeys, name: name, nonce: nonce,
            consent: MemberStatement.consent(
                circle: offer.genesis.circle, sponsor: offer.keys.name, name: name, keys: keys))
    }

    /// Returns what a device signs that joins, when the member's code was typed.
    private static func confirmation(_ transcript: [UInt8]) -> [UInt8] {
        CanonicalCBOR.array([.text("keychain confirmation"), .data(transcript)])
    }

    /// Returns what a member signs with the welcome.
    private static func welcoming(_ transcript: [UInt8], _ box: [UInt8]) -> [UInt8] {
        CanonicalCBOR.array([.text("keychain welcome"), .data(transcript), .data(box)])
    }

    /// Seals a message under a key of the invitation.
    private func seal(_ number: Int, _ content: [UInt8], _ random: RandomSource) -> [UInt8] {
        invitation.withKey(of: number) {
            Box.seal(content, associatedData: [], nonce: random.bytes(Box.nonceBytes), under: $0)
        }
    }

    /// Opens a message; nil if it isn't there, or wasn't sealed with the secret of the invitation.
    private func open(_ number: Int, _ boxes: [Int: [UInt8]]) -> [UInt8]? {
        guard let box = boxes[number] else { return nil }
        return invitation.withKey(of: number) { Box.open(box, associatedData: [], under: $0) }
    }
}
