// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychain
import KeychainTestSupport
import Testing

@Suite struct ExportTests {
    let keychain = TestKeychain().keychain

    /// Describes what is exported: C certificate, I identity, P private key, p public key.
    private func exported(_ kind: ExportKind, _ format: FileFormat = .unknown) throws -> String {
        try keychain.items(toExport: kind, as: format).map { item in
            switch item.value {
            case .certificate: "C"
            case .identity: "I"
            case .key(let key): key.part == .private ? "P" : "p"
            case .symmetricKey: "S"
            }
        }.joined()
    }

    private func fill(_ attributes: [Attribute: AttributeValue] = [:]) throws {
        let certificate = try Samples.certificate("Me", of: Samples.key)
        try keychain.addIdentity(certificate, Samples.key, attributes)
        try keychain.add(.certificate(Samples.certificate("Other", serial: 2)))
        try keychain.add(.key(Samples.other.publicKey()))
        try keychain.add(.symmetricKey(SecretBytes(copying: [1, 2, 3])))
    }

    @Test func eachKindHoldsItsItems() throws {
        try fill()
        #expect(try exported(.certificates) == "CC")
        #expect(try exported(.publicKeys) == "p")
        #expect(try exported(.privateKeys) == "P")
        #expect(try exported(.keys) == "pP")
        #expect(try exported(.identities) == "I")
        #expect(try exported(.all) == "CCP")
        #expect(try exported(.all, .pkcs12) == "IC")
        #expect(try exported(.all, .rawKey) == "S")
    }

    @Test func whatIsExportedIsWhatWasStored() throws {
        try fill()
        let identity = try #require(
            try keychain.items(toExport: .identities, as: .pkcs12).first)
        #expect(identity.key == Samples.key)
        #expect(identity.certificate?.commonName == "Me")
        #expect(identity.label == "Me")
    }

    @Test func certificatesOfOneKeyLeaveTogether() throws {
        for serial in [1, 2] as [UInt16] {
            try keychain.add(
                .certificate(Samples.certificate("Me", of: Samples.key, serial: serial)))
        }
        try keychain.add(.key(Samples.key))
        try keychain.add(.certificate(Samples.certificate("Other", serial: 3)))
        #expect(try exported(.identities, .pkcs12) == "IC")
        #expect(try exported(.all, .pkcs12) == "ICC")
        #expect(try exported(.all) == "CCCP")
        let passphrase = Passphrase(SecretBytes(copying: Array("x".utf8)))
        let file = try ExportedFile.write(
            try keychain.items(toExport: .identities, as: .pkcs12), as: .pkcs12,
            passphrase: passphrase)
        let other = TestKeychain().keychain
        let read = try file.withBytes { try ImportedFile.read($0, passphrase: passphrase) }
        _ = try other.store(read.items, duplicates: .refused)
        #expect(try other.all(.identity).count == 2)
    }

    @Test func nothingIsAnError() throws {
        for kind in [ExportKind.certificates, .keys, .identities, .all] {
            #expect { try exported(kind) } throws: { KeychainError.Code.itemNotFound ~= $0 }
        }
        #expect { try exported(.all, .rawKey) } throws: { KeychainError.Code.itemNotFound ~= $0 }
    }

    @Test func aKeyThatIsNotExtractableDoesNotLeave() throws {
        try fill([.isExtractable: .boolean(false)])
        for format in [FileFormat.unknown, .pkcs12, .wrappedPKCS8] {
            #expect {
                try exported(.privateKeys, format)
            } throws: { KeychainError.Code.keyIsSensitive ~= $0 }
            #expect { try exported(.all, format) } throws: {
                KeychainError.Code.keyIsSensitive ~= $0
            }
        }
        #expect(try exported(.certificates) == "CC")
    }

    @Test func aSensitiveKeyLeavesOnlyEncrypted() throws {
        try fill([.isSensitive: .boolean(true)])
        #expect { try exported(.privateKeys) } throws: { KeychainError.Code.keyIsSensitive ~= $0 }
        #expect(try exported(.privateKeys, .wrappedPKCS8) == "P")
        #expect(try exported(.identities, .pkcs12) == "I")
    }
}
