// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// Evaluates the paths of `Vectors/Trust/pkits.txt`, which says where they are from.
@Suite struct PKITSTests {
    private struct Entry {
        let role: String
        let name: String
        let certificate: SecCertificate
        let authorities: [String]

        init(_ line: Substring) throws {
            let words = line.split(separator: " ").map(String.init)
            (role, name, authorities) = (words[0], words[1], Array(words[3...]))
            let der = try #require(Data(base64Encoded: words[2]))
            certificate = try #require(SecCertificateCreateWithData(nil, der as CFData))
        }
    }

    private static func entries() throws -> [Entry] {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let file = root.appending(path: "Vectors/Trust/pkits.txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }.map(Entry.init)
    }

    /// DSA isn't supported; everything else is as the suite says.
    @Test func verdicts() throws {
        let entries = try Self.entries()
        let anchors = entries.filter { $0.role == "anchor" }.map(\.certificate)
        let authorities = Dictionary(
            uniqueKeysWithValues: entries.filter { $0.role == "authority" }
                .map { ($0.name, $0.certificate) })
        let leaves = entries.filter { ["valid", "invalid"].contains($0.role) }
        #expect(leaves.count == 154)
        try TrustSamples.onNewKeychain { _ in
            let others = try leaves.filter { leaf in
                let given = try leaf.authorities.map { try #require(authorities[$0]) }
                var made: SecTrust?
                SecTrustCreateWithCertificates(
                    [leaf.certificate] + given as NSArray, SecPolicyCreateBasicX509(), &made)
                let trust = try #require(made)
                // 2015-01-01, when the certificates are valid.
                SecTrustSetVerifyDate(trust, NSDate(timeIntervalSinceReferenceDate: 441_763_200))
                SecTrustSetAnchorCertificates(trust, anchors as NSArray)
                return trust.isTrusted != (leaf.role == "valid")
            }
            #expect(
                others.map(\.name)
                    == ["ValidDSAParameterInheritanceTest5", "ValidDSASignaturesTest4"])
        }
    }
}
