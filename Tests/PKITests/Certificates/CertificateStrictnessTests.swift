// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import SeededGenerator
import SwiftKeychainPKI
import Testing

/// Gives bytes that are no certificate, or are one in an encoding that is not DER.
@Suite struct CertificateStrictnessTests {
    private static let der = SmallCertificate.der

    /// Reads bytes, and expects nothing or a certificate of exactly those bytes.
    @discardableResult
    private func read(_ bytes: [UInt8]) -> Certificate? {
        guard let certificate = try? Certificate(der: bytes) else { return nil }
        #expect(certificate.der == bytes)
        // Everything that is derived later can be derived.
        _ = (
            certificate.subject.normalisedContent, certificate.issuer.normalisedContent,
            certificate.subjectSummary, certificate.properties
        )
        return certificate
    }

    @Test func theCertificateItself() throws {
        let certificate = try #require(read(Self.der))
        #expect(certificate.subjectSummary == "Example")
        #expect(certificate.hashValue == (try Certificate(der: Self.der)).hashValue)
    }

    @Test func cutAtEveryLength() {
        for count in 0..<Self.der.count { #expect(read(Array(Self.der.prefix(count))) == nil) }
    }

    @Test func everyByteChanged() {
        for index in Self.der.indices {
            for mask in [0x01, 0x02, 0x10, 0x20, 0x40, 0x80, 0xFF] as [UInt8] {
                var bytes = Self.der
                bytes[index] ^= mask
                read(bytes)
            }
        }
    }

    @Test func everyByteLeftOutOrDoubled() {
        for index in Self.der.indices {
            var bytes = Self.der
            bytes.remove(at: index)
            read(bytes)
            bytes = Self.der
            bytes.insert(bytes[index], at: index)
            read(bytes)
        }
    }

    @Test func somethingBehind() {
        #expect(read(Self.der + [0]) == nil)
        #expect(read(Self.der + Self.der) == nil)
        #expect(read([]) == nil)
    }

    @Test func lengthsInOtherForms() {
        let content = Array(Self.der.dropFirst(4))
        let count = content.count
        let (high, low) = (UInt8(count >> 8), UInt8(count & 0xFF))
        #expect(read([0x30, 0x82, high, low] + content) != nil)
        #expect(read([0x30, 0x83, 0, high, low] + content) == nil)
        #expect(read([0x30, 0x84, 0, 0, high, low] + content) == nil)
        #expect(read([0x30, 0x88, 0, 0, 0, 0, 0, 0, high, low] + content) == nil)
        #expect(read([0x30, 0x80] + content + [0, 0]) == nil)
        #expect(read([0x30, 0xFF] + content) == nil)
    }

    /// Puts something in the place of the serial number, and sets the lengths around it.
    private func withSerial(_ serial: [UInt8]) throws -> [UInt8] {
        let parts = try DERElement(only: Self.der[...]).children()
        let fields = try parts[0].children()
        let content = fields.enumerated().flatMap {
            $0.offset == 1 ? serial : Array($0.element.encoding)
        }
        return DER.element(
            .sequence,
            DER.element(.sequence, content) + parts[1].encoding + parts[2].encoding)
    }

    @Test func serialNumbersInOtherForms() throws {
        #expect(read(try withSerial([2, 1, 1])) != nil)
        #expect(read(try withSerial([2, 1, 0])) != nil)
        #expect(read(try withSerial([2, 2, 0, 0x80])) != nil)
        #expect(read(try withSerial([2, 0])) == nil)
        #expect(read(try withSerial([2, 2, 0, 1])) == nil)
        #expect(read(try withSerial([2, 2, 0xFF, 0x80])) == nil)
        #expect(read(try withSerial([2, 0x81, 1, 1])) == nil)
        #expect(read(try withSerial([0x22, 3, 2, 1, 1])) == nil)
        #expect(read(try withSerial([])) == nil)
        #expect(read(try withSerial([5, 0])) == nil)
    }

    @Test func oneMebibyteAndMore() throws {
        let limit = PKILimits.certificateBytes
        let around =
            try withSerial(DER.element(.integer, [UInt8](repeating: 1, count: 1 << 19)))
            .count - 1 << 19
        let exact = try withSerial(
            DER.element(.integer, [UInt8](repeating: 1, count: limit - around)))
        #expect(exact.count == limit)
        #expect(read(exact)?.serialNumber.count == limit - around)
        let larger = try withSerial(
            DER.element(.integer, [UInt8](repeating: 1, count: limit - around + 1)))
        #expect { try Certificate(der: larger) } throws: { PKIError.Code.invalidArgument ~= $0 }
    }

    @Test func deeplyNested() {
        var bytes: [UInt8] = []
        for _ in 0..<2000 { bytes = DER.element(.sequence, bytes) }
        #expect(read(bytes) == nil)
        // A name of unknown values may nest, but not without end.
        #expect(read([UInt8](repeating: 0x30, count: 1 << 20)) == nil)
    }

    @Test func randomBytes() {
        var generator = SeededGenerator()
        for _ in 0..<5_000 {
            let count = Int.random(in: 0..<400, using: &generator)
            #expect(
                read(generator.bytes(count)) == nil, "\(SeededGenerator.note)")
        }
    }

    @Test func randomChanges() {
        // A crash shows no message of the test.
        print("certificates changed at random: \(SeededGenerator.note)")
        var generator = SeededGenerator()
        for _ in 0..<5_000 {
            var bytes = Self.der
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            read(bytes)
        }
    }

    @Test func otherStructuresOfDER() throws {
        // A key and a request are DER, and no certificates.
        let key = try OpenSSL.run(["genpkey", "-algorithm", "ED25519", "-outform", "DER"])
        #expect(read([UInt8](key)) == nil)
        #expect(read([0x30, 0]) == nil)
        #expect(read([5, 0]) == nil)
        #expect(read(Array("-----BEGIN CERTIFICATE-----".utf8)) == nil)
    }
}
