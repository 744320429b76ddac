// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainWrappers
import Security
import Testing

@Suite struct SFHFKeychainUtilsTests {
    private func password(_ user: String, _ service: String = "mail") throws -> String? {
        try SFHFKeychainUtils.getPassword(forUsername: user, serviceName: service)
    }

    private func store(_ user: String, _ password: String, replacing: Bool = false) throws {
        try SFHFKeychainUtils.storeUsername(
            user, password: password, serviceName: "mail", updateExisting: replacing)
    }

    @Test func storesFindsAndDeletes() throws {
        try onOwnStore { _ throws in
            #expect(try password("ann") == nil)
            try store("ann", "sécret")
            try store("bob", "")
            #expect(try password("ann") == "sécret")
            #expect(try password("bob") == "")
            #expect(try password("ann", "other") == nil)
            #expect(try stored().first?[.label] == .string("mail"))
            try SFHFKeychainUtils.deleteItem(forUsername: "ann", serviceName: "mail")
            #expect(try password("ann") == nil)
            #expect(try password("bob") == "")
        }
    }

    @Test func replacesOnlyWhenAsked() throws {
        try onOwnStore { _ throws in
            try store("ann", "old")
            #expect(throws: WrapperError(status: errSecDuplicateItem)) {
                try store("ann", "new")
            }
            #expect(try password("ann") == "old")
            try store("ann", "new", replacing: true)
            #expect(try password("ann") == "new")
            #expect(try stored().map(\.revision) == [2])
            try store("bob", "first", replacing: true)
            #expect(try password("bob") == "first")
        }
    }

    @Test func tellsWhatIsMissing() throws {
        try onOwnStore { _ throws in
            #expect(throws: WrapperError(status: errSecItemNotFound)) {
                try SFHFKeychainUtils.deleteItem(forUsername: "ann", serviceName: "mail")
            }
            try add([kSecAttrService: "mail", kSecAttrAccount: "ann"])
            #expect(try password("ann") == nil)
            try add([
                kSecAttrService: "mail", kSecAttrAccount: "bob", kSecValueData: Data([0xff]),
            ])
            #expect(throws: WrapperError(status: errSecDataNotAvailable)) { try password("bob") }
        }
    }

    @Test func throwsWhatALostStatusWouldHide() throws {
        try withoutStore { _ throws in
            #expect(throws: WrapperError.self) { try password("ann") }
            #expect(throws: WrapperError.self) { try store("ann", "x", replacing: true) }
            #expect(throws: WrapperError.self) { try store("ann", "x") }
        }
    }

    @Test func itsErrorsAreSystemStatuses() {
        let error = WrapperError(status: errSecDuplicateItem)
        #expect((error as NSError).domain == NSOSStatusErrorDomain)
        #expect((error as NSError).code == -25299)
        #expect("\(error)".contains("already exists"))
        #expect(error.localizedDescription.contains("already exists"))
    }
}
