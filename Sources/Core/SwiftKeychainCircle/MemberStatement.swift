// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync
import SwiftKeychainSystem

/// What a member says of the members, signed by it, so that others can repeat it.
package struct MemberStatement: Hashable, Sendable {
    private static let magic = "keychain statement"
    private static let version: UInt64 = 1
    /// The length of the longest name of a device, in bytes.
    package static let longestName = 128

    package enum Content: Hashable, Sendable {
        /// A device that joins, and its consent.
        case member(MemberPublicKeys, name: String, consent: [UInt8])
        /// A device that is no member any more, and the last sequence of its that counts.
        case removal(DeviceID, last: UInt64)
        /// The recovery member takes new keys, since its code was used.
        case recovery(MemberPublicKeys)

        fileprivate var kind: String {
            switch self {
            case .member: "member"
            case .removal: "removal"
            case .recovery: "recovery"
            }
        }
    }

    package let circle: [UInt8]
    package let author: DeviceID
    /// The sequence of the author's head that has the statement first; a count, for the recovery member.
    package let sequence: UInt64
    package let content: Content
    /// The whole statement, as it is repeated.
    package let bytes: [UInt8]

    /// Signs a statement.
    package init(
        _ content: Content, circle: [UInt8], author: DeviceID, sequence: UInt64,
        keys: MemberKeys
    ) {
        (self.content, self.circle) = (content, circle)
        (self.author, self.sequence) = (author, sequence)
        var encoder = CanonicalCBOR.Encoder()
        let fields = 7 + (Self.fieldCounts[content.kind] ?? 0)
        encoder.array(fields)
        encoder.text(Self.magic)
        encoder.unsigned(Self.version)
        encoder.data(circle)
        encoder.device(author)
        encoder.unsigned(sequence)
        encoder.text(content.kind)
        switch content {
        case .member(let keys, let name, let consent):
            encoder.publicKeys(keys)
            encoder.text(name)
            encoder.data(consent)
        case .removal(let device, let last):
            encoder.device(device)
            encoder.unsigned(last)
        case .recovery(let keys):
            encoder.publicKeys(keys)
        }
        bytes = Signed.sign(encoder, by: keys)
    }

    /// The number of elements of each kind of content.
    private static let fieldCounts = ["member": 4, "removal": 2, "recovery": 2]

    /// Reads a statement, whose signature is not yet verified.
    package init(_ bytes: [UInt8]) throws(CircleFault) {
        self.bytes = bytes
        (circle, author, sequence, content) = try CanonicalCBOR.Decoder.read(bytes) { decoder in
            let count = try decoder.array()
            guard try decoder.text() == Self.magic, try decoder.unsigned() == Self.version else {
                throw CanonicalCBOR.Malformed()
            }
            let circle = try decoder.data(count: CircleHash.bytes)
            let author = try decoder.device()
            let sequence = try decoder.number()
            let kind = try decoder.text()
            guard count - 7 == Self.fieldCounts[kind] else { throw CanonicalCBOR.Malformed() }
            let content = try Self.content(kind, &decoder)
            _ = try decoder.data(count: MemberPublicKeys.signatureBytes)
            return (circle, author, sequence, content)
        }
    }

    private static func content(
        _ kind: String, _ decoder: inout CanonicalCBOR.Decoder
    ) throws(CanonicalCBOR.Malformed) -> Content {
        switch kind {
        case "member":
            return .member(
                try decoder.publicKeys(), name: try decoder.name(),
                consent: try decoder.data(count: MemberPublicKeys.signatureBytes))
        case "removal": return .removal(try decoder.device(), last: try decoder.number())
        default: return .recovery(try decoder.publicKeys())
        }
    }

    /// Returns whether its author signed the statement, and a device that joins its consent.
    package func verify(by keys: MemberPublicKeys) -> Bool {
        if case .member(let joining, let name, let consent) = content {
            let message = Self.consentMessage(
                circle: circle, sponsor: author, keys: joining, name: name)
            guard joining.verify(consent, of: message) else { return false }
        }
        return Signed.verify(bytes, by: keys)
    }

    /// Signs that a device joins a circle, through a member.
    package static func consent(
        circle: [UInt8], sponsor: DeviceID, name: String, keys: MemberKeys
    ) -> [UInt8] {
        keys.sign(
            consentMessage(circle: circle, sponsor: sponsor, keys: keys.publicKeys, name: name))
    }

    /// What a joining device signs.
    static func consentMessage(
        circle: [UInt8], sponsor: DeviceID, keys: MemberPublicKeys, name: String
    ) -> [UInt8] {
        CanonicalCBOR.array([
            .text("keychain consent"), .data(circle), .data(sponsor.bytes),
            .data(keys.signing), .data(keys.sealing), .text(name),
        ])
    }
}
