// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing

@testable import Security

/// Results: every combination of return keys, one item and several.
@Suite struct ResultTests {
    private static func item(
        _ byte: UInt8 = 1, secret: [UInt8]? = [1, 2, 3],
        control: AccessControl = AccessControl(plain: .whenUnlocked)
    ) -> Item {
        Item(
            reference: reference(byte), revision: 1, accessGroup: "group", accessControl: control,
            synchronizable: false, isTombstone: false,
            stored: [
                .account: .string("me"), .service: .data([0, 255]), .creator: .number(7),
                .isInvisible: .boolean(true), .creationDate: .date(1.000_000_1),
                .modificationDate: .date(700_000_000.123_456_7),
            ],
            secret: secret.map { SecretBytes(copying: $0) })
    }

    private func located(secret: [UInt8]? = [1]) -> LocatedItem {
        LocatedItem(Self.item(secret: secret), in: .login)
    }

    private func one(_ parts: ResultShape.Parts, _ item: Item = item()) throws -> AnyObject? {
        var result: AnyObject?
        try ResultShape(parts, isArray: false).store([LocatedItem(item, in: .login)], in: &result)
        return result
    }

    private func dictionary(_ parts: ResultShape.Parts, _ item: Item = item()) throws
        -> [String: Any]
    {
        try #require(try one(parts, item) as? [String: Any])
    }

    @Test func singleParts() throws {
        #expect(try one(.data) as? Data == Data([1, 2, 3]))
        #expect(try one(.persistentReference) as? Data == reference(1).external)
        #expect((try one(.reference) as? SecKeychainItem)?.reference == reference(1))
        #expect(try one([]) == nil)
    }

    @Test func aReferenceKnowsItsKeychain() throws {
        var result: AnyObject?
        let found = LocatedItem(Self.item(), in: Keychain(path: "/a"))
        try ResultShape(.reference, isArray: false).store([found], in: &result)
        #expect((result as? SecKeychainItem)?.keychain == Keychain(path: "/a"))
        #expect((try one(.reference) as? SecKeychainItem)?.keychain == .login)
    }

    @Test func allCombinations() throws {
        for bits in UInt8(0)..<16 where bits.nonzeroBitCount > 1 || bits == 2 {
            let parts = ResultShape.Parts(rawValue: bits)
            let made = try dictionary(parts)
            #expect((made["v_Data"] as? Data == Data([1, 2, 3])) == parts.contains(.data))
            #expect((made["v_Ref"] is SecKeychainItem) == parts.contains(.reference))
            #expect(
                (made["v_PersistentRef"] as? Data == reference(1).external)
                    == parts.contains(.persistentReference))
            #expect((made["acct"] as? String == "me") == parts.contains(.attributes))
            #expect(made["class"] as? String == "genp")
            if !parts.contains(.attributes) { #expect(made.count == bits.nonzeroBitCount + 1) }
        }
    }

    @Test func attributes() throws {
        let made = try dictionary(.attributes)
        #expect(
            Set(made.keys) == [
                "class", "acct", "svce", "crtr", "invi", "cdat", "mdat", "agrp", "pdmn", "sync",
                "tomb", "accc",
            ])
        #expect(made["svce"] as? Data == Data([0, 255]))
        #expect(made["crtr"] as? Int == 7)
        #expect(made["invi"] as? Bool == true)
        #expect(made["agrp"] as? String == "group")
        #expect(made["pdmn"] as? String == "ak")
        #expect((made["cdat"] as? Date)?.timeIntervalSinceReferenceDate == 1.000_000_1)
        #expect(
            (made["mdat"] as? Date)?.timeIntervalSinceReferenceDate == 700_000_000.123_456_7)
        #expect(
            (made["accc"] as? SecAccessControl)?.value == AccessControl(plain: .whenUnlocked))
    }

    @Test func defaultsAreShown() throws {
        let bare = Item(
            reference: reference(1, .internetPassword), revision: 1, accessGroup: "g",
            accessControl: AccessControl(plain: .always), synchronizable: true, isTombstone: true,
            stored: [:])
        let made = try dictionary(.attributes, bare)
        for key in ["acct", "sdmn", "srvr", "atyp", "path"] { #expect(made[key] as? String == "") }
        for key in ["ptcl", "port"] { #expect(made[key] as? Int == 0) }
        #expect(made["labl"] == nil)
        #expect(made["class"] as? String == "inet")
        #expect(made["sync"] as? Int == 1)
        #expect(made["tomb"] as? Int == 1)
    }

    @Test func flagsAreIntegers() throws {
        let made = try dictionary(.attributes)
        for key in ["sync", "tomb"] {
            #expect(made[key] as? Int == 0)
            #expect(made[key] as? Bool == false)
            #expect(CFGetTypeID(made[key] as? NSNumber) == CFNumberGetTypeID())
        }
        #expect(CFGetTypeID(made["invi"] as? NSNumber) == CFBooleanGetTypeID())
    }

    @Test func valuesAreNative() throws {
        let made = try #require(try one([.attributes, .data]) as? NSDictionary)
        #expect(type(of: made) == NSDictionary.self)
        #expect(made.object(forKey: "acct") is String)
        #expect(String(describing: made["acct"] ?? "") == "me")
    }

    @Test func absentAndEmptySecrets() throws {
        let absent = Self.item(secret: nil)
        let empty = Self.item(secret: [])
        #expect(try one(.data, absent) == nil)
        #expect(try one(.data, empty) as? Data == Data())
        #expect(try dictionary([.data, .attributes], absent)["v_Data"] == nil)
        #expect(try dictionary([.data, .attributes], empty)["v_Data"] as? Data == Data())
    }

    @Test func arrays() throws {
        func array(_ parts: ResultShape.Parts, _ items: [Item]) throws -> [Any] {
            var result: AnyObject?
            try ResultShape(parts, isArray: true).store(
                items.map { LocatedItem($0, in: .login) }, in: &result)
            return try #require(result as? [Any])
        }
        let items = [Self.item(1), Self.item(2, secret: nil), Self.item(3, secret: [])]
        #expect(try array(.data, items) as? [Data] == [Data([1, 2, 3]), Data()])
        #expect(
            try array(.persistentReference, items) as? [Data]
                == [1, 2, 3].map { reference($0).external })
        #expect(try array(.attributes, [items[0]]).count == 1)
        #expect((try array([.attributes, .data], items) as? [[String: Any]])?.count == 3)
        #expect(try array([], items).isEmpty)
    }

    @Test func untouchedWithoutReturnKeys() throws {
        let before = NSObject()
        var result: AnyObject? = before
        try ResultShape([], isArray: false).store([located()], in: &result)
        #expect(result === before)
        try ResultShape(.data, isArray: false).store([located(secret: nil)], in: &result)
        #expect(result == nil)
        try ResultShape(.data, isArray: false).store([located()], in: nil)
    }

    @Test func theDictionaryIsAQuery() throws {
        let control = try AccessControl(protection: .afterFirstUnlock, flags: .userPresence)
        for item in [Self.item(), Self.item(control: control)] {
            let all: ResultShape.Parts = [.attributes, .data, .reference, .persistentReference]
            let made = try #require(try one(all, item) as? NSDictionary)
            let query = try CopyRequest(made).query
            #expect(query.matches(item))
            #expect(query.references == [item.reference])
            let attributes = try #require(try one(.attributes, item) as? NSDictionary)
            #expect(try CopyRequest(attributes).query.matches(item))
            #expect(throws: Never.self) { try UpdateRequest(attributes, attributes) }
        }
    }

    @Test func aSecretIsWipedWithItsObject() {
        var secret: SecretBytes? = SecretBytes(copying: Array(repeating: 7, count: 100))
        let address = secret?.withBytes { $0.baseAddress }
        var data: NSData? = NSData(secret: secret ?? SecretBytes(copying: []))
        secret = nil
        #expect(data?.bytes == address)
        #expect(data?.length == 100)
        var bridged: Data? = data.map { $0 as Data }
        data = nil
        #expect(bridged?.first == 7)
        bridged = nil
        // The piece went back to its slab, which stays mapped.
        #expect(address?.load(as: UInt64.self) == 0)
    }
}
