// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@Suite struct PlanTests {
    private func find(
        _ keychain: Keychain, _ itemClass: ItemClass, _ attributes: [Attribute: AttributeValue]
    ) throws -> [Item] {
        var conditions = Query.Conditions(attributes)
        conditions.limit = .all
        let query = try Query(itemClass, conditions)
        do {
            return try keychain.find(query)
        } catch {
            guard KeychainError.Code.itemNotFound ~= error else { throw error }
            return []
        }
    }

    /// Returns the secrets of the generic passwords of `admin`.
    private func secrets(_ keychain: Keychain) throws -> [String?] {
        try find(keychain, .genericPassword, [.account: .string("admin")]).map { $0.secret?.text }
    }

    @Test func anEntryBecomesAPasswordAndItsFurtherSecrets() throws {
        let test = TestKeychain()
        let plan = try ImportPlan(SampleFile("bitwarden.csv").read(), in: test.keychain)
        #expect(plan.count(.new) == 2 && plan.faults.isEmpty)
        try plan.store(.skipped)
        let forge = try #require(
            try find(test.keychain, .internetPassword, [.server: .string("forge.example.org")])
                .first)
        #expect(forge.secret?.text == "pa,ss\"word")
        #expect(forge[.account] == .string("jane") && forge[.label] == .string("Forge"))
        #expect(forge[.protocol] == .string("htps") && forge[.path] == .string("/login"))
        #expect(
            forge[.comment]
                == .string(
                    """
                    first line
                    second
                    [keychain:details]
                    folder=Work/Servers
                    url=https://forge.example.net/a,b
                    field.favorite=1
                    """))
        let parts = ["totp": "JBSWY3DPEHPK3PXP", "field:PIN": "1234", "field:Customer": "4711"]
        for (part, secret) in parts {
            let service = "https://forge.example.org/login#\(part)"
            let found = try find(
                test.keychain, .genericPassword,
                [.service: .string(service), .account: .string("jane")])
            #expect(found.map { $0.secret?.text } == [secret])
        }
        let note = try find(test.keychain, .genericPassword, [.service: .string("Safe")])
        #expect(note.map { $0.secret?.text } == ["left, right, left"])
        #expect(note.first?[.type] == .number(0x6e6f_7465))
    }

    @Test func nothingIsOverwrittenUnlessAsked() throws {
        let test = TestKeychain()
        try ImportPlan(SampleFile("apple.csv").read(), in: test.keychain).store(.skipped)
        let again = try ImportPlan(SampleFile("apple.csv").read(), in: test.keychain)
        #expect(again.count(.stored) == 2 && again.stored(.replaced).isEmpty)

        let changed = SampleFile(
            text: """
                Title,URL,Username,Password,Notes,OTPAuth
                Router,,admin,new,,
                Other,,admin,new,,
                """)
        let plan = try ImportPlan(changed.read(), in: test.keychain)
        #expect(plan.count(.differs) == 1 && plan.count(.new) == 1)
        try plan.store(.skipped)
        #expect(try secrets(test.keychain) == ["geheim", "new"])
        try ImportPlan(changed.read(), in: test.keychain).store(.replaced)
        #expect(try secrets(test.keychain) == ["new", "new"])
    }

    /// As an authenticator's export, whose entries have a title and a user.
    @Test(arguments: ["geheim", nil])
    func aSeedAloneLeavesThePasswordAsItIs(_ password: String?) throws {
        let test = TestKeychain()
        try test.keychain.add(
            NewItem(
                .genericPassword,
                attributes: [
                    .account: .string("admin"), .service: .string("Router"),
                    .label: .string("Router"), .itemDescription: .string("kind"),
                    .comment: .string("notes\n[keychain:details]\nfield.a=1\nfield.b=2"),
                    .accessible: .string("cku"),
                ], secret: password.map { SecretBytes(text: $0) }))
        func plan(_ folder: [String], _ field: String) throws -> ImportPlan {
            var entry = ExchangeEntry(place: "")
            (entry.title, entry.user, entry.folder) = ("Router", "admin", folder)
            entry.oneTimePassword = SecretBytes(text: "JBSWY3DP")
            if !field.isEmpty {
                entry.fields = [.init("b", SecretBytes(text: field), isProtected: false)]
            }
            var reading = ExchangeReading()
            reading.entries = [entry]
            return try ImportPlan(reading, in: test.keychain)
        }
        let seed = try plan([], "")
        #expect(seed.summary(.skipped) == "1 entry (1 further secret)")
        try seed.store(.skipped)
        #expect(try plan([], "2").count(.stored) == 1)
        let changed = try plan(["Work"], "3")
        #expect(changed.count(.differs) == 1)
        try changed.store(.replaced)
        let item = try #require(
            try find(test.keychain, .genericPassword, [.service: .string("Router")]).first)
        #expect(item.secret?.text == password && item[.itemDescription] == .string("kind"))
        #expect(item.accessControl.protection.rawValue == "cku")
        #expect(
            item[.comment]?.text
                == "notes\n[keychain:details]\nfolder=Work\nfield.a=1\nfield.b=3")
        #expect(try EntryParts(of: item, in: test.keychain).oneTimePassword != nil)
        #expect(try plan(["Work"], "3").count(.stored) == 1)
    }

    /// A file lacks what its program doesn't know, or what the user wrote only here.
    @Test func whatTheFileLacksStays() throws {
        let test = TestKeychain()
        try test.keychain.add(
            NewItem(
                .internetPassword,
                attributes: [
                    .account: .string("jane"), .server: .string("a.example"),
                    .protocol: .string("htps"), .path: .string("/"), .label: .string("mine"),
                    .itemDescription: .string("kind"), .accessible: .string("cku"),
                    .comment: .string("notes\n[keychain:details]\nfolder=Work\nfield.a=1"),
                ], secret: SecretBytes(text: "old")))
        func plan(_ password: String) throws -> ImportPlan {
            let row = "mine,https://a.example/,jane,\(password)"
            return try ImportPlan(
                SampleFile(text: "name,url,username,password\n\(row)\n").read(), in: test.keychain)
        }
        #expect(try plan("old").count(.stored) == 1)
        try plan("new").store(.replaced)
        let item = try #require(try find(test.keychain, .internetPassword, [:]).first)
        #expect(item.secret?.text == "new" && item[.itemDescription] == .string("kind"))
        #expect(item.accessControl.protection.rawValue == "cku")
        #expect(item[.comment]?.text == "notes\n[keychain:details]\nfolder=Work\nfield.a=1")
    }

    /// Chrome has the server as the name, Firefox none.
    @Test(arguments: ["name,url,username,password\na.example,", "title,url,username,password\n,"])
    func aTitleOfTheUserStays(_ header: String) throws {
        let test = TestKeychain()
        let item = try test.keychain.add(
            NewItem(
                .internetPassword,
                attributes: [
                    .account: .string("jane"), .server: .string("a.example"),
                    .protocol: .string("htps"), .path: .string("/"), .label: .string("mine"),
                ], secret: SecretBytes(text: "1")))
        try EntryParts(of: item, in: test.keychain).setSeed(SecretBytes(text: "JBSWY3DP"), of: item)
        let file = SampleFile(text: "\(header)https://a.example/,jane,1\n")
        #expect(try ImportPlan(file.read(), in: test.keychain).count(.stored) == 1)
        // Other programs need the seed as an address.
        var entry = try #require(try file.read().entries.first)
        entry.oneTimePassword = SecretBytes(text: "otpauth://totp/a?secret=jbswy3dp&digits=6")
        var reading = ExchangeReading()
        reading.entries = [entry]
        #expect(try ImportPlan(reading, in: test.keychain).count(.stored) == 1)
        entry.oneTimePassword = SecretBytes(text: "otpauth://totp/a?secret=jbswy3dp&digits=8")
        reading.entries = [entry]
        #expect(try ImportPlan(reading, in: test.keychain).count(.differs) == 1)
    }

    @Test func aNewPartGoesWhereItsPasswordIs() throws {
        let test = TestKeychain()
        let attributes: [Attribute: AttributeValue] = [
            .account: .string("admin"), .service: .string("Router"), .synchronizable: .number(1),
        ]
        let secret = SecretBytes(text: "geheim")
        try test.keychain.add(NewItem(.genericPassword, attributes: attributes, secret: secret))
        let file = SampleFile(text: "otpauth://totp/Router:admin?secret=JBSWY3DP&issuer=Router\n")
        try ImportPlan(file.read(), in: test.keychain).store(.skipped)
        let parts = try test.keychain.find(
            Query(.genericPassword, .anywhere([.service: .string("Router#totp")], limit: .all)))
        #expect(parts.map(\.synchronizable) == [true])
    }

    /// Nothing but its existence is known without the user.
    @Test func anEntryWhoseItemRequiresTheUserIsListed() throws {
        let test = TestKeychain()
        let control = try AccessControl(protection: .whenUnlocked, flags: .userPresence)
        try test.keychain.add(
            NewItem(
                .genericPassword,
                attributes: [
                    .account: .string("admin"), .service: .string("Router"),
                    .accessControl: .data(control.encoded()),
                ], secret: SecretBytes(text: "geheim")))
        let file = SampleFile(
            text: """
                Title,URL,Username,Password,Notes,OTPAuth
                Other,,admin,new,,
                Router,,admin,new,,
                """)
        for collisions in [ImportPlan.Collisions.replaced, .skipped] {
            let plan = try ImportPlan(file.read(), in: test.keychain)
            #expect(
                plan.faults == [
                    ExchangeFault(line: 3, "its item is stored already and requires the user")
                ])
            try plan.store(collisions)
            let other = try find(test.keychain, .genericPassword, [.service: .string("Other")])
            #expect(other.map { $0.secret?.text } == ["new"])
        }
    }

    @Test func allIsStoredOrNothing() throws {
        let test = TestKeychain()
        let plan = try ImportPlan(SampleFile("apple.csv").read(), in: test.keychain)
        // Another program stores one of the items meanwhile.
        try test.keychain.add(
            NewItem(
                .genericPassword,
                attributes: [.account: .string("admin"), .service: .string("Router")],
                secret: SecretBytes(text: "other")))
        #expect { try plan.store(.skipped) } throws: { KeychainError.Code.duplicateItem ~= $0 }
        #expect(try find(test.keychain, .internetPassword, [:]).isEmpty)
    }

    @Test func entriesOfOneAccountStayApart() throws {
        let test = TestKeychain()
        let file = SampleFile(
            text: """
                name,url,username,password
                a,https://example.org/,jane,1
                b,https://example.org/,jane,2
                a,https://example.org/,jane,1
                c,,jane,3
                c,,jane,4
                """)
        let plan = try ImportPlan(file.read(), in: test.keychain)
        #expect(plan.repeated == 1 && plan.count(.new) == 4)
        try plan.store(.skipped)
        let found = try find(test.keychain, .internetPassword, [.account: .string("jane")])
        #expect(found.map { $0.secret?.text } == ["1", "2"])
        #expect(found.map { $0[.securityDomain] } == [.string(""), .string("#2")])
        #expect(try ImportPlan(file.read(), in: test.keychain).count(.stored) == 4)
    }

    @Test func anEntryIsComparedWithEveryEarlierOneOfItsName() throws {
        let test = TestKeychain()
        let file = SampleFile(
            text: """
                name,url,username,password
                a,https://example.org/,jane,1
                b,https://example.org/,jane,2
                b,https://example.org/,jane,2
                c,https://example.org/,jane,3
                b,https://example.org/,jane,2
                """)
        let plan = try ImportPlan(file.read(), in: test.keychain)
        #expect(plan.repeated == 2 && plan.count(.new) == 3)
        try plan.store(.skipped)
        let found = try find(test.keychain, .internetPassword, [.account: .string("jane")])
        #expect(found.map { $0.secret?.text } == ["1", "2", "3"])
        let again = try ImportPlan(file.read(), in: test.keychain)
        #expect(again.count(.stored) == 3 && again.stored(.replaced).isEmpty)
    }

    /// Version 0.2.0 kept the brackets around an IPv6 address.
    @Test func anAddressInBracketsIsTheSame() throws {
        let test = TestKeychain()
        try test.keychain.add(
            NewItem(
                .internetPassword,
                attributes: [
                    .account: .string("jane"), .server: .string("[fe80::1]"), .label: .string("a"),
                    .protocol: .string("htps"), .authenticationType: .string("dflt"),
                    .path: .string("/"),
                ], secret: SecretBytes(text: "1")))
        try test.keychain.add(
            NewItem(
                .genericPassword,
                attributes: [
                    .account: .string("jane"), .service: .string("https://[fe80::1]/#totp"),
                    .label: .string("a: one-time password"),
                    .generic: .data(Array("keychain:part https://[fe80::1]/".utf8)),
                ], secret: SecretBytes(text: "JBSWY3DP")))
        func plan(_ password: String) throws -> ImportPlan {
            let row = "a,https://[fe80::1]/,jane,\(password),JBSWY3DP"
            let file = SampleFile(text: "title,url,username,password,otpauth\n\(row)\n")
            return try ImportPlan(file.read(), in: test.keychain)
        }
        let old = try #require(try find(test.keychain, .internetPassword, [:]).first)
        #expect(try EntryParts(of: old, in: test.keychain).oneTimePassword != nil)
        #expect(try plan("1").count(.stored) == 1)
        let other = try plan("2")
        #expect(other.count(.differs) == 1)
        try other.store(.replaced)
        let found = try find(test.keychain, .internetPassword, [.account: .string("jane")])
        #expect(found.map { $0.secret?.text } == ["2"])
    }

    @Test func anEntryThatLacksAPartOfAnEarlierOneAddsNothing() throws {
        let file = SampleFile(
            text: """
                Title,URL,Username,Password,Notes,OTPAuth
                a,https://example.org/,jane,1,,JBSWY3DPEHPK3PXP
                a,https://example.org/,jane,1,,
                """)
        let plan = try ImportPlan(file.read(), in: TestKeychain().keychain)
        #expect(plan.repeated == 1 && plan.count(.new) == 1)
    }

    @Test func whatNoStoredItemHoldsIsListed() throws {
        let test = TestKeychain()
        func plan(_ notes: String, _ folder: String) throws -> ImportPlan {
            var entry = ExchangeEntry(place: ":1")
            (entry.title, entry.notes, entry.folder) = ("a", notes, [folder])
            var reading = ExchangeReading()
            reading.entries = [entry]
            return try ImportPlan(reading, in: test.keychain)
        }
        try plan(String(repeating: "n", count: 40_000), "b").store(.skipped)
        #expect(try plan("", String(repeating: "f", count: 40_000)).faults.map(\.place) == [":1"])
    }

    @Test func whatNoItemHoldsIsListed() throws {
        let test = TestKeychain()
        let file = SampleFile(
            text:
                "name,url,username,password\n\(String(repeating: "a", count: 70_000)),,b,c\nd,,e,f\n"
        )
        let plan = try ImportPlan(file.read(), in: test.keychain)
        #expect(plan.faults.map(\.place) == [":2"])
        #expect(plan.count(.new) == 1)
        // Notes have another place.
        let notes = SampleFile(
            text: "name,url,username,password,note\na,,b,c,\(String(repeating: "n", count: 70_000))"
        )
        let other = try ImportPlan(notes.read(), in: test.keychain)
        #expect(other.faults.isEmpty)
        #expect(other.steps[0].items.map { $0.secret?.count } == [1, 70_000])
    }
}
