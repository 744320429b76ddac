// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import LocalAuthentication
import Security
import Testing

@Suite struct AuthenticationContextTests {
    let home = TemporaryHome()

    /// Runs calls on a keychain whose user the test plays.
    private func with<Result>(
        _ user: TestUser, _ body: () async throws -> Result
    ) async throws -> Result {
        try await Keychain.$override.withValue(user.keychain(home: home.path)) {
            try await body()
        }
    }

    private func failure(_ body: () async throws -> Bool) async -> LAError.Code? {
        do { return try await body() ? nil : .authenticationFailed } catch {
            return (error as? LAError)?.code
        }
    }

    /// Returns whether the user gave the passcode of the login keychain with the context.
    private func hasPasscode(_ context: LAContext) -> Bool {
        context._keychainContext.verification(of: Keychain.login.path) != nil
    }

    static let answers: [(LAPolicy, LAError.Code)] = [
        (.deviceOwnerAuthentication, .passcodeNotSet),
        (.deviceOwnerAuthenticationWithBiometrics, .biometryNotAvailable),
        (.deviceOwnerAuthenticationWithCompanion, .companionNotAvailable),
        (.deviceOwnerAuthenticationWithBiometricsOrWatch, .biometryNotAvailable),
    ]

    @Test(arguments: answers)
    func whatIsNotThereCannotBeEvaluated(policy: LAPolicy, code: LAError.Code) async throws {
        try await with(TestUser()) {
            let context = LAContext()
            var error: NSError?
            let canEvaluate = context.canEvaluatePolicy(policy, error: &error)
            #expect(!canEvaluate)
            #expect(error?.domain == LAErrorDomain)
            #expect(error?.code == code.rawValue)
            #expect(error?.localizedDescription.hasSuffix(".") == true)
            let canStill = context.canEvaluatePolicy(policy, error: nil)
            #expect(!canStill)
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
    }

    @Test func thePasscodeEvaluates() async throws {
        let user = TestUser(passcode: "1234", answers: [.types("1"), .types("1234")])
        try await with(user) {
            let context = LAContext()
            let canEvaluate = context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
            #expect(canEvaluate)
            #expect(!hasPasscode(context))
            for _ in 0..<2 {
                let succeeded = try await context.evaluatePolicy(
                    .deviceOwnerAuthentication, localizedReason: "to sign in")
                #expect(succeeded)
            }
            #expect(hasPasscode(context))
            #expect(user.askedCount == 2)
            // Still good where asking is forbidden; a new one is not.
            context.interactionNotAllowed = true
            let succeeded = try await context.evaluatePolicy(
                .deviceOwnerAuthentication, localizedReason: "")
            #expect(succeeded)
            context.invalidate()
            #expect(context._keychainContext.isInvalidated)
            let canStill = context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil)
            #expect(!canStill)
        }
    }

    static let refusals: [(TestUser, LAError.Code)] = [
        (TestUser(passcode: "1", answers: [.cancels]), .userCancel),
        (TestUser(passcode: "1", answers: [.waits]), .systemCancel),
        (TestUser(passcode: "1", isThere: false), .notInteractive),
        (
            TestUser(passcode: "1", answers: Array(repeating: .types("2"), count: 20)),
            .authenticationFailed
        ),
    ]

    @Test func whyTheUserDidNotAuthenticate() async throws {
        for (user, code) in Self.refusals {
            try await with(user) {
                let context = LAContext()
                let failure = await failure {
                    try await context.evaluatePolicy(
                        .deviceOwnerAuthentication, localizedReason: "test")
                }
                #expect(failure == code)
                #expect(!hasPasscode(context))
            }
        }
    }

    @Test func askingForbiddenIsNotInteractive() async throws {
        try await with(TestUser(passcode: "1", answers: [.types("1")])) {
            let context = LAContext()
            context.interactionNotAllowed = true
            for policy in [
                LAPolicy.deviceOwnerAuthentication, .deviceOwnerAuthenticationWithBiometrics,
            ] {
                await #expect(throws: LAError(.notInteractive)) {
                    _ = try await context.evaluatePolicy(policy, localizedReason: "test")
                }
            }
        }
    }

    @Test func anInvalidatedContextDoesNothing() async throws {
        try await with(TestUser(passcode: "1", answers: [.types("1")])) {
            let context = LAContext()
            let isTaken = context.setCredential(Data([1]), type: .applicationPassword)
            #expect(isTaken)
            context.interactionNotAllowed = true
            context.invalidate()
            let isSet = context.isCredentialSet(.applicationPassword)
            let isTakenAgain = context.setCredential(Data([1]), type: .applicationPassword)
            #expect(!isSet && !isTakenAgain)
            await #expect(throws: LAError(.invalidContext)) {
                _ = try await context.evaluatePolicy(
                    .deviceOwnerAuthentication, localizedReason: "")
            }
            let plain = try #require(
                SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, [], nil))
            await #expect(throws: LAError(.invalidContext)) {
                _ = try await context.evaluateAccessControl(
                    plain, operation: .useItem, localizedReason: "test")
            }
        }
    }

    @Test func accessControlsAreEvaluated() async throws {
        let user = TestUser(
            passcode: "1234", answers: [.types("1234"), .types("password"), .cancels])
        try await with(user) {
            let context = LAContext()
            func evaluate(
                _ flags: SecAccessControlCreateFlags, _ operation: LAAccessControlOperation
            ) async throws -> LAError.Code? {
                let control = try control(flags)
                return await failure {
                    try await context.evaluateAccessControl(
                        control, operation: operation, localizedReason: "test")
                }
            }
            let answer1 = try await evaluate([], .useItem)
            #expect(answer1 == nil)
            let answer2 = try await evaluate([.userPresence, .privateKeyUsage], .useItem)
            #expect(answer2 == nil)
            #expect(user.askedCount == 0)
            let answer3 = try await evaluate(.biometryAny, .useItem)
            #expect(answer3 == .biometryNotAvailable)
            let answer4 = try await evaluate([.userPresence, .privateKeyUsage], .useKeySign)
            #expect(answer4 == nil)
            #expect(user.askedCount == 1)
            let answer5 = try await evaluate([.devicePasscode, .applicationPassword], .useItem)
            #expect(answer5 == nil)
            #expect(user.askedCount == 2)
        }
    }

    @Test func aContextOpensItemsOfTheFourCalls() async throws {
        let user = TestUser(passcode: "1234", answers: [.types("1234")])
        try await with(user) {
            let control = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleAlways, [.userPresence, .applicationPassword], nil))
            let context = LAContext()
            context.setCredential(Data("pw".utf8), type: .applicationPassword)
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a",
                kSecUseAuthenticationContext: context,
            ]
            let new = item.merging([kSecAttrAccessControl: control, kSecValueData: Data([7])]) {
                $1
            }
            #expect(SecItemAdd(new as CFDictionary, nil) == errSecSuccess)
            let wanted = item.merging([kSecReturnData: true]) { $1 } as CFDictionary
            for _ in 0..<2 {
                var result: CFTypeRef?
                #expect(SecItemCopyMatching(wanted, &result) == errSecSuccess)
                #expect(result as? Data == Data([7]))
            }
            #expect(user.askedCount == 1)
            #expect(hasPasscode(context))
            context.setCredential(Data("PW".utf8), type: .applicationPassword)
            #expect(SecItemCopyMatching(wanted, nil) == errSecAuthFailed)
            context.invalidate()
            #expect(SecItemCopyMatching(wanted, nil) == errSecAuthFailed)
        }
    }

    @Test func credentialsAreSetAndTakenBack() {
        let context = LAContext()
        #expect(!context.isCredentialSet(.applicationPassword))
        #expect(context.setCredential(Data("pw".utf8), type: .applicationPassword))
        #expect(context.isCredentialSet(.applicationPassword))
        #expect(!context.isCredentialSet(.smartCardPIN))
        #expect(
            context._keychainContext.applicationPassword == SecretBytes(copying: "pw".utf8))
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
        #expect(!handed._keychainContext.isInvalidated)
        context.invalidate()
        #expect(handed._keychainContext.isInvalidated)
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

    @Test func errorsAreFoundInWhatIsHandedOut() async throws {
        try await with(TestUser()) {
            var error: NSError?
            let canEvaluate = LAContext().canEvaluatePolicy(
                .deviceOwnerAuthentication, error: &error)
            #expect(!canEvaluate)
            #expect((error as? LAError)?.code == .passcodeNotSet)
            let any: (any Error)? = error
            #expect((any as? LAError)?.localizedDescription == "No passcode is set.")
            let handed = try #require(error)
            #expect(LAError(_nsError: handed) == LAError(.passcodeNotSet))
        }
        #expect(NSError(domain: "other", code: -2) as? LAError == nil)
        #expect(NSError(domain: LAErrorDomain, code: -999) as? LAError == nil)
        var caught = false
        do { throw NSError(domain: LAErrorDomain, code: -2) } catch let error as LAError {
            caught = error.code == .userCancel
        }
        #expect(caught)
        let told = LAError(.appCancel, userInfo: ["key": "value"]) as NSError
        #expect(told.domain == LAErrorDomain && told.code == -9)
        #expect(told.userInfo["key"] as? String == "value")
        #expect(told.localizedDescription == "The program canceled authentication.")
    }

    @Test func theNumbersOfCAreTheSame() {
        let errors: [(Int32, LAError.Code)] = [
            (kLAErrorAuthenticationFailed, .authenticationFailed),
            (kLAErrorUserCancel, .userCancel), (kLAErrorUserFallback, .userFallback),
            (kLAErrorSystemCancel, .systemCancel), (kLAErrorPasscodeNotSet, .passcodeNotSet),
            (kLAErrorBiometryNotAvailable, .biometryNotAvailable),
            (kLAErrorTouchIDNotAvailable, .touchIDNotAvailable),
            (kLAErrorBiometryNotEnrolled, .biometryNotEnrolled),
            (kLAErrorTouchIDNotEnrolled, .touchIDNotEnrolled),
            (kLAErrorBiometryLockout, .biometryLockout),
            (kLAErrorTouchIDLockout, .touchIDLockout), (kLAErrorAppCancel, .appCancel),
            (kLAErrorInvalidContext, .invalidContext),
            (kLAErrorCompanionNotAvailable, .companionNotAvailable),
            (kLAErrorWatchNotAvailable, .watchNotAvailable),
            (kLAErrorBiometryNotPaired, .biometryNotPaired),
            (kLAErrorBiometryDisconnected, .biometryDisconnected),
            (kLAErrorInvalidDimensions, .invalidDimensions),
            (kLAErrorNotInteractive, .notInteractive),
        ]
        for (number, code) in errors { #expect(Int(number) == code.rawValue) }
        let policies: [(Int32, LAPolicy)] = [
            (kLAPolicyDeviceOwnerAuthentication, .deviceOwnerAuthentication),
            (
                kLAPolicyDeviceOwnerAuthenticationWithBiometrics,
                .deviceOwnerAuthenticationWithBiometrics
            ),
            (
                kLAPolicyDeviceOwnerAuthenticationWithCompanion,
                .deviceOwnerAuthenticationWithCompanion
            ),
            (kLAPolicyDeviceOwnerAuthenticationWithWatch, .deviceOwnerAuthenticationWithWatch),
            (
                kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrCompanion,
                .deviceOwnerAuthenticationWithBiometricsOrCompanion
            ),
            (
                kLAPolicyDeviceOwnerAuthenticationWithBiometricsOrWatch,
                .deviceOwnerAuthenticationWithBiometricsOrWatch
            ),
        ]
        for (number, policy) in policies { #expect(Int(number) == policy.rawValue) }
    }

    /// A keychain whose prompts stay until their context is invalidated.
    private func patient(_ shown: AsyncStream<Void>.Continuation) -> Keychain {
        var prompter = TestUser(passcode: "1").prompter
        prompter.secret = { (prompt, _) throws(PromptFailure) in
            shown.yield()
            while prompt.context?.isInvalidated == false { usleep(1000) }
            throw .withdrawn
        }
        return Keychain(home: home.path, prompter: prompter)
    }

    @Test func invalidatingTakesThePromptAway() async throws {
        let (prompts, shown) = AsyncStream<Void>.makeStream()
        let keychain = patient(shown)
        let context = LAContext()
        let answer = Task {
            await Keychain.$override.withValue(keychain) {
                await failure {
                    try await context.evaluatePolicy(
                        .deviceOwnerAuthentication, localizedReason: "test")
                }
            }
        }
        for await _ in prompts { break }
        context.invalidate()
        let code = await answer.value
        #expect(code == .appCancel)
        #expect(context._keychainContext.isInvalidated)
    }

    /// An answer is not used when the context was invalidated meanwhile.
    @Test func anAnswerThatComesTooLateOpensNothing() throws {
        let context = LAContext()
        var prompter = TestUser(passcode: "1").prompter
        prompter.secret = { (_, _) throws(PromptFailure) in
            context.invalidate()
            return SecretBytes(copying: "1".utf8)
        }
        try Keychain.$override.withValue(Keychain(home: home.path, prompter: prompter)) {
            let control = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleAlways, .userPresence, nil))
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: control,
                kSecValueData: Data([7]),
            ]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecReturnData: true,
                kSecUseAuthenticationContext: context,
            ]
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecAuthFailed)
            #expect(result == nil)
        }
    }

    @Test func aPasswordThatWasTypedStaysWithTheContext() async throws {
        let user = TestUser(answers: [.types("pw")])
        try await with(user) {
            let control = try #require(
                SecAccessControlCreateWithFlags(
                    nil, kSecAttrAccessibleAlways, .applicationPassword, nil))
            let context = LAContext()
            try await context.evaluateAccessControl(
                control, operation: .createItem, localizedReason: "test")
            let isSet = context.isCredentialSet(.applicationPassword)
            #expect(isSet)
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: control,
                kSecUseAuthenticationContext: context, kSecValueData: Data([7]),
            ]
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            // A new password is typed twice: with a mistyped one, nobody could open the item.
            #expect(user.prompts.map(\.isNew) == [true])
        }
    }

    @Test(arguments: [LAAccessControlOperation.createItem, .createKey])
    func creatingAsksOnlyForANewPassword(operation: LAAccessControlOperation) async throws {
        let user = TestUser(passcode: "1234", answers: [.types("pw")])
        try await with(user) {
            let flags: [SecAccessControlCreateFlags] = [
                .userPresence, .devicePasscode, .biometryAny, [.privateKeyUsage, .userPresence],
                [.privateKeyUsage, .userPresence, .applicationPassword],
            ]
            for flag in flags {
                let control = try #require(
                    SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, flag, nil))
                let code = await failure {
                    try await LAContext().evaluateAccessControl(
                        control, operation: operation, localizedReason: "test")
                }
                #expect(code == nil, "\(flag)")
            }
            #expect(user.prompts.map(\.isNew) == [true])
        }
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
        #expect(context.domainState.stateHash == nil)
        #expect(context.domainState.biometry.biometryType == LABiometryType.LABiometryNone)
        #expect(context.domainState.biometry.stateHash == nil)
        #expect(context.domainState.companion.stateHash == nil)
    }

    @Test func aTestCanPlayTheUser() async throws {
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
        try await with(TestUser(passcode: "1234")) {
            let succeeded = try await context.evaluatePolicy(
                .deviceOwnerAuthentication, localizedReason: "test")
            #expect(succeeded)
            // The keychain is not fooled: what it is handed has evaluated nothing.
            #expect(!hasPasscode(context))
        }
    }

    @Test func aTestCanPlayTheUserWithTheReply() async throws {
        final class Playing: LAContext, @unchecked Sendable {
            override func evaluatePolicy(
                _ policy: LAPolicy, localizedReason: String,
                reply: @escaping @Sendable (Bool, (any Error)?) -> Void
            ) { reply(true, nil) }
            override func evaluateAccessControl(
                _ accessControl: SecAccessControl, operation: LAAccessControlOperation,
                localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
            ) { reply(false, LAError(.userCancel)) }
        }
        let context: LAContext = Playing()
        let succeeded = try await context.evaluatePolicy(
            .deviceOwnerAuthentication, localizedReason: "test")
        #expect(succeeded)
        let control = try #require(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, [], nil))
        await #expect(throws: LAError(.userCancel)) {
            _ = try await context.evaluateAccessControl(
                control, operation: .useItem, localizedReason: "test")
        }
    }
}
