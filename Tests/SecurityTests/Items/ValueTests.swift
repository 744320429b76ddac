// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import Testing

@testable import Security

/// Conversion of the values of attributes.
@Suite struct ValueTests {
    private func read(_ attribute: Attribute, _ value: Any) throws -> AttributeValue? {
        try CopyRequest(generic([attribute.rawValue: value])).query.conditions[attribute]
    }

    @Test func swiftValues() throws {
        #expect(try read(.account, "me") == .string("me"))
        #expect(try read(.account, Substring("me")) == .string("me"))
        #expect(try read(.account, Data([1, 0, 2])) == .data([1, 0, 2]))
        #expect(try read(.account, 5) == .number(5))
        #expect(try read(.account, Int8(5)) == .number(5))
        #expect(try read(.creator, UInt32.max) == .number(0xFFFF_FFFF))
        #expect(try read(.isInvisible, true) == .boolean(true))
        #expect(try read(.isInvisible, false) == .boolean(false))
        #expect(try read(.isInvisible, 1) == .number(1))
        #expect(try read(.isInvisible, UInt64(1)) == .number(1))
        let date = Date(timeIntervalSinceReferenceDate: 123456.789012345)
        #expect(try read(.creationDate, date) == .date(123456.789012345))
    }

    @Test func foundationValues() throws {
        #expect(try read(.account, NSMutableString(string: "me")) == .string("me"))
        #expect(try read(.account, NSMutableData(data: Data([7]))) == .data([7]))
        #expect(try read(.creator, NSNumber(value: 7 as UInt8)) == .number(7))
        #expect(try read(.isInvisible, kCFBooleanTrue!) == .boolean(true))
        #expect(try read(.account, NSString()) == .string(""))
        #expect(try read(.account, NSData()) == .data([]))
    }

    @Test func bytesAreKept() throws {
        #expect(try read(.account, "a\u{0}b\n") == .string("a\u{0}b\n"))
        // Two spellings that Swift calls equal stay what they are.
        #expect(try read(.account, "e\u{301}") == .string("e\u{301}"))
        #expect(try read(.account, "e\u{301}") != .string("é"))
    }

    @Test func coreFoundationValues() throws {
        #expect(try read(.account, CoreFoundationMade.string("mé😀")) == .string("mé😀"))
        #expect(try read(.account, CoreFoundationMade.string("")) == .string(""))
    }

    @Test(arguments: [[0xD800], [0xDC00], [0x61, 0xD83D, 0x62], [0xDE00, 0xD83D]] as [[UInt16]])
    func halfSurrogatePairs(units: [UInt16]) {
        #expect(queryFailures(["acct": CoreFoundationMade.string(units)]) == [.parameter])
        #expect(addFailure(["acct": CoreFoundationMade.string(units)]) == .parameter)
        #expect(updateFailure(["acct": CoreFoundationMade.string(units)]) == .parameter)
        #expect(addFailure(["v_Data": CoreFoundationMade.string(units)]) == .parameter)
    }

    @Test func floatingNumbers() {
        for number in [1.0, Float(2), 0.5, Double.nan, Decimal(3), CGFloat(1)] as [Any] {
            #expect(queryFailures(["acct": number]) == [.parameter])
            #expect(queryFailures(["crtr": number]) == [.parameter])
            #expect(queryFailures(["r_Data": number]) == [.parameter])
            #expect(queryFailures(["m_Limit": number]) == [.parameter])
        }
    }

    @Test func largeNumbers() throws {
        #expect(try read(.creator, UInt64(Int64.max)) == .number(.max))
        #expect(try read(.creator, Int64.min) == .number(.min))
        #expect(queryFailures(["crtr": UInt64(Int64.max) + 1]) == [.parameter])
        #expect(queryFailures(["crtr": UInt64.max]) == [.parameter])
    }

    @Test func numbersAsText() throws {
        #expect(try read(.creator, "12") == .number(12))
        #expect(try read(.creator, "012") == .string("012"))
        #expect(try read(.creator, "http") == .string("http"))
    }

    @Test func uuids() throws {
        let uuid = UUID()
        #expect(try read(.syncViewHint, uuid) == .string(uuid.uuidString))
        #expect(try read(.tokenID, uuid as NSUUID) == .string(uuid.uuidString))
        let made = CoreFoundationMade.uuid()
        #expect(try read(.syncViewHint, made.uuid) == .string(made.text))
        #expect(try CopyRequest(generic(["agrp": uuid])).query.accessGroup == uuid.uuidString)
        #expect(queryFailures(["acct": uuid]) == [.parameter])
        #expect(queryFailures(["acct": made.uuid]) == [.parameter])
        #expect(queryFailures(["pdmn": uuid]) == [.parameter])
    }

    @Test func dates() {
        #expect(queryFailures(["cdat": 5]) == [.parameter])
        #expect(queryFailures(["mdat": "2026-01-01"]) == [.parameter])
        #expect(queryFailures(["acct": Date()]) == [.parameter])
        #expect(
            queryFailures(["cdat": Date(timeIntervalSinceReferenceDate: .infinity)])
                == [.parameter])
    }

    @Test func otherObjects() {
        for object in [NSNull(), [1], ["a": 1], URL(string: "a:b")!, NSObject()] as [Any] {
            #expect(queryFailures(["acct": object]) == [.parameter])
            #expect(addFailure(["acct": object]) == .parameter)
            #expect(updateFailure(["acct": object]) == .parameter)
        }
    }

    @Test func protectionClasses() throws {
        #expect(
            try CopyRequest(generic(["pdmn": "cku"])).query.protection
                == .afterFirstUnlockThisDeviceOnly)
        #expect(
            try CopyRequest(generic(["pdmn": Data("ak".utf8)])).query.protection == .whenUnlocked)
        #expect(queryFailures(["pdmn": "zz"]) == [.parameter])
        #expect(queryFailures(["pdmn": 1]) == [.parameter])
    }

    @Test func sizes() {
        let limit = Limits.attributeBytes
        #expect(addFailure(["acct": Data(count: limit)]) == nil)
        #expect(addFailure(["acct": Data(count: limit + 1)]) == .parameter)
        #expect(addFailure(["acct": String(repeating: "x", count: limit + 1)]) == .parameter)
        #expect(updateFailure(["acct": Data(count: limit + 1)]) == .parameter)
        #expect(addFailure(["v_Data": Data(count: Limits.secretBytes + 1)]) == .parameter)
        #expect(updateFailure(["v_Data": Data(count: Limits.secretBytes + 1)]) == .parameter)
    }

    @Test func detailsHoldNoValues() {
        let value = "hunter2"
        for entries in [
            ["pdmn": value], ["class": value], ["r_Data": value], ["m_Limit": value],
            ["u_AuthUI": value], ["v_Ref": value], ["v_PersistentRef": value], ["cdat": value],
            ["m_ItemList": value], ["sync": value], ["accc": value],
        ] {
            do {
                _ = try CopyRequest(generic(entries))
                Issue.record("\(entries.keys) was accepted")
            } catch {
                #expect(!error.detail.contains(value))
                #expect(!error.detail.isEmpty)
            }
        }
    }
}
