// SPDX-License-Identifier: Apache-2.0
import LocalAuthentication
import Testing

/// What compiles on Apple platforms with this one import, compiles here.
@Suite struct LocalAuthenticationImportTests {
    /// Reads a secret that requires the user, as programs do.
    private func secret(_ context: LAContext) async -> Data? {
        context.localizedReason = "Open the safe"
        context.localizedFallbackTitle = "Use passcode"
        context.touchIDAuthenticationAllowableReuseDuration = 10
        var problem: NSError?
        guard context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &problem) else {
            guard let error = problem as? LAError else { return nil }
            switch error.code {
            case .passcodeNotSet, .biometryNotAvailable, .biometryNotEnrolled: return nil
            case LAError.userCancel: return Data()
            default: return nil
            }
        }
        do {
            try await context.evaluatePolicy(
                .deviceOwnerAuthentication, localizedReason: "Open the safe")
        } catch LAError.userCancel {
            return nil
        } catch {
            return nil
        }
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecUseAuthenticationContext as String: context,
            kSecReturnData as String: true,
        ]
        var result: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else {
            return nil
        }
        return result as? Data
    }

    @Test func aContextThatCannotBeEvaluatedGivesNothing() async {
        let context = LAContext()
        context.invalidate()
        let data = await secret(context)
        #expect(data == nil)
        switch context.biometryType {
        case .none: break
        case .touchID, .faceID, .opticID: Issue.record("no biometry")
        @unknown default: Issue.record("no biometry")
        }
        var error: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(
            kCFAllocatorDefault, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
            [.biometryCurrentSet, .or, .devicePasscode], &error)
        #expect(control != nil && error == nil)
    }
}
