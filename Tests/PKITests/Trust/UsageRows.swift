// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI

/// Holds what policies demand of names and usage.
extension ChainRow {
    private static func leaf(
        _ name: String, _ extensions: [[UInt8]], _ policy: TrustPolicy,
        _ result: TrustResult = .unspecified, _ statuses: [Int32] = [], _ diagnostic: String? = nil
    ) -> ChainRow {
        ChainRow(
            name: name, chain: { $0.leaf.extensions = extensions },
            ask: { request, _ in request.policies = [policy] }, result: result,
            statuses: statuses, diagnostic: diagnostic.map { "\(leafName): \($0)." })
    }

    private static func mail(_ address: String?) -> TrustPolicy {
        TrustPolicy(.mail, names: address.map { [$0] } ?? [])
    }

    private static let wrongPurpose = "its extended key usage does not fit the policy"
    private static let host = MadeExtension.names(hosts: ["www.example.org"])
    private static let address = MadeExtension.names(mail: ["Ann@Example.org"])
    private static let server = TrustPolicy.ssl(server: true, host: "www.example.org")

    static let usage = [
        leaf(
            "wrong host", [MadeExtension.purposes([MadeExtension.server]), host],
            .ssl(server: true, host: "mail.example.org"), .recoverableTrustFailure, [-67602],
            "it is not for the requested host"),
        leaf(
            "no host asked for", [MadeExtension.purposes([MadeExtension.server]), host],
            .ssl(server: true)),
        leaf(
            "the common name alone", [MadeExtension.purposes([MadeExtension.server])], server,
            .recoverableTrustFailure, [-67602], "it is not for the requested host"),
        leaf(
            "no host can have the name", [MadeExtension.purposes([MadeExtension.server]), host],
            .ssl(server: true, host: "www.example.org\0.evil"), .recoverableTrustFailure, [-67602],
            "it is not for the requested host"),
        leaf(
            "client certificate for a server",
            [MadeExtension.purposes([MadeExtension.client]), host], server,
            .recoverableTrustFailure, [-67609], wrongPurpose),
        leaf(
            "server certificate for a client",
            [MadeExtension.purposes([MadeExtension.server]), host], .ssl(server: false),
            .recoverableTrustFailure, [-67609], wrongPurpose),
        leaf("any purpose", [MadeExtension.purposes([MadeExtension.anyPurpose]), host], server),
        leaf(
            "no purpose, server", [host], server, .recoverableTrustFailure, [-67609],
            wrongPurpose),
        leaf("no purpose, client", [host], .ssl(server: false)),
        leaf(
            "key usage of another kind",
            [MadeExtension.keyUsage(5), MadeExtension.purposes([MadeExtension.server]), host],
            server, .recoverableTrustFailure, [-67608], "its key usage does not fit the policy"),
        ChainRow(
            name: "an authority for mail only",
            chain: {
                $0.issuer.extensions.append(MadeExtension.purposes([MadeExtension.mail]))
            },
            result: .recoverableTrustFailure, statuses: [-67609],
            diagnostic: "\(issuerName): \(wrongPurpose)."),
        ChainRow(
            name: "an anchor for mail only",
            chain: {
                $0.root.extensions.append(MadeExtension.purposes([MadeExtension.mail]))
            },
            result: .recoverableTrustFailure, statuses: [-67609],
            diagnostic: "\(rootName): \(wrongPurpose)."),
        ChainRow(
            name: "an anchor for servers",
            chain: {
                $0.root.extensions.append(MadeExtension.purposes([MadeExtension.server]))
            }, result: .unspecified),
        leaf(
            "mail", [MadeExtension.purposes([MadeExtension.mail]), address],
            mail("ann@example.org")),
        leaf(
            "mail for another address", [MadeExtension.purposes([MadeExtension.mail]), address],
            mail("bob@example.org"), .recoverableTrustFailure, [-67623],
            "it is not for the requested mail address"),
        leaf(
            "mail without an address", [MadeExtension.purposes([MadeExtension.mail])], mail(nil),
            .recoverableTrustFailure, [-67627], "it has no mail address"),
        leaf(
            "server certificate for mail",
            [MadeExtension.purposes([MadeExtension.server]), address], mail("ann@example.org"),
            .recoverableTrustFailure, [-67609], wrongPurpose),
        leaf(
            "code signing", [MadeExtension.purposes([MadeExtension.codeSigning])],
            TrustPolicy(.codeSigning)),
        leaf(
            "code signing, any purpose", [MadeExtension.purposes([MadeExtension.anyPurpose])],
            TrustPolicy(.codeSigning), .recoverableTrustFailure, [-67609], wrongPurpose),
        leaf(
            "time stamping",
            [MadeExtension.purposes([MadeExtension.timeStamping], isCritical: true)],
            TrustPolicy(.timeStamping)),
        leaf(
            "time stamping, not critical",
            [MadeExtension.purposes([MadeExtension.timeStamping])], TrustPolicy(.timeStamping),
            .recoverableTrustFailure, [-67881], "its extended key usage is not critical"),
        leaf(
            "time stamping, and more",
            [
                MadeExtension.purposes(
                    [MadeExtension.timeStamping, MadeExtension.server], isCritical: true)
            ], TrustPolicy(.timeStamping), .recoverableTrustFailure, [-67609], wrongPurpose),
        leaf(
            "EAP, the second of two names",
            [MadeExtension.purposes([MadeExtension.server]), host],
            TrustPolicy(.eap, names: ["radius.example.org", "www.example.org"])),
        leaf(
            "EAP, another name", [MadeExtension.purposes([MadeExtension.server]), host],
            TrustPolicy(.eap, names: ["radius.example.org"]), .recoverableTrustFailure, [-67602],
            "it is not for the requested host"),
        leaf(
            "IPsec", [MadeExtension.purposes([OID(1, 3, 6, 1, 5, 5, 7, 3, 17)]), host],
            TrustPolicy(.ipsec, names: ["www.example.org"])),
        leaf(
            "IPsec, mail only", [MadeExtension.purposes([MadeExtension.mail]), host],
            TrustPolicy(.ipsec), .recoverableTrustFailure, [-67609], wrongPurpose),
        leaf(
            "Kerberos server", [MadeExtension.purposes([OID(1, 3, 6, 1, 5, 2, 3, 5)])],
            TrustPolicy(.kerberosServer)),
        leaf(
            "Kerberos server, no purpose", [], TrustPolicy(.kerberosServer),
            .recoverableTrustFailure, [-67609], wrongPurpose),
    ]
}
