// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Security
import SwiftKeychain
import SwiftKeychainPKI
import Testing

@Suite struct StatusTests {
    private func sentence(_ status: OSStatus) -> String {
        SecCopyErrorMessageString(status, nil).map(String.init) ?? ""
    }

    @Test func everyStatusEqualsTheTable() throws {
        let constants = Dictionary(uniqueKeysWithValues: statusConstants)
        let rows = try DataTable("errors.tsv").rows
        #expect(rows.count == constants.count)
        for row in rows {
            let name = try #require(row["name"])
            let code = try #require(OSStatus(row["number"] ?? ""))
            #expect(constants[name] == code, "\(name)")
            let text = try #require(row["sentence"])
            #expect(text.hasSuffix(".") && text.count > 8, "\(name)")
            #expect(text.first?.isUppercase == true, "\(name)")
        }
    }

    @Test func theFirstNameOfANumberGivesTheSentence() throws {
        var seen: Set<OSStatus> = []
        for row in try DataTable("errors.tsv").rows {
            let code = try #require(OSStatus(row["number"] ?? ""))
            guard seen.insert(code).inserted else { continue }
            #expect(sentence(code) == row["sentence"])
        }
    }

    @Test(
        arguments: [
            (-25299, "already exists"), (-25300, "could not be found"), (-25308, "not allowed"),
            (-25308, "locked"), (-25293, "user name or passphrase"), (-25293, "not correct"),
            (-50, "not valid"), (-4, "not implemented"), (-25291, "No keychain is available"),
            (-34018, "entitlement"), (-26275, "Unable to decode"), (-108, "memory"),
        ] as [(OSStatus, String)])
    func theWellKnownStatusesKeepTheirWords(status: OSStatus, words: String) {
        #expect(sentence(status).contains(words))
    }

    @Test(arguments: [1, -1, 424242, OSStatus.min, OSStatus.max, -25338, -67905])
    func anUnknownStatusIsNamed(status: OSStatus) {
        #expect(sentence(status).contains(String(status)))
    }

    @Test(
        arguments: [
            KeychainError(.itemNotFound, "genp: none"), PKIError(.wrongPassphrase, "PKCS#12: MAC"),
        ] as [any Error])
    func errorsOfTheTypedAPIReadAsTheirStatuses(error: any Error) {
        let status = (error as? KeychainError)?.code.rawValue ?? errSecAuthFailed
        #expect(error.localizedDescription == sentence(status))
    }

    @Test func theTypedErrorIsAnErrorObjectOfItsStatus() {
        let object = KeychainError(.itemNotFound, "genp: none") as NSError
        #expect(object.domain == NSOSStatusErrorDomain)
        #expect(object.code == Int(errSecItemNotFound))
        #expect(object.userInfo[NSDebugDescriptionErrorKey] as? String == "genp: none")
    }

    @Test func numbersBesideTheTable() {
        #expect(noErr == 0)
        #expect(paramErr == -50)
        #expect(kSecAttrCertificateEncodingDER == 3)
    }
}
