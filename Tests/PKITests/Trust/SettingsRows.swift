// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI
import Testing

/// Holds what trust settings and exceptions do.
extension ChainRow {
    /// Asks with the settings alone as anchors, beside the system's.
    private static func said(
        _ request: inout TrustRequest, _ records: [Certificate: [TrustSettingsRecord]],
        _ intermediates: [Certificate] = []
    ) {
        (request.anchors, request.anchorsOnly) = ([], false)
        request.settings = TrustSettings(records)
        request.intermediates += intermediates
    }

    private static let ssl = "1.2.840.113635.100.1.3"
    private static let mail = "1.2.840.113635.100.1.8"

    static let settings = [
        ChainRow(
            name: "a trusted root that wasn't sent",
            ask: { said(&$0, [$1.root.certificate: []]) }, result: .proceed),
        ChainRow(
            name: "a trusted root, but anchors only",
            ask: { request, chain in
                said(&request, [chain.root.certificate: []], [chain.root.certificate])
                request.anchorsOnly = true
            },
            result: .recoverableTrustFailure, statuses: [-67843],
            diagnostic: "\(rootName): it is a root that is not trusted."),
        ChainRow(
            name: "a root trusted for TLS",
            ask: { said(&$0, [$1.root.certificate: [.init(policy: ssl)]]) }, result: .proceed),
        ChainRow(
            name: "a root trusted for mail",
            ask: {
                said(&$0, [$1.root.certificate: [.init(policy: mail)]], [$1.root.certificate])
            },
            result: .recoverableTrustFailure, statuses: [-67843],
            diagnostic: "\(rootName): it is a root that is not trusted."),
        ChainRow(
            name: "a root trusted for TLS servers, asked about a client",
            ask: {
                said(&$0, [$1.root.certificate: [.init(policy: ssl + ".1")]], [$1.root.certificate])
                $0.policies = [.ssl(server: false)]
            },
            result: .recoverableTrustFailure, statuses: [-67609, -67843],
            diagnostic: "\(leafName): its extended key usage does not fit the policy."),
        ChainRow(
            name: "a root trusted for this host",
            ask: {
                said(&$0, [$1.root.certificate: [.init(policyString: "WWW.example.org")]])
            }, result: .proceed),
        ChainRow(
            name: "a root trusted for another host",
            ask: {
                said(
                    &$0, [$1.root.certificate: [.init(policyString: "example.org")]],
                    [$1.root.certificate])
            },
            result: .recoverableTrustFailure, statuses: [-67843],
            diagnostic: "\(rootName): it is a root that is not trusted."),
        ChainRow(
            name: "an intermediate trusted as a root",
            ask: { said(&$0, [$1.issuer.certificate: [.init(result: .trustAsRoot)]]) },
            result: .proceed, length: 2),
        ChainRow(
            name: "an intermediate is no root",
            ask: { said(&$0, [$1.issuer.certificate: [.init(result: .trustRoot)]]) },
            result: .recoverableTrustFailure, statuses: [-25318],
            diagnostic: "\(issuerName): the certificate of its issuer is missing.", length: 2),
        ChainRow(
            name: "the leaf trusted as a root",
            ask: { said(&$0, [$1.leaf.certificate: [.init(result: .trustAsRoot)]]) },
            result: .proceed, length: 1),
        ChainRow(
            name: "a root trusted for signing certificates",
            ask: { said(&$0, [$1.root.certificate: [.init(keyUsage: 0x8)]]) }, result: .proceed),
        ChainRow(
            name: "a root trusted for data only",
            ask: {
                said(&$0, [$1.root.certificate: [.init(keyUsage: 0x2)]], [$1.root.certificate])
            },
            result: .recoverableTrustFailure, statuses: [-67843],
            diagnostic: "\(rootName): it is a root that is not trusted."),
        ChainRow(
            name: "a denied leaf",
            ask: { $0.settings = TrustSettings([$1.leaf.certificate: [.init(result: .deny)]]) },
            result: .deny, statuses: [-67654],
            diagnostic: "\(leafName): trust settings deny it."),
        ChainRow(
            name: "a denied leaf under another signature of the same key",
            ask: { request, chain in
                let again = try chain.leaf.made.signed(by: chain.issuer.made).certificate
                #expect(again != chain.leaf.certificate)
                request.settings = TrustSettings([again: [.init(result: .deny)]])
            },
            result: .deny, statuses: [-67654],
            diagnostic: "\(leafName): trust settings deny it."),
        ChainRow(
            name: "a leaf that is trusted under another signature",
            ask: {
                let again = try $1.leaf.made.signed(by: $1.issuer.made).certificate
                said(&$0, [again: [.init(result: .trustAsRoot)]])
            },
            result: .recoverableTrustFailure, statuses: [-25318],
            diagnostic: "\(issuerName): the certificate of its issuer is missing.", length: 2),
        ChainRow(
            name: "a denied intermediate",
            ask: { $0.settings = TrustSettings([$1.issuer.certificate: [.init(result: .deny)]]) },
            result: .deny, statuses: [-67654],
            diagnostic: "\(issuerName): trust settings deny it."),
        ChainRow(
            name: "a denied root that the caller trusts",
            ask: { $0.settings = TrustSettings([$1.root.certificate: [.init(result: .deny)]]) },
            result: .deny, statuses: [-67654],
            diagnostic: "\(rootName): trust settings deny it."),
        ChainRow(
            name: "a root trusted and denied",
            ask: {
                said(
                    &$0, [$1.root.certificate: [.init(), .init(result: .deny, policy: ssl)]],
                    [$1.root.certificate])
            },
            result: .deny, statuses: [-67654, -67843],
            diagnostic: "\(rootName): trust settings deny it."),
        ChainRow(
            name: "denied for mail",
            ask: {
                $0.settings = TrustSettings(
                    [$1.leaf.certificate: [.init(result: .deny, policy: mail)]])
            }, result: .unspecified),
        ChainRow(
            name: "expired, which is allowed",
            chain: { $0.leaf.notAfter = "20260602235959Z" },
            ask: {
                let record = TrustSettingsRecord(result: .unspecified, allowedError: -67818)
                said(&$0, [$1.leaf.certificate: [record], $1.root.certificate: []])
            }, result: .proceed),
        ChainRow(
            name: "expired, another error is allowed",
            chain: { $0.leaf.notAfter = "20260602235959Z" },
            ask: {
                let record = TrustSettingsRecord(result: .unspecified, allowedError: -67602)
                said(&$0, [$1.leaf.certificate: [record], $1.root.certificate: []])
            },
            result: .recoverableTrustFailure, statuses: [-67818],
            diagnostic: "\(leafName): it has expired."),
        ChainRow(
            name: "an exception for an expired leaf",
            chain: { $0.leaf.notAfter = "20260602235959Z" },
            ask: { request, _ in
                request.exceptions = TrustExceptions(try request.evaluate())
            }, result: .proceed),
        ChainRow(
            name: "an exception for one host is none for another",
            ask: { request, _ in
                request.policies = [.ssl(server: true, host: "a.example.org")]
                request.exceptions = TrustExceptions(try request.evaluate())
                request.policies = [.ssl(server: true, host: "b.example.org")]
            },
            result: .recoverableTrustFailure, statuses: [-67602],
            diagnostic: "\(leafName): it is not for the requested host."),
        ChainRow(
            name: "no exception for a wrong signature",
            chain: { $0.leaf.isSignatureWrong = true },
            ask: { request, _ in
                request.exceptions = TrustExceptions(try request.evaluate())
            },
            result: .fatalTrustFailure, statuses: [-26267],
            diagnostic: "\(leafName): its signature was not made with the key of its issuer."),
    ]
}
