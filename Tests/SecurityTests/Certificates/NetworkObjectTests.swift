// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// The wrapped objects that Network.framework takes.
@Suite struct NetworkObjectTests {
    private let sample = SampleIdentity.ellipticCurve

    @Test func identities() throws {
        let plain = try #require(sec_identity_create(sample.identity))
        #expect(sec_identity_copy_ref(plain)?.takeRetainedValue() == sample.identity)
        #expect(sec_identity_copy_certificates_ref(plain) == nil)
        #expect(!sec_identity_access_certificates(plain) { _ in Issue.record("no certificate") })
        let chain = [sample.certificate, SampleIdentity.rsa.certificate]
        let whole = try #require(
            sec_identity_create_with_certificates(sample.identity, chain as CFArray))
        var seen: [SecCertificate] = []
        #expect(
            sec_identity_access_certificates(whole) {
                seen.append(sec_certificate_copy_ref($0).takeRetainedValue())
            })
        #expect(seen == chain)
        let copied = sec_identity_copy_certificates_ref(whole)?.takeRetainedValue()
        #expect(copied as? [SecCertificate] == chain)
        #expect(sec_identity_create_with_certificates(sample.identity, [1] as CFArray) == nil)
    }

    @Test func certificatesAndTrusts() throws {
        let certificate = try #require(sec_certificate_create(sample.certificate))
        #expect(sec_certificate_copy_ref(certificate).takeRetainedValue() === sample.certificate)
        var trust: SecTrust?
        SecTrustCreateWithCertificates(sample.certificate, nil, &trust)
        let wrapped = try #require(trust.flatMap(sec_trust_create))
        #expect(sec_trust_copy_ref(wrapped).takeRetainedValue() === trust)
    }
}
