// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

/// The interface in which certificates, keys and identities are values.
@Suite struct ValueTests {
    let keychain = TestKeychain().keychain
    let algorithm = KeyAlgorithm.ecdsa(.x962, .message(.sha256))

    @Test func anIdentitySigns() throws {
        let certificate = try Samples.certificate("Me", of: Samples.key)
        let added = try keychain.add(certificate, with: Samples.key, .label("me"))
        let identity = try #require(try keychain.identities(.label("me")).first)
        #expect(identity.certificate == certificate)
        #expect(identity.item.reference == added.item.reference)
        let message = Array("message".utf8)
        let signature = try identity.privateKey.sign(message, algorithm)
        let publicKey = try #require(identity.privateKey.publicKey)
        try signature.withUnsafeBytes { signature in
            try message.withUnsafeBytes { message in
                try publicKey.verify(signature, of: message, algorithm)
            }
        }
    }

    @Test func deletionActsAtTheMomentOfUse() throws {
        let key = try keychain.add(Samples.key)
        #expect(try key.secret() == Samples.key.privateBytes)
        try keychain.delete(try Query(.key, Query.Conditions()))
        #expect { try key.sign([1], algorithm) } throws: { KeychainError.Code.itemNotFound ~= $0 }
        #expect { try key.secret() } throws: { KeychainError.Code.itemNotFound ~= $0 }
    }

    @Test func usageFlagsForbid() throws {
        try keychain.add(Samples.key, [.canSign: .boolean(false), .canDerive: .number(0)])
        let key = try #require(try keychain.keys().first)
        #expect { try key.sign([1], algorithm) } throws: {
            KeychainError.Code.keyUsageIncorrect ~= $0
        }
        #expect {
            try key.exchange(with: Samples.other.publicKey(), .keyExchange(.standard, nil))
        } throws: { KeychainError.Code.keyUsageIncorrect ~= $0 }
    }

    @Test func keysAgreeAndDecrypt() throws {
        let mine = try keychain.add(Samples.key)
        let other = try keychain.add(Samples.other)
        let exchange = KeyAlgorithm.keyExchange(.standard, .sha256)
        let (one, two) = (
            try mine.exchange(with: Samples.other.publicKey(), exchange, count: 32),
            try other.exchange(with: Samples.key.publicKey(), exchange, count: 32)
        )
        #expect(one == two && one.count == 32)
        let ecies = KeyAlgorithm.ecies(.standard, .sha256, .derived)
        let text = Array("text".utf8)
        let sealed = try text.withUnsafeBytes {
            try Samples.key.publicKey().encrypt($0, ecies)
        }
        #expect(try mine.decrypt(sealed, ecies).copied == text)
    }

    @Test func noneIsNoError() throws {
        #expect(try keychain.certificates().isEmpty && keychain.keys().isEmpty)
        #expect(try keychain.identities(.label("x")).isEmpty)
        #expect {
            try keychain.keys([.account: .string("a")])
        } throws: { KeychainError.Code.noSuchAttribute ~= $0 }
    }

    @Test func certificatesAreFoundByWhatIsInThem() throws {
        let one = try Samples.certificate("One")
        try keychain.add(one)
        #expect { try keychain.add(one) } throws: { KeychainError.Code.duplicateItem ~= $0 }
        try keychain.add(try Samples.certificate("Two", serial: 2))
        var match = CertificateMatch()
        match.subject = [SubjectCondition(.end, "e")]
        #expect(try keychain.certificates(matching: match).map(\.certificate) == [one])
        #expect(try keychain.certificates(limit: .one).count == 1)
    }

    @Test func aKeyOfAnotherCertificateIsRefused() throws {
        let certificate = try Samples.certificate("Me", of: Samples.key)
        for key in [Samples.other, try Samples.key.publicKey()] {
            #expect {
                try keychain.add(certificate, with: key)
            } throws: { KeychainError.Code.parameter ~= $0 }
        }
        #expect(try keychain.certificates().isEmpty && keychain.keys().isEmpty)
    }

    @Test func symmetricKeysComeBackAsTheirBytes() throws {
        let bytes = SecretBytes(copying: [UInt8](0..<32))
        try keychain.add(symmetricKey: bytes, .label("aes"))
        let key = try #require(try keychain.keys(.label("aes")).first)
        #expect(try key.publicKey == nil && key.secret() == bytes)
        #expect { try key.sign([1], algorithm) } throws: { KeychainError.Code.parameter ~= $0 }
    }

    @Test func aFileCarriesAnIdentityToAnotherKeychain() throws {
        let certificate = try Samples.certificate("Me", of: Samples.key)
        try keychain.add(certificate, with: Samples.key)
        let passphrase = Passphrase(SecretBytes(copying: Array("open".utf8)))
        let file = try ExportedFile.write(
            keychain.items(toExport: .identities, as: .pkcs12), as: .pkcs12,
            passphrase: passphrase)
        let other = TestKeychain().keychain
        let read = try file.withBytes { bytes throws(PKIError) in
            try ImportedFile.read(bytes, passphrase: passphrase)
        }
        _ = try other.store(read.items, duplicates: .refused)
        #expect(try other.identities().map(\.certificate) == [certificate])
        #expect(try other.keys().first?.secret() == Samples.key.privateBytes)
    }
}
