// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainPKI

/// Keys of OpenSSH, to and from the ssh-keygen command.
@Suite(.enabled(if: Workbench.has("ssh-keygen"), "ssh-keygen is not installed"))
struct SSHTests {
    private let bench: Workbench
    init() throws { bench = try Workbench() }

    private func generate(_ words: [String], passphrase: String = "") throws -> String {
        let path = try bench.file([]) + "-key"
        let made = try bench.run(
            "ssh-keygen",
            ["-q", "-f", path, "-N", passphrase, "-C", "who@where"] + words)
        try #require(made != nil, "ssh-keygen \(words)")
        return path
    }

    @Test(arguments: [
        ["-t", "rsa", "-b", "2048"], ["-t", "ecdsa", "-b", "256"], ["-t", "ecdsa", "-b", "384"],
        ["-t", "ecdsa", "-b", "521"],
    ])
    func keysOfOpenSSHAreReadAndWritten(words: [String]) throws {
        let path = try generate(words)
        let file = try ImportedFile.read(try bench.contents(path))
        #expect(file.format == .openSSH && file.kind == .privateKey)
        #expect(file.items.first?.label == "who@where")
        let key = try #require(file.items.first?.key)
        let lines = try bench.contents(path + ".pub")
        let other = try ImportedFile.read(lines)
        #expect(other.items.map(\.key) == [try key.publicKey()])
        #expect(other.format == .openSSH && other.kind == .publicKey)
        #expect(other.items.first?.label == "who@where")

        let line = String(decoding: lines, as: UTF8.self).split(separator: " ")[0...1]
        let ours = try ExportedFile.bytes([.key(key.publicKey())], .openSSH)
        #expect(String(decoding: ours, as: UTF8.self) == line.joined(separator: " ") + "\n")
        let again = try bench.file(try ExportedFile.bytes([.key(key)], .openSSH))
        try bench.restrict(again)
        let told = try #require(try bench.run("ssh-keygen", ["-y", "-f", again]))
        #expect(told == ours)
        #expect(try ImportedFile.read(try bench.contents(again)).items.map(\.key) == [key])
        // The same key by way of openssl's formats.
        let pem = try ExportedFile.bytes([.key(key)], armoured: true)
        #expect(try ImportedFile.read(pem).items.map(\.key) == [key])
    }

    @Test func encryptedKeysAreNotRead() throws {
        let path = try generate(["-t", "ecdsa"], passphrase: "secret")
        let bytes = try bench.contents(path)
        #expect(code { _ = try ImportedFile.read(bytes) } == .unsupportedFormat)
        #expect(code { _ = try ImportedFile.read(bytes, "secret") } == .unsupportedFormat)
    }

    @Test func otherTypesAreNotRead() throws {
        let path = try generate(["-t", "ed25519"])
        for suffix in ["", ".pub"] {
            let bytes = try bench.contents(path + suffix)
            #expect(code { _ = try ImportedFile.read(bytes) } == .unsupportedKey)
        }
    }

    @Test func severalLinesAreSeveralKeys() throws {
        let keys = try SampleKeys.all.map { try $0.publicKey() }
        let lines = try ExportedFile.bytes(keys.map { .key($0) }, .openSSH)
        let text = "# keys\n\n" + String(decoding: lines, as: UTF8.self)
        // Behind a comment the type isn't the first word of the text.
        #expect(code { _ = try ImportedFile.text(text) } == .unknownFormat)
        let file = try ImportedFile.read(lines + Array("\r\n# end\n".utf8))
        #expect(file.items.map(\.key) == keys && file.kind == .aggregate)
        #expect(
            code { _ = try ExportedFile.bytes(SampleKeys.all.map { .key($0) }, .openSSH) }
                == .invalidArgument)
    }

    @Test func damagedKeysAreRefused() throws {
        for key in [SampleKeys.rsa1024, SampleKeys.p256] {
            let bytes = try SSHPrivateKey.write(key).copied
            for count in 0..<bytes.count {
                let part = Array(bytes.prefix(count))
                #expect(throws: PKIError.self) {
                    try part.lending { bytes throws(PKIError) in
                        _ = try SSHPrivateKey.read(bytes)
                    }
                }
            }
            // Every bit: refused, or a bit that says nothing of the key.
            for index in bytes.indices {
                var other = bytes
                other[index] ^= 1
                let read = try? other.lending { bytes throws(PKIError) in
                    try SSHPrivateKey.read(bytes).0
                }
                #expect(read == nil || read == key, "byte \(index)")
            }
        }
        let line = String(
            decoding: try ExportedFile.bytes([.key(SampleKeys.p256.publicKey())], .openSSH),
            as: UTF8.self)
        let other = line.replacing("ecdsa-sha2-nistp256 ", with: "ssh-rsa ")
        #expect(code { _ = try ImportedFile.text(other) } == .malformed)
        #expect(code { _ = try ImportedFile.text("ssh-rsa") } == .malformed)
        #expect(code { _ = try ImportedFile.text("ssh-rsa AAAA") } == .malformed)
    }
}
