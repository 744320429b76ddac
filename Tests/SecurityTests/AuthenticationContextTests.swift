import Foundation
import LocalAuthentication
import Security
import Testing

@Suite struct AuthenticationContextTests {
    static let answers: [(LAPolicy, LAError.Code)] = [
        (.deviceOwnerAuthentication, .notInteractive),
        (.deviceOwnerAuthenticationWithBiometrics, .biometryNotAvailable),
        (.deviceOwnerAuthenticationWithCompanion, .companionNotAvailable),
        (.deviceOwnerAuthenticationWithBiometricsOrWatch, .biometryNotAvailable),
    ]

    @Test(arguments: answers)
    func noPolicySucceeds(policy: LAPolicy, code: LAError.Code) async {
        let context = LAContext()
        var error: NSError?
        #expect(!context.canEvaluatePolicy(policy, error: &error))
        #expect(error?.domain == LAErrorDomain)
        #expect(error?.code == code.rawValue)
        #expect(error?.localizedDescription.hasSuffix(".") == true)
        #expect(!context.canEvaluatePolicy(policy, error: nil))
        await #expect(throws: LAError(code)) {
            _ = try await context.evaluatePolicy(policy, localizedReason: "test")
        }
        let reply = await withCheckedContinuation { continuation in
            context.evaluatePolicy(policy, localizedReason: "test") { succeeded, error in
                continuation.resume(returning: (succeeded, (error as? LAError)?.code))
            }
        }
        #expect(!reply.0)
        #expect(reply.1 == code)
    }

    @Test func askingForbiddenIsNotInteractive() async {
        let context = LAContext()
        context.interactionNotAllowed = true
        await #expect(throws: LAError(.notInteractive)) {
            _ = try await context.evaluatePolicy(
                .deviceOwnerAuthenticationWithBiometrics, localizedReason: "test")
        }
    }

    @Test func anInvalidatedContextDoesNothing() async throws {
        let context = LAContext()
        #expect(context.setCredential(Data([1]), type: .applicationPassword))
        context.interactionNotAllowed = true
        context.invalidate()
        #expect(!context.isCredentialSet(.applicationPassword))
        #expect(!context.setCredential(Data([1]), type: .applicationPassword))
        await #expect(throws: LAError(.invalidContext)) {
            _ = try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "")
        }
        let plain = try #require(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, [], nil))
        await #expect(throws: LAError(.invalidContext)) {
            _ = try await context.evaluateAccessControl(
                plain, operation: .useItem, localizedReason: "test")
        }
    }

    @Test func anAccessControlThatDemandsNothingIsSatisfied() async throws {
        let context = LAContext()
        let plain = try #require(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, [], nil))
        let constrained = try #require(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, .userPresence, nil))
        let satisfied = try await context.evaluateAccessControl(
            plain, operation: .useItem, localizedReason: "test")
        #expect(satisfied)
        await #expect(throws: LAError(.notInteractive)) {
            _ = try await context.evaluateAccessControl(
                constrained, operation: .useItem, localizedReason: "test")
        }
    }

    @Test func credentialsAreSetAndTakenBack() {
        let context = LAContext()
        #expect(!context.isCredentialSet(.applicationPassword))
        #expect(context.setCredential(Data("pw".utf8), type: .applicationPassword))
        #expect(context.isCredentialSet(.applicationPassword))
        #expect(!context.isCredentialSet(.smartCardPIN))
        #expect(context._keychainApplicationPassword == Data("pw".utf8))
        #expect(context.setCredential(nil, type: .applicationPassword))
        #expect(!context.isCredentialSet(.applicationPassword))
    }

    @Test func aContextIsHandedOverInADictionary() throws {
        let context = LAContext()
        context.localizedReason = "to read a secret"
        context.interactionNotAllowed = true
        let query = [kSecUseAuthenticationContext as String: context] as CFDictionary
        let handed = try #require(
            query[kSecUseAuthenticationContext] as? any _KeychainAuthenticationContext)
        #expect(handed === context)
        #expect(handed.localizedReason == "to read a secret")
        #expect(handed.interactionNotAllowed)
        #expect(handed._keychainState == .unevaluated)
        #expect(handed._keychainIdentifier != LAContext()._keychainIdentifier)
        context.invalidate()
        #expect(handed._keychainState == .invalidated)
    }

    @Test func errorsMatchByCode() {
        func kind(_ error: any Error) -> String {
            do { throw error } catch LAError.userCancel { return "canceled" } catch {
                return "other"
            }
        }
        #expect(kind(LAError(.userCancel)) == "canceled")
        #expect(kind(NSError(domain: LAErrorDomain, code: -2)) == "canceled")
        #expect(kind(NSError(domain: "other", code: -2)) == "other")
        #expect(kind(LAError(.appCancel)) == "other")
        #expect((LAError(.notInteractive) as NSError).code == -1004)
        #expect(LAError.watchNotAvailable.rawValue == -11)
        #expect(LAError(.passcodeNotSet).localizedDescription == "No passcode is set.")
    }

    @Test func propertiesKeepWhatTheyAreGiven() {
        let context = LAContext()
        context.localizedFallbackTitle = ""
        context.localizedCancelTitle = "No"
        context.maxBiometryFailures = 3
        context.touchIDAuthenticationAllowableReuseDuration =
            LATouchIDAuthenticationMaximumAllowableReuseDuration
        #expect(context.localizedFallbackTitle == "")
        #expect(context.localizedCancelTitle == "No")
        #expect(context.maxBiometryFailures == 3)
        #expect(context.touchIDAuthenticationAllowableReuseDuration == 300)
        #expect(context.biometryType == .none)
        #expect(context.evaluatedPolicyDomainState == nil)
    }

    @Test func aTestMayPlayThePerson() async throws {
        final class Willing: LAContext, @unchecked Sendable {
            override var biometryType: LABiometryType { .touchID }
            override func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
                true
            }
            override func evaluatePolicy(
                _ policy: LAPolicy, localizedReason: String
            ) async throws -> Bool { true }
        }
        let context: LAContext = Willing()
        #expect(context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
        #expect(context.biometryType == .touchID)
        let succeeded = try await context.evaluatePolicy(
            .deviceOwnerAuthentication, localizedReason: "test")
        #expect(succeeded)
        // The keychain is not fooled: what it is handed has evaluated nothing.
        #expect(context._keychainState == .unevaluated)
    }
}
