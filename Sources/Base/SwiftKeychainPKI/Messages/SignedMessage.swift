// SPDX-License-Identifier: Apache-2.0
/// Signed data (RFC 5652, section 5): content, certificates, and signatures of any number of signers.
///
///     SEQUENCE  version │ SET of hash functions │ SEQUENCE (type, [0] content)
///         │ [0] certificates │ [1] revocation lists │ SET of signers
///
/// Each signature is verified by itself. A message without any is a bundle of certificates.
package struct SignedMessage: Sendable {
    package let contentType: OID
    /// The content; nil if it is detached, and for a bundle of certificates.
    package let content: [UInt8]?
    /// The certificates that came with it; those that can't be read are left out.
    package let certificates: [Certificate]
    package let signers: [MessageSigner]
    /// The most signers of a message that is read or written.
    package static let mostSigners = 24

    /// Reads `SignedData` (RFC 5652, section 5.1), and the form of PKCS#7 1.5. No signature is checked.
    init(_ element: DERElement) throws(PKIError) {
        var reader = try DERReader("signed data", element)
        _ = try reader.next(.integer).smallNumber()
        _ = try reader.next(.set)
        var encapsulated = try reader.enter(.sequence)
        contentType = try OID(try encapsulated.next(.objectIdentifier))
        if let field = try encapsulated.nextIf(.constructed(0)) {
            // PKCS#7 allows content of any type; its content octets are what is signed.
            content = Array(try field.inner().content)
        } else {
            content = nil
        }
        try encapsulated.end()
        let list = try reader.nextIf(.constructed(0))?.children() ?? []
        certificates = list.filter { $0.tag == .sequence }.compactMap { try? Certificate($0) }
        _ = try reader.nextIf(.constructed(1))
        let infos = try reader.next(.set).children()
        // Each signature hashes the content anew, and each chain may check hundreds of signatures.
        guard infos.count <= Self.mostSigners else {
            throw DER.malformed("more than \(Self.mostSigners) signers")
        }
        signers = try infos.map(MessageSigner.init)
        try reader.end()
    }

    /// The certificates that an evaluation of a signer uses: at most 256, because each evaluation reads them all.
    package var intermediates: [Certificate] { Array(certificates.prefix(256)) }

    /// Returns the certificate of a signer, if it came with the message.
    package func certificate(of signer: MessageSigner) -> Certificate? {
        signer.identifier.certificate(among: certificates)
    }

    /// Writes a message.
    ///
    /// - Parameters:
    ///   - content: nil for a bundle of certificates.
    ///   - isDetached: true if the signatures are over content that isn't in the message.
    ///   - signatures: the finished signature of each draft.
    package static func write(
        _ content: [UInt8]?, of type: OID = MessageOID.data, isDetached: Bool = false,
        certificates: [Certificate], signatures: [(draft: SignatureDraft, signature: [UInt8])]
    ) -> [UInt8] {
        let content = writeContent(
            isDetached ? nil : content, of: type, certificates: certificates,
            signatures: signatures)
        return CryptographicMessage.tree(MessageOID.signedData, .octets(content)).bytes()
    }

    /// Writes signed data as the content of an envelope: `SignedData` (RFC 5652, section 5.1), without the outer type.
    /// The version is 1 for plain data, and 3 for any other type of content.
    package static func writeContent(
        _ content: [UInt8]?, of type: OID, certificates: [Certificate],
        signatures: [(draft: SignatureDraft, signature: [UInt8])]
    ) -> [UInt8] {
        var inside: [DERTree] = [.identifier(type)]
        if let content {
            inside.append(.element(.constructed(0), [.octetString(.octets(content))]))
        }
        let hashes = Set(signatures.map(\.draft.hash)).sorted { $0.rawValue < $1.rawValue }
        var parts: [DERTree] = [
            .number(type == MessageOID.data ? 1 : 3),
            DERTree.set(hashes.map { .algorithm(MessageOID.identifier(of: $0)) }),
            .element(.sequence, inside),
        ]
        if !certificates.isEmpty {
            parts.append(
                DERTree.set(certificates.map { .octets($0.der) }, tag: .constructed(0)))
        }
        parts.append(DERTree.set(signatures.map { $0.draft.finished($0.signature) }))
        return DERTree.element(.sequence, parts).bytes()
    }
}

extension DERTree {
    /// Makes a SET OF, whose elements DER sorts by their encodings (X.690, section 11.6).
    static func set(_ elements: [DERTree], tag: DERTag = .set) -> DERTree {
        let sorted = elements.map { $0.bytes() }.sorted { $0.lexicographicallyPrecedes($1) }
        return .element(tag, sorted.map { .octets($0) })
    }

    /// Makes an attribute of one value (RFC 5652, section 5.3; RFC 7292, section 4.2).
    static func attribute(_ type: OID, _ value: DERTree) -> DERTree {
        .sequence(.identifier(type), .element(.set, [value]))
    }

    /// Makes an AlgorithmIdentifier.
    static func algorithm(_ oid: OID, _ parameters: DERTree...) -> DERTree {
        .element(.sequence, [.identifier(oid)] + parameters)
    }
}
