// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainPKI

/// Keys in files of every format, to and from the openssl command.
@Suite struct KeyFileTests {
    private let bench: Workbench
    init() throws { bench = try Workbench() }

    static let keys =
        [SampleKeys.rsa1024, SampleKeys.rsa2048] + SampleKeys.curves + SampleKeys.small

    private func isRSA(_ key: CryptoKey) -> Bool { key.family == .rsa }

    @Test(arguments: keys) func privateKeysOfOpenSSLAreRead(key: CryptoKey) throws {
        let path = try bench.file(key.der)
        let from = ["pkey", "-in", path, "-inform", "DER"]
        for form in ["PEM", "DER"] {
            for style in [[], ["-traditional"]] {
                let file = try ImportedFile.read(try bench.need(from + ["-outform", form] + style))
                #expect(file.items.map(\.key) == [key])
                #expect(file.format == .openSSL && file.kind == .privateKey)
            }
            let other = try ImportedFile.read(
                try bench.need(from + ["-pubout", "-outform", form]))
            #expect(other.items.map(\.key) == [try key.publicKey()])
            #expect(other.kind == .publicKey)
            if isRSA(key) {
                let bare = try bench.need(
                    ["rsa", "-in", path, "-inform", "DER", "-RSAPublicKey_out", "-outform", form])
                #expect(try ImportedFile.read(bare).items.map(\.key) == [try key.publicKey()])
            }
        }
    }

    @Test(arguments: [
        ["-v2", "aes-128-cbc"], ["-v2", "aes-192-cbc"], ["-v2", "aes-256-cbc"], ["-v2", "des3"],
        ["-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA1"],
        ["-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA512", "-iter", "50000"], ["-scrypt"],
        ["-v2", "rc2", "-provider", "legacy", "-provider", "default"],
        ["-v2", "rc2-40", "-provider", "legacy", "-provider", "default"],
        ["-v1", "PBE-SHA1-3DES"], ["-v1", "PBE-SHA1-2DES"],
        ["-v1", "PBE-SHA1-RC2-40", "-provider", "legacy", "-provider", "default"],
        ["-v1", "PBE-SHA1-RC2-128", "-provider", "legacy", "-provider", "default"],
        ["-v1", "PBE-MD5-DES", "-provider", "legacy", "-provider", "default"],
        ["-v1", "PBE-SHA1-DES", "-provider", "legacy", "-provider", "default"],
    ])
    func encryptedKeysOfOpenSSLAreRead(options: [String]) throws {
        for key in [SampleKeys.rsa2048, SampleKeys.p521] {
            let path = try bench.file(key.der)
            for form in ["PEM", "DER"] {
                let bytes = try bench.need(
                    [
                        "pkcs8", "-topk8", "-in", path, "-inform", "DER", "-outform", form,
                        "-passout",
                        "pass:sésame",
                    ] + options)
                let file = try ImportedFile.read(bytes, "sésame")
                #expect(file.items.map(\.key) == [key])
                #expect(file.format == .wrappedPKCS8)
                #expect(code { _ = try ImportedFile.read(bytes) } == .passphraseRequired)
                #expect(code { _ = try ImportedFile.read(bytes, "x") } == .wrongPassphrase)
                #expect(code { _ = try ImportedFile.read(bytes, "") } == .wrongPassphrase)
            }
        }
    }

    @Test(arguments: ["-aes128", "-aes192", "-aes256", "-des3"])
    func encryptedTraditionalKeysAreRead(cipher: String) throws {
        for key in [SampleKeys.rsa2048, SampleKeys.p256] {
            let bytes = try bench.need([
                "pkey", "-in", try bench.file(key.der), "-inform", "DER", "-traditional", cipher,
                "-passout", "pass:open",
            ])
            #expect(String(decoding: bytes, as: UTF8.self).contains("Proc-Type: 4,ENCRYPTED"))
            let file = try ImportedFile.read(bytes, "open")
            #expect(file.items.map(\.key) == [key])
            #expect(file.format == .wrappedOpenSSL)
            #expect(code { _ = try ImportedFile.read(bytes) } == .passphraseRequired)
            #expect(code { _ = try ImportedFile.read(bytes, "shut") } == .wrongPassphrase)
        }
    }

    @Test(arguments: keys) func openSSLReadsOurs(key: CryptoKey) throws {
        let plain = try bench.need(["pkey", "-in", try bench.file(key.der), "-inform", "DER"])
        for (format, passphrase) in [
            (FileFormat.openSSL, nil), (.bsafe, nil), (.wrappedPKCS8, "a b"),
            (.wrappedOpenSSL, "a b"),
        ] {
            for armoured in [false, true] {
                let file = try ExportedFile.bytes(
                    [.key(key)], format, armoured: armoured, passphrase)
                let form = armoured || format == .wrappedOpenSSL ? "PEM" : "DER"
                let read = try bench.need([
                    "pkey", "-in", try bench.file(file), "-inform", form, "-passin", "pass:a b",
                ])
                #expect(read == plain)
                #expect(try ImportedFile.read(file, "a b").items.map(\.key) == [key])
            }
        }
    }

    @Test(arguments: keys) func openSSLReadsOurPublicKeys(key: CryptoKey) throws {
        let other = try key.publicKey()
        let path = try bench.file(key.der)
        let expected = try bench.need(["pkey", "-in", path, "-inform", "DER", "-pubout"])
        #expect(try ExportedFile.bytes([.key(other)], armoured: true) == expected)
        let der = try ExportedFile.bytes([.key(other)])
        #expect(
            try bench.need(["pkey", "-pubin", "-inform", "DER", "-in", try bench.file(der)])
                == expected)
        let bare = { try ExportedFile.bytes([.key(other)], .bsafe, armoured: true) }
        if isRSA(key) {
            #expect(
                try bare()
                    == bench.need(["rsa", "-in", path, "-inform", "DER", "-RSAPublicKey_out"]))
        } else {
            #expect(code { _ = try bare() } == .invalidArgument)
        }
        for format in [FileFormat.wrappedPKCS8, .wrappedOpenSSL] {
            #expect(
                code { _ = try ExportedFile.bytes([.key(other)], format, "p") } == .invalidArgument)
        }
    }

    @Test func aKeyWithoutItsPointGetsOne() throws {
        for key in SampleKeys.curves {
            let bytes = try bench.need([
                "ec", "-in", try bench.file(key.der), "-inform", "DER", "-no_public", "-outform",
                "DER",
            ])
            #expect(bytes.count < key.der.count)
            #expect(try ImportedFile.read(bytes).items.map(\.key) == [key])
        }
    }

    /// RFC 5480, section 2.2: the first octet says in which form a point is.
    @Test(arguments: ["compressed", "hybrid"])
    func pointsInOtherFormsAreRead(form: String) throws {
        for key in SampleKeys.curves + [SampleKeys.p192] {
            let words = [
                "pkey", "-in", try bench.file(key.der), "-inform", "DER", "-ec_conv_form", form,
                "-outform", "DER",
            ]
            for style in [[], ["-traditional"]] {
                let bytes = try bench.need(words + style)
                #expect(bytes.firstRange(of: key.publicBytes) == nil)
                #expect(try ImportedFile.read(bytes).items.map(\.key) == [key])
                var other = bytes
                other[bytes.count - 1] ^= 1
                #expect(code { _ = try ImportedFile.read(other) } == .malformed)
            }
            let bytes = try bench.need(words + ["-pubout"])
            #expect(try ImportedFile.read(bytes).items.map(\.key) == [try key.publicKey()])
        }
    }

    @Test func parametersInFrontOfAKeyAreSkipped() throws {
        let bytes = try bench.need(["ecparam", "-name", "prime256v1", "-genkey"])
        let file = try ImportedFile.read(bytes)
        #expect(file.items.count == 1 && file.kind == .privateKey)
    }

    @Test func wrappedFormatsNeedAPassphrase() {
        for format in [FileFormat.wrappedPKCS8, .wrappedOpenSSL, .pkcs12] {
            // Many programs give PKCS#12 files the empty one.
            for passphrase in format == .pkcs12 ? [nil] : [nil, ""] {
                let failure = code {
                    _ = try ExportedFile.bytes([.key(SampleKeys.p256)], format, passphrase)
                }
                #expect(failure == .passphraseRequired)
            }
        }
    }

    @Test func bareBytesAreAKeyWhereTheHintSaysSo() throws {
        let bytes = pattern(32)
        for hint in [ImportedFile.Hint(format: .rawKey), .init(kind: .sessionKey)] {
            let file = try ImportedFile.read(bytes, hint: hint)
            guard case .symmetricKey(let secret) = file.items[0].value else {
                Issue.record("no symmetric key")
                return
            }
            #expect(secret.copied == bytes && file.kind == .sessionKey)
            #expect(try ExportedFile.bytes([.symmetricKey(secret)]) == bytes)
        }
    }

    @Test(arguments: [
        FileFormat.openSSH1, .wrappedSSH, .wrappedLSH, .netscapeSequence,
    ])
    func formatsThatAreNotWrittenAreNamed(format: FileFormat) {
        #expect(
            code { _ = try ExportedFile.bytes([.key(SampleKeys.p256)], format, "p") }
                == .unsupportedFormat)
    }
}
