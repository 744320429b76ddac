// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

@Suite struct SecIdentityTests {
    private static let samples = [SampleIdentity.rsa, SampleIdentity.ellipticCurve]

    @Test func itHoldsWhatItWasMadeOf() throws {
        for sample in Self.samples {
            let identity = try #require(SecIdentityCreate(nil, sample.certificate, sample.key))
            var certificate: SecCertificate?
            var key: SecKey?
            #expect(SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
            #expect(SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
            #expect(certificate == sample.certificate)
            #expect(key == sample.key)
            #expect(CFGetTypeID(identity) == SecIdentityGetTypeID())
        }
    }

    @Test func whatDoesNotBelongTogetherMakesNone() throws {
        let (one, other) = (SampleIdentity.rsa, SampleIdentity.ellipticCurve)
        #expect(SecIdentityCreate(nil, one.certificate, other.key) == nil)
        #expect(SecIdentityCreate(nil, other.certificate, one.key) == nil)
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
        ]
        let stranger = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
        #expect(SecIdentityCreate(nil, other.certificate, stranger) == nil)
        let publicKey = try #require(SecKeyCopyPublicKey(other.key))
        #expect(SecIdentityCreate(nil, other.certificate, publicKey) == nil)
    }

    @Test func equalityAndDescriptionAreTheCertificates() {
        let (one, other) = (SampleIdentity.rsa, SampleIdentity.ellipticCurve)
        #expect(one.identity == one.identity)
        #expect(one.identity != other.identity)
        #expect(Set([one.identity, one.identity, other.identity]).count == 2)
        #expect(one.identity.description == "<SecIdentity: Example RSA>")
    }
}
