// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI

/// Makes certificates of given names, times, addresses and keys; their signatures fit nothing, which
/// neither matching nor storing asks.
package enum MadeCertificate {
    package static let commonName: [UInt8] = [6, 3, 0x55, 4, 3]
    package static let organization: [UInt8] = [6, 3, 0x55, 4, 10]
    package static let email: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 9, 1]

    /// Makes a whole name of types and texts.
    package static func name(
        _ values: [([UInt8], String)], tag: DERTag = .utf8String
    ) -> [UInt8] {
        DER.element(
            .sequence,
            values.flatMap { type, text in
                DER.element(
                    .set,
                    DER.element(
                        .sequence, type + DER.element(tag, text.utf8)))
            })
    }

    package static func name(_ commonName: String) -> [UInt8] {
        name([(Self.commonName, commonName)])
    }

    /// Makes a certificate; addresses are those of the subject alternative name.
    package static func make(
        subject: [UInt8] = name("Example"), issuer: [UInt8] = name("Example"),
        from: String = "20200101000000Z", until: String = "21200101000000Z",
        addresses: [String] = [], serial: UInt16 = 1, key: CryptoKey? = nil
    ) throws -> Certificate {
        let parts = try DERElement(only: SmallCertificate.der[...]).children()
        var fields = try parts[0].children().map { Array($0.encoding) }
        fields[3] = issuer
        fields[4] = DER.element(
            .sequence,
            DER.element(.generalizedTime, from.utf8)
                + DER.element(.generalizedTime, until.utf8))
        fields[5] = subject
        fields[1] = [2, 3, 1, UInt8(serial >> 8), UInt8(serial & 0xff)]
        if let key { fields[6] = publicKeyInfo(key) }
        if !addresses.isEmpty { fields[7] = alternativeNames(addresses) }
        return try Certificate(
            der: DER.element(
                .sequence,
                DER.element(.sequence, fields.flatMap { $0 }) + parts[1].encoding
                    + parts[2].encoding))
    }

    /// Encodes a key on P-256 as certificates hold it (RFC 5480, section 2).
    private static func publicKeyInfo(_ key: CryptoKey) -> [UInt8] {
        let algorithm: [UInt8] = [
            0x30, 0x13, 6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1,
            6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7,
        ]
        return DER.element(
            .sequence, algorithm + DER.element(.bitString, [0] + key.publicBytes))
    }

    private static func alternativeNames(_ addresses: [String]) -> [UInt8] {
        let names = addresses.flatMap { DER.element(.primitive(1), $0.utf8) }
        let entry =
            [6, 3, 0x55, 0x1D, 17]
            + DER.element(.octetString, DER.element(.sequence, names))
        return DER.element(
            .constructed(3),
            DER.element(.sequence, DER.element(.sequence, entry)))
    }
}
