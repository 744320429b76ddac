// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainModel
import Testing

@Suite struct SubjectMatchTests {
    private let certificate: Certificate

    init() throws {
        certificate = try MadeCertificate.make(
            subject: MadeCertificate.name([
                (MadeCertificate.organization, "Ünited Widgets"),
                (MadeCertificate.email, "desk@example.org"),
                (MadeCertificate.commonName, "Alice Example"),
            ]))
    }

    private func matches(
        _ place: SubjectCondition.Place, _ text: String, _ comparison: StringComparison = []
    ) -> Bool {
        var match = CertificateMatch()
        match.subject = [SubjectCondition(place, text)]
        match.comparison = comparison
        return match.matches(certificate)
    }

    @Test func anyValueOfTheName() {
        for text in ["Alice Example", "Ünited Widgets", "desk@example.org"] {
            #expect(matches(.whole, text))
            #expect(matches(.anywhere, text))
            #expect(matches(.start, text))
            #expect(matches(.end, text))
        }
    }

    @Test func places() {
        #expect(matches(.start, "Alice"))
        #expect(!matches(.start, "lice"))
        #expect(matches(.end, "Widgets"))
        #expect(!matches(.end, "Widget"))
        #expect(matches(.anywhere, "ce Ex"))
        #expect(!matches(.anywhere, "Bob"))
        #expect(!matches(.whole, "Alice"))
        #expect(!matches(.whole, "Alice Example "))
        #expect(!matches(.end, "and Alice Example"))
        // A text does not reach from one value into the next.
        #expect(!matches(.anywhere, "WidgetsAlice"))
    }

    @Test func exactWithoutAKey() {
        #expect(!matches(.whole, "alice example"))
        #expect(!matches(.start, "United"))
        // Decomposed: the same text to a reader, other bytes.
        #expect(!matches(.start, "U\u{308}nited"))
    }

    @Test func insensitiveKeys() {
        #expect(matches(.whole, "ALICE EXAMPLE", .caseInsensitive))
        #expect(matches(.anywhere, "WIDGETS", .caseInsensitive))
        #expect(!matches(.start, "united", .caseInsensitive))
        #expect(matches(.start, "United", .diacriticInsensitive))
        #expect(!matches(.start, "united", .diacriticInsensitive))
        #expect(matches(.start, "united", [.caseInsensitive, .diacriticInsensitive]))
        #expect(matches(.end, "ｇets", .widthInsensitive))
        #expect(!matches(.end, "ｇets", .caseInsensitive))
        #expect(matches(.start, "U\u{308}NITED", .caseInsensitive))
    }

    @Test func anEmptyTextStandsNowhere() {
        for place in [SubjectCondition.Place.anywhere, .start, .end, .whole] {
            #expect(!matches(place, ""))
            #expect(!matches(place, "", .caseInsensitive))
        }
    }

    @Test func severalConditionsMustAllHold() {
        var match = CertificateMatch()
        match.subject = [SubjectCondition(.start, "Alice"), SubjectCondition(.end, "example.org")]
        #expect(match.matches(certificate))
        match.subject.append(SubjectCondition(.whole, "Bob"))
        #expect(!match.matches(certificate))
    }

    /// The summary has what no single value has, and names a host where there is no name.
    @Test func theSummary() throws {
        let described = try MadeCertificate.make(
            subject: MadeCertificate.name([
                ([6, 3, 0x55, 4, 13], "for tests"), (MadeCertificate.commonName, "Alice"),
            ]))
        #expect(described.subjectSummary == "Alice (for tests)")
        var match = CertificateMatch()
        match.subject = [SubjectCondition(.whole, "Alice (for tests)")]
        #expect(match.matches(described))
        let nameless = try MadeCertificate.make(subject: [0x30, 0], addresses: ["a@example.org"])
        match.subject = [SubjectCondition(.whole, "a@example.org")]
        #expect(match.matches(nameless))
        match.subject = [SubjectCondition(.anywhere, "b")]
        #expect(!match.matches(nameless))
    }

    @Test func valuesOfOtherTypes() throws {
        let printable = try MadeCertificate.make(
            subject: MadeCertificate.name(
                [(MadeCertificate.commonName, "Alice")], tag: .printableString))
        var match = CertificateMatch()
        match.subject = [SubjectCondition(.whole, "Alice")]
        #expect(match.matches(printable))
        // Bytes that are no text of their type have none.
        let broken = try MadeCertificate.make(
            subject: MadeCertificate.name(
                [(MadeCertificate.commonName, "Älice")], tag: .printableString))
        match.subject = [SubjectCondition(.end, "lice")]
        #expect(match.matches(printable))
        #expect(!match.matches(broken))
    }
}
