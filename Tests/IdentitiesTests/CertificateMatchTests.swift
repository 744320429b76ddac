// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainModel
import Testing

@Suite struct CertificateMatchTests {
    @Test func noConditionMatchesEverything() throws {
        let certificate = try MadeCertificate.make()
        #expect(CertificateMatch().matches(certificate))
        #expect(CertificateMatch().matches(key: [:]))
        #expect(
            try CertificateMatch().matchesIssuers(certificate) { _ throws(KeychainError) in
                Issue.record("nothing is to be looked for")
                return []
            })
    }

    @Test func addresses() throws {
        let bare = try MadeCertificate.make()
        let subject = try MadeCertificate.make(
            subject: MadeCertificate.name([(MadeCertificate.email, "alice@example.org")]))
        let alternative = try MadeCertificate.make(
            addresses: ["bob@example.org", "Alice@Example.org"])
        var match = CertificateMatch()
        match.emailAddress = "ALICE@example.org"
        #expect([bare, subject, alternative].map(match.matches) == [true, true, true])
        match.emailAddress = "bob@example.org"
        #expect([bare, subject, alternative].map(match.matches) == [true, false, true])
        match.emailAddress = "lice@example.org"
        #expect([bare, subject, alternative].map(match.matches) == [true, false, false])
        match.emailAddress = ""
        #expect([bare, subject, alternative].map(match.matches) == [true, false, false])
    }

    @Test func validity() throws {
        // 2001-01-02 00:00 to the last second of 2001-01-03.
        let certificate = try MadeCertificate.make(
            from: "20010102000000Z", until: "20010103235959Z")
        let (first, last) = (86_400.0, 3 * 86_400.0 - 1)
        var match = CertificateMatch()
        for (moment, isValid) in [
            (first, true), (last, true), (first - 1, false), (last + 1, false),
            (first + 0.5, true), (-first, false), (.nan, false), (.infinity, false),
        ] {
            match.validOn = moment
            #expect(match.matches(certificate) == isValid)
        }
        let moment = try MadeCertificate.make(from: "20010102000000Z", until: "20010102000000Z")
        match.validOn = first
        #expect(match.matches(moment))
    }

    @Test func validityOfKeys() {
        var match = CertificateMatch()
        match.validOn = 1000
        let cases: [([Attribute: AttributeValue], Bool)] = [
            ([:], true),
            ([.startDate: .date(1000), .endDate: .date(1000)], true),
            ([.startDate: .date(1001)], false),
            ([.startDate: .date(999)], true),
            ([.endDate: .date(999)], false),
            ([.endDate: .date(1001)], true),
            ([.startDate: .date(-5), .endDate: .date(-1)], false),
            // What results show of a key whose dates were never set.
            ([.startDate: .date(0), .endDate: .date(0)], true),
        ]
        for (attributes, isValid) in cases {
            #expect(match.matches(key: attributes) == isValid, "\(attributes)")
        }
        match.validOn = nil
        #expect(match.matches(key: [.endDate: .date(999)]))
    }

    /// Keys have neither subject nor address.
    @Test func otherConditionsSayNothingOfKeys() {
        var match = CertificateMatch()
        match.subject = [SubjectCondition(.whole, "Alice")]
        match.emailAddress = "alice@example.org"
        #expect(match.matches(key: [:]))
    }
}
