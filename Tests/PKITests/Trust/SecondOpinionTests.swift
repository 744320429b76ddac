// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychainPKI
import Testing

/// Asks the openssl command what it thinks of the same chains, and for answers about revocation.
@Suite struct TrustSecondOpinionTests {
    /// The rules that the command does not have, or not for anchors and short keys unless it is asked
    /// to be strict.
    private static let ours: Set<TrustRule> = [
        .repeatedExtension, .malformed, .emptySubject, .algorithmsDisagree, .noBasicConstraints,
        .weakKey,
    ]

    /// To the command a certificate has expired in its last second, which RFC 5280 includes, and common names are hosts.
    private static let others = [
        "last second", "a common name is no host, whose names are constrained",
    ]
    private static let rows = (ChainRow.times + ChainRow.authorities + ChainRow.signatures)
        .filter { !others.contains($0.name) }

    @Test(arguments: rows)
    func verdicts(_ row: ChainRow) throws {
        var chain = SampleChain()
        row.chain(&chain)
        let signed = try chain.signed()
        let request = signed.request(.basic)
        let rules = Set(try request.evaluate().problems.map(\.rule))
        let folder = try TemporaryFolder()
        let pem = { (certificate: Certificate) in
            "-----BEGIN CERTIFICATE-----\n"
                + Data(certificate.der).base64EncodedString(options: .lineLength64Characters)
                + "\n-----END CERTIFICATE-----\n"
        }
        for (name, certificate) in [
            ("root", signed.root), ("issuer", signed.issuer), ("leaf", signed.leaf),
        ] { try folder.write(name, pem(certificate.certificate)) }
        let isVerified =
            (try? OpenSSL.run([
                "verify", "-attime", "\(Int(SampleChain.date) + 978_307_200)", "-no-CApath",
                "-no-CAstore", "-policy", "anyPolicy", "-CAfile", folder.path("root"), "-untrusted",
                folder.path("issuer"), folder.path("leaf"),
            ])) != nil
        if !isVerified { #expect(!rules.isEmpty) }
        if !rules.subtracting(Self.ours).isEmpty { #expect(!isVerified) }
    }

    @Test func answersAboutRevocation() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "config", "[req]\ndistinguished_name=n\n[n]\n[v3]\nbasicConstraints=CA:true")
        try folder.write("leaf.ext", "basicConstraints=CA:false")
        for name in ["ca", "leaf"] {
            try OpenSSL.run([
                "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
                folder.path("\(name).key"),
            ])
        }
        try OpenSSL.run([
            "req", "-x509", "-config", folder.path("config"), "-extensions", "v3", "-key",
            folder.path("ca.key"), "-subj", "/CN=Example CA", "-days", "10", "-out",
            folder.path("ca"),
        ])
        try OpenSSL.run([
            "req", "-new", "-config", folder.path("config"), "-key", folder.path("leaf.key"),
            "-subj", "/CN=Example", "-out", folder.path("request"),
        ])
        try OpenSSL.run([
            "x509", "-req", "-in", folder.path("request"), "-CA", folder.path("ca"), "-CAkey",
            folder.path("ca.key"), "-set_serial", "0x1234", "-extfile", folder.path("leaf.ext"),
            "-days", "10", "-out", folder.path("leaf"),
        ])
        let read = { (name: String) in
            try Certificate(
                der: [UInt8](
                    try OpenSSL.run(["x509", "-in", folder.path(name), "-outform", "DER"])))
        }
        var request = TrustRequest(
            leaf: try read("leaf"),
            policies: [
                .basic, TrustPolicy(.revocation, revocation: [.ocsp, .requirePositiveResponse]),
            ], date: Date().timeIntervalSinceReferenceDate)
        (request.anchors, request.anchorsOnly) = ([try read("ca")], true)
        #expect(try request.evaluate().problems.map(\.rule) == [.revocationUnknown])

        let entries = [
            ("V\t401231235959Z\t\t1234\tunknown\t/CN=Example\n", []),
            ("R\t401231235959Z\t200101000000Z\t1234\tunknown\t/CN=Example\n", [TrustRule.revoked]),
            ("V\t401231235959Z\t\t1235\tunknown\t/CN=Example\n", [.revocationUnknown]),
        ]
        for (entry, rules) in entries {
            try folder.write("index", entry)
            try OpenSSL.run([
                "ocsp", "-index", folder.path("index"), "-CA", folder.path("ca"), "-rsigner",
                folder.path("ca"), "-rkey", folder.path("ca.key"), "-issuer", folder.path("ca"),
                "-cert", folder.path("leaf"), "-ndays", "2", "-noverify", "-respout",
                folder.path("response"),
            ])
            request.responses = [
                [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("response"))))
            ]
            let found = try request.evaluate()
            #expect(found.problems.map(\.rule) == rules)
            #expect((found.revocationValidUntil != nil) == rules.isEmpty)
        }
    }

    /// The system's bundle: each root is its own anchor, and nothing else of it ends a chain.
    @Test func anchorsOfTheSystem() throws {
        let path = try #require(SystemBundle.find())
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let blocks = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
        let roots = try blocks.map { block in
            let base64 = block.components(separatedBy: "-----END")[0]
            let data = try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters))
            return try Certificate(der: [UInt8](data))
        }
        #expect(roots.count > 100)
        for root in roots {
            let middle = (root.notBefore + root.notAfter) / 2
            var request = TrustRequest(leaf: root, policies: [.basic], date: middle)
            let found = try request.evaluate()
            #expect(found.result == .unspecified && found.chain == [root])
            request.anchorsOnly = true
            #expect(try request.evaluate().problems.map(\.rule) == [.untrustedRoot])
        }
    }
}
