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

    private func entry(_ serial: [UInt8], _ extensions: [UInt8] = []) -> [UInt8] {
        DER.element(
            .sequence,
            DER.element(.integer, serial) + CertificateSketch.time("20260501000000Z")
                + (extensions.isEmpty ? [] : DER.element(.sequence, extensions)))
    }

    /// A list with a critical extension that isn't known says nothing (RFC 5280, section 5.3), but what was revoked
    /// before stays so.
    @Test func extensionsOfEntries() throws {
        let leaf = chain.leaf.certificate
        let own = leaf.serialNumber
        let critical = MadeExtension.make(OID(1, 3, 9), isCritical: true, [5, 0])
        let other = MadeExtension.make(OID(1, 3, 9), [5, 0])
        let hold = MadeExtension.make(OID(2, 5, 29, 21), [0x0A, 1, 6])
        #expect(try list(entry([9], other)).entry(of: leaf) == nil)
        #expect(try list(entry([9], hold)).entry(of: leaf) == nil)
        #expect(try list(entry([9], other), entry(own, hold)).entry(of: leaf)?.isOnHold == true)
        #expect(try list(entry(own), entry([9], critical)).entry(of: leaf)?.isOnHold == false)
        for entries in [
            [entry([9], critical)], [entry([9], other + critical)], [entry(own, critical)],
            [entry([9], critical), entry(own)],
        ] {
            #expect(throws: PKIError.self) {
                try list(entries.flatMap { $0 }).entry(of: leaf)
            }
        }
    }

    /// A responder hashes the name as the certificate has it (RFC 6960, section 4.1.1).
    @Test func theIssuerInAQuestion() {
        let leaf = chain.leaf.certificate
        let question = OCSPRequest.write(leaf, issuer: chain.issuer.certificate)
        let named = HashFunction.sha1.digest(leaf.issuer.encoding)
        #expect(question.firstRange(of: named) != nil)
    }

    @Test func sizesOfResponses() throws {
        func isRead(certificates: Int, answers: Int) throws -> Bool {
            var response = MadeOCSPResponse()
            response.others = Array(repeating: chain.root.certificate, count: certificates)
            response.answerCount = answers
            let der = try response.signed(about: chain.leaf.certificate, issuer: chain.issuer)
            return (try? OCSPResponse(der: der)) != nil
        }
        #expect(try isRead(certificates: 16, answers: 256))
        #expect(try !isRead(certificates: 17, answers: 1))
        #expect(try !isRead(certificates: 0, answers: 257))
    }

    /// Once for each response and issuer, however many paths there are, and however the signature is.
    @Test func howOftenSignaturesAreChecked() throws {
        var request = chain.request()
        let (leaf, issuer) = (chain.leaf.certificate, chain.issuer.certificate)
        var wrong = MadeOCSPResponse()
        wrong.isSignatureWrong = true
        request.responses = [
            try wrong.signed(about: leaf, issuer: chain.issuer),
            try MadeOCSPResponse().signed(about: leaf, issuer: chain.issuer),
            try MadeOCSPResponse().signed(about: issuer, issuer: chain.root),
        ]
        let path = [leaf, issuer, chain.root.certificate]
        let check = RevocationCheck(request, nil)
        for _ in 0..<3 {
            let found = check.judge(
                TrustPath(
                    certificates: try path.map(ChainCertificate.init), end: .anchor(.custom)))
            #expect(found.problems.isEmpty && found.validUntil != nil)
        }
        #expect(check.checkCount == 3)
    }

    /// The same bytes are signed, and the same way; only the second comes with a certificate that the issuer made.
    @Test func theSameResponseWithAnotherCertificate() throws {
        var response = MadeOCSPResponse(.revoked("20260501000000Z", reason: nil))
        let responder = CertificateSketch(
            "Example Responder", SampleChain.shortRSA,
            [MadeExtension.purposes([MadeExtension.ocspSigning])])
        var request = chain.request()
        request.responses = try [chain.root.made, chain.issuer.made].map { signer in
            response.responder = try responder.signed(by: signer)
            return try response.signed(about: chain.leaf.certificate, issuer: chain.issuer)
        }
        #expect(try request.evaluate().problems.map(\.rule) == [.revoked])
    }

    /// A key with an exponent of more than 64 bits signs neither certificates nor statements; its own certificate is one.
    @Test(arguments: [(64, true), (65, false)]) func longExponents(bits: Int, signs: Bool) throws {
        let exponent = "0x" + (bits == 64 ? "8" : "10") + String(repeating: "0", count: 14) + "1"
        let recipe = CertificateRecipe {
            $0.key = [
                "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-pkeyopt",
                "rsa_keygen_pubexp:" + exponent,
            ]
        }
        let certificate = try Certificate(der: try recipe.make())
        #expect(certificate.isSelfSigned == signs)
        let parts = try DERElement(only: certificate.der[...]).children()
        let statement = SignedStatement(
            signed: parts[0], algorithm: parts[1], signature: parts[2])
        #expect(try statement.isSigned(by: ChainCertificate(certificate)) == signs)
    }

    @Test func whyNothingIsKnownIsTold() throws {
        var request = chain.request()
        request.policies = [TrustPolicy(.revocation, revocation: .requirePositiveResponse)]
        let why = "Nothing was fetched, because the program hasn't allowed it."
        #expect(try request.evaluate().notes == [why])
        request.mayFetch = true
        // The certificates name no address.
        #expect(try request.evaluate().notes == [])
    }
}
