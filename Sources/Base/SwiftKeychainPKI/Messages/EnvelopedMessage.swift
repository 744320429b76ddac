// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// Encrypted content, and its key encrypted for each recipient (RFC 5652, section 6).
///
///     SEQUENCE  version │ [0] originator │ SET of recipients │ SEQUENCE (type, cipher, [0] ciphertext) │ [1] attributes
///
/// What may surprise: nothing is authenticated. Anyone can make such a message for a certificate, and change one.
package struct EnvelopedMessage: Sendable {
    package let recipients: [MessageRecipient]
    package let contentType: OID
    private let cipher: AlgorithmIdentifier
    private let ciphertext: [UInt8]

    /// The most recipients of a message that is read or written.
    package static let mostRecipients = 1024

    /// Reads `EnvelopedData` (RFC 5652, section 6.1). Nothing is decrypted.
    init(_ element: DERElement) throws(PKIError) {
        var reader = try DERReader("enveloped data", element)
        _ = try reader.next(.integer).smallNumber()
        _ = try reader.nextIf(.constructed(0))
        var recipients: [MessageRecipient] = []
        for child in try reader.next(.set).children() {
            recipients += try MessageRecipient.read(child)
        }
        // Each is looked for in every keychain, and the key of each that is there is used.
        guard recipients.count <= Self.mostRecipients else {
            throw DER.malformed("more than \(Self.mostRecipients) recipients")
        }
        self.recipients = recipients
        var inside = try reader.enter(.sequence)
        contentType = try OID(try inside.next(.objectIdentifier))
        cipher = try AlgorithmIdentifier(try inside.next())
        guard !inside.isAtEnd else {
            throw DER.malformed("the encrypted content isn't in the message")
        }
        ciphertext = try inside.next().octetsInPieces()
        try inside.end()
        _ = try reader.nextIf(.constructed(1))
        try reader.end()
    }

    /// Decrypts the content.
    ///
    /// - Parameter key: the key of the content, which ``MessageRecipient/contentKey(_:)`` gives; nil if
    ///   it couldn't be recovered.
    /// - Throws: `unsupportedFormat` for a cipher that isn't supported; `malformed` for anything that
    ///   doesn't decrypt, whatever the reason, so that the error helps no attacker.
    package func decrypt(_ key: SecretBytes?) throws(PKIError) -> SecretBytes {
        guard let known = MessageOID.ciphers[cipher.algorithm], let parameters = cipher.parameters,
            parameters.tag == .octetString, parameters.content.count == known.blockBytes
        else {
            throw PKIError(
                .unsupportedFormat, "message: cipher \(cipher.algorithm) isn't supported")
        }
        do throws(PKIError) {
            // No key, one of another size and wrong padding all end in the same error.
            guard let key, key.count == known.keyBytes else { throw Self.undecryptable }
            return try known.decrypt(ciphertext, key: key, vector: Array(parameters.content))
        } catch {
            guard error.code != .unsupportedFormat else { throw error }
            throw Self.undecryptable
        }
    }

    private static var undecryptable: PKIError {
        PKIError(.malformed, "message: the recipient's key doesn't decrypt it")
    }

    /// Encrypts content with AES-256 for the holders of certificates.
    ///
    /// - Throws: `unsupportedAlgorithm` for a certificate with an unsupported key.
    package static func write(
        _ content: [UInt8], of type: OID, for certificates: [Certificate]
    ) throws(PKIError) -> [UInt8] {
        guard certificates.count <= mostRecipients else {
            throw PKIError(.invalidArgument, "recipients: more than \(mostRecipients)")
        }
        let key = SecretBytes(count: BlockCipher.aes256.keyBytes) { RandomSource.system.fill($0) }
        let vector = RandomSource.system.bytes(BlockCipher.aes256.blockBytes)
        let encrypted = try BlockCipher.aes256.encrypt(
            SecretBytes(copying: content), key: key, vector: vector)
        let recipients = try certificates.map { certificate throws(PKIError) in
            try MessageRecipient.tree(for: certificate, key)
        }
        return CryptographicMessage.tree(
            MessageOID.envelopedData,
            .sequence(
                // 2 with a key agreement, else 0 (RFC 5652, section 6.1).
                .number(recipients.contains { $0.isAgreement } ? 2 : 0), .set(recipients.map(\.0)),
                .sequence(
                    .identifier(type),
                    .algorithm(FormatOID.aes256, .octetString(.octets(vector))),
                    .element(.primitive(0), [.octets(encrypted)])))
        ).bytes()
    }
}
