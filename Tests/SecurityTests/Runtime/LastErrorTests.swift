// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychainModel
import Testing

/// Calls that are refused keep their error, which the log shows.
@Suite struct LastErrorTests {
    /// Returns the detail of the error that a call keeps; nil for none.
    private func kept(_ call: () -> Void) -> String? {
        LastError.keep(KeychainError(.internalError, "none"), of: "LastErrorTests")
        call()
        let detail = LastError.current?.detail
        return detail == "none" ? nil : detail
    }

    @Test func theLastErrorIsOfTheStatus() throws {
        let status = SecItemAdd([kSecMatchLimit: kSecMatchLimitOne] as CFDictionary, nil)
        let error = try #require(SecCopyLastError(status))
        #expect(error.domain == NSOSStatusErrorDomain && error.code == Int(errSecParam))
        #expect(
            error.userInfo[NSDebugDescriptionErrorKey] as? String
                == "kSecMatchLimit: not in an add")
        #expect(SecCopyLastError(errSecItemNotFound) == nil)
        #expect(SecCopyLastError(errSecSuccess) == nil)
    }

    @Test func arguments() throws {
        let certificate = SampleIdentity.rsa.certificate
        var trust: SecTrust?
        SecTrustCreateWithCertificates(certificate, nil, &trust)
        let made = try #require(trust)
        #expect(
            kept { _ = SecAccessControlCreateWithFlags(nil, "zz" as CFString, [], nil) }
                == "protection: not one of the kSecAttrAccessible values")
        #expect(
            kept { _ = SecCertificateCopyValues(certificate, [NSNumber(value: 1)] as CFArray, nil) }
                == "keys: an element is not a string")
        #expect(
            kept { SecTrustSetOptions(made, SecTrustOptionFlags(rawValue: 0x80)) }
                == "options: unknown bits")
        let date = NSDate(timeIntervalSinceReferenceDate: .infinity)
        #expect(
            kept { SecTrustSetVerifyDate(made, date) }
                == "verifyDate: not a finite number of seconds")
    }

    @Test func objectsThatCannotBeMade() throws {
        let bytes = NSMutableData(length: 1 << 20 + 1)!
        #expect(
            kept { _ = SecCertificateCreateWithData(nil, bytes) } == "certificate: more than 1 MiB")
        #expect(
            kept { _ = SecCertificateCreateWithData(nil, Data("junk".utf8) as CFData) }
                == "DER: an element is cut short")
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 128,
        ]
        let key = try #require(SecKeyGenerateSymmetric(parameters as CFDictionary, nil))
        #expect(
            kept { _ = SecKeyCopyPublicKey(key) } == "key: a symmetric key has no public key")
    }
}
