// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI

extension ChainRow {
    static let all =
        plain + times + authorities + constrainedNames + malformed + signatures + anchors + usage
        + settings + revocation

    static let leafName = "Certificate 0, “www.example.org”"
    static let issuerName = "Certificate 1, “Example CA”"
    static let rootName = "Certificate 2, “Example Root”"

    private static let plain = [
        ChainRow(name: "good", result: .unspecified),
        ChainRow(
            name: "good, the root given as an intermediate too",
            ask: { $0.intermediates.append($1.root.certificate) }, result: .unspecified),
        ChainRow(
            name: "good, with strangers in disorder",
            ask: { request, chain in
                let stranger = try CertificateSketch("Example CA", SampleChain.keys[3]).selfSigned()
                request.intermediates.insert(stranger.certificate, at: 0)
                request.intermediates.append(chain.leaf.certificate)
            }, result: .unspecified),
        ChainRow(
            name: "two policies, one broken",
            ask: { request, _ in request.policies.append(TrustPolicy(.codeSigning)) },
            result: .recoverableTrustFailure, statuses: [-67609],
            diagnostic: "\(leafName): its extended key usage does not fit the policy."),
    ]

    static let times = [
        ChainRow(
            name: "expired", chain: { $0.leaf.notAfter = "20260602235959Z" },
            result: .recoverableTrustFailure, statuses: [-67818],
            diagnostic: "\(leafName): it has expired."),
        ChainRow(
            name: "last second", chain: { $0.leaf.notAfter = "20260603000000Z" },
            result: .unspecified),
        ChainRow(
            name: "not yet valid", chain: { $0.leaf.notBefore = "20260603000001Z" },
            result: .recoverableTrustFailure, statuses: [-67819],
            diagnostic: "\(leafName): it is not valid yet."),
        ChainRow(
            name: "first second", chain: { $0.leaf.notBefore = "20260603000000Z" },
            result: .unspecified),
        ChainRow(
            name: "issuer expired", chain: { $0.issuer.notAfter = "20260101000001Z" },
            result: .recoverableTrustFailure, statuses: [-67818],
            diagnostic: "\(issuerName): it has expired."),
        ChainRow(
            name: "root expired", chain: { $0.root.notAfter = "20260101000001Z" },
            result: .recoverableTrustFailure, statuses: [-67818],
            diagnostic: "\(rootName): it has expired."),
        ChainRow(
            name: "expired, at an earlier date",
            chain: { $0.leaf.notAfter = "20260602235959Z" },
            ask: { request, _ in request.date -= SampleChain.day }, result: .unspecified),
        ChainRow(
            name: "825 days", chain: { $0.leaf.notAfter = "20280405000000Z" },
            result: .unspecified),
        ChainRow(
            name: "over 825 days", chain: { $0.leaf.notAfter = "20280405000001Z" },
            result: .recoverableTrustFailure, statuses: [-67901],
            diagnostic: "\(leafName): it is valid for longer than the policy permits."),
        ChainRow(
            name: "826 days, basic X.509", chain: { $0.leaf.notAfter = "20280405235959Z" },
            ask: { request, _ in request.policies = [.basic] }, result: .unspecified),
        ChainRow(
            name: "826 days, before 2019-07-01",
            chain: {
                ($0.leaf.notBefore, $0.leaf.notAfter) = ("20190630235959Z", "20280405235959Z")
            }, result: .unspecified),
    ]

    static let authorities = [
        ChainRow(
            name: "issuer that is not an authority",
            chain: { $0.issuer.extensions[0] = MadeExtension.authority(false) },
            result: .recoverableTrustFailure, statuses: [-67605],
            diagnostic: "\(issuerName): it issued a certificate but is not an authority."),
        ChainRow(
            name: "issuer that is not marked as an authority",
            chain: { $0.issuer.extensions.removeFirst() },
            result: .recoverableTrustFailure, statuses: [-67604],
            diagnostic: "\(issuerName): it is not marked as an authority."),
        ChainRow(
            name: "issuer of version 1",
            chain: { ($0.issuer.version, $0.issuer.extensions) = (1, []) },
            result: .recoverableTrustFailure, statuses: [-67604],
            diagnostic: "\(issuerName): it is not marked as an authority."),
        ChainRow(
            name: "root of version 3 that is not marked as an authority",
            chain: { $0.root.extensions.removeFirst() },
            result: .recoverableTrustFailure, statuses: [-67604],
            diagnostic: "\(rootName): it is not marked as an authority."),
        ChainRow(
            name: "root of version 3 without extensions",
            chain: { $0.root.extensions = [] },
            result: .recoverableTrustFailure, statuses: [-67604],
            diagnostic: "\(rootName): it is not marked as an authority."),
        ChainRow(
            name: "root of version 1", chain: { ($0.root.version, $0.root.extensions) = (1, []) },
            result: .unspecified),
        ChainRow(
            name: "path too long",
            chain: { $0.root.extensions[0] = MadeExtension.authority(pathLength: 0) },
            result: .recoverableTrustFailure, statuses: [-67611],
            diagnostic: "\(rootName): more authorities are below it than it permits."),
        ChainRow(
            name: "path just long enough",
            chain: { $0.root.extensions[0] = MadeExtension.authority(pathLength: 1) },
            result: .unspecified),
        ChainRow(
            name: "issuer may not sign certificates",
            chain: { $0.issuer.extensions[1] = MadeExtension.keyUsage(0, 6) },
            result: .recoverableTrustFailure, statuses: [-67608],
            diagnostic: "\(issuerName): its key may not sign certificates."),
        ChainRow(
            name: "a permitted name",
            chain: { $0.issuer.extensions.append(MadeExtension.permitted("example.org")) },
            result: .unspecified),
        ChainRow(
            name: "a name outside the permitted ones",
            chain: { $0.issuer.extensions.append(MadeExtension.permitted("example.com")) },
            result: .fatalTrustFailure, statuses: [-67900],
            diagnostic: "\(leafName): an authority above it does not permit one of its names."),
        ChainRow(
            name: "a common name is no host, whose names are constrained",
            chain: {
                $0.issuer.extensions.append(MadeExtension.permitted("example.com"))
                $0.leaf.extensions[2] = MadeExtension.names(mail: ["ann@example.org"])
            },
            ask: { request, _ in request.policies = [.basic] }, result: .unspecified),
        ChainRow(
            name: "an excluded name, by the root",
            chain: {
                $0.root.extensions.append(
                    MadeExtension.permitted(excluded: ["www.example.org"]))
            },
            result: .fatalTrustFailure, statuses: [-67900],
            diagnostic: "\(leafName): an authority above it does not permit one of its names."),
        wildcard("an excluded host under a wildcard", "secret.example.org", .fatalTrustFailure),
        wildcard(
            "a host below an excluded one, under a wildcard", "example.org", .fatalTrustFailure),
        wildcard(
            "a host beside an excluded one, under a wildcard", "ret.example.org", .unspecified),
        ChainRow(
            name: "a policy is demanded and missing",
            chain: { $0.issuer.extensions.append(MadeExtension.requiredPolicy) },
            result: .recoverableTrustFailure, statuses: [-67899],
            diagnostic: "\(leafName): it lacks certificate policies that an authority requires."),
        ChainRow(
            name: "a policy is demanded and named",
            chain: {
                $0.issuer.extensions += [
                    MadeExtension.requiredPolicy, MadeExtension.policies(OID(1, 3, 9)),
                ]
                $0.leaf.extensions.append(MadeExtension.policies(OID(1, 3, 9)))
            }, result: .unspecified),
        ChainRow(
            name: "a policy is demanded and another named",
            chain: {
                $0.issuer.extensions += [
                    MadeExtension.requiredPolicy, MadeExtension.policies(OID(1, 3, 9)),
                ]
                $0.leaf.extensions.append(MadeExtension.policies(OID(1, 3, 8)))
            },
            result: .recoverableTrustFailure, statuses: [-67899],
            diagnostic: "\(leafName): it lacks certificate policies that an authority requires."),
        ChainRow(
            name: "the anchor demands a policy, and has no say",
            chain: { $0.root.extensions.append(MadeExtension.requiredPolicy) },
            result: .unspecified),
        ChainRow(
            name: "an unknown critical extension",
            chain: {
                $0.leaf.extensions.append(
                    MadeExtension.make(OID(1, 3, 9), isCritical: true, [5, 0]))
            },
            result: .recoverableTrustFailure, statuses: [-67603],
            diagnostic: "\(leafName): it has an unknown critical extension."),
        ChainRow(
            name: "an unknown extension that is not critical",
            chain: { $0.leaf.extensions.append(MadeExtension.make(OID(1, 3, 9), [5, 0])) },
            result: .unspecified),
        ChainRow(
            name: "the same extension twice",
            chain: { $0.leaf.extensions.append($0.leaf.extensions[1]) },
            result: .fatalTrustFailure, statuses: [-67903],
            diagnostic: "\(leafName): it has the same extension twice."),
        ChainRow(
            name: "an extension that cannot be read",
            chain: {
                $0.leaf.extensions[0] = MadeExtension.make(ExtensionType.keyUsage, [5, 0])
            },
            result: .fatalTrustFailure, statuses: [-26275, -67608],
            diagnostic: "\(leafName): one of its extensions can't be read."),
        ChainRow(
            name: "no subject",
            chain: {
                $0.leaf.subject = nil
                $0.leaf.extensions.removeLast()
            },
            ask: { request, _ in request.policies = [.basic] },
            result: .recoverableTrustFailure, statuses: [-67655],
            diagnostic: "Certificate 0: its subject is empty."),
        ChainRow(
            name: "no subject, but a host", chain: { $0.leaf.subject = nil },
            result: .unspecified),
        ChainRow(
            name: "a host in UTF-8 beside another",
            chain: {
                $0.leaf.extensions[2] = MadeExtension.names(
                    hosts: ["bücher.example", "www.example.org"], mail: ["ü@example.org"])
            }, result: .unspecified),
    ]

    /// Asks about the host `secret.example.org` of a certificate for `*.example.org`.
    private static func wildcard(
        _ name: String, _ excluded: String, _ result: TrustResult
    ) -> ChainRow {
        ChainRow(
            name: name,
            chain: {
                $0.root.extensions.append(MadeExtension.permitted(excluded: [excluded]))
                $0.leaf.extensions[2] = MadeExtension.names(hosts: ["*.example.org"])
            },
            ask: { request, _ in
                request.policies = [.ssl(server: true, host: "Secret.example.org")]
            }, result: result, statuses: result == .unspecified ? [] : [-67900],
            diagnostic: result == .unspecified
                ? nil : "\(leafName): an authority above it does not permit one of its names.")
    }

    /// Asks about an issuer whose RSA key has these numbers.
    private static func numbers(_ name: String, _ modulus: [UInt8], _ exponent: [UInt8]) -> ChainRow
    {
        ChainRow(
            name: name,
            chain: {
                $0.leaf.publicNumbers = DER.element(
                    .sequence, DER.element(.integer, modulus) + DER.element(.integer, exponent))
            },
            ask: { request, _ in request.policies = [.basic] },
            result: .fatalTrustFailure, statuses: [-67735],
            diagnostic: "\(leafName): the size or type of its key is not supported.")
    }

    private static let modulus = [0] + [UInt8](repeating: 0xFF, count: 256)

    static let signatures = [
        numbers("RSA with the exponent 1", modulus, [1]),
        numbers("RSA with an exponent of 65 bits", modulus, [1] + [UInt8](repeating: 1, count: 8)),
        numbers("RSA of 8193 bits", [1] + [UInt8](repeating: 0xFF, count: 1024), [3]),
        numbers("RSA with an even exponent", modulus, [4]),
        numbers("RSA with a negative exponent", modulus, [0xFD]),
        numbers("RSA with an even modulus", modulus.dropLast() + [0xFE], [3]),
        numbers("RSA with a negative modulus", [0x80] + modulus.dropFirst(), [3]),
        ChainRow(
            name: "wrong signature", chain: { $0.leaf.isSignatureWrong = true },
            result: .fatalTrustFailure, statuses: [-26267],
            diagnostic: "\(leafName): its signature was not made with the key of its issuer."),
        ChainRow(
            name: "wrong signature of the issuer", chain: { $0.issuer.isSignatureWrong = true },
            result: .fatalTrustFailure, statuses: [-26267],
            diagnostic: "\(issuerName): its signature was not made with the key of its issuer."),
        ChainRow(
            name: "two signature algorithms", chain: { $0.leaf.innerAlgorithm = .sha384 },
            result: .fatalTrustFailure, statuses: [-67815, -26267],
            diagnostic: "\(leafName): it names two different signature algorithms."),
        ChainRow(
            name: "SHA-1", chain: { $0.leaf.algorithm = .sha1 },
            result: .fatalTrustFailure, statuses: [-67815],
            diagnostic: "\(leafName): its signature uses a weak or unsupported hash."),
        ChainRow(
            name: "SHA-1 in the issuer", chain: { $0.issuer.algorithm = .sha1 },
            result: .fatalTrustFailure, statuses: [-67815],
            diagnostic: "\(issuerName): its signature uses a weak or unsupported hash."),
        ChainRow(
            name: "SHA-1 in the root, whose signature vouches for nothing",
            chain: { $0.root.algorithm = .sha1 }, result: .unspecified),
        ChainRow(
            name: "SHA-1, basic X.509", chain: { $0.leaf.algorithm = .sha1 },
            ask: { request, _ in request.policies = [.basic] }, result: .unspecified),
        ChainRow(
            name: "RSA of 1024 bits", chain: { $0.leaf.key = SampleChain.shortRSA },
            result: .fatalTrustFailure, statuses: [-67735],
            diagnostic: "\(leafName): the size or type of its key is not supported."),
        ChainRow(
            name: "RSA of 512 bits, basic X.509", chain: { $0.leaf.key = SampleChain.weakRSA },
            ask: { request, _ in request.policies = [.basic] },
            result: .fatalTrustFailure, statuses: [-67735],
            diagnostic: "\(leafName): the size or type of its key is not supported."),
        ChainRow(
            name: "P-192, basic X.509", chain: { $0.leaf.key = SampleChain.weakCurve },
            ask: { request, _ in request.policies = [.basic] },
            result: .fatalTrustFailure, statuses: [-67735],
            diagnostic: "\(leafName): the size or type of its key is not supported."),
        ChainRow(
            name: "RSA of 1024 bits, basic X.509",
            chain: { $0.leaf.key = SampleChain.shortRSA },
            ask: { request, _ in request.policies = [.basic] }, result: .unspecified),
    ]

    /// Makes the issuer the root's certificate of a new key, which its old key signed.
    @Sendable private static func renewed(_ chain: inout SampleChain) {
        chain.issuer.subject = chain.root.subject
        chain.issuer.extensions += [
            MadeExtension.make(ExtensionType.subjectKeyIdentifier, [4, 1, 2]),
            MadeExtension.make(ExtensionType.authorityKeyIdentifier, [0x30, 3, 0x80, 1, 1]),
        ]
    }

    private static let anchors = [
        ChainRow(
            name: "unknown root",
            ask: { request, chain in
                request.anchors = []
                request.intermediates.append(chain.root.certificate)
            },
            result: .recoverableTrustFailure, statuses: [-67843],
            diagnostic: "\(rootName): it is a root that is not trusted."),
        ChainRow(
            name: "unknown root to the system too",
            ask: { request, chain in
                (request.anchors, request.anchorsOnly) = ([], false)
                request.intermediates.append(chain.root.certificate)
            },
            result: .recoverableTrustFailure, statuses: [-67843],
            diagnostic: "\(rootName): it is a root that is not trusted."),
        ChainRow(
            name: "missing root", ask: { request, _ in request.anchors = [] },
            result: .recoverableTrustFailure, statuses: [-25318],
            diagnostic: "\(issuerName): the certificate of its issuer is missing.", length: 2),
        ChainRow(
            name: "missing intermediate", ask: { request, _ in request.intermediates = [] },
            result: .recoverableTrustFailure, statuses: [-25318],
            diagnostic: "\(leafName): the certificate of its issuer is missing.", length: 1),
        ChainRow(
            name: "missing intermediate, found elsewhere",
            ask: { request, chain in
                request.intermediates = []
                request.findIssuers = {
                    $0 == chain.leaf.certificate ? [chain.issuer.certificate] : []
                }
            },
            result: .unspecified),
        ChainRow(
            name: "an intermediate as the anchor",
            ask: { request, chain in request.anchors = [chain.issuer.certificate] },
            result: .unspecified, length: 2),
        ChainRow(
            name: "the leaf as the anchor",
            ask: { request, chain in request.anchors = [chain.leaf.certificate] },
            result: .unspecified, length: 1),
        ChainRow(
            name: "the leaf as the anchor, for another host",
            ask: { request, chain in
                request.anchors = [chain.leaf.certificate]
                request.policies = [.ssl(server: true, host: "example.com")]
            },
            result: .recoverableTrustFailure, statuses: [-67602],
            diagnostic: "\(leafName): it is not for the requested host.", length: 1),
        ChainRow(
            name: "cross-signed by an unknown root and a known one",
            ask: { request, chain in
                // The stranger's certificate of the same authority comes first.
                let other = try CertificateSketch(
                    "Other Root", SampleChain.keys[3], [MadeExtension.authority()]
                ).selfSigned()
                let crossed = try chain.issuer.made.signed(by: other.made)
                request.intermediates = [
                    crossed.certificate, other.certificate, chain.issuer.certificate,
                ]
            },
            result: .unspecified),
        ChainRow(
            name: "cross-signed, one way expired",
            ask: { request, chain in
                var old = chain.issuer.made
                (old.notBefore, old.notAfter) = ("20260102000000Z", "20260103000000Z")
                let crossed = try old.signed(by: chain.root.made)
                request.intermediates = [crossed.certificate, chain.issuer.certificate]
            },
            result: .unspecified),
        // libcrypto takes the new certificate of the root for self-signed.
        ChainRow(
            name: "a root's new key, signed with the old one and without identifiers of the keys",
            chain: { $0.issuer.subject = $0.root.subject },
            result: .fatalTrustFailure, statuses: [-67843],
            diagnostic:
                "Certificate 1, “Example Root”: libcrypto takes it for self-signed, because "
                + "it has no authority key identifier."),
        ChainRow(
            name: "a root's new key, signed with the old one", chain: renewed, result: .unspecified
        ),
        ChainRow(
            name: "a root's new key, its certificate expired, as only a root may",
            chain: {
                renewed(&$0)
                $0.issuer.notAfter = "20260602235959Z"
            },
            ask: { request, _ in request.allowsExpiredRoot = true },
            result: .recoverableTrustFailure, statuses: [-67818],
            diagnostic: "Certificate 1, “Example Root”: it has expired."),
        ChainRow(
            name: "a root's new key, its certificate expired, as others may",
            chain: {
                renewed(&$0)
                $0.issuer.notAfter = "20260602235959Z"
            },
            ask: { request, _ in request.allowsExpired = true }, result: .proceed),
        ChainRow(
            name: "two authorities that sign each other",
            ask: { request, chain in
                request.anchors = []
                let circle = try chain.root.made.signed(by: chain.issuer.made)
                request.intermediates = [chain.issuer.certificate, circle.certificate]
            },
            result: .recoverableTrustFailure, statuses: [-25318],
            diagnostic: "\(rootName): the certificate of its issuer is missing."),
    ]
}
