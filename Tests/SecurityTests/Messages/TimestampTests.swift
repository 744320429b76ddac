// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import Security
import SwiftKeychainPKI
import Testing

/// Timestamps of signatures (RFC 3161), which `openssl ts` makes.
@Suite struct TimestampTests {
    private let folder: TemporaryFolder
    private let authority: SecCertificate

    init() throws {
        folder = try TemporaryFolder()
        let made = try CertificateRecipe {
            $0.extensions = "extendedKeyUsage=critical,timeStamping"
        }.makePair()
        authority = SecCertificateCreateWithData(nil, Data(made.certificate) as CFData)!
        for (kind, der) in [("x509", made.certificate), ("pkey", made.key)] {
            let pem = try OpenSSL.run([kind, "-inform", "DER"], input: Data(der))
            try pem.write(to: URL(fileURLWithPath: folder.path(kind)))
        }
        try folder.write("serial", "01\n")
        try folder.write(
            "config",
            """
            [tsa]
            default_tsa = own
            [own]
            serial = \(folder.path("serial"))
            digests = sha256
            signer_digest = sha256
            default_policy = 1.2.3
            """)
    }

    /// Makes a timestamp of bytes: an attribute of the signature.
    private func timestamp(of bytes: some Sequence<UInt8>) throws -> [UInt8] {
        let query = try OpenSSL.run(
            ["ts", "-query", "-data", "/dev/stdin", "-sha256", "-cert"], input: Data(bytes))
        try query.write(to: URL(fileURLWithPath: folder.path("query")))
        let token = try OpenSSL.run([
            "ts", "-reply", "-config", folder.path("config"), "-queryfile", folder.path("query"),
            "-signer", folder.path("x509"), "-inkey", folder.path("pkey"), "-token_out",
        ])
        let type = OID(1, 2, 840, 113549, 1, 9, 16, 2, 14).octets
        return DER.element(
            .sequence, DER.element(.objectIdentifier, type) + DER.element(.set, token))
    }

    /// Reads the timestamp of a signature for which `make` makes some.
    private func status(
        _ make: (ArraySlice<UInt8>) throws -> [UInt8] = { _ in [] }
    ) throws -> OSStatus {
        let message = try changedSigner { signer in
            let attributes = try make(#require(signer.children().last).content)
            return DER.element(.sequence, signer.content + DER.element(.constructed(1), attributes))
        }
        let (_, decoder) = decode(message)
        #expect(decoder.status() == .valid)
        var time = 0.0
        let status = CMSDecoderCopySignerTimestamp(decoder, 0, &time)
        let isNow = abs(time - Date().timeIntervalSinceReferenceDate) < 600
        #expect(isNow == (status == errSecSuccess))
        return status
    }

    @Test func whatOpensslStamped() throws {
        try TrustSamples.onNewKeychain { _ in
            var found = [try status(), try status { try timestamp(of: $0) }]
            SecTrustSettingsSetTrustSettings(authority, .user, nil)
            found += [
                try status { try timestamp(of: $0) },
                try status { _ in try timestamp(of: "x".utf8) },
            ]
            #expect(
                found == [
                    errSecTimestampMissing, errSecTimestampNotTrusted, errSecSuccess,
                    errSecTimestampInvalid,
                ])
        }
    }

    /// Signatures that are to last have timestamps of several authorities (RFC 5126, section 6.1.1).
    @Test func theFirstOfSeveralCounts() throws {
        try TrustSamples.onNewKeychain { _ in
            SecTrustSettingsSetTrustSettings(authority, .user, nil)
            let found = try status { try timestamp(of: $0) + timestamp(of: "x".utf8) }
            #expect(found == errSecSuccess)
        }
    }
}
