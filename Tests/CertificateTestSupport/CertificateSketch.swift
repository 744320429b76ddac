// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI

/// Describes a certificate that is put together octet by octet, so that it may be wrong in any way.
package struct CertificateSketch: Sendable {
    package var subject: String?
    /// Encodes the issuer's name; that of the subject is a UTF8String.
    package var issuerNameTag = DERTag.utf8String
    package var serial: [UInt8] = [1]
    /// Holds the times as `YYYYMMDDHHMMSSZ`.
    package var notBefore = "20260101000000Z"
    package var notAfter = "20261231235959Z"
    package var version: UInt8 = 3
    package var extensions: [[UInt8]] = []
    package var key: CryptoKey
    /// Holds RSAPublicKey in place of that of `key`.
    package var publicNumbers: [UInt8]?
    /// Writes the numbers of P-256 in place of its name.
    package var describesCurve = false
    package var algorithm = MadeSignature.sha256
    /// Names another algorithm in the signed part.
    package var innerAlgorithm: MadeSignature?
    /// Spoils the signature.
    package var isSignatureWrong = false

    package init(_ subject: String?, _ key: CryptoKey, _ extensions: [[UInt8]] = []) {
        self.subject = subject
        self.key = key
        self.extensions = extensions
    }

    /// Signs it with its own key.
    package func selfSigned() throws -> Signed { try signed(by: self) }

    /// Signs it as `issuer` would.
    package func signed(by issuer: CertificateSketch) throws -> Signed {
        let list = DER.element(.sequence, extensions.flatMap { $0 })
        let fields: [[UInt8]] = [
            version == 1 ? [] : [0xA0, 3, 2, 1, version - 1],
            DER.element(.integer, serial),
            (innerAlgorithm ?? algorithm).identifier(issuer.key),
            Self.name(issuer.subject, issuerNameTag),
            DER.element(.sequence, Self.time(notBefore) + Self.time(notAfter)),
            Self.name(subject),
            publicKey,
            version == 3 && !extensions.isEmpty ? DER.element(.constructed(3), list) : [],
        ]
        let body = DER.element(.sequence, fields.flatMap { $0 })
        var signature = try algorithm.sign(body, issuer.key)
        if isSignatureWrong { signature = try algorithm.sign(body + [0], issuer.key) }
        let der = DER.element(
            .sequence,
            body + algorithm.identifier(issuer.key)
                + DER.element(.bitString, [0] + signature))
        return Signed(made: self, certificate: try Certificate(der: der))
    }

    /// Is a certificate and what it was made of.
    package struct Signed: Sendable {
        package let made: CertificateSketch
        package let certificate: Certificate
    }

    package static func name(
        _ commonName: String?, _ tag: DERTag = .utf8String
    ) -> [UInt8] {
        guard let commonName else { return [0x30, 0] }
        let attribute = DER.element(
            .sequence,
            DER.element(.objectIdentifier, AttributeType.commonName.octets)
                + DER.element(tag, Array(commonName.utf8)))
        return DER.element(.sequence, DER.element(.set, attribute))
    }

    package static func time(_ text: String) -> [UInt8] {
        // Years up to 2049 have two digits (RFC 5280, section 4.1.2.5).
        text < "2050"
            ? DER.element(.utcTime, Array(text.utf8.dropFirst(2)))
            : DER.element(.generalizedTime, Array(text.utf8))
    }

    private var publicKey: [UInt8] {
        let algorithm: [UInt8] =
            switch publicNumbers == nil ? key.type : .rsa {
            case .rsa:
                DER.element(
                    .objectIdentifier, OID(1, 2, 840, 113549, 1, 1, 1).octets) + [5, 0]
            case .ellipticCurve:
                DER.element(.objectIdentifier, OID(1, 2, 840, 10045, 2, 1).octets)
                    + (describesCurve
                        ? Self.describedCurve
                        : DER.element(
                            .objectIdentifier,
                            OID(1, 2, 840, 10045, 3, 1, key.bits == 192 ? 1 : 7).octets))
            }
        return DER.element(
            .sequence,
            DER.element(.sequence, algorithm)
                + DER.element(.bitString, [0] + (publicNumbers ?? key.publicBytes)))
    }

    /// Describes P-256 by its numbers (RFC 3279, section 2.3.5).
    private static var describedCurve: [UInt8] {
        func number(_ hexadecimal: String) -> [UInt8] {
            stride(from: 0, to: hexadecimal.utf8.count, by: 2).map { start in
                UInt8(hexadecimal.dropFirst(start).prefix(2), radix: 16)!
            }
        }
        let prime = number("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff")
        let order = number("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        let b = number("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b")
        let base = number(
            "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
        let field =
            DER.element(.objectIdentifier, OID(1, 2, 840, 10045, 1, 1).octets)
            + DER.element(.integer, [0] + prime)
        let curve =
            DER.element(.octetString, prime.dropLast() + [0xFC]) + DER.element(.octetString, b)
        return DER.element(
            .sequence,
            [2, 1, 1] + DER.element(.sequence, field) + DER.element(.sequence, curve)
                + DER.element(.octetString, base) + DER.element(.integer, [0] + order) + [2, 1, 1])
    }
}

/// Names how a certificate is signed.
package enum MadeSignature: Sendable {
    case sha1, sha224, sha256, sha384
    /// Is RSA-PSS over SHA-256 with 32 octets of salt.
    case pss

    package func identifier(_ key: CryptoKey) -> [UInt8] {
        if self == .pss { return Self.pssIdentifier }
        let content: [UInt8] =
            switch (key.type, self) {
            case (.rsa, .sha1): OID(1, 2, 840, 113549, 1, 1, 5).octets
            case (.rsa, .sha224): OID(1, 2, 840, 113549, 1, 1, 14).octets
            case (.rsa, .sha256), (.rsa, .pss): OID(1, 2, 840, 113549, 1, 1, 11).octets
            case (.rsa, .sha384): OID(1, 2, 840, 113549, 1, 1, 12).octets
            case (.ellipticCurve, .sha1): OID(1, 2, 840, 10045, 4, 1).octets
            case (.ellipticCurve, .sha224): OID(1, 2, 840, 10045, 4, 3, 1).octets
            case (.ellipticCurve, .sha256), (.ellipticCurve, .pss):
                OID(1, 2, 840, 10045, 4, 3, 2).octets
            case (.ellipticCurve, .sha384): OID(1, 2, 840, 10045, 4, 3, 3).octets
            }
        let null: [UInt8] = key.type == .rsa ? [5, 0] : []
        return DER.element(
            .sequence, DER.element(.objectIdentifier, content) + null)
    }

    package func sign(_ bytes: [UInt8], _ key: CryptoKey) throws -> [UInt8] {
        let hash: HashFunction =
            switch self {
            case .sha1: .sha1
            case .sha224: .sha224
            case .sha256, .pss: .sha256
            case .sha384: .sha384
            }
        let algorithm: KeyAlgorithm =
            key.type == .rsa
            ? .rsaSignature(self == .pss ? .pss : .pkcs1, .message(hash))
            : .ecdsa(.x962, .message(hash))
        return try bytes.withUnsafeBytes { try key.sign($0, algorithm) }
    }

    /// Encodes the parameters of RFC 4055, section 3.1.
    private static var pssIdentifier: [UInt8] {
        let sha256 = DER.element(
            .sequence,
            DER.element(.objectIdentifier, OID(2, 16, 840, 1, 101, 3, 4, 2, 1).octets) + [5, 0])
        let mask = DER.element(
            .sequence,
            DER.element(.objectIdentifier, OID(1, 2, 840, 113549, 1, 1, 8).octets) + sha256)
        let parameters =
            DER.element(.constructed(0), sha256) + DER.element(.constructed(1), mask)
            + DER.element(.constructed(2), [2, 1, 32])
        return DER.element(
            .sequence,
            DER.element(.objectIdentifier, OID(1, 2, 840, 113549, 1, 1, 10).octets)
                + DER.element(.sequence, parameters))
    }
}
