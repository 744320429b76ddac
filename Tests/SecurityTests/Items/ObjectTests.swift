// SPDX-License-Identifier: Apache-2.0
import CertificateTestSupport
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import Testing

@testable import Security

/// Certificates and keys that a caller holds, in the dictionaries of the four calls.
@Suite struct ObjectTests {
    private func query(_ more: [String: Any]) throws -> Query {
        try CopyRequest(more as NSDictionary).query
    }

    @Test func anObjectTellsTheClass() throws {
        #expect(try query(["v_Ref": Objects.certificate]).itemClass == .certificate)
        #expect(try query(["v_Ref": Objects.publicKey]).itemClass == .key)
        // Nothing is meant until it was looked up.
        #expect(try query(["v_Ref": Objects.certificate]).references == [])
        #expect(try query(["v_Ref": Objects.certificate]).synchronizable == .any)
        #expect(
            queryFailures(["v_Ref": Objects.certificate]) == [.noSuchClass])
        #expect(try query(["m_ItemList": [Objects.certificate]]).itemClass == nil)
        #expect(try query(["m_ItemList": [Objects.certificate]]).itemList == [])
    }

    @Test func whatToAdd() throws {
        let certificate = try AddRequest(["v_Ref": Objects.certificate]).groups()
        #expect(certificate.map { $0.map(\.itemClass) } == [[.certificate]])
        #expect(certificate[0][0].attributes[.label] == .string("Example"))
        #expect(certificate[0][0].accessControl.protection == .always)
        let key = try AddRequest(["v_Ref": Objects.privateKey, "atag": "tag"]).groups()[0][0]
        #expect(key.itemClass == .key)
        #expect(key.attributes[.applicationTag] == .string("tag"))
        let list = try AddRequest([
            "u_ItemList": [Objects.certificate, Objects.publicKey], "labl": "both", "r_Ref": true,
        ])
        #expect(try list.groups().map { $0.map(\.itemClass) } == [[.certificate], [.key]])
        #expect(try list.groups().allSatisfy { $0[0].attributes[.label] == .string("both") })
        #expect(list.shape == ResultShape(.reference, isArray: true))
        #expect(
            try AddRequest(["u_ItemList": [Objects.certificate]]).shape
                == ResultShape([], isArray: false))
    }

    /// What the keys ask is read for the classes that may be meant.
    @Test func matches() throws {
        func search(_ more: [String: Any]) throws -> ItemSearch {
            try CopyRequest(more as NSDictionary).search
        }
        #expect(try search(["class": "cert"]).match == nil)
        #expect(try search(["class": "genp", "m_SubjectContains": "x"]).match == nil)
        let match = try search([
            "class": "cert", "m_SubjectContains": "x", "m_SubjectWholeString": "y",
            "m_CaseInsensitive": true, "m_EmailAddressIfPresent": "a", "m_TrustedOnly": true,
            "m_ValidOnDate": Date(timeIntervalSinceReferenceDate: 5),
        ]).match
        #expect(match?.subject.count == 2)
        #expect(match?.comparison == .caseInsensitive)
        #expect(match?.emailAddress == "a")
        #expect(match?.validOn == 5)
        #expect(match?.trustedOnly == true)
        let now = try #require(
            try search(["class": "idnt", "m_ValidOnDate": NSNull()]).match?.validOn)
        #expect(abs(Date(timeIntervalSinceReferenceDate: now).timeIntervalSinceNow) < 3600)
        #expect(try search(["class": "cert", "m_TrustedOnly": false]).match == nil)
        #expect(
            try search(["m_ItemList": [Objects.certificate], "m_TrustedOnly": true]).match != nil)
        #expect(
            try search(["m_ItemList": [SecKeychainItem(reference(1))], "m_TrustedOnly": true])
                .match == nil)
    }

    /// A name may be given whole, in any call.
    @Test func names() throws {
        let content: [UInt8] = [0x31, 0x0A, 0x30, 8, 6, 3, 0x55, 4, 3, 0x13, 1, 0x61]
        let normal = Array(content.dropLast() + [0x41])
        let names: [[UInt8]] = [[0x30, 12] + content, content, normal]
        for given in names {
            let conditions = try query(["class": "cert", "issr": Data(given)]).conditions
            #expect(conditions[.issuer] == .data(normal))
        }
        #expect(
            try query(["class": "cert", "subj": Data([0x30, 9])]).conditions[.subject]
                == .data([0x30, 9]))
        for itemClass in ["cert", "idnt"] {
            #expect(
                failure {
                    _ = try CopyRequest(["class": itemClass, "issr": "text"] as NSDictionary)
                } == .parameter)
        }
    }
}
