// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

@Suite struct IdentityTests {
    let test = TestKeychain(groups: ["one", "two"])
    var keychain: Keychain { test.keychain }

    @Test func aCertificateAndItsKeyAreOne() throws {
        let certificate = try Samples.certificate("Me", of: Samples.key)
        let added = try keychain.addIdentity(certificate, Samples.key, .label("key"))
        try keychain.add(.certificate(Samples.certificate("Nobody", of: Samples.other, serial: 2)))
        try keychain.add(.key(Samples.key.publicKey()))
        let found = try keychain.all(.identity)
        #expect(found.count == 1)
        let item = try #require(found.first)
        #expect(item.reference.itemClass == .identity)
        #expect(item.reference.uuid == added[0].reference.uuid)
        #expect(item.secret?.copied == certificate.der)
        #expect(item.privateKey?.reference == added[1].reference)
        #expect(item.privateKey?.secret == nil)
        #expect(item.certificate?.reference == added[0].reference)
        #expect(item[.label] == .string("Me") && item[.canSign] == .boolean(true))
        #expect(item[.subject] == .data(certificate.subject.normalisedContent))
    }

    @Test func eachConditionIsAboutOneHalf() throws {
        try keychain.addIdentity(
            Samples.certificate("Me", of: Samples.key), Samples.key,
            [.label: .string("key"), .applicationTag: .string("tag")])
        try keychain.addIdentity(
            Samples.certificate("You", of: Samples.other, serial: 2), Samples.other)
        #expect(try keychain.all(.identity).count == 2)
        #expect(try keychain.all(.identity, .label("Me")).count == 1)
        #expect(try keychain.all(.identity, .label("key")).isEmpty)
        #expect(try keychain.all(.identity, [.applicationTag: .string("tag")]).count == 1)
        #expect(
            try keychain.all(
                .identity, [.applicationTag: .string("tag"), .label: .string("You")]
            ).isEmpty)
        #expect(
            try keychain.all(
                .identity, [.applicationLabel: .data(Samples.other.publicKeyHash)]
            ).map { $0[.label] } == [.string("You")])
        #expect(try keychain.all(.identity, [.keyClass: .number(0)]).isEmpty)
        #expect(try keychain.all(.identity, [.serialNumber: .data([1, 0, 2])]).count == 1)
    }

    @Test func bothHalvesMustLieInTheGroup() throws {
        try keychain.add(
            .certificate(
                Samples.certificate("Me", of: Samples.key), [.accessGroup: .string("one")]))
        try keychain.add(.key(Samples.key, [.accessGroup: .string("two")]))
        #expect(try keychain.all(.identity).count == 1)
        #expect(try keychain.all(.identity, [.accessGroup: .string("one")]).isEmpty)
        #expect(try test.asProgram(groups: ["one"]).all(.identity).isEmpty)
    }

    @Test func addingRefusesOnlyWhatIsWhollyThere() throws {
        let certificate = try Samples.certificate("Me", of: Samples.key)
        let first = try keychain.add(.key(Samples.key))
        let added = try keychain.addIdentity(certificate, Samples.key)
        #expect(added[1].reference == first.reference)
        #expect {
            try keychain.addIdentity(certificate, Samples.key)
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        #expect(try keychain.all(.key).count == 1)
    }

    @Test func anUpdateChangesBothHalves() throws {
        try keychain.addIdentity(
            Samples.certificate("Me", of: Samples.key), Samples.key,
            [.applicationTag: .string("tag")])
        let query = try Query(
            .identity, Query.Conditions([.applicationTag: .string("tag")]))
        #expect(
            try keychain.update(
                query, Change([.label: .string("new"), .applicationTag: .string("t2")])) == 1)
        #expect(try keychain.all(.certificate, .label("new")).count == 1)
        #expect(
            try keychain.all(
                .key, [.label: .string("new"), .applicationTag: .string("t2")]
            ).count == 1)
        #expect {
            try keychain.update(
                try Query(.identity, Query.Conditions()),
                Change([:], secret: SecretBytes(copying: [1])))
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect {
            try keychain.update(
                try Query(.identity, Query.Conditions()), Change([.account: .string("a")]))
        } throws: { KeychainError.Code.noSuchAttribute ~= $0 }
    }

    @Test func aSharedKeyStaysUntilItsLastCertificateGoes() throws {
        try keychain.addIdentity(Samples.certificate("Old", of: Samples.key), Samples.key)
        try keychain.add(.certificate(Samples.certificate("New", of: Samples.key, serial: 2)))
        let query = try Query(.identity, Query.Conditions())
        var oldest = Query.Conditions()
        oldest.limit = .one
        #expect(try keychain.all(.identity).count == 2)
        #expect(try keychain.delete(Query(.identity, oldest)) == 1)
        #expect(try keychain.all(.identity).map { $0[.label] } == [.string("New")])
        #expect(try keychain.all(.key).count == 1)
        #expect(try keychain.delete(query) == 1)
        #expect(try keychain.all(.key).isEmpty && keychain.all(.certificate).isEmpty)
        #expect { try keychain.delete(query) } throws: { KeychainError.Code.itemNotFound ~= $0 }
    }

    @Test func allOfThemGoAtOnce() throws {
        try keychain.addIdentity(Samples.certificate("Old", of: Samples.key), Samples.key)
        try keychain.add(.certificate(Samples.certificate("New", of: Samples.key, serial: 2)))
        #expect(try keychain.delete(try Query(.identity, Query.Conditions())) == 2)
        #expect(try keychain.all(.key).isEmpty && keychain.all(.certificate).isEmpty)
    }

    @Test func referencesOfSeveralClassesAreOneList() throws {
        let added = try keychain.addIdentity(
            Samples.certificate("Me", of: Samples.key), Samples.key)
        let password = try keychain.add(.password(service: "s"))
        let identity = PersistentReference(itemClass: .identity, uuid: added[0].reference.uuid)
        var conditions = Query.Conditions()
        conditions.itemList = [added[1].reference, identity, password.reference]
        conditions.limit = .all
        let found = try keychain.find(try Query(nil, conditions), returning: [.reference])
        #expect(found.map(\.reference) == conditions.itemList)
        conditions.itemList = nil
        conditions.references = [identity]
        #expect(
            try keychain.find(try Query(nil, conditions), returning: [.reference]).map(\.reference)
                == [identity])
    }

    @Test func theFirstOfTwoKeysIsMeant() throws {
        try keychain.addIdentity(
            Samples.certificate("Me", of: Samples.key), Samples.key, .label("first"))
        try keychain.add(.key(Samples.key, [.applicationTag: .string("second")]))
        let found = try keychain.all(.identity)
        #expect(found.count == 1 && found.first?.privateKey?[.label] == .string("first"))
        #expect(
            try keychain.all(.identity, [.applicationTag: .string("second")])
                .map { $0.privateKey?[.applicationTag] } == [.string("second")])
    }

    @Test func matchesAreAboutTheCertificate() throws {
        try keychain.addIdentity(Samples.certificate("Me", of: Samples.key), Samples.key)
        try keychain.addIdentity(
            Samples.certificate("You", of: Samples.other, serial: 2), Samples.other)
        var match = CertificateMatch()
        match.subject = [SubjectCondition(.whole, "You")]
        #expect(
            try keychain.all(.identity, matching: match).map { $0[.label] } == [.string("You")])
        #expect(try keychain.delete(try Query(.identity, Query.Conditions()), matching: match) == 1)
        #expect(try keychain.all(.key).map(\.publicKey) == [Samples.key.publicBytes])
    }

    @Test func matchesThatDoNotApplyChangeNothing() throws {
        try keychain.addIdentity(Samples.certificate("Me", of: Samples.key), Samples.key)
        var subject = CertificateMatch()
        subject.subject = [SubjectCondition(.whole, "nobody")]
        let query = try Query(.key, Query.Conditions())
        #expect {
            try keychain.delete(query, matching: subject)
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect {
            try keychain.update(query, Change([.label: .string("l")]), matching: subject)
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect(try keychain.all(.key).map { $0[.label] } == [nil])
        // Keys have a time of their own.
        var validity = CertificateMatch()
        validity.validOn = 0
        #expect(try keychain.delete(query, matching: validity) == 1)
    }
}
