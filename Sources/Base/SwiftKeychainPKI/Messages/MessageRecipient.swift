// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// The key of an envelope's content, encrypted for one recipient (RFC 5652, section 6.2; RFC 5753).
package struct MessageRecipient: Sendable {
    package let identifier: CertificateIdentifier
    /// What the holder of the private key does.
    package let operation: Operation
    /// The content key as the agreed key encrypts it; empty if it is decrypted directly.
    private let wrapped: [UInt8]

    /// What the recipient's private key must do to get the content key.
    package enum Operation: Sendable {
        /// Decrypts the key.
        case decrypt([UInt8], KeyAlgorithm)
        /// Agrees with a public key on `count` bytes that unwrap the key.
        case exchange(CryptoKey, KeyAlgorithm, count: Int, sharedInfo: [UInt8])
        /// Nothing: the algorithm isn't supported.
        case unsupported
    }

    /// Reads a recipient, or the several of one key agreement; those of other kinds are left out.
    static func read(_ element: DERElement) throws(PKIError) -> [MessageRecipient] {
        switch element.tag {
        case .sequence: [try transport(element)]
        case .constructed(1): try agreement(element)
        default: []
        }
    }

    /// Reads `KeyTransRecipientInfo` (RFC 5652, section 6.2.1): the content key encrypted with an RSA key.
    private static func transport(_ element: DERElement) throws(PKIError) -> MessageRecipient {
        var reader = DERReader(inside: element)
        _ = try reader.next(.integer).smallNumber()
        let identifier = try CertificateIdentifier(try reader.next())
        let algorithm = try AlgorithmIdentifier(try reader.next())
        let encrypted = Array(try reader.next(.octetString).content)
        try reader.end()
        var operation = Operation.unsupported
        if algorithm.algorithm == FormatOID.rsa {
            operation = .decrypt(encrypted, .rsaEncryption(.pkcs1))
        } else if algorithm.algorithm == MessageOID.oaep, let hash = oaepHash(algorithm) {
            operation = .decrypt(encrypted, .rsaEncryption(.oaep(hash)))
        }
        return MessageRecipient(identifier: identifier, operation: operation, wrapped: [])
    }

    /// Returns the hash of OAEP where it is also that of the mask, and there is no label (RFC 8017,
    /// appendix A.2.1).
    private static func oaepHash(_ algorithm: AlgorithmIdentifier) -> HashFunction? {
        guard let fields = try? algorithm.parameters?.children() else { return nil }
        // The defaults of all fields are those of SHA-1.
        if fields.isEmpty { return .sha1 }
        guard fields.count == 2, fields[0].tag == .constructed(0),
            fields[1].tag == .constructed(1),
            let digest = try? AlgorithmIdentifier(try fields[0].inner()),
            let mask = try? AlgorithmIdentifier(try fields[1].inner()),
            mask.algorithm == MessageOID.mgf1, let parameters = mask.parameters,
            let inner = try? AlgorithmIdentifier(parameters), inner.algorithm == digest.algorithm
        else { return nil }
        return MessageOID.hash(digest.algorithm)
    }

    /// Reads `KeyAgreeRecipientInfo` (RFC 5652, section 6.2.2): one ephemeral key, and a wrapped content key for each
    /// recipient.
    private static func agreement(_ element: DERElement) throws(PKIError) -> [MessageRecipient] {
        var reader = DERReader(inside: element)
        _ = try reader.next(.integer).smallNumber()
        let originator = try reader.next(.constructed(0)).inner()
        let material = try reader.nextIf(.constructed(1))?.inner()
        let algorithm = try AlgorithmIdentifier(try reader.next())
        // Another algorithm may have parameters of another type.
        let wrapAlgorithm = algorithm.parameters.flatMap { try? AlgorithmIdentifier($0) }
        let size = wrapAlgorithm.flatMap { MessageOID.wrapKeyBytes[$0.algorithm] }
        let keys = try reader.next(.sequence).children()
        try reader.end()
        // Other recipients may still be able to read the message.
        var operation = Operation.unsupported
        if let known = MessageOID.agreements[algorithm.algorithm], let size,
            let parameters = algorithm.parameters, let peer = try? peer(originator)
        {
            operation = .exchange(
                peer, known, count: size,
                sharedInfo: sharedInfo(Array(parameters.encoding), material, size))
        }
        var recipients: [MessageRecipient] = []
        for key in keys {
            var fields = DERReader(inside: key)
            let name = try fields.next()
            let identifier: CertificateIdentifier
            // A key identifier; a date and other attributes may follow.
            if name.tag == .constructed(0), let first = try name.children().first {
                identifier = .key(Array(first.content))
            } else {
                identifier = try CertificateIdentifier(name)
            }
            let wrapped = Array(try fields.next(.octetString).content)
            try fields.end()
            recipients.append(
                MessageRecipient(identifier: identifier, operation: operation, wrapped: wrapped))
        }
        return recipients
    }

    /// Reads the public key of the sender, whose curve is that of the recipient if it isn't named.
    ///
    /// - Throws: `unsupportedFormat` if the message only names the sender's certificate; `malformed` for anything but a
    ///   point.
    private static func peer(_ originator: DERElement) throws(PKIError) -> CryptoKey {
        guard originator.tag == .constructed(1) else {
            throw PKIError(.unsupportedFormat, "message: the sender's key isn't in it")
        }
        var reader = DERReader(inside: originator)
        _ = try reader.next(.sequence)
        let point = try reader.next(.bitString).bits()
        return try CryptoKey.readPublicKey(.ellipticCurve, Array(point.octets))
    }

    /// ECC-CMS-SharedInfo (RFC 5753, section 7.2).
    ///
    ///     SEQUENCE  algorithm of the key wrap │ [0] user keying material │ [2] OCTET STRING, the key's size in bits
    private static func sharedInfo(
        _ wrapAlgorithm: [UInt8], _ material: DERElement?, _ size: Int
    ) -> [UInt8] {
        var parts: [DERTree] = [.octets(wrapAlgorithm)]
        if let material {
            parts.append(.element(.constructed(0), [.octets(Array(material.encoding))]))
        }
        let bits = withUnsafeBytes(of: UInt32(size * 8).bigEndian) { [UInt8]($0) }
        parts.append(.element(.constructed(2), [.octetString(.octets(bits))]))
        return DERTree.element(.sequence, parts).bytes()
    }

    /// Returns the key of the content from what the operation gave; nil if it can't be recovered.
    package func contentKey(_ given: SecretBytes) -> SecretBytes? {
        guard case .exchange = operation else { return given }
        return wrapped.withUnsafeBytes { try? AESKeyWrap.plain.unwrap($0, with: given) }
    }

    /// Encrypts a content key for the holder of a certificate.
    static func tree(
        for certificate: Certificate, _ contentKey: SecretBytes
    ) throws(PKIError) -> (DERTree, isAgreement: Bool) {
        let key = try certificate.publicKey.cryptoKey()
        let identifier = CertificateIdentifier(certificate).tree
        guard case .ellipticCurve(let curve) = key.family else {
            let encrypted = try key.rsaEncrypt(contentKey, .pkcs1)
            let tree = DERTree.sequence(
                .number(0), identifier, .algorithm(FormatOID.rsa, .null),
                .octetString(.octets(encrypted)))
            return (tree, false)
        }
        let wrapAlgorithm = DERTree.algorithm(MessageOID.wrap256)
        // For this recipient and message alone, so it doesn't authenticate the sender.
        let ephemeral = try CryptoKey.generate(.ellipticCurve, bits: curve.bits)
        // MessageOID.agreement.
        let shared = try X963.derive(
            from: try ephemeral.agree(.standard, with: key), .sha256,
            sharedInfo: sharedInfo(wrapAlgorithm.bytes(), nil, 32), count: 32)
        let wrapped = try AESKeyWrap.plain.wrap(contentKey, with: shared)
        let sender = DERTree.element(
            .constructed(1),
            [
                .algorithm(of: ephemeral), .bitString(ephemeral.publicBytes),
            ])
        let tree = DERTree.element(
            .constructed(1),
            [
                .number(3), .element(.constructed(0), [sender]),
                .algorithm(MessageOID.agreement, wrapAlgorithm),
                .sequence(.sequence(identifier, .octetString(.octets(wrapped)))),
            ])
        return (tree, true)
    }
}
