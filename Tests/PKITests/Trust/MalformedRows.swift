// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI

/// Holds what is said of certificates that libcrypto refuses, with the cause at the right one.
extension ChainRow {
    private static func refused(
        _ name: String, _ certificate: String, _ status: Int32, _ words: String,
        _ result: TrustResult = .fatalTrustFailure,
        chain: @escaping @Sendable (inout SampleChain) -> Void
    ) -> ChainRow {
        ChainRow(
            name: name, chain: chain, ask: { request, _ in request.policies = [.basic] },
            result: result, statuses: [status], diagnostic: "\(certificate): \(words).")
    }

    private static let broken = "one of its extensions can't be read"
    /// Holds a number where a point is expected.
    private static let brokenPoints = MadeExtension.make(
        ExtensionType.distributionPoints, [0x30, 3, 2, 1, 5])
    /// Systems whose numbers are those of the issuer (RFC 3779, section 3.2.3.3).
    private static let inherited = MadeExtension.make(
        OID(1, 3, 6, 1, 5, 5, 7, 1, 8), [0x30, 4, 0xA0, 2, 5, 0])

    static let malformed = [
        refused("distribution points of the leaf that can't be read", leafName, -26275, broken) {
            $0.leaf.extensions.append(brokenPoints)
        },
        refused("distribution points of the issuer that can't be read", issuerName, -26275, broken)
        { $0.issuer.extensions.append(brokenPoints) },
        refused("distribution points of the root that can't be read", rootName, -26275, broken) {
            $0.root.extensions.append(brokenPoints)
        },
        refused(
            "the same extension of the issuer twice", issuerName, -67903,
            "it has the same extension twice"
        ) { $0.issuer.extensions.append($0.issuer.extensions[1]) },
        refused("name constraints of the root that can't be read", rootName, -26275, broken) {
            $0.root.extensions.append(
                MadeExtension.make(
                    ExtensionType.nameConstraints, [0x30, 7, 0xA1, 5, 0x30, 3, 0x89, 1, 1]))
        },
        refused(
            "a root that describes its curve", rootName, -67735,
            "the size or type of its key is not supported"
        ) { $0.root.describesCurve = true },
        refused("a root that inherits resources", rootName, -67843, "libcrypto rejects it") {
            $0.root.extensions.append(inherited)
            $0.issuer.extensions.append(inherited)
            $0.leaf.extensions.append(inherited)
        },
        refused(
            "the same policy twice", leafName, -67899,
            "its extensions about certificate policies are invalid", .recoverableTrustFailure
        ) { $0.leaf.extensions.append(MadeExtension.policies(OID(1, 3, 9), OID(1, 3, 9))) },
        refused(
            "a proxy certificate", leafName, -67603, "it has an unknown critical extension",
            .recoverableTrustFailure
        ) {
            $0.leaf.extensions = [
                MadeExtension.make(
                    OID(1, 3, 6, 1, 5, 5, 7, 1, 14), isCritical: true,
                    [0x30, 12, 0x30, 10, 6, 8, 0x2B, 6, 1, 5, 5, 7, 21, 1])
            ]
        },
        ChainRow(
            name: "a path of 2^31 authorities",
            chain: {
                $0.issuer.extensions[0] = MadeExtension.make(
                    ExtensionType.basicConstraints, isCritical: true,
                    [0x30, 10, 1, 1, 0xFF, 2, 5, 0, 0x80, 0, 0, 0])
            }, result: .unspecified),
        ChainRow(
            name: "a path of 2^63 authorities",
            chain: {
                $0.issuer.extensions[0] = MadeExtension.make(
                    ExtensionType.basicConstraints, isCritical: true,
                    [0x30, 14, 1, 1, 0xFF, 2, 9, 0, 0x80, 0, 0, 0, 0, 0, 0, 0])
            }, result: .unspecified),
    ]
}
