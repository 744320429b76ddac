// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Keys and certificates that demand the user; the test plays the user.
@Suite struct ContextTests {
    let home = TemporaryHome()
    private let wrong = KeychainError.Code.authenticationFailed
    private let notAllowed = KeychainError.Code.interactionNotAllowed

    private func keychain(_ user: TestUser = TestUser(isThere: false)) -> Keychain {
        user.keychain(home: home.path)
    }

    private func demanding(
        _ flags: AccessControl.Flags
    ) throws -> [Attribute: AttributeValue] {
        let control = try AccessControl(protection: .alwaysThisDeviceOnly, flags: flags)
        return [.accessControl: .data(control.encoded())]
    }

    private func password(_ text: String, _ policy: Authentication.Policy = .allow)
        -> Authentication
    {
        let context = AuthenticationContext()
        context.applicationPassword = SecretBytes(copying: text.utf8)
        return Authentication(policy: policy, context: context)
    }

    private func subject(_ text: String) -> CertificateMatch {
        var match = CertificateMatch()
        match.subject = [SubjectCondition(.anywhere, text)]
        return match
    }

    private func names(_ certificates: [StoredCertificate]) -> [String?] {
        certificates.map(\.certificate.commonName)
    }

    @Test func storedKeysCarryHowTheyWereFound() throws {
        try keychain().add(Samples.key, demanding([.userPresence, .privateKeyUsage]))
        let user = TestUser(passcode: "1", answers: [.types("1"), .types("1")])
        let context = AuthenticationContext()
        let asking = Authentication(context: context, reason: "to sign")
        let key = try #require(try keychain(user).keys(asking: asking).first)
        let algorithm = try #require(
            KeyAlgorithm.named("algid:sign:ECDSA:message-X962:SHA256"))
        for _ in 0..<2 { #expect(try !key.sign([1], algorithm).isEmpty) }
        #expect(try key.secret() == Samples.key.privateBytes)
        #expect(user.askedCount == 1)
        #expect(user.prompts[0].description.contains("to sign"))
        context.invalidate()
        #expect { try key.sign([1], algorithm) } throws: { wrong ~= $0 }
        // What a search skips is refused to a use, and both may be said of a key afterwards.
        for policy in [Authentication.Policy.fail, .skip] {
            let silent = Authentication(policy: policy)
            var key = try #require(try keychain(user).keys(asking: silent).first)
            #expect { try key.sign([1], algorithm) } throws: { notAllowed ~= $0 }
            key.authentication = Authentication()
            if user.askedCount == 1 { #expect(try !key.sign([1], algorithm).isEmpty) }
        }
        #expect(user.askedCount == 2)
    }

    @Test func keysAndIdentitiesAreAddedWithAPassword() throws {
        let flags = try demanding([.applicationPassword, .privateKeyUsage])
        #expect { try keychain().add(Samples.key, flags) } throws: { notAllowed ~= $0 }
        let key = try keychain().add(Samples.key, flags, asking: password("pw"))
        #expect(try key.secret() == Samples.key.privateBytes)
        var other = key
        other.authentication = password("PW")
        #expect { try other.secret() } throws: { wrong ~= $0 }
        let bytes = SecretBytes(copying: [UInt8](repeating: 7, count: 32))
        let symmetric = try keychain().add(
            symmetricKey: bytes, demanding(.applicationPassword), asking: password("pw"))
        #expect(try symmetric.secret() == bytes)
        let certificate = try Samples.certificate("Me", of: Samples.other)
        let control = try demanding(.applicationPassword)
        let identity = try keychain().add(
            certificate, with: Samples.other, control, asking: password("pw"))
        #expect(try identity.privateKey.secret() == Samples.other.privateBytes)
        #expect(try keychain().identities(asking: password("pw")).count == 1)
        #expect { try keychain().identities(asking: password("no")) } throws: { wrong ~= $0 }
    }

    /// Without privateKeyUsage the attributes of a key are under its password too, also where the
    /// key is part of an identity.
    @Test func thePasswordIsVerifiedForAttributesToo() throws {
        let certificate = try Samples.certificate("Me", of: Samples.key)
        try keychain().add(certificate)
        try keychain().add(
            Samples.key, demanding(.applicationPassword), asking: password("pw"))
        for itemClass in [ItemClass.key, .identity] {
            for parts in [Item.Parts.attributes, .reference, [.attributes, .secret]] {
                func find(_ asking: Authentication) throws -> [Item] {
                    try keychain().find(
                        Query(itemClass, Query.Conditions()), returning: parts, asking: asking)
                }
                #expect { try find(password("no")) } throws: { wrong ~= $0 }
                #expect { try find(Authentication()) } throws: { notAllowed ~= $0 }
                #expect {
                    try find(password("no", .skip))
                } throws: { KeychainError.Code.itemNotFound ~= $0 }
                for policy in [Authentication.Policy.allow, .skip] {
                    let item = try find(password("pw", policy))[0]
                    #expect((item.privateKey ?? item)[.applicationLabel] != nil)
                    #expect(item.privateKey?.secret == nil)
                    let isKey = itemClass == .key && parts.contains(.secret)
                    let isDER = itemClass == .identity
                    #expect((item.secret == nil) == !(isKey || isDER && parts != .attributes))
                }
            }
        }
    }

    /// With privateKeyUsage they are free, and so is the whole identity.
    @Test func privateKeyUsageLeavesAttributesFree() throws {
        try keychain().add(Samples.certificate("Me", of: Samples.key))
        try keychain().add(
            Samples.key, demanding([.applicationPassword, .privateKeyUsage]),
            asking: password("pw"))
        let silent = Authentication(policy: .fail)
        #expect(try keychain().keys(asking: silent).count == 1)
        let identity = try #require(try keychain().identities(asking: silent).first)
        #expect(identity.item[.applicationLabel] != nil)
        #expect { try identity.privateKey.secret() } throws: { notAllowed ~= $0 }
        // Its certificate is what match keys are about.
        #expect(try keychain().identities(matching: subject("Me"), asking: silent).count == 1)
        #expect(try keychain().identities(matching: subject("You"), asking: silent).isEmpty)
        let skipping = Authentication(policy: .skip)
        #expect(try keychain().identities(matching: subject("Me"), asking: skipping).count == 1)
    }

    @Test func matchKeysReturnWhatTheContextOpens() throws {
        let names = ["A one", "A two", "B three", "A four"]
        for (number, name) in names.enumerated() {
            let certificate = try Samples.certificate(name, serial: UInt16(number + 1))
            let control: [Attribute: AttributeValue] =
                switch number {
                case 0: try demanding(.applicationPassword)
                case 1: try demanding(.userPresence)
                case 2: try demanding(.applicationPassword)
                default: [:]
                }
            try keychain().add(certificate, control, asking: password("pw"))
        }
        func found(_ text: String, _ asking: Authentication, _ limit: Query.Limit = .all) throws
            -> [String?]
        {
            self.names(
                try keychain().certificates(matching: subject(text), limit: limit, asking: asking))
        }
        #expect(try found("A", Authentication(policy: .skip)) == ["A four"])
        #expect(try found("A", password("pw", .skip)) == ["A one", "A four"])
        // Another password than that of the item opens nothing, and the user would have to type it.
        #expect(try found("A", password("no", .skip)) == ["A four"])
        #expect(try found("A", password("pw", .skip), .one) == ["A one"])
        #expect(try found("B", password("pw", .skip)) == ["B three"])
        #expect(try found("C", password("pw", .skip)).isEmpty)
        #expect { try found("A", password("pw")) } throws: { wrong ~= $0 }
        // Without match keys too.
        func all(_ asking: Authentication, _ limit: Query.Limit) throws -> [String?] {
            self.names(try keychain().certificates(limit: limit, asking: asking))
        }
        #expect(try all(password("no", .skip), .one) == ["A four"])
        #expect(try all(password("pw", .skip), .all) == ["A one", "B three", "A four"])
        let user = TestUser(passcode: "1", answers: [.types("1")])
        let opened = try keychain(user).certificates(
            matching: subject("A"), asking: password("pw"))
        #expect(self.names(opened) == ["A one", "A two", "A four"])
        #expect(user.askedCount == 1)
    }

    /// What was opened to be looked at must still match.
    @Test func whatDoesNotMatchIsNotReturnedAfterAsking() throws {
        try keychain().add(Samples.certificate("B"), demanding(.userPresence))
        try keychain().add(Samples.certificate("A", serial: 2), demanding(.userPresence))
        let user = TestUser(passcode: "1", answers: [.types("1"), .types("1"), .types("1")])
        let keychain = keychain(user)
        // One call asks once, also without a context.
        let found = try keychain.certificates(matching: subject("A"), limit: .one)
        #expect(names(found) == ["A"])
        #expect(user.askedCount == 1)
        #expect(try keychain.certificates(matching: subject("C")).isEmpty)
        #expect(user.askedCount == 2)
        // That something may match is told without asking.
        #expect(try keychain.all(.certificate, [:], [], matching: subject("C")).count == 2)
        #expect(user.askedCount == 2)
        // Nothing is deleted that does not match.
        let query = try Query(.certificate, Query.Conditions())
        #expect {
            try keychain.delete(
                query, matching: subject("A"), asking: Authentication(policy: .fail))
        } throws: { notAllowed ~= $0 }
        #expect(try keychain.delete(query, matching: subject("A")) == 1)
        #expect(user.askedCount == 3)
        #expect(try keychain.all(.certificate, [:], []).count == 1)
    }

    /// The user isn't asked for the certificates between a wanted one and its issuer.
    @Test func theUserIsNotAskedForIssuers() throws {
        let root = try Samples.certificate("Root", serial: 1)
        try keychain().add(
            Samples.certificate("Middle", serial: 2), demanding(.applicationPassword),
            asking: password("pw"))
        try keychain().add(Samples.certificate("Leaf", serial: 3, issuer: "Middle"))
        var match = CertificateMatch()
        match.issuers = [root.subject.normalisedContent]
        let user = TestUser()
        func found(_ asking: Authentication) throws -> [String?] {
            names(try keychain(user).certificates([:], matching: match, asking: asking))
        }
        #expect(try found(Authentication(policy: .skip)).isEmpty)
        #expect(try found(password("pw")) == ["Middle", "Leaf"])
        #expect(user.askedCount == 0)
    }

    @Test func anExportAsksOnceForAllItems() throws {
        try keychain().add(Samples.certificate("Me", of: Samples.key), demanding(.userPresence))
        try keychain().add(Samples.key, demanding([.userPresence, .privateKeyUsage]))
        let user = TestUser(passcode: "1", answers: [.types("1")])
        let items = try keychain(user).items(toExport: .all, as: .pemSequence)
        #expect(items.count == 2)
        #expect(user.askedCount == 1)
        let silent = Authentication(policy: .skip)
        #expect {
            try keychain(user).items(toExport: .all, as: .pemSequence, asking: silent)
        } throws: { KeychainError.Code.itemNotFound ~= $0 }
    }

    @Test func closedIdentitiesShowNothingOfAClosedCertificate() throws {
        let identity = try keychain().add(
            Samples.certificate("Me", of: Samples.key), with: Samples.key,
            demanding(.userPresence))
        #expect(identity.item.closed.secret == nil)
        #expect(identity.item.closed[.subject] == nil)
        let shown = try keychain().all(.identity, [:], [])
        #expect(shown.count == 1 && shown[0].stored.isEmpty)
    }
}
