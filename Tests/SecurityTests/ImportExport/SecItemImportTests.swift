// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// What is exported is imported again; the codec's own tests know each format.
@Suite struct SecItemImportTests {
    private static let samples = [SampleIdentity.rsa, .ellipticCurve]
    private let test = TestKeychain()

    private func standard() -> SecKeychain {
        var keychain: SecKeychain?
        SecKeychainCopyDefault(&keychain)
        return keychain!
    }

    @Test func keysGoRound() throws {
        for sample in Self.samples {
            let publicKey = try #require(SecKeyCopyPublicKey(sample.key))
            let cases: [(SecKey, SecExternalFormat, SecItemImportExportFlags, SecExternalFormat)] =
                [
                    (sample.key, .formatUnknown, [], .formatOpenSSL),
                    (sample.key, .formatOpenSSL, .pemArmour, .formatOpenSSL),
                    (sample.key, .formatBSAFE, [], .formatOpenSSL),
                    (sample.key, .formatWrappedPKCS8, [], .formatWrappedPKCS8),
                    (sample.key, .formatWrappedPKCS8, .pemArmour, .formatWrappedPKCS8),
                    (sample.key, .formatWrappedOpenSSL, [], .formatWrappedOpenSSL),
                    (sample.key, .formatSSHv2, [], .formatSSHv2),
                    (sample.key, .formatPEMSequence, [], .formatOpenSSL),
                    (publicKey, .formatUnknown, [], .formatOpenSSL),
                    (publicKey, .formatOpenSSL, .pemArmour, .formatOpenSSL),
                    (publicKey, .formatSSHv2, [], .formatSSHv2),
                ]
            for (key, format, flags, told) in cases {
                let (status, data) = export(key, format, flags, passphrase: "secret")
                #expect(status == errSecSuccess)
                let again = Imported(data, passphrase: "secret")
                #expect(again.status == errSecSuccess)
                #expect(again.keys == [key] && again.items.count == 1)
                #expect(again.format == told)
                #expect(
                    again.kind
                        == (key == sample.key ? .itemTypePrivateKey : .itemTypePublicKey))
            }
        }
    }

    @Test func certificatesAndIdentitiesGoRound() throws {
        let (one, two) = (SampleIdentity.rsa, SampleIdentity.ellipticCurve)
        let certificates = [one.certificate, two.certificate]
        for (format, told) in [
            (SecExternalFormat.formatUnknown, SecExternalFormat.formatPEMSequence),
            (.formatPEMSequence, .formatPEMSequence), (.formatPKCS7, .formatPKCS7),
        ] {
            let (status, data) = export(certificates as CFArray, format)
            #expect(status == errSecSuccess)
            let again = Imported(data)
            #expect(again.certificates == certificates && again.items.count == 2)
            #expect(again.format == told && again.kind == .itemTypeAggregate)
        }
        let single = export(one.certificate)
        #expect(single.data == SecCertificateCopyData(one.certificate) as Data)
        #expect(Imported(single.data).format == .formatX509Cert)

        let identities = [one.identity, two.identity]
        let (status, data) = export(identities as CFArray, .formatPKCS12, passphrase: "secret")
        #expect(status == errSecSuccess)
        let again = Imported(data, passphrase: "secret")
        #expect(again.identities == identities && again.items.count == 2)
        #expect(again.format == .formatPKCS12 && again.kind == .itemTypeAggregate)
        let alone = export(one.identity, passphrase: "secret")
        #expect(Imported(alone.data, passphrase: "secret").identities == [one.identity])
        // PEM knows no identities.
        let text = Imported(export(one.identity, .formatPEMSequence).data)
        #expect(text.certificates == [one.certificate] && text.keys == [one.key])
    }

    @Test func statusesOfFailures() throws {
        let sample = SampleIdentity.ellipticCurve
        for format in [SecExternalFormat.formatWrappedPKCS8, .formatWrappedOpenSSL, .formatPKCS12] {
            #expect(export(sample.key, format).status == errSecPassphraseRequired)
            let (_, data) = export(sample.key, format, passphrase: "secret")
            #expect(Imported(data).status == errSecPassphraseRequired)
            #expect(Imported(data, passphrase: "wrong").status == errSecAuthFailed)
        }
        let formats: [SecExternalFormat] = [
            .formatSSH, .formatWrappedSSH, .formatWrappedLSH, .formatNetscapeCertSequence,
        ]
        for format in formats {
            #expect(export(sample.key, format).status == errSecUnsupportedFormat)
        }
        #expect(export(NSString("text")).status == errSecParam)
        #expect(export([sample.key, "x"] as CFArray).status == errSecParam)
        #expect(export([] as CFArray).status == errSecParam)
        #expect(Imported(Data("nothing".utf8)).status == errSecUnknownFormat)
        #expect(Imported(Data("nothing".utf8), name: "me.p12").status == errSecDecode)
        #expect(Imported(Data("nothing".utf8), format: .formatPKCS12).status == errSecDecode)
        let foreign = try OpenSSL.run(["genpkey", "-algorithm", "ED25519"])
        #expect(Imported(foreign).status == errSecUnsupportedFormat)
        let (_, data) = export(sample.key)
        #expect(Imported(Data(data.dropLast() + [data.last! ^ 1])).status == errSecDecode)
        #expect(Imported(data, usage: ["sing" as CFString]).status == errSecParam)
        #expect(Imported(data, attributes: [kSecAttrLabel]).status == errSecParam)
        let refused = withParameters(nil, access: NSObject()) {
            SecItemImport(data as CFData, nil, nil, nil, [], $0, nil, nil)
        }
        #expect(refused == errSecParam)
        var items: CFArray? = [1] as CFArray
        #expect(
            SecItemImport(Data([1]) as CFData, nil, nil, nil, [], nil, nil, &items)
                == errSecUnknownFormat)
        #expect((items as? [Int]) == [1])
    }

    @Test func anAccessObjectIsKept() throws {
        var access: SecAccess?
        #expect(SecAccessCreate("key" as CFString, NSArray(), &access) == errSecSuccess)
        let (_, data) = export(Self.samples[0].key)
        var items: CFArray?
        let status = withParameters(nil, access: access) {
            SecItemImport(data as CFData, nil, nil, nil, [], $0, nil, &items)
        }
        #expect(status == errSecSuccess)
        let key = try #require((items as? [SecKey])?.first)
        #expect((SecKeyCopyAttributes(key) as? [String: Any])?["acll"] is Data)
    }

    @Test func severalPrivateKeysMayBeRefused() throws {
        let keys = Self.samples.map(\.key)
        let (_, data) = export(keys as CFArray)
        #expect(Imported(data).keys == keys)
        #expect(Imported(data, flags: .importOnlyOne).status == errSecMultiplePrivKeys)
        let (_, one) = export(keys[0])
        #expect(Imported(one, flags: .importOnlyOne).status == errSecSuccess)
    }

    @Test func bareBytesBecomeASymmetricKey() throws {
        let bytes = Data((0..<32).map { UInt8($0) })
        let made = Imported(bytes, format: .formatRawKey)
        #expect(made.kind == .itemTypeSessionKey && made.format == .formatRawKey)
        let key = try #require(made.keys.first)
        let (status, data) = export(key)
        #expect(status == errSecSuccess && data == bytes)
        #expect(export(key, .formatOpenSSL).status == errSecParam)
    }

    @Test func parametersSayWhatKeysAre() throws {
        let sample = SampleIdentity.ellipticCurve
        let (_, data) = export(sample.key)
        let algorithm = SecKeyAlgorithm.ecdsaSignatureDigestX962SHA256
        func signs(_ key: SecKey) -> Bool {
            SecKeyIsAlgorithmSupported(key, .sign, algorithm)
        }
        let usual = try #require(Imported(data).keys.first)
        #expect(signs(usual))
        let unable = try #require(Imported(data, usage: [kSecAttrCanDerive]).keys.first)
        #expect(!signs(unable))
        let able = try #require(Imported(data, usage: [kSecAttrCanSign]).keys.first)
        #expect(signs(able))

        let fixed = try #require(Imported(data, attributes: [kSecAttrIsPermanent]).keys.first)
        for format in [SecExternalFormat.formatOpenSSL, .formatWrappedPKCS8, .formatPKCS12] {
            #expect(export(fixed, format, passphrase: "p").status == errSecKeyIsSensitive)
        }
        let wrapped = try #require(
            Imported(data, attributes: [kSecAttrIsExtractable, kSecAttrIsSensitive]).keys.first)
        #expect(export(wrapped, .formatOpenSSL).status == errSecKeyIsSensitive)
        #expect(export(wrapped, .formatPEMSequence).status == errSecKeyIsSensitive)
        #expect(export(wrapped, .formatWrappedPKCS8, passphrase: "p").status == errSecSuccess)
        let identity = try #require(SecIdentityCreate(nil, sample.certificate, wrapped))
        #expect(export(identity, passphrase: "p").status == errSecSuccess)
    }

    @Test func itemsAreStoredAllOrNothing() throws {
        try Keychain.$override.withValue(test.keychain) { () throws in
            let (one, two) = (SampleIdentity.rsa, SampleIdentity.ellipticCurve)
            let (_, first) = export(one.certificate)
            let stored = Imported(first, into: standard())
            #expect(stored.status == errSecSuccess && stored.certificates == [one.certificate])
            let everything = [two.certificate, two.key, one.certificate] as CFArray
            let (_, all) = export(everything)
            #expect(Imported(all, into: standard()).status == errSecDuplicateItem)
            #expect(try test.counts() == [1, 0, 0])

            let (_, rest) = export([two.identity, two.certificate] as CFArray)
            let made = Imported(rest, into: standard())
            // The certificate stands in the file twice, and is stored once.
            #expect(made.status == errSecSuccess && made.items.count == 3)
            #expect(try test.counts() == [2, 1, 1])
        }
    }

    @Test func storedKeysAreExported() throws {
        try Keychain.$override.withValue(test.keychain) {
            for sample in Self.samples {
                let (_, data) = export(sample.key)
                let key = try #require(Imported(data, into: standard()).keys.first)
                #expect(export(key).data == data)
                let identity = try #require(SecIdentityCreate(nil, sample.certificate, key))
                let file = export(identity, passphrase: "p").data
                #expect(Imported(file, passphrase: "p").identities == [sample.identity])
            }
            let bytes = Data([1, 2, 3, 4, 5, 6, 7, 8])
            let raw = Imported(bytes, kind: .itemTypeSessionKey, into: standard())
            #expect(export(try #require(raw.keys.first)).data == bytes)
            // Keys of one size are several items.
            let another = Imported(Data(bytes.reversed()), format: .formatRawKey, into: standard())
            #expect(another.status == errSecSuccess)

            var conditions = Query.Conditions()
            conditions.limit = .all
            let (_, data) = export(SampleIdentity.rsa.key)
            try test.keychain.delete(try Query(.key, conditions))
            let key = try #require(Imported(data, into: standard()).keys.first)
            try test.keychain.delete(try Query(.key, conditions))
            #expect(export(key).status == errSecItemNotFound)
        }
    }

    @Test func storedKeysObeyTheirAttributes() throws {
        try Keychain.$override.withValue(test.keychain) { () throws in
            let (_, data) = export(SampleIdentity.rsa.key)
            let key = try #require(
                Imported(data, attributes: [], into: standard()).keys.first)
            #expect(export(key).status == errSecKeyIsSensitive)
            let item = try test.keychain.find(Query(.key, .init()), returning: .attributes).first
            #expect(item?[.isExtractable]?.integer == 0)
        }
    }

    @Test func nothingIsStoredOfABrokenFile() throws {
        try Keychain.$override.withValue(test.keychain) { () throws in
            let (_, data) = export(
                [SampleIdentity.rsa.certificate, SampleIdentity.rsa.key] as CFArray)
            for part in [data.dropLast(40), data + Data("-----BEGIN CERTIFICATE-----\n".utf8)] {
                #expect(Imported(part, into: standard()).status == errSecDecode)
            }
            #expect(try test.counts() == [0, 0, 0])
        }
    }
}
