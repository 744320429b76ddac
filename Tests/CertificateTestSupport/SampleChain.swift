// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainPKI

/// Is a chain of three for `www.example.org` that every policy of a web server accepts, and what
/// rows change of it.
package struct SampleChain: Sendable {
    package var root = CertificateSketch(
        "Example Root", keys[0], [MadeExtension.authority(), MadeExtension.keyUsage(5, 6)])
    package var issuer = CertificateSketch(
        "Example CA", keys[1],
        [MadeExtension.authority(pathLength: 0), MadeExtension.keyUsage(5, 6)])
    package var leaf = CertificateSketch(
        "www.example.org", keys[2],
        [
            MadeExtension.keyUsage(0), MadeExtension.purposes([MadeExtension.server]),
            MadeExtension.names(hosts: ["www.example.org"]),
        ])

    /// Holds three keys on P-256: making more would only take time.
    package static let keys = (0..<4).map { _ in
        // A machine without random numbers tests nothing.
        try! CryptoKey.generate(.ellipticCurve, bits: 256)
    }
    package static let shortRSA = try! CryptoKey.generate(.rsa, bits: 1024)
    package static let weakRSA = try! CryptoKey.generate(.rsa, bits: 512)
    package static let weakCurve = try! CryptoKey.generate(.ellipticCurve, bits: 192)

    /// 2026-06-03 00:00:00 UTC.
    package static let date = 802_137_600.0
    package static let day = 86400.0

    package init() {
        root.notAfter = "20351231235959Z"
        issuer.notAfter = "20301231235959Z"
        leaf.serial = [0x5A, 1]
    }

    /// Has the leaf name its issuer in another encoding, and both the issuer's key.
    package mutating func encodeIssuerDifferently() {
        leaf.issuerNameTag = .printableString
        issuer.extensions.append(
            MadeExtension.make(ExtensionType.subjectKeyIdentifier, [4, 1, 7]))
        leaf.extensions.append(
            MadeExtension.make(ExtensionType.authorityKeyIdentifier, [0x30, 3, 0x80, 1, 7]))
    }

    /// Signs all three.
    package func signed() throws -> Signed {
        let root = try root.selfSigned()
        let issuer = try issuer.signed(by: root.made)
        return Signed(root: root, issuer: issuer, leaf: try leaf.signed(by: issuer.made))
    }

    package struct Signed: Sendable {
        package let root: CertificateSketch.Signed
        package let issuer: CertificateSketch.Signed
        package let leaf: CertificateSketch.Signed

        /// Asks about the leaf as a server of this host, trusting the root alone.
        package func request(
            _ policy: TrustPolicy = .ssl(server: true, host: "www.example.org")
        ) -> TrustRequest {
            var request = TrustRequest(
                leaf: leaf.certificate, intermediates: [issuer.certificate], policies: [policy],
                date: SampleChain.date)
            request.anchors = [root.certificate]
            request.anchorsOnly = true
            return request
        }
    }
}
