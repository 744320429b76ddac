// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Security
import SwiftKeychain
import SwiftKeychainTPM
import Testing
import TokenTestSupport

/// Keys of a TPM in a store that a securityd keeps.
@Suite struct TPMSecuritydTests {
    @Test func keysAreMadeFoundUsedAndDeleted() throws {
        let tpm = try SoftwareTPM()
        let daemon = try SecuritydProcess()
        try Keychain.$override.withValue(daemon.keychain) {
            try TPMAddress.$override.withValue(tpm.address) {
                let key = try #require(make())
                #expect(try signs(key))
                try daemon.crash()
                #expect(try signs(key))
                let query: [NSString: Any] = [
                    kSecClass: kSecClassKey, kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
                ]
                let byReference = query.merging([kSecReturnRef: true]) { $1 } as NSDictionary
                var found: CFTypeRef?
                #expect(SecItemCopyMatching(byReference, &found) == errSecSuccess)
                let stored = try #require(found as? SecKey)
                #expect(stored == key)
                #expect(try signs(stored))
                let byData = query.merging([kSecReturnData: true]) { $1 } as NSDictionary
                #expect(SecItemCopyMatching(byData, &found) == errSecSuccess)
                #expect(found == nil)
                #expect(SecItemDelete(query as NSDictionary) == errSecSuccess)
                #expect(SecItemCopyMatching(byReference, &found) == errSecItemNotFound)
                #expect(try !signs(key))
            }
        }
        #expect(daemon.stop() == 0)
    }

    /// securityd asks the TPM itself, once in its life.
    @Test func deviceKeyIsBehindTheTPM() throws {
        let tpm = try SoftwareTPM()
        let daemon = try SecuritydProcess(
            environment: ["KEYCHAIN_TPM": tpm.address.text])
        let keychain = daemon.keychain
        let item = try NewItem(
            .genericPassword, attributes: [.account: .string("a")],
            secret: SecretBytes(copying: "s".utf8))
        let query = try Query(.genericPassword, .init([.account: .string("a")]))
        try keychain.add(item)
        let code = try #require(try keychain.moveDeviceKey(.toTPM(pcrs: [])))
        #expect(code.count == 39)
        #expect(try keychain.wrapUnderPresentDeviceKey())
        let place = daemon.home.path + "/state/"
        #expect(access(place + "device.key", F_OK) != 0)
        try daemon.crash()
        #expect(try keychain.find(query).count == 1)
        tpm.stop()
        #expect(try keychain.find(query).count == 1)
        try daemon.crash()
        let error = #expect(throws: KeychainError.self) { try keychain.find(query) }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.contains("device.tpm") == true, "\(error as Any)")
        #expect(try keychain.moveDeviceKey(.recover(code: code)) == nil)
        #expect(try keychain.find(query).count == 1)
        #expect(daemon.stop() == 0)
    }

    private func make() -> SecKey? {
        let parameters: NSDictionary = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
        ]
        return SecKeyCreateRandomKey(parameters, nil)
    }

    private func signs(_ key: SecKey) throws -> Bool {
        let text = Data("text".utf8) as NSData
        let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
        guard let signature = SecKeyCreateSignature(key, algorithm, text, nil) else { return false }
        let half = try #require(SecKeyCopyPublicKey(key))
        return SecKeyVerifySignature(half, algorithm, text, signature, nil)
    }
}
