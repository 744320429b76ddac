// SPDX-License-Identifier: Apache-2.0
import CKeychainSodium
import SwiftKeychainModel
import SwiftKeychainPKI

/// A certificate or key on a card.
package struct CardObject: Sendable {
    package enum Content: Sendable {
        case certificate(Certificate)
        case publicKey(CryptoKey)
        /// A private key, of which the public half is known, and what it may do; nil: the card doesn't say.
        case privateKey(CryptoKey, Usage?)
    }

    /// What a private key may do.
    package struct Usage: Sendable {
        package let signs: Bool
        package let decrypts: Bool
        package let derives: Bool
    }

    package let token: CardToken
    package let content: Content
    /// The label; any bytes.
    package let label: [UInt8]
    /// The identifier that a key and its certificate share, CKA_ID; any bytes.
    package let identifier: [UInt8]

    /// The 16 bytes that refer to the object while it is on the card: BLAKE2b-128 of the token's identifier,
    /// a zero byte, the number of the object's class in PKCS#11 and CKA_ID. The value of the object follows
    /// where CKA_ID is empty or another object of the class has it too.
    package let uuid: [UInt8]

    package var itemClass: ItemClass {
        if case .certificate = content { .certificate } else { .key }
    }

    /// - Parameter taken: the references of the objects before it.
    init(
        _ token: CardToken, _ content: Content, label: [UInt8], identifier: [UInt8],
        taken: inout Set<[UInt8]>
    ) {
        (self.token, self.content) = (token, content)
        (self.label, self.identifier) = (label, identifier)
        let (number, value): (UInt8, [UInt8]) =
            switch content {
            case .certificate(let certificate): (1, certificate.der)
            case .publicKey(let key): (2, key.publicBytes)
            case .privateKey(let key, _): (3, key.publicBytes)
            }
        let message = Self.message(token.id, number, identifier)
        var uuid = Self.digest(message)
        if identifier.isEmpty || taken.contains(uuid) { uuid = Self.digest(message + value) }
        taken.insert(uuid)
        self.uuid = uuid
    }

    /// Returns the reference of a private key with a CKA_ID that no other has.
    static func uuid(ofPrivateKeyOn token: String, identifier: [UInt8]) -> [UInt8] {
        digest(message(token, 3, identifier))
    }

    private static func message(
        _ token: String, _ number: UInt8, _ identifier: [UInt8]
    ) -> [UInt8] {
        Array(token.utf8) + [0, number] + identifier
    }

    /// Returns 16 bytes of BLAKE2b, used as identifiers only.
    private static func digest(_ message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 16)
        let result = crypto_generichash_blake2b(
            &digest, digest.count, message, UInt64(message.count), nil, 0)
        precondition(result == 0, "BLAKE2b refuses only lengths that aren't used here")
        return digest
    }
}

/// The numbers of classes, attributes and types.
enum CardNumber {
    // Classes (CKO_…).
    static let certificate: UInt = 1
    static let publicKey: UInt = 2
    static let privateKey: UInt = 3
    static let secretKey: UInt = 4

    // Attributes (CKA_…).
    static let objectClass: UInt = 0
    static let isOnToken: UInt = 1
    static let label: UInt = 3
    static let value: UInt = 0x11
    static let certificateType: UInt = 0x80
    static let keyType: UInt = 0x100
    static let identifier: UInt = 0x102
    static let isSensitive: UInt = 0x103
    static let decrypts: UInt = 0x105
    static let signs: UInt = 0x108
    static let derives: UInt = 0x10C
    static let modulus: UInt = 0x120
    static let exponent: UInt = 0x122
    static let point: UInt = 0x181
    static let valueLength: UInt = 0x161
    static let isExtractable: UInt = 0x162
    static let authenticatesEachUse: UInt = 0x202
}
