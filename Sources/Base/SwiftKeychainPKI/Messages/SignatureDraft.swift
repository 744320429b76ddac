// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// A signature to be made: everything but the signature itself, so that any holder of the key can make
/// it.
///
/// The caller signs ``bytesToSign`` wherever the key is, and ``finished(_:)`` adds the signature.
package struct SignatureDraft {
    /// The signed attributes that the signer adds to the content.
    package struct Attributes: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The ciphers that the signer's mail program reads.
        package static let capabilities = Self(rawValue: 0x1)
        /// The certificate to encrypt for.
        package static let keyPreference = Self(rawValue: 0x2)
        /// The same, in the form that older Microsoft software expects.
        package static let microsoftKeyPreference = Self(rawValue: 0x4)
        package static let signingTime = Self(rawValue: 0x8)
    }

    package let hash: HashFunction
    /// The bytes to sign with ``algorithm``.
    package let bytesToSign: [UInt8]
    package let algorithm: KeyAlgorithm
    private let identifier: CertificateIdentifier
    private let attributes: DERTree?
    private let algorithmTree: DERTree

    /// - Parameters:
    ///   - time: now, in seconds since 2001-01-01 00:00 UTC.
    /// - Throws: `unsupportedAlgorithm` if the certificate's key isn't supported.
    package init(
        _ content: [UInt8], of type: OID, by certificate: Certificate, _ hash: HashFunction,
        _ wanted: Attributes, preferred: Certificate? = nil, at time: Double
    ) throws(PKIError) {
        self.hash = hash
        identifier = CertificateIdentifier(certificate)
        switch try certificate.publicKey.cryptoKey().type {
        case .rsa:
            algorithm = .rsaSignature(.pkcs1, .message(hash))
            algorithmTree = .algorithm(FormatOID.rsa, .null)
        case .ellipticCurve:
            algorithm = .ecdsa(.x962, .message(hash))
            algorithmTree = .algorithm(MessageOID.ecdsa(hash))
        }
        guard !wanted.isEmpty || type != MessageOID.data else {
            // Data may be signed without attributes (RFC 5652, section 5.3), and then is signed directly.
            attributes = nil
            bytesToSign = content
            return
        }
        let owner = CertificateIdentifier(preferred ?? certificate).tree
        var all: [DERTree] = [
            .attribute(MessageOID.contentType, .identifier(type)),
            .attribute(MessageOID.messageDigest, .octetString(.octets(hash.digest(content)))),
        ]
        if wanted.contains(.signingTime) {
            all.append(.attribute(MessageOID.signingTime, Self.time(time)))
        }
        if wanted.contains(.capabilities) {
            // The preferred cipher comes first (RFC 5751, section 2.5.2).
            let ciphers = [FormatOID.aes256, FormatOID.aes128, FormatOID.tripleDES]
            all.append(
                .attribute(
                    MessageOID.capabilities,
                    .element(.sequence, ciphers.map { .algorithm($0) })))
        }
        if wanted.contains(.keyPreference) {
            // An implicit tag takes the place of the SEQUENCE's.
            guard case .element(_, let parts) = owner else { preconditionFailure() }
            all.append(
                .attribute(
                    MessageOID.encryptionKeyPreference, .element(.constructed(0), parts)))
        }
        if wanted.contains(.microsoftKeyPreference) {
            all.append(.attribute(MessageOID.microsoftKeyPreference, owner))
        }
        // Signed under the tag of a SET, and written under [0] (RFC 5652, section 5.4).
        bytesToSign = DERTree.set(all).bytes()
        attributes = .set(all, tag: .constructed(0))
    }

    /// Writes a time: UTCTime until 2049 (RFC 5652, section 11.3).
    private static func time(_ seconds: Double) -> DERTree {
        let date = CalendarDate(seconds: seconds)
        let digits = Array(date.compact.utf8)
        return (1950..<2050).contains(date.year)
            ? .element(.utcTime, [.octets(Array(digits.dropFirst(2)))])
            : .element(.generalizedTime, [.octets(digits)])
    }

    /// Returns the SignerInfo with its signature.
    func finished(_ signature: [UInt8]) -> DERTree {
        .element(
            .sequence,
            [.number(1), identifier.tree, .algorithm(MessageOID.identifier(of: hash))]
                + (attributes.map { [$0] } ?? [])
                + [algorithmTree, .octetString(.octets(signature))])
    }
}
