// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import Testing

@testable import Security

/// The second dictionary of SecItemUpdate.
@Suite struct UpdateTests {
    private func change(_ changes: [String: Any]) throws -> Change {
        try UpdateRequest(generic(), changes as NSDictionary).change
    }

    @Test func attributes() throws {
        let made = try change(["acct": "me", "invi": 1])
        #expect(made.attributes == [.account: .string("me"), .isInvisible: .number(1)])
        #expect(made.secret == nil)
        #expect(updateFailure(["abcd": "x"]) == .noSuchAttribute)
        #expect(updateFailure(["srvr": "x"]) == .noSuchAttribute)
        #expect(updateFailure(["pdmn": "zz"]) == .parameter)
    }

    @Test func secrets() throws {
        #expect(try change(["v_Data": Data([1, 2])]).secret?.withBytes { Array($0) } == [1, 2])
        #expect(try change(["v_Data": Data()]).secret?.count == 0)
        for wrong in ["text", 5, NSNull()] as [Any] {
            #expect(updateFailure(["v_Data": wrong]) == .parameter)
        }
    }

    @Test func theClassStays() throws {
        #expect(updateFailure(["class": "genp"]) == nil)
        for wrong in ["inet", "cert", "apls", 5, NSNull()] as [Any] {
            #expect(updateFailure(["class": wrong]) == .parameter)
        }
        let list: NSDictionary = [
            "m_ItemList": [reference(1).external, reference(2, .internetPassword).external]
        ]
        #expect(
            failure {
                _ = try UpdateRequest(list, ["class": "genp"])
            } == .parameter)
    }

    @Test(arguments: [
        "m_Limit", "m_CaseInsensitive", "r_Data", "r_Attributes", "u_Keychain", "u_AuthUI",
        "u_Tomb",
        "m_Unknown",
    ])
    func otherKeysAreNoAttributes(key: String) {
        #expect(updateFailure([key: true]) == .noSuchAttribute)
    }

    @Test func referencesAreRefused() {
        #expect(updateFailure(["v_Ref": SecKeychainItem(reference(1))]) == .parameter)
        #expect(updateFailure(["v_PersistentRef": reference(1).external]) == .parameter)
    }

    @Test func whatAReturnedDictionaryHolds() throws {
        let returned: [String: Any] = [
            "class": "genp", "cdat": Date(), "mdat": Date(), "sync": 0, "tomb": 0, "agrp": "g",
            "pdmn": "ak", "accc": SecAccessControl(AccessControl(plain: .whenUnlocked)),
            "acct": "me", "svce": "", "v_Data": Data([1]),
        ]
        #expect(updateFailure(returned) == nil)
        #expect(updateFailure(["persistref": Data(count: 16), "nleg": true]) == nil)
    }

    @Test func refusedChanges() {
        #expect(updateFailure(["sync": "syna"]) == .parameter)
        // Compared with the stored one when the change is applied.
        #expect(updateFailure(["tkid": "token"]) == nil)
        #expect(updateFailure(["clip": 1]) == .parameter)
        #expect(updateFailure(["ggrp": "g"]) == .parameter)
        #expect(updateFailure(["musr": Data()]) == nil)
        #expect(updateFailure(["cdat": "yesterday"]) == .parameter)
    }

    @Test func nullPointers() {
        CoreFoundationMade.withDictionary([("acct" as NSString, nil)]) { changes in
            #expect(
                failure { _ = try UpdateRequest(generic(), changes) }
                    == .parameter)
        }
    }

    @Test func theQueryIsToldFirst() {
        #expect(
            failure {
                _ = try UpdateRequest(generic(["abcd": "x"]), ["v_Data": "text"])
            } == .noSuchAttribute)
    }
}
