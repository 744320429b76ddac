// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Testing

@testable import SwiftKeychainPKI

/// What is said about revocation besides OCSP responses (`ChainRow.revocation`): lists, and questions to a responder.
@Suite struct RevocationTests {
    private let chain: SampleChain.Signed

    init() throws {
        var sample = SampleChain()
        sample.leaf.issuerNameTag = .printableString
        chain = try sample.signed()
    }

    /// Makes a list, whose signature isn't looked at.
    private func list(
        issuer: [UInt8] = CertificateSketch.name("Example CA"), _ entries: [UInt8]...
    ) throws -> RevocationList {
        let algorithm = MadeSignature.sha256.identifier(SampleChain.keys[1])
        let content =
            [2, 1, 1] + algorithm + issuer + CertificateSketch.time("20260601000000Z")
            + CertificateSketch.time("20260608000000Z")
            + DER.element(.sequence, entries.flatMap { $0 })
        return try RevocationList(
            der: DER.element(
                .sequence,
                DER.element(.sequence, content) + algorithm + DER.element(.bitString, [0])))
    }

    /// Names are compared without regard to encoding, case and blanks (RFC 5280, section 7.1).
    @Test(arguments: [
        (CertificateSketch.name("Example CA"), true),
        (CertificateSketch.name("Example CA", .printableString), true),
        (CertificateSketch.name(" EXAMPLE  ca", .printableString), true),
        (CertificateSketch.name("Example CB"), false), (CertificateSketch.name(nil), false),
    ])
    func theIssuerOfAList(_ name: [UInt8], isRight: Bool) throws {
        let list = try list(issuer: name)
        #expect(list.covers(chain.leaf.certificate, chain.issuer.certificate) == isRight)
    }

    /// A responder hashes the name as the certificate has it (RFC 6960, section 4.1.1).
    @Test func theIssuerInAQuestion() {
        let leaf = chain.leaf.certificate
        let question = OCSPRequest.write(leaf, issuer: chain.issuer.certificate)
        let named = HashFunction.sha1.digest(leaf.issuer.encoding)
        #expect(question.firstRange(of: named) != nil)
    }
}
