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
        /// The recovery member takes new keys, since its code was used.
        case recovery(MemberPublicKeys)

        /// The kind, and what follows it in the array of a statement.
        fileprivate var values: [CanonicalCBOR.Value] {
            switch self {
            case .member(let keys, let name, let consent):
                [
                    .text("member"), .data(keys.signing), .data(keys.sealing), .text(name),
                    .data(consent),
                ]
            case .recovery(let keys):
                [.text("recovery"), .data(keys.signing), .data(keys.sealing)]
            }
        }
    }

    package let circle: [UInt8]
    /// The member that signed it: a device, or a recovery member.
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
        bytes = Signed.sign(
            [
                .text(Self.magic), .unsigned(Self.version), .data(circle), .data(author.bytes),
                .unsigned(sequence),
            ] + content.values, by: keys)
    }

    /// Reads a statement, whose signature is not yet verified.
    ///
    /// - Throws: ``CircleFault/malformed``, also for a version or kind that this build doesn't know.
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
            let content = try Self.content(&decoder, count: count)
            _ = try decoder.data(count: MemberPublicKeys.signatureBytes)
            return (circle, author, sequence, content)
        }
    }

    /// - Parameter count: the number of the statement's elements.
    private static func content(
        _ decoder: inout CanonicalCBOR.Decoder, count: Int
    ) throws(CanonicalCBOR.Malformed) -> Content {
        // Five elements come before the kind, and the signature comes last.
        switch (try decoder.text(), count) {
        case ("member", 11):
            return .member(
                try decoder.publicKeys(), name: try decoder.name(),
                consent: try decoder.data(count: MemberPublicKeys.signatureBytes))
        case ("recovery", 9): return .recovery(try decoder.publicKeys())
        default: throw CanonicalCBOR.Malformed()
        }
    }

    /// Returns whether its author signed the statement, and a device that joins its consent.
    ///
    /// - Parameter keys: the keys of the author, which the caller looks up by ``author``.
    package func verify(by keys: MemberPublicKeys) -> Bool {
        if case .member(let joining, let name, let consent) = content {
            let message = Self.consentMessage(
                circle: circle, sponsor: author, keys: joining, name: name)
            guard joining.verify(consent, of: message) else { return false }
        }
        return Signed.verify(bytes, by: keys)
    }

    /// Signs that a device joins a circle, through a member. The consent names the sponsor, so another member can't use
    /// it.
    package static func consent(
        circle: [UInt8], sponsor: DeviceID, name: String, keys: MemberKeys
    ) -> [UInt8] {
        keys.sign(
            consentMessage(circle: circle, sponsor: sponsor, keys: keys.publicKeys, name: name))
    }

    /// What a joining device signs. Returns the CBOR array `["keychain consent", circle, sponsor, signing key, sealing
    /// key, name]`.
    static func consentMessage(
        circle: [UInt8], sponsor: DeviceID, keys: MemberPublicKeys, name: String
    ) -> [UInt8] {
        CanonicalCBOR.array([
            .text("keychain consent"), .data(circle), .data(sponsor.bytes),
            .data(keys.signing), .data(keys.sealing), .text(name),
        ])
    }
}
