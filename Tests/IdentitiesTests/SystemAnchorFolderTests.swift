// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import KeychainTestSupport
import SwiftKeychain
import Testing

/// The folders of each distribution, below a folder of the test's own.
@Suite struct SystemAnchorFolderTests {
    private let root = FileManager.default.temporaryDirectory
        .appendingPathComponent("anchors-\(UUID().uuidString)").path

    /// Makes the folder, and a program that writes the names in it to a file, or fails.
    private func make(_ folder: String, _ program: String, status: Int = 0) throws {
        for path in [folder, "/usr/sbin"] {
            try FileManager.default.createDirectory(
                atPath: root + path, withIntermediateDirectories: true)
        }
        let path = "\(root)/usr/sbin/\(program)"
        let text = "#!/bin/sh\nls \(root)\(folder) >\(root)/seen\nexit \(status)\n"
        try text.write(toFile: path + ".text", atomically: false, encoding: .utf8)
        // Copied by another process: a child of another thread could hold it open here.
        let install = try Process.run(
            URL(fileURLWithPath: "/usr/bin/install"),
            arguments: ["-m", "0755", path + ".text", path])
        install.waitUntilExit()
    }

    private var seen: String {
        (try? String(contentsOfFile: root + "/seen", encoding: .utf8)) ?? "?"
    }

    private func check(_ folder: String, _ program: String) throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        try make(folder, program)
        let certificate = try SampleChain().signed().root.certificate
        let anchors = try SystemAnchorFolder(below: root)
        #expect(anchors.path == root + folder)
        try anchors.add(certificate)
        let name = seen.trimmingCharacters(in: .newlines)
        #expect(name.hasPrefix("keychain-") && name.hasSuffix(".crt"))
        let pem = try Data(contentsOf: URL(fileURLWithPath: anchors.file(of: certificate)))
        #expect(try OpenSSL.run(["x509", "-outform", "DER"], input: pem) == Data(certificate.der))
        try anchors.remove(certificate)
        #expect(seen == "")
        #expect { try anchors.remove(certificate) } throws: {
            KeychainError.Code.itemNotFound ~= $0
        }
    }

    @Test func openSUSE() throws { try check("/etc/pki/trust/anchors", "update-ca-certificates") }
    @Test func fedora() throws { try check("/etc/pki/ca-trust/source/anchors", "update-ca-trust") }
    @Test func arch() throws {
        try check("/etc/ca-certificates/trust-source/anchors", "update-ca-trust")
    }
    @Test func debianAndAlpine() throws {
        try check("/usr/local/share/ca-certificates", "update-ca-certificates")
    }

    @Test func noneAndAFailure() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        #expect { try SystemAnchorFolder(below: root) } throws: {
            KeychainError.Code.notAvailable ~= $0
        }
        try make("/usr/local/share/ca-certificates", "update-ca-certificates", status: 1)
        let certificate = try SampleChain().signed().root.certificate
        let anchors = try SystemAnchorFolder(below: root)
        #expect { try anchors.add(certificate) } throws: { KeychainError.Code.inputOutput ~= $0 }
        // Nothing stays behind.
        #expect(try FileManager.default.contentsOfDirectory(atPath: anchors.path).isEmpty)
    }
}
