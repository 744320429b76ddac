// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import LocalAuthentication
import Security
import Testing

/// Rights, and those that are kept with a key and a secret.
@Suite struct RightTests {
    let home = TemporaryHome()

    private func with<Result>(
        _ user: TestUser, _ body: () async throws -> Result
    ) async throws -> Result {
        try await Keychain.$override.withValue(user.keychain(home: home.path), operation: body)
    }

    /// Returns the code of the error of a call; nil when it succeeds.
    private func code(_ body: () async throws -> Void) async -> Int? {
        do {
            try await body()
            return nil
        } catch {
            return (error as NSError).code
        }
    }

    private func isNotInteractive(_ body: () async throws -> Void) async -> Bool {
        await code(body) == LAError.Code.notInteractive.rawValue
    }

    @Test func thePasscodeAuthorizes() async throws {
        let user = TestUser(passcode: "1234", answers: [.cancels, .types("1234"), .types("1234")])
        try await with(user) {
            let right = LARight()
            #expect(right.state == .unknown && right.tag == 0)
            right.tag = 3
            #expect(right.tag == 3)
            try await right.checkCanAuthorize()
            await #expect(throws: LAError(.userCancel)) {
                try await right.authorize(localizedReason: "test")
            }
            #expect(right.state == .notAuthorized)
            try await right.authorize(localizedReason: "test")
            #expect(right.state == .authorized)
            await right.deauthorize()
            #expect(right.state == .notAuthorized)
            let error = await withCheckedContinuation { done in
                right.authorize(localizedReason: "test") { done.resume(returning: $0 as? LAError) }
            }
            #expect(error == nil && right.state == .authorized)
            await withCheckedContinuation { done in right.deauthorize { done.resume() } }
            #expect(right.state == .notAuthorized)
            #expect(user.askedCount == 3)
        }
    }

    @Test func whatIsNotThereDoesNotAuthorize() async throws {
        try await with(TestUser()) {
            let requirements: [(LAAuthenticationRequirement, LAError.Code)] = [
                (.default, .passcodeNotSet), (.biometry, .biometryNotAvailable),
                (.biometryCurrentSet, .biometryNotAvailable),
                (.biometry(fallback: .devicePasscode), .passcodeNotSet),
                (.biometry(fallback: .default), .passcodeNotSet),
            ]
            for (requirement, code) in requirements {
                let right = LARight(requirement: requirement)
                await #expect(throws: LAError(code)) { try await right.checkCanAuthorize() }
                await #expect(throws: LAError(code)) {
                    try await right.authorize(localizedReason: "test")
                }
                await #expect(throws: LAError(code)) {
                    try await LARightStore.shared.saveRight(right, identifier: "a")
                }
                let error = await withCheckedContinuation { done in
                    right.checkCanAuthorize { done.resume(returning: $0 as? LAError) }
                }
                #expect(error == LAError(code))
            }
        }
    }

    @Test func aSavedRightGuardsItsSecret() async throws {
        let user = TestUser(passcode: "1234", answers: [.types("1234"), .types("1234")])
        try await with(user) {
            let store = LARightStore.shared
            #expect(
                await code { _ = try await store.right(forIdentifier: "a") }
                    == Int(errSecItemNotFound))
            let secret = Data("secret".utf8)
            let saved = try await store.saveRight(LARight(), identifier: "a", secret: secret)
            #expect(saved.state == .unknown)
            #expect(await isNotInteractive { _ = try await saved.secret.rawData })
            #expect(
                await code { try await store.saveRight(LARight(), identifier: "a") }
                    == Int(errSecDuplicateItem))
            let right = try await store.right(forIdentifier: "a")
            try await right.authorize(localizedReason: "test")
            #expect(try await right.secret.rawData == secret)
            let loaded = await withCheckedContinuation { done in
                right.secret.loadData { data, _ in done.resume(returning: data) }
            }
            #expect(loaded == secret)
            // One object is authorized, not the right.
            #expect(await isNotInteractive { _ = try await saved.secret.rawData })
            await right.deauthorize()
            #expect(await isNotInteractive { _ = try await right.secret.rawData })
            // Its secret can't be read around it without asking either.
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecReturnData: true,
                kSecUseAuthenticationUI: kSecUseAuthenticationUIFail,
            ]
            #expect(
                SecItemCopyMatching(query as CFDictionary, nil) == errSecInteractionNotAllowed)
            // A right without a secret.
            let plain = try await store.saveRight(LARight(), identifier: "b")
            try await plain.authorize(localizedReason: "test")
            #expect(
                await code { _ = try await plain.secret.rawData } == Int(errSecItemNotFound))
            #expect(user.askedCount == 2)
        }
    }

    @Test func aSavedRightGuardsItsKey() async throws {
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        try await with(user) {
            let right = try await LARightStore.shared.saveRight(LARight(), identifier: "k")
            let (key, data) = (right.key, Data("message".utf8))
            let signing = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
            let encrypting = SecKeyAlgorithm.eciesEncryptionCofactorX963SHA256AESGCM
            let exchanging = SecKeyAlgorithm.ecdhKeyExchangeStandard
            #expect(key.canSign(using: signing) && !key.canSign(using: encrypting))
            #expect(key.canDecrypt(using: encrypting) && key.canExchangeKeys(using: exchanging))
            #expect(key.publicKey.canVerify(using: signing))
            #expect(key.publicKey.canEncrypt(using: encrypting))
            #expect(await isNotInteractive { _ = try await key.sign(data, algorithm: signing) })
            let encrypted = try await key.publicKey.encrypt(data, algorithm: encrypting)
            #expect(
                await isNotInteractive {
                    _ = try await key.decrypt(encrypted, algorithm: encrypting)
                })
            try await right.authorize(localizedReason: "test")
            let signature = try await key.sign(data, algorithm: signing)
            try await key.publicKey.verify(data, signature: signature, algorithm: signing)
            #expect(
                await code {
                    try await key.publicKey.verify(
                        Data(), signature: signature, algorithm: signing)
                } == Int(errSecVerifyFailed))
            #expect(try await key.decrypt(encrypted, algorithm: encrypting) == data)
            let bytes = try await key.publicKey.bytes
            #expect(bytes.count == 65)
            let shared = try await key.exchangeKeys(
                publicKey: bytes, algorithm: exchanging, parameters: [:])
            #expect(shared.count == 32)
            let later = await withCheckedContinuation { done in
                key.exchangeKeys(publicKey: bytes, algorithm: exchanging, parameters: [:]) {
                    data, _ in done.resume(returning: data)
                }
            }
            #expect(later == shared)
            // The key stays when the object does not.
            let again = try await LARightStore.shared.right(forIdentifier: "k")
            #expect(try await again.key.publicKey.bytes == bytes)
        }
    }

    @Test func rightsAreRemoved() async throws {
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        try await with(user) {
            let store = LARightStore.shared
            let own: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: "own", kSecAttrLabel: "own",
            ]
            #expect(SecItemAdd(own as CFDictionary, nil) == errSecSuccess)
            try await store.removeAllRights()
            for identifier in ["a", "b", "c", "d"] {
                try await store.saveRight(
                    LARight(), identifier: identifier, secret: Data(identifier.utf8))
            }
            let right = try await store.right(forIdentifier: "a")
            try await right.authorize(localizedReason: "test")
            try await store.removeRight(right)
            #expect(right.state == .notAuthorized)
            #expect(
                await code { try await store.removeRight(right) } == Int(errSecItemNotFound))
            try await store.removeRight(forIdentifier: "b")
            #expect(
                await code { try await store.removeRight(forIdentifier: "b") }
                    == Int(errSecItemNotFound))
            _ = try await store.right(forIdentifier: "c")
            try await store.removeAllRights()
            for identifier in ["a", "b", "c", "d"] {
                #expect(
                    await code { _ = try await store.right(forIdentifier: identifier) }
                        == Int(errSecItemNotFound))
            }
            #expect(SecItemCopyMatching(own as CFDictionary, nil) == errSecSuccess)
            // Its identifier is free again.
            try await store.saveRight(LARight(), identifier: "a")
        }
    }
}
