// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

@Suite struct SecPKCS12ImportTests {
    private let test = TestKeychain()
    private static let samples = [SampleIdentity.rsa, .ellipticCurve]

    private func run(
        _ data: Data, _ options: [CFString: Any]
    ) -> (status: OSStatus, items: [[CFString: Any]]?) {
        var items: CFArray?
        let status = Keychain.$override.withValue(test.keychain) {
            SecPKCS12Import(data as CFData, options as CFDictionary, &items)
        }
        let dictionaries = (items as? [NSDictionary])?.map { dictionary in
            var entries: [CFString: Any] = [:]
            for (key, value) in dictionary { entries[(key as! String) as CFString] = value }
            return entries
        }
        return (status, dictionaries)
    }

    private func memory(_ passphrase: String?) -> [CFString: Any] {
        var options: [CFString: Any] = [kSecImportToMemoryOnly: true]
        options[kSecImportExportPassphrase] = passphrase
        return options
    }

    private func hash(_ key: SecKey) -> Data? {
        (SecKeyCopyAttributes(key) as? [CFString: Any])?[kSecAttrApplicationLabel] as? Data
    }

    @Test func identitiesComeIntoMemory() throws {
        for sample in Self.samples {
            for options in [[], ["-legacy"]] {
                let file = try sample.pkcs12("secret", ["-name", "Mine"] + options)
                let (status, items) = run(file, memory("secret"))
                #expect(status == errSecSuccess)
                let item = try #require(items?.first)
                #expect(items?.count == 1)
                #expect(item[kSecImportItemLabel] as? String == "Mine")
                #expect(item[kSecImportItemCertChain] as? [SecCertificate] == [sample.certificate])
                let trust = try #require(item[kSecImportItemTrust] as? SecTrust)
                #expect(!SecTrustEvaluateWithError(trust, nil))
                SecTrustSetAnchorCertificates(trust, [sample.certificate] as CFArray)
                #expect(SecTrustEvaluateWithError(trust, nil))
                #expect(item[kSecImportItemKeyID] as? Data == hash(sample.key))
                let identity = try #require(item[kSecImportItemIdentity] as? SecIdentity)
                #expect(identity == sample.identity)
                var key: SecKey?
                SecIdentityCopyPrivateKey(identity, &key)
                #expect(key == sample.key)
            }
        }
        #expect(try test.counts() == [0, 0, 0])
    }

    @Test func statusesOfTheReference() throws {
        let file = try SampleIdentity.ellipticCurve.pkcs12("secret")
        #expect(run(file, memory("wrong")).status == errSecAuthFailed)
        #expect(run(file, memory("")).status == errSecAuthFailed)
        #expect(run(file, memory(nil)).status == errSecAuthFailed)
        #expect(run(file, [:]).status == errSecAuthFailed)
        let certificate = SecCertificateCopyData(SampleIdentity.rsa.certificate) as Data
        let pem = try OpenSSL.run(["x509", "-inform", "DER"], input: certificate)
        for data in [Data(), Data([1, 2, 3]), certificate, pem, file.dropLast(1), file + [0]] {
            #expect(run(data, memory("secret")).status == errSecDecode)
        }
        for options in [
            [kSecImportExportPassphrase: 7], [kSecImportToMemoryOnly: "yes"],
            [kSecImportExportKeychain: "login"], [kSecUseDataProtectionKeychain: "yes"],
            [kSecImportExportAccess: NSObject()],
        ] as [[CFString: Any]] {
            let whole = memory("secret").merging(options) { $1 }
            #expect(run(file, whole).status == errSecParam)
        }
        #expect(run(file, memory("secret")).status == errSecSuccess)
        #expect(try test.counts() == [0, 0, 0])
    }

    /// What `SecAccessCreate` makes is kept with the private key.
    @Test func anAccessObjectIsKept() throws {
        var access: SecAccess?
        #expect(SecAccessCreate("server" as CFString, NSArray(), &access) == errSecSuccess)
        let file = try SampleIdentity.ellipticCurve.pkcs12("secret")
        let options: [CFString: Any] = [
            kSecImportExportPassphrase: "secret", kSecImportExportAccess: try #require(access),
        ]
        #expect(run(file, options).status == errSecSuccess)
        try Keychain.$override.withValue(test.keychain) {
            let query: [CFString: Any] = [kSecClass: kSecClassKey, kSecReturnAttributes: true]
            var found: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
            let kept = try #require((found as? [String: Any])?["acll"] as? Data)
            let content = try JSONSerialization.jsonObject(with: kept) as? [String: Any]
            #expect((content?["entries"] as? [Any])?.count == 3)
        }
    }

    @Test func aFileWithoutAPassphraseNeedsNone() throws {
        let file = try SampleIdentity.ellipticCurve.pkcs12("")
        #expect(run(file, memory(nil)).items?.count == 1)
        #expect(run(file, memory("")).items?.count == 1)
    }

    @Test func unknownEncryptionIsAnInternalError() throws {
        // RC4, which is no longer supported.
        let file = try SampleIdentity.ellipticCurve.pkcs12(
            "secret", ["-legacy", "-certpbe", "PBE-SHA1-RC4-128"])
        #expect(run(file, memory("secret")).status == errSecInternal)
    }

    @Test func keysThatAreNotHereStoreNothing() throws {
        let folder = try TemporaryFolder()
        try OpenSSL.run([
            "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", folder.path("key"), "-out",
            folder.path("pem"), "-subj", "/CN=x", "-config", "/dev/null",
        ])
        let file = try OpenSSL.run([
            "pkcs12", "-export", "-in", folder.path("pem"), "-inkey", folder.path("key"),
            "-passout", "pass:secret",
        ])
        #expect(run(file, [kSecImportExportPassphrase: "secret"]).status == errSecInternal)
        #expect(try test.counts() == [0, 0, 0])
    }

    @Test func issuersInTheFileStandInTheChain() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "config", "[req]\ndistinguished_name=n\n[n]\n[ca]\nbasicConstraints=critical,CA:true\n")
        let configuration = ["-config", folder.path("config"), "-extensions", "ca"]
        let new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        var issuer: [String] = []
        for name in ["root", "middle", "leaf"] {
            try OpenSSL.run(
                [
                    "req", "-x509", "-subj", "/CN=\(name)", "-keyout", folder.path("\(name).key"),
                    "-out", folder.path("\(name).pem"),
                ]
                    + new + configuration + issuer)
            issuer = ["-CA", folder.path("\(name).pem"), "-CAkey", folder.path("\(name).key")]
        }
        let others = try ["root", "middle"].map {
            try String(contentsOfFile: folder.path("\($0).pem"), encoding: .utf8)
        }
        try folder.write("others", others.joined())
        let file = try OpenSSL.run([
            "pkcs12", "-export", "-in", folder.path("leaf.pem"), "-inkey", folder.path("leaf.key"),
            "-certfile", folder.path("others"), "-passout", "pass:secret",
        ])
        let items = try #require(run(file, memory("secret")).items)
        #expect(items.count == 1)
        let chain = items[0][kSecImportItemCertChain] as? [SecCertificate] ?? []
        #expect(
            chain.map { SecCertificateCopySubjectSummary($0) as String? }
                == ["leaf", "middle", "root"])
        let trust = try #require(items[0][kSecImportItemTrust] as? SecTrust)
        SecTrustSetAnchorCertificates(trust, chain.suffix(1) as CFArray)
        #expect(SecTrustEvaluateWithError(trust, nil))
    }

    @Test func certificatesOfNoIdentityComeTogether() throws {
        let others = try (0..<2).map { number in
            Data(try CertificateRecipe { $0.subject = "/CN=Other \(number)" }.make())
        }
        let file = try SampleIdentity.rsa.pkcs12("secret", more: others)
        let items = try #require(run(file, memory("secret")).items)
        #expect(items.count == 2)
        #expect(items[1].keys.map { $0 as String } == [kSecImportItemCertChain as String])
        let chain = items[1][kSecImportItemCertChain] as? [SecCertificate]
        #expect(chain?.map { SecCertificateCopyData($0) as Data } == others)
    }

    @Test func identitiesAreStoredOnce() throws {
        let sample = SampleIdentity.ellipticCurve
        let file = try sample.pkcs12("secret", ["-name", "Mine"])
        let options: [CFString: Any] = [kSecImportExportPassphrase: "secret"]
        for _ in 0..<2 {
            let (status, items) = run(file, options)
            #expect(status == errSecSuccess)
            #expect(items?.first?[kSecImportItemIdentity] as? SecIdentity == sample.identity)
            let (certificates, keys) = (try test.all(.certificate), try test.all(.key))
            #expect(certificates.count == 1 && keys.count == 1)
            #expect(try test.all(.identity).count == 1)
            #expect(certificates[0][.label] == .string("Mine"))
            #expect(
                certificates[0].secret?.copied
                    == [UInt8](SecCertificateCopyData(sample.certificate) as Data))
            let bytes = SecKeyCopyExternalRepresentation(sample.key, nil) as Data?
            #expect(keys[0].secret?.copied == bytes.map { [UInt8]($0) })
        }
    }

    @Test func whatWasImportedIsFound() throws {
        let sample = SampleIdentity.rsa
        let file = try sample.pkcs12("secret")
        let before = run(file, [kSecImportExportPassphrase: "secret"]).items
        let given = try #require(before?.first?[kSecImportItemIdentity] as? SecIdentity)
        let keyID = try #require(before?.first?[kSecImportItemKeyID] as? Data)
        Keychain.$override.withValue(test.keychain) {
            var result: CFTypeRef?
            let query: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecReturnRef: true]
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            #expect(result as? SecIdentity == given)
            let byKey: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrApplicationLabel: keyID, kSecReturnRef: true,
            ]
            #expect(SecItemCopyMatching(byKey as CFDictionary, &result) == errSecSuccess)
            #expect(result as? SecKey == sample.key)
            // What is found is exported as what was imported.
            let exported = (result as? SecKey).map { export($0) }
            #expect(exported?.data == export(sample.key).data)
            #expect(SecItemDelete([kSecValueRef: given] as CFDictionary) == errSecSuccess)
        }
        #expect(try test.counts() == [0, 0, 0])
    }

    @Test func aStoredKeyIsUsedWhereItLies() throws {
        let file = try SampleIdentity.rsa.pkcs12("secret")
        let items = run(file, [kSecImportExportPassphrase: "secret"]).items
        let identity = try #require(items?.first?[kSecImportItemIdentity] as? SecIdentity)
        var key: SecKey?
        SecIdentityCopyPrivateKey(identity, &key)
        let stored = try #require(key)
        let algorithm = SecKeyAlgorithm.rsaSignatureMessagePKCS1v15SHA256
        func sign() -> CFData? {
            Keychain.$override.withValue(test.keychain) {
                SecKeyCreateSignature(stored, algorithm, Data([1]) as CFData, nil)
            }
        }
        let signature = try #require(sign())
        let publicKey = try #require(SecKeyCopyPublicKey(SampleIdentity.rsa.key))
        #expect(
            SecKeyVerifySignature(publicKey, algorithm, Data([1]) as CFData, signature, nil))
        var conditions = Query.Conditions()
        conditions.limit = .all
        try test.keychain.delete(try Query(.key, conditions))
        #expect(sign() == nil)
    }

    @Test func aKeychainThatIsNamedIsUsed() throws {
        let file = try SampleIdentity.ellipticCurve.pkcs12("secret")
        let other = TestKeychain()
        let keychain = SecKeychain.at(other.keychain.path)
        var options: [CFString: Any] = [kSecImportExportPassphrase: "secret"]
        options[kSecImportExportKeychain] = SecKeychain.at(test.home.path + "/none.keychain-db")
        #expect(run(file, options).status == errSecNoSuchKeychain)
        options[kSecImportExportKeychain] = keychain
        options[kSecImportToMemoryOnly] = true
        #expect(run(file, options).status == errSecSuccess)
        #expect(try test.all(.key).isEmpty)
    }
}

extension SecKeychain {
    static func at(_ path: String) -> SecKeychain {
        var keychain: SecKeychain?
        SecKeychainOpen(path, &keychain)
        return keychain!
    }
}
