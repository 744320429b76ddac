// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychain
import KeychainTestSupport
import Testing

@Suite struct CertificateTests {
    let keychain = TestKeychain().keychain

    @Test func derivedAttributesAreFoundAndShown() throws {
        let certificate = try Samples.certificate("Mail", of: Samples.key, serial: 7)
        try keychain.add(.certificate(certificate))
        for (attribute, value) in certificate.derived {
            let found = try keychain.all(.certificate, [attribute: value])
            #expect(found.count == 1, "\(attribute)")
            #expect(found.first?[attribute] == value)
        }
        let item = try #require(try keychain.all(.certificate).first)
        #expect(item.secret?.copied == certificate.der)
        #expect(item[.label] == .string("Mail"))
        #expect(item.accessControl.protection == .always)
    }

    @Test func anotherValueOfADerivedAttributeIsRefused() throws {
        let certificate = try Samples.certificate("Mail")
        for attribute in certificate.derived.keys {
            #expect {
                try NewItem.certificate(certificate, [attribute: .data([1, 2, 3])])
            } throws: { KeychainError.Code.parameter ~= $0 }
        }
        _ = try NewItem.certificate(certificate, certificate.derived)
        let whole = AttributeValue.data(certificate.issuer.encoding)
        _ = try NewItem.certificate(certificate, [.issuer: whole])
    }

    @Test func typeIssuerAndSerialNumberMakeItUnique() throws {
        try keychain.add(.certificate(Samples.certificate("A", serial: 1)))
        try keychain.add(.certificate(Samples.certificate("A", serial: 2)))
        try keychain.add(.certificate(Samples.certificate("A", serial: 1, issuer: "Other")))
        #expect {
            try keychain.add(.certificate(Samples.certificate("B", serial: 1), .label("new")))
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        #expect(try keychain.all(.certificate).count == 3)
    }

    @Test func anUpdateKeepsWhatIsDerived() throws {
        let certificate = try Samples.certificate("A")
        try keychain.add(.certificate(certificate))
        let query = try Query(.certificate, Query.Conditions())
        #expect {
            try keychain.update(query, Change([.serialNumber: .data([9])]))
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect {
            try keychain.update(query, Change([:], secret: SecretBytes(copying: [1])))
        } throws: { KeychainError.Code.parameter ~= $0 }
        var returned = certificate.derived
        returned[.label] = .string("new")
        try keychain.update(
            query, Change(returned, secret: SecretBytes(copying: certificate.der)))
        #expect(try keychain.all(.certificate, .label("new")).count == 1)
        #expect(try keychain.all(.certificate, certificate.derived).count == 1)
    }

    @Test func attributesAloneMakeNone() {
        for itemClass in [ItemClass.certificate, .key, .identity] {
            #expect {
                try NewItem(itemClass, attributes: [:], secret: SecretBytes(copying: [1]))
            } throws: { KeychainError.Code.parameter ~= $0 }
        }
    }

    @Test func issuersAreFoundThroughIntermediates() throws {
        try keychain.add(.certificate(Samples.certificate("Leaf", issuer: "Below")))
        try keychain.add(.certificate(Samples.certificate("Below", issuer: "Above")))
        try keychain.add(.certificate(Samples.certificate("Above", issuer: "Top")))
        try keychain.add(.certificate(Samples.certificate("Stranger", serial: 2)))
        var match = CertificateMatch()
        match.issuers = try CertificateMatch.issuers([MadeCertificate.name("Top")])
        let found = try keychain.all(.certificate, matching: match)
        #expect(
            found.map { $0[.label] } == [.string("Leaf"), .string("Below"), .string("Above")])
    }

    /// As many as make looking from the top cost more than looking at each.
    @Test func manyIssuedByOneAreFoundToo() throws {
        let items = try (0..<300).map { number in
            try NewItem.certificate(
                MadeCertificate.make(
                    subject: MadeCertificate.name("C\(number)"),
                    issuer: MadeCertificate.name("Root"), serial: UInt16(number)))
        }
        _ = try keychain.add(items, duplicates: .refused)
        var match = CertificateMatch()
        match.issuers = try CertificateMatch.issuers([MadeCertificate.name("Root")])
        #expect(try keychain.all(.certificate, matching: match).count == 300)
        match.issuers = try CertificateMatch.issuers([MadeCertificate.name("C7")])
        #expect(try keychain.all(.certificate, matching: match).isEmpty)
    }

    /// Found from the top, by several searches, and given in order of age all the same.
    @Test func theOldestBelowANameIsTheFirst() throws {
        try keychain.add(.certificate(Samples.certificate("Leaf", issuer: "Below")))
        try keychain.add(.certificate(Samples.certificate("Direct", issuer: "Top")))
        try keychain.add(.certificate(Samples.certificate("Below", serial: 2, issuer: "Top")))
        var match = CertificateMatch()
        match.issuers = try CertificateMatch.issuers([MadeCertificate.name("Top")])
        let query = try Query(.certificate, Query.Conditions())
        #expect(
            try keychain.find(query, matching: match, returning: [.attributes])
                .map { $0[.label] } == [.string("Leaf")])
        var twoOldest = Query.Conditions()
        twoOldest.limit = .atMost(2)
        #expect(try keychain.delete(Query(.certificate, twoOldest), matching: match) == 2)
        #expect(try keychain.all(.certificate).map { $0[.label] } == [.string("Below")])
    }

    /// More than a page, so that the cursor is used.
    @Test func pagesLeaveNothingOut() throws {
        let items = try (1...100).flatMap { serial in
            try ["A", "B", "C"].map { issuer in
                try NewItem.certificate(
                    Samples.certificate("\(issuer)\(serial)", serial: serial, issuer: issuer))
            }
        }
        _ = try keychain.add(items, duplicates: .refused)
        var match = CertificateMatch()
        match.subject = [SubjectCondition(.start, "B")]
        let found = try keychain.all(.certificate, matching: match)
        #expect(found.map { $0[.label] } == (1...100).map { .string("B\($0)") })
        match.subject = [SubjectCondition(.whole, "C100")]
        #expect(
            try keychain.delete(try Query(.certificate, Query.Conditions()), matching: match) == 1)
        #expect(try keychain.all(.certificate, matching: match).isEmpty)
        #expect(try keychain.all(.certificate).count == 299)
    }

    @Test func matchesCountTowardsTheLimit() throws {
        for serial in UInt16(1)...4 {
            try keychain.add(.certificate(Samples.certificate("C\(serial)", serial: serial)))
        }
        var match = CertificateMatch()
        match.subject = [SubjectCondition(.start, "C")]
        var conditions = Query.Conditions()
        conditions.limit = .atMost(2)
        let query = try Query(.certificate, conditions)
        #expect(
            try keychain.find(query, matching: match, returning: [.attributes])
                .map { $0[.label] } == [.string("C1"), .string("C2")])
        #expect(try keychain.update(query, Change([.alias: .string("x")]), matching: match) == 2)
        #expect(try keychain.delete(query, matching: match) == 2)
        #expect(
            try keychain.all(.certificate).map { $0[.label] } == [.string("C3"), .string("C4")])
    }
}
