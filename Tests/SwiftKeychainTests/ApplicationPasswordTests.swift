// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Items whose key a password is part of.
@Suite struct ApplicationPasswordTests {
    let home = TemporaryHome()

    private func keychain(_ user: TestUser = TestUser(isThere: false)) -> Keychain {
        user.keychain(home: home.path)
    }

    private func context(_ password: String?) -> AuthenticationContext {
        let context = AuthenticationContext()
        context.applicationPassword = password.map { SecretBytes(copying: $0.utf8) }
        return context
    }

    private func item(
        _ flags: AccessControl.Flags = .applicationPassword, secret: String? = "secret"
    ) throws -> NewItem {
        let control = try AccessControl(protection: .alwaysThisDeviceOnly, flags: flags)
        return try .password(
            service: "s", secret: secret, [.accessControl: .data(control.encoded())])
    }

    private func query(
        _ context: AuthenticationContext? = nil, _ policy: Authentication.Policy = .allow
    ) throws -> AskedQuery {
        AskedQuery(
            try Query(.genericPassword, Query.Conditions()),
            Authentication(policy: policy, context: context))
    }

    private let wrong = KeychainError.Code.authenticationFailed
    private let notAllowed = KeychainError.Code.interactionNotAllowed

    @Test func thePasswordOfTheContextOpens() throws {
        let keychain = keychain()
        try keychain.add(item(), asking: Authentication(context: context("pass")))
        let found = try keychain.find(query(context("pass")))[0]
        #expect(found.secret?.copied == Array("secret".utf8))
        // Attributes alone demand it too, and show no secret.
        let shown = try keychain.find(query(context("pass")), returning: .attributes)[0]
        #expect(shown.secret == nil)
        #expect(shown[.service] == .string("s"))
        for parts in [Item.Parts.attributes, .secret, .reference, [.attributes, .secret]] {
            #expect { try keychain.find(query(context("Pass")), returning: parts) } throws: {
                wrong ~= $0
            }
            #expect { try keychain.find(query(), returning: parts) } throws: { notAllowed ~= $0 }
            #expect { try keychain.find(query(nil, .fail), returning: parts) } throws: {
                notAllowed ~= $0
            }
        }
        #expect {
            try keychain.update(query(context("no")), Change([.label: .string("x")]))
        } throws: { wrong ~= $0 }
        #expect(try keychain.find(query(), returning: []).count == 1)
        #expect {
            try keychain.add(.password(service: "s"))
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        #expect(try keychain.delete(query()) == 1)
    }

    @Test func withoutAPasswordNothingIsStored() throws {
        #expect { try keychain().add(item()) } throws: { notAllowed ~= $0 }
        #expect {
            try keychain(TestUser()).add(item(), asking: Authentication(policy: .fail))
        } throws: { notAllowed ~= $0 }
        let user = TestUser(answers: [.cancels])
        #expect { try keychain(user).add(item()) } throws: {
            KeychainError.Code.userCanceled ~= $0
        }
        #expect {
            try keychain().find(query(), returning: [])
        } throws: { KeychainError.Code.itemNotFound ~= $0 }
    }

    @Test func aPasswordIsTypedTwiceToAddAndOnceToRead() throws {
        let user = TestUser(answers: [
            .types("pass"), .types("no"), .types(""), .types("pass"),
        ])
        let keychain = keychain(user)
        try keychain.add(item())
        #expect(user.prompts[0].isNew)
        let context = AuthenticationContext()
        #expect(try keychain.find(query(context))[0].secret?.copied == Array("secret".utf8))
        #expect(user.prompts.map { $0.error != nil } == [false, false, true, true])
        #expect(!user.prompts[1].isNew)
        // What was typed and was right stays with the context; what was wrong did not.
        #expect(try keychain.find(query(context)).count == 1)
        #expect(context.applicationPassword == SecretBytes(copying: "pass".utf8))
        #expect(user.askedCount == 4)
    }

    @Test func updatesKeepThePasswordOrTakeIt() throws {
        let keychain = keychain()
        try keychain.add(item(), asking: Authentication(context: context("pass")))
        let asked = try query(context("pass"))
        try keychain.update(asked, Change([.label: .string("x")]))
        try keychain.update(asked, Change([:], secret: SecretBytes(copying: "new".utf8)))
        let found = try keychain.find(asked)[0]
        #expect(found.secret?.copied == Array("new".utf8))
        #expect(found[.label] == .string("x"))
        // An access control without the flag gives the item back to its class key, and the other way.
        func control(_ flags: AccessControl.Flags) throws -> Change {
            let control = try AccessControl(protection: .always, flags: flags)
            return try Change([.accessControl: .data(control.encoded())])
        }
        try keychain.update(asked, control([]))
        #expect(try keychain.find(query())[0].secret?.copied == Array("new".utf8))
        #expect { try keychain.update(query(), control(.applicationPassword)) } throws: {
            notAllowed ~= $0
        }
        try keychain.update(query(context("other")), control(.applicationPassword))
        #expect { try keychain.find(asked) } throws: { wrong ~= $0 }
        #expect(
            try keychain.find(query(context("other")))[0].secret?.copied == Array("new".utf8))
    }

    @Test func noSecretAndAnEmptyOneStayWhatTheyAre() throws {
        for secret in [nil, "", "x"] {
            let keychain = Keychain(
                home: TemporaryHome().path, prompter: TestUser(isThere: false).prompter)
            try keychain.add(
                item(secret: secret), asking: Authentication(context: context("pass")))
            let found = try keychain.find(query(context("pass")))[0]
            #expect(found.secret?.copied == secret.map { Array($0.utf8) })
            #expect { try keychain.find(query(context("")), returning: .attributes) } throws: {
                wrong ~= $0
            }
        }
    }

    @Test func passcodeAndPasswordAreBothDemanded() throws {
        let flags: AccessControl.Flags = [.userPresence, .applicationPassword]
        try keychain().add(item(flags), asking: Authentication(context: context("pass")))
        let user = TestUser(
            passcode: "1234", answers: [.types("1234"), .types("pass"), .types("1234")])
        let keychain = keychain(user)
        #expect(try keychain.find(query())[0].secret?.copied == Array("secret".utf8))
        #expect(user.askedCount == 2)
        #expect(try keychain.find(query(context("pass"))).count == 1)
        #expect(user.askedCount == 3)
        #expect {
            try keychain.find(query(context("pass")))
        } throws: { KeychainError.Code.userCanceled ~= $0 }
    }

    @Test func theDoctorNeedsNoPassword() throws {
        try keychain().add(item(), asking: Authentication(context: context("pass")))
        #expect(!keychain().diagnose().contains { $0.isProblem })
    }
}
