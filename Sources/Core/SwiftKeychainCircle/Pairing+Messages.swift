// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSync
import SwiftKeychainSystem

extension Pairing {
    /// The first message: a hash of what the third will say, so that it is chosen before the second is known.
    struct Commitment {
        let hash: [UInt8]

        init(hash: [UInt8]) { self.hash = hash }

        private static let magic = "keychain pairing 1"

        var encoded: [UInt8] { CanonicalCBOR.array([.text(Self.magic), .data(hash)]) }

        init(_ bytes: [UInt8]) throws(CircleFault) {
            hash = try CanonicalCBOR.Decoder.readStart(of: bytes) {
                try $0.array(of: 2, Self.magic)
                return try $0.data(count: CircleHash.bytes)
            }
        }
    }

    /// The second message: the circle, and the member that admits the device.
    struct Offer {
        let genesis: Genesis
        let keys: MemberPublicKeys
        let name: String
        /// 32 random bytes of the member, sent only after the joining device has committed itself.
        let nonce: [UInt8]

        init(genesis: Genesis, keys: MemberPublicKeys, name: String, nonce: [UInt8]) {
            (self.genesis, self.keys, self.name, self.nonce) = (genesis, keys, name, nonce)
        }

        private static let magic = "keychain pairing 2"

        var encoded: [UInt8] {
            CanonicalCBOR.array([
                .text(Self.magic), .data(genesis.encoded), .data(keys.signing), .data(keys.sealing),
                .text(name), .data(nonce),
            ])
        }

        init(_ bytes: [UInt8]) throws(CircleFault) {
            (genesis, keys, name, nonce) = try CanonicalCBOR.Decoder.readStart(of: bytes) {
                try $0.array(of: 6, Self.magic)
                return (
                    try Genesis($0.data()), try $0.publicKeys(), try $0.name(),
                    try $0.data(count: Pairing.nonceBytes)
                )
            }
        }
    }

    /// The third message: the device that joins, and its consent.
    struct Opening {
        let keys: MemberPublicKeys
        let name: String
        let nonce: [UInt8]
        /// The signature over ``MemberStatement/consentMessage(circle:sponsor:keys:name:)``, 64 bytes; empty where only
        /// ``hash`` is needed.
        let consent: [UInt8]

        init(keys: MemberPublicKeys, name: String, nonce: [UInt8], consent: [UInt8]) {
            (self.keys, self.name, self.nonce, self.consent) = (keys, name, nonce, consent)
        }

        private static let magic = "keychain pairing 3"

        /// The hash of all but the consent, which the device can't give before it knows the circle.
        var hash: [UInt8] {
            CircleHash.of(
                CanonicalCBOR.array([
                    .text(Self.magic), .data(keys.signing), .data(keys.sealing), .text(name),
                    .data(nonce),
                ]))
        }

        /// Returns whether the device wants to be in the circle of an offer, through its member.
        func consents(to offer: Offer) -> Bool {
            keys.verify(
                consent,
                of: MemberStatement.consentMessage(
                    circle: offer.genesis.circle, sponsor: offer.keys.name, keys: keys, name: name))
        }

        var encoded: [UInt8] {
            CanonicalCBOR.array([
                .text(Self.magic), .data(keys.signing), .data(keys.sealing), .text(name),
                .data(nonce), .data(consent),
            ])
        }

        init(_ bytes: [UInt8]) throws(CircleFault) {
            (keys, name, nonce, consent) = try CanonicalCBOR.Decoder.readStart(of: bytes) {
                try $0.array(of: 6, Self.magic)
                return (
                    try $0.publicKeys(), try $0.name(), try $0.data(count: Pairing.nonceBytes),
                    try $0.data(count: MemberPublicKeys.signatureBytes)
                )
            }
        }
    }
}
