// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// PKCS#7 files that hold certificates only: SignedData without signers (RFC 5652,
/// section 5; RFC 5751, 3.2.2).
///
///     SEQUENCE  signedData │ [0] SEQUENCE
///         version │ SET of digests │ content type │ [0] certificates │ [1] revocation lists │ SET of signers
///
/// The sets are empty, since nothing in the file is signed: whoever reads it must check each certificate.
enum CertificateBundle {
    /// Reads the certificates. Signatures and lists of revoked certificates are ignored.
    ///
    /// - Throws: `unsupportedFormat` for another kind of PKCS#7, `malformed` for anything else.
    static func read(_ file: UnsafeRawBufferPointer) throws(PKIError) -> [Certificate] {
        let bytes = try BER.normalised(file).copied
        var outer = DERReader(inside: try DERElement(only: bytes[...]))
        let type = try OID(try outer.next(.objectIdentifier))
        guard type == FormatOID.signedData else {
            throw PKIError(.unsupportedFormat, "PKCS#7: not a bundle of certificates")
        }
        let field = try outer.next(.constructed(0))
        try outer.end()
        let content = try field.inner()
        guard content.tag == .sequence else { throw .malformed("PKCS#7", "not a SignedData") }
        var reader = DERReader(inside: content)
        // Version, digests and content: they matter to signatures only.
        _ = try reader.next(.integer).smallNumber()
        _ = try reader.next(.set)
        _ = try reader.next(.sequence)
        let list = try reader.nextIf(.constructed(0))?.children() ?? []
        // Attribute certificates and other choices have tags, so they aren't sequences.
        let certificates = try list.filter { $0.tag == .sequence }.map(Certificate.init)
        _ = try reader.nextIf(.constructed(1))
        _ = try reader.next(.set)
        try reader.end()
        return certificates
    }

    /// Writes certificates, in their order: not sorted as DER sorts a SET OF, so that a chain keeps its order.
    static func write(_ certificates: [Certificate]) -> DERTree {
        let content = DERTree.sequence(
            .number(1), .element(.set, []), .sequence(.identifier(FormatOID.data)),
            .element(.constructed(0), certificates.map { .octets($0.der) }), .element(.set, []))
        return CryptographicMessage.tree(FormatOID.signedData, content)
    }
}
