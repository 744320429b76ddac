// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychain
import KeychainTestSupport
import Testing

@Suite struct CertificateSelectionTests {
    let keychain = TestKeychain().keychain

    private func names(
        limit: Query.Limit = .all, _ change: (inout CertificateSelection) -> Void
    ) throws -> [String] {
        var selection = CertificateSelection()
        change(&selection)
        do throws(KeychainError) {
            return try keychain.find(.certificate, selection, limit: limit).compactMap {
                $0[.label]?.text
            }
        } catch {
            if error.code == .itemNotFound { return [] }
            throw error
        }
    }

    @Test func aNameIsFoundByAPartOfItInAnyCaseOldestFirst() throws {
        for (serial, name) in ["Straße", "WWW.example.org", "www.example"].enumerated() {
            try keychain.add(
                .certificate(Samples.certificate(name, serial: UInt16(serial + 1))))
        }
        #expect(try names { $0.name = "EXAMPLE" } == ["WWW.example.org", "www.example"])
        #expect(try names(limit: .one) { $0.name = "EXAMPLE" } == ["WWW.example.org"])
        #expect(try names { $0.name = "STRASSE" } == ["Straße"])
        #expect(try names { $0.name = "examples" } == [])
        #expect(try names { $0.name = "" }.count == 3)
        #expect(try names { _ in }.count == 3)
    }

    @Test func aCertificateWithoutACommonNameIsFoundByItsSummary() throws {
        let subject = MadeCertificate.name([(MadeCertificate.organization, "Society")])
        try keychain.add(.certificate(MadeCertificate.make(subject: subject)))
        #expect(try names { $0.name = "society" } == ["Society"])
    }

    @Test func anAddressIsWhole() throws {
        try keychain.add(
            .certificate(MadeCertificate.make(addresses: ["a@example.org", "b@example.org"])))
        #expect(try names { $0.emailAddress = "B@example.org" }.count == 1)
        #expect(try names { $0.emailAddress = "example.org" } == [])
    }

    @Test func hashesAreThoseOfTheDER() throws {
        let certificate = try Samples.certificate("One")
        try keychain.add(.certificate(certificate))
        try keychain.add(.certificate(Samples.certificate("Two", serial: 2)))
        for function in [HashFunction.sha1, .sha256] {
            #expect(try names { $0.hash = function.digest(certificate.der) } == ["One"])
        }
        #expect(try names { $0.hash = HashFunction.sha1.digest([]) } == [])
        #expect(
            try names {
                $0.hash = HashFunction.sha1.digest(certificate.der)
                $0.name = "Two"
            } == [])
    }

    @Test func aWholeNameIsCloserThanAPart() throws {
        let certificates = try ["mail", "Mail", "mail of x"].map { try Samples.certificate($0) }
        func closest(_ name: String?) -> [String?] {
            var selection = CertificateSelection()
            selection.name = name
            return selection.closest(certificates) { $0 }.map(\.commonName)
        }
        #expect(closest("MAIL") == ["mail", "Mail"])
        #expect(closest("mail of") == ["mail", "Mail", "mail of x"])
        #expect(closest(nil).count == 3)
    }

    @Test func anIdentityIsFoundAsItsCertificateIs() throws {
        try keychain.addIdentity(Samples.certificate("Me", of: Samples.key), Samples.key)
        try keychain.add(.certificate(Samples.certificate("Me too", serial: 2)))
        var selection = CertificateSelection()
        selection.name = "me"
        let found = try keychain.find(.identity, selection, limit: .all)
        #expect(found.map { $0[.label]?.text } == ["Me"])
        #expect(found.first?.itemClass == .identity)
    }
}
