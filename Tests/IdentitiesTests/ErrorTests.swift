// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI
import Testing

/// The statuses that callers see for errors of PKI.
@Suite struct ErrorTests {
    @Test(arguments: [
        (PKIError.Code.malformed, Int32(-26275)), (.invalidArgument, -50),
        (.unsupportedAlgorithm, -4), (.unsupportedKey, -67734), (.unsupportedFormat, -25256),
        (.unknownFormat, -25257), (.passphraseRequired, -25260), (.wrongPassphrase, -25293),
        (.wrongSignature, -67808), (.unknownPolicy, -25241), (.malformedTrustSettings, -25262),
        (.noMemory, -108), (.libraryFailure, -2070),
    ]) func statuses(_ code: PKIError.Code, _ status: Int32) {
        let error = KeychainError(PKIError(code, "key: rule"))
        #expect(error.code.rawValue == status)
        #expect(error.detail == "key: rule")
    }

    @Test func callsKeepTheirResultAndTheirError() throws {
        #expect(try callPKI(OID(content: [0x55, 0x04, 0x03])).description == "2.5.4.3")
        let failure = #expect(throws: KeychainError.self) { try callPKI(OID(content: [])) }
        #expect(failure?.code == .decode)
        #expect(failure?.detail == "DER: an object identifier that is cut short")
    }

    /// What is read must fit into an item.
    @Test func limits() {
        #expect(PKILimits.fileBytes == Limits.secretBytes)
        #expect(PKILimits.certificateBytes == Limits.certificateBytes)
        #expect(PKILimits.fieldBytes == Limits.attributeBytes)
    }
}
