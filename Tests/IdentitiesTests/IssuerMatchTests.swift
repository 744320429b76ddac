// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychain
import SwiftKeychainPKI
import SwiftKeychainModel
import Testing

@Suite struct IssuerMatchTests {
    private static func content(_ name: String) -> [UInt8] {
        Array(MadeCertificate.name(name).dropFirst(2))
    }

    private static func make(_ subject: String, by issuer: String) throws -> Certificate {
        try MadeCertificate.make(
            subject: MadeCertificate.name(subject), issuer: MadeCertificate.name(issuer))
    }

    /// Matches against stored certificates, and counts how often it looks for one.
    private func matches(
        _ certificate: Certificate, _ issuers: [String], stored: [Certificate],
        lookups: UnsafeMutablePointer<Int>? = nil
    ) throws -> Bool {
        var match = CertificateMatch()
        match.issuers = issuers.map(Self.content)
        return try match.matchesIssuers(certificate) { name throws(KeychainError) in
            lookups?.pointee += 1
            return stored.filter { $0.subject.normalisedContent == name }
        }
    }

    @Test func itsOwnIssuerNeedsNoOther() throws {
        let leaf = try Self.make("leaf", by: "CA")
        var lookups = 0
        #expect(try matches(leaf, ["other", "CA"], stored: [], lookups: &lookups))
        #expect(lookups == 0)
        #expect(try !matches(leaf, ["leaf"], stored: []))
        #expect(try !matches(leaf, ["ca"], stored: []))
    }

    @Test func throughIntermediates() throws {
        let leaf = try Self.make("leaf", by: "B")
        let chain = [try Self.make("B", by: "A"), try Self.make("A", by: "root")]
        #expect(try matches(leaf, ["root"], stored: chain))
        #expect(try !matches(leaf, ["root"], stored: [chain[1]]))
        #expect(try !matches(leaf, ["stranger"], stored: chain))
    }

    @Test func byEveryCertificateOfAName() throws {
        let leaf = try Self.make("leaf", by: "B")
        let crossed = [try Self.make("B", by: "A"), try Self.make("B", by: "other root")]
        #expect(try matches(leaf, ["other root"], stored: crossed))
        #expect(try matches(leaf, ["A"], stored: crossed))
    }

    @Test(arguments: [(9, true), (10, true), (11, false)])
    func atMostTenSteps(_ steps: Int, _ isFound: Bool) throws {
        let chain = try (0..<steps).map { try Self.make("CA \($0)", by: "CA \($0 + 1)") }
        let leaf = try Self.make("leaf", by: "CA 0")
        #expect(try matches(leaf, ["CA \(steps)"], stored: chain) == isFound)
    }

    @Test func loopsEnd() throws {
        let loop = [try Self.make("A", by: "B"), try Self.make("B", by: "A")]
        var lookups = 0
        #expect(
            try !matches(
                try Self.make("leaf", by: "A"), ["root"], stored: loop, lookups: &lookups))
        #expect(lookups == 2)
        let own = try Self.make("root", by: "root")
        lookups = 0
        #expect(try !matches(own, ["other"], stored: [own], lookups: &lookups))
        #expect(lookups == 1)
    }

    @Test func errorsOfTheSearchAreTold() throws {
        var match = CertificateMatch()
        match.issuers = [Self.content("root")]
        #expect(throws: KeychainError(.notAvailable, "")) {
            try match.matchesIssuers(try Self.make("leaf", by: "CA")) { _ throws(KeychainError) in
                throw KeychainError(.notAvailable, "")
            }
        }
    }

    @Test func namesAreCanonicalised() throws {
        let printable = MadeCertificate.name(
            [(MadeCertificate.commonName, " two  Words")], tag: .printableString)
        let normal = Array(
            MadeCertificate.name(
                [(MadeCertificate.commonName, "TWO WORDS")], tag: .printableString
            ).dropFirst(2))
        #expect(try CertificateMatch.issuers([printable]) == [normal])
        #expect(try CertificateMatch.issuers([Array(printable.dropFirst(2))]) == [normal])
        #expect(try CertificateMatch.issuers([normal]) == [normal])
    }

    @Test func unusableNamesAreDropped() throws {
        let name = Self.content("CA")
        let unusable: [[UInt8]] = [
            [], [0x30], [0x30, 0], [0x31, 0], [1, 2, 3], name + [0], name.dropLast(), [0x30] + name,
        ]
        #expect(try CertificateMatch.issuers(unusable + [name]) == [name])
        for given in [unusable, []] {
            #expect(throws: KeychainError(.parameter, "")) { try CertificateMatch.issuers(given) }
        }
    }
}
