// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI

/// Holds what OCSP answers do that a caller gives.
extension ChainRow {
    private static func answer(
        _ name: String, _ result: TrustResult = .unspecified, _ statuses: [Int32] = [],
        _ diagnostic: String? = nil, required: Bool = false,
        chain: @escaping @Sendable (inout SampleChain) -> Void = { _ in },
        _ change: @escaping @Sendable (inout MadeOCSPResponse, SampleChain.Signed) throws -> Void
    ) -> ChainRow {
        ChainRow(
            name: name, chain: chain,
            ask: { request, chain in
                var response = MadeOCSPResponse()
                try change(&response, chain)
                let leaf = chain.leaf.certificate
                request.responses = [try response.signed(about: leaf, issuer: chain.issuer)]
                // The issuer itself is good.
                request.responses.append(
                    try MadeOCSPResponse().signed(
                        about: chain.issuer.certificate, issuer: chain.root))
                if required {
                    request.policies.append(
                        TrustPolicy(.revocation, revocation: [.ocsp, .requirePositiveResponse]))
                }
            }, result: result, statuses: statuses,
            diagnostic: diagnostic.map { "\(leafName): \($0)." })
    }

    /// Makes a certificate for signing answers in the issuer's place.
    private static func responder(
        _ signer: CertificateSketch, purpose: OID = MadeExtension.ocspSigning,
        _ extensions: [[UInt8]] = []
    ) throws -> CertificateSketch.Signed {
        try CertificateSketch(
            "Example Responder", SampleChain.keys[3],
            [MadeExtension.purposes([purpose])] + extensions
        ).signed(by: signer)
    }

    private static let since = "20260501000000Z"
    private static let unknown = "its revocation status is unknown"

    /// Asks about a leaf that its issuer revoked with a signature of some algorithm.
    private static func revoked(
        _ name: String, _ algorithm: MadeSignature, by key: CryptoKey = SampleChain.keys[1],
        _ result: TrustResult = .fatalTrustFailure
    ) -> ChainRow {
        ChainRow(
            name: "revoked, signed with \(name)", chain: { $0.issuer.key = key },
            ask: { request, chain in
                var response = MadeOCSPResponse(.revoked(since, reason: nil))
                response.algorithm = algorithm
                request.policies = [.basic]
                request.responses = [
                    try response.signed(about: chain.leaf.certificate, issuer: chain.issuer)
                ]
            }, result: result, statuses: result == .unspecified ? [] : [-67820],
            diagnostic: result == .unspecified ? nil : "\(leafName): it was revoked.")
    }

    static let revocation = [
        revoked("SHA-224 and ECDSA", .sha224),
        revoked("SHA-224 and RSA", .sha224, by: SampleChain.shortRSA),
        revoked("SHA-256 and RSA", .sha256, by: SampleChain.shortRSA),
        revoked("RSA-PSS", .pss, by: SampleChain.shortRSA),
        revoked("SHA-1, which doesn't count", .sha1, .unspecified),
        answer("good by its issuer", required: true) { _, _ in },
        answer("good by a responder named by its key", required: true) { response, _ in
            response.namesResponderByKey = true
        },
        answer("revoked", .fatalTrustFailure, [-67820], "it was revoked") { response, _ in
            response.status = .revoked(since, reason: 1)
        },
        answer(
            "revoked, the issuer named as its own certificate does", .fatalTrustFailure, [-67820],
            "it was revoked", chain: { $0.leaf.issuerNameTag = .printableString }
        ) { response, _ in
            response.status = .revoked(since, reason: nil)
        },
        answer(
            "revoked, the issuer named as the certificate does", .fatalTrustFailure, [-67820],
            "it was revoked", chain: { $0.leaf.issuerNameTag = .printableString }
        ) { response, chain in
            response.status = .revoked(since, reason: nil)
            response.issuerName = chain.leaf.certificate.issuer.encoding
        },
        answer(
            "revoked, the responder's name in another encoding", .fatalTrustFailure, [-67820],
            "it was revoked"
        ) { response, _ in
            response.status = .revoked(since, reason: nil)
            response.responderName = CertificateSketch.name("EXAMPLE CA", .printableString)
        },
        answer("revoked, an old answer", .fatalTrustFailure, [-67820], "it was revoked") {
            response, _ in
            response.status = .revoked(since, reason: nil)
            response.nextUpdate = "20260602000000Z"
        },
        answer("revoked later") { response, _ in
            response.status = .revoked("20260701000000Z", reason: nil)
        },
        answer("on hold", .fatalTrustFailure, [-67821], "it is on hold") { response, _ in
            response.status = .revoked(since, reason: 6)
        },
        answer("on hold, an old answer") { response, _ in
            response.status = .revoked(since, reason: 6)
            response.nextUpdate = "20260602000000Z"
        },
        answer("unknown to the responder") { response, _ in response.status = .unknown },
        answer(
            "unknown, and an answer is demanded", .recoverableTrustFailure, [-67635], unknown,
            required: true
        ) { response, _ in response.status = .unknown },
        answer(
            "good, but stale", .recoverableTrustFailure, [-67635], unknown, required: true
        ) { response, _ in response.nextUpdate = "20260602000000Z" },
        answer(
            "good, but in the future", .recoverableTrustFailure, [-67635], unknown, required: true
        ) { response, _ in response.thisUpdate = "20260604000000Z" },
        answer("good without an end, two days old", required: true) { response, _ in
            response.nextUpdate = nil
        },
        answer(
            "good without an end, nine days old", .recoverableTrustFailure, [-67635], unknown,
            required: true
        ) { response, _ in
            (response.thisUpdate, response.nextUpdate) = ("20260525000000Z", nil)
        },
        answer("revoked, but the signature is wrong") { response, _ in
            response.status = .revoked(since, reason: nil)
            response.isSignatureWrong = true
        },
        answer("revoked by a delegate", .fatalTrustFailure, [-67820], "it was revoked") {
            response, chain in
            response.status = .revoked(since, reason: nil)
            response.responder = try responder(chain.issuer.made)
        },
        answer("revoked by a delegate for something else") { response, chain in
            response.status = .revoked(since, reason: nil)
            response.responder = try responder(chain.issuer.made, purpose: MadeExtension.server)
        },
        answer("revoked by a delegate with an unknown critical extension") { response, chain in
            response.status = .revoked(since, reason: nil)
            response.responder = try responder(
                chain.issuer.made,
                [MadeExtension.make(OID(1, 3, 9), isCritical: true, [5, 0])])
        },
        answer("revoked by the delegate of another authority") { response, chain in
            response.status = .revoked(since, reason: nil)
            response.responder = try responder(chain.root.made)
        },
        answer("revoked by a stranger") { response, _ in
            response.status = .revoked(since, reason: nil)
            response.responder = try CertificateSketch("Example CA", SampleChain.keys[3])
                .selfSigned()
        },
        ChainRow(
            name: "the issuer revoked",
            ask: { request, chain in
                request.responses = [
                    try MadeOCSPResponse(.revoked(since, reason: nil)).signed(
                        about: chain.issuer.certificate, issuer: chain.root)
                ]
            },
            result: .fatalTrustFailure, statuses: [-67820],
            diagnostic: "\(issuerName): it was revoked."),
        ChainRow(
            name: "answers that are none",
            ask: { request, _ in request.responses = [[], [0x30, 3, 0x0A, 1, 6], [0x30, 0x80]] },
            result: .unspecified),
        ChainRow(
            name: "no answer, and one is demanded",
            ask: { request, _ in
                request.policies = [TrustPolicy(.revocation, revocation: .requirePositiveResponse)]
            },
            result: .recoverableTrustFailure, statuses: [-67635, -67635],
            diagnostic: "\(leafName): \(unknown)."),
    ]
}
