// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import SwiftKeychainPKI
import Testing

/// Changes single fields of a certificate, which stays DER all the while.
@Suite struct CertificateFieldTests {
    /// Makes a certificate of other fields; its signature doesn't match, and isn't checked here.
    private func certificate(
        _ change: (inout [[UInt8]]) throws -> Void, algorithm: [UInt8]? = nil
    ) throws -> Certificate? {
        let parts = try DERElement(only: SmallCertificate.der[...]).children()
        var fields = try parts[0].children().map { Array($0.encoding) }
        try change(&fields)
        let der = DER.element(
            .sequence,
            DER.element(.sequence, fields.flatMap { $0 })
                + (algorithm ?? Array(parts[1].encoding)) + parts[2].encoding)
        return try? Certificate(der: der)
    }

    private func version(_ number: UInt8) -> [UInt8] { [0xA0, 3, 2, 1, number] }

    @Test func versions() throws {
        #expect(try certificate { _ in }?.version == 3)
        #expect(try certificate { $0[0] = version(3) } == nil)
        #expect(try certificate { $0[0] = version(0x80) } == nil)
        // Extensions belong to version 3.
        #expect(try certificate { $0[0] = version(1) } == nil)
        #expect(try certificate { $0.removeFirst() } == nil)
        // Without them every version is well, and 1 may be written.
        #expect(try certificate { ($0[0], $0[7]) = (version(1), []) }?.version == 2)
        #expect(try certificate { ($0[0], $0[7]) = (version(0), []) }?.version == 1)
        #expect(try certificate { ($0[0], $0[7]) = ([], []) }?.version == 1)
    }

    @Test func uniqueIdentifiers() throws {
        let (issuer, subject): ([UInt8], [UInt8]) = ([0x81, 2, 0, 0xAA], [0x82, 2, 4, 0xB0])
        let both = try #require(try certificate { $0.insert(issuer + subject, at: 7) })
        #expect(Array(both.issuerUniqueIdentifier!.octets) == [0xAA])
        #expect(both.subjectUniqueIdentifier?.unused == 4)
        #expect(both.properties["2.16.840.1.113741.2.1.1.1.11"]?.value == .data([0xAA]))
        #expect(try certificate { $0.insert(subject + issuer, at: 7) } == nil)
        #expect(try certificate { ($0[0], $0[7]) = ([], issuer) } == nil)
        #expect(try certificate { $0.insert([0x81, 2, 1, 0xA9], at: 7) } == nil)
    }

    @Test func somethingMore() throws {
        #expect(try certificate { $0.append([5, 0]) } == nil)
        #expect(try certificate { $0.append($0[7]) } == nil)
    }

    @Test func algorithmsThatDisagree() throws {
        #expect(try certificate { _ in }?.algorithmsAgree == true)
        let other: [UInt8] = [0x30, 5, 6, 3, 0x2B, 0x65, 0x71]
        #expect(try certificate({ _ in }, algorithm: other)?.algorithmsAgree == false)
    }

    @Test func anExtensionTwice() throws {
        let twice = try certificate { fields in
            let list = try DERElement(only: try DERElement(only: fields[7][...]).content)
            fields[7] = DER.element(
                .constructed(3), DER.element(.sequence, list.content + list.content))
        }
        let found = try #require(twice)
        #expect(found.repeatsExtensions && found.extensions.count == 6)
        #expect(found.subjectKeyIdentifier?.count == 20)
    }
}
