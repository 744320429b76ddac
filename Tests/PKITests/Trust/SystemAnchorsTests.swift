// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import Testing

@testable import SwiftKeychainPKI

/// Bundles of anchors with parts that are no certificate.
@Suite struct SystemAnchorsTests {
    private let bench: Workbench
    init() throws { bench = try Workbench() }

    private func anchors(_ text: String) throws -> [Certificate] {
        SystemAnchors(path: try bench.file(Array(text.utf8))).certificates
    }

    private func block(_ bytes: [UInt8], _ label: String = "CERTIFICATE") -> String {
        let text = Data(bytes).base64EncodedString(options: .lineLength64Characters)
        return "-----BEGIN \(label)-----\n\(text)\n-----END \(label)-----\n"
    }

    @Test func badBlocksAreSkipped() throws {
        let chain = try SampleChain().signed()
        let (root, issuer) = (chain.root.certificate, chain.issuer.certificate)
        let good = block(root.der)
        let bad = [
            block(Array(root.der.dropLast(7))), block([1, 2, 3]), block(root.der, "PRIVATE KEY"),
            good.replacingOccurrences(of: "M", with: "*"),
            "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END OTHER-----\n",
        ]
        for text in bad {
            let found = try anchors(good + text + "words\n" + block(issuer.der))
            #expect(Set(found) == [root, issuer], "\(text)")
        }
        #expect(try anchors(bad.joined() + good) == [root])
        #expect(try anchors(good + bad.joined()) == [root])
        #expect(try anchors(good + "-----BEGIN CERTIFICATE-----\nAAAA\n") == [root])
        #expect(try anchors("").isEmpty)
        #expect(SystemAnchors(path: "/nonexistent").certificates.isEmpty)
    }

    @Test(arguments: SystemBundle.paths)
    func bundlesOfDistributions(path: String) throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("bundle-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(SystemBundle.find(below: root.path) == nil)
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let chain = try SampleChain().signed()
        try Data(block(chain.root.certificate.der).utf8).write(to: file)
        let found = try #require(SystemBundle.find(below: root.path))
        #expect(SystemAnchors(path: found).certificates == [chain.root.certificate])
        #expect(SystemAnchors(path: found).hasBundle && !SystemAnchors(path: nil).hasBundle)
    }
}
