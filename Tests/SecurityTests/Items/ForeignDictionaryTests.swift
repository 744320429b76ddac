// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainModel
import Testing

@testable import Security

/// Dictionaries as C code makes them, and other kinds that are not plain.
@Suite struct ForeignDictionaryTests {
    @Test func withoutCallbacks() throws {
        let entries: [(AnyObject?, AnyObject?)] = [
            (CoreFoundationMade.string("class"), CoreFoundationMade.string("genp")),
            (CoreFoundationMade.string("acct"), CoreFoundationMade.string("me")),
            (CoreFoundationMade.string("r_Data"), kCFBooleanTrue),
            (CoreFoundationMade.string("m_Limit"), CoreFoundationMade.string("m_LimitAll")),
        ]
        try CoreFoundationMade.withDictionary(entries) { dictionary in
            let request = try CopyRequest(dictionary)
            #expect(request.query.itemClass == .genericPassword)
            #expect(request.query.conditions == [.account: .string("me")])
            #expect(request.shape == ResultShape(.data, isArray: true))
        }
    }

    @Test(arguments: ["acct", "abcd", "class", "r_Data", "m_Limit", "nleg", "v_Data", "future"])
    func nullPointers(key: String) {
        let entries: [(AnyObject?, AnyObject?)] = [
            ("class" as NSString, "genp" as NSString), (key as NSString, nil),
        ]
        CoreFoundationMade.withDictionary(entries) { dictionary in
            #expect(code(dictionary) == .parameter)
        }
    }

    @Test func nullKey() {
        CoreFoundationMade.withDictionary([(nil, "x" as NSString)]) { dictionary in
            #expect(code(dictionary) == .parameter)
        }
    }

    /// Which of two values a dictionary lists first changes from run to run.
    @Test(
        arguments: [
            ("acct", "a"), ("m_Limit", "m_LimitAll"), ("u_OpPrompt", "a"), ("class", "genp"),
            ("r_Data", true), ("nleg", true), ("v_Data", Data([1])),
            ("persistref", Data(count: 16)),
            ("v_PersistentRef", reference(1).external), ("m_CaseInsensitive", true),
        ] as [(String, any Sendable)])
    func oneKeyTwice(_ key: String, _ value: any Sendable) {
        let entries: [(AnyObject?, AnyObject?)] = [
            (CoreFoundationMade.string(key == "class" ? "svce" : "class"), "genp" as NSString),
            (CoreFoundationMade.string(key), value as AnyObject),
            (CoreFoundationMade.string(key), value as AnyObject),
        ]
        CoreFoundationMade.withDictionary(entries) { dictionary in
            #expect(code(dictionary) == .parameter)
        }
    }

    @Test func oneNewSecretTwice() {
        let entries: [(AnyObject?, AnyObject?)] = [
            (CoreFoundationMade.string("v_Data"), Data([1]) as NSData),
            (CoreFoundationMade.string("v_Data"), Data([2]) as NSData),
        ]
        CoreFoundationMade.withDictionary(entries) { dictionary in
            let update = failure {
                _ = try UpdateRequest(generic(), dictionary)
            }
            #expect(update == .parameter)
        }
    }

    @Test func halfASurrogatePairAsKey() {
        let entries: [(AnyObject?, AnyObject?)] = [
            ("class" as NSString, "genp" as NSString),
            (CoreFoundationMade.string([0x61, 0x62, 0xD800, 0x63]), "a" as NSString),
        ]
        CoreFoundationMade.withDictionary(entries) { dictionary in
            #expect(code(dictionary) == .parameter)
        }
    }

    @Test func arrays() throws {
        let item = SecKeychainItem(reference(1))
        let external = reference(2).external as NSData
        try CoreFoundationMade.withArray([item, external]) { list in
            let query = try CopyRequest(["m_ItemList": list]).query
            #expect(query.itemList == [reference(1), reference(2)])
        }
        CoreFoundationMade.withArray([item, nil]) { list in
            #expect(code(["m_ItemList": list]) == .parameter)
            #expect(code(["class": "genp", "m_SearchList": list]) == .parameter)
        }
    }

    /// Foundation would bridge what an array holds while it gives it out.
    @Test func nullPointersInAnArrayInsideAnArray() {
        CoreFoundationMade.withArray([nil]) { list in
            for outer in [NSArray(array: [list]), NSMutableArray(array: [list])] {
                #expect(code(["m_ItemList": outer]) == .parameter)
                #expect(code(["class": "genp", "m_SearchList": outer]) == .parameter)
            }
        }
    }

    /// An array that makes its objects while it is asked.
    private final class ComputedArray: NSArray {
        override var count: Int { 2 }
        override func object(at index: Int) -> Any { reference(UInt8(index)).external }
    }

    @Test func subclassesOfArrays() throws {
        let list = try CopyRequest(["m_ItemList": ComputedArray()]).query.itemList
        #expect(list == [reference(0), reference(1)])
    }

    @Test func mutableDictionaries() throws {
        let dictionary = NSMutableDictionary()
        dictionary["class"] = "genp"
        dictionary["acct"] = NSMutableString(string: "me")
        #expect(try CopyRequest(dictionary).query.conditions == [.account: .string("me")])
    }

    /// A dictionary that makes its objects while it is asked.
    private final class Computed: NSDictionary {
        override var count: Int { 2 }

        override func object(forKey aKey: Any) -> Any? {
            (aKey as? String) == "class" ? "genp" : "me \(aKey)"
        }

        override func keyEnumerator() -> NSEnumerator {
            NSArray(array: ["class", "acct"]).objectEnumerator()
        }
    }

    @Test func subclasses() throws {
        #expect(
            try CopyRequest(Computed()).query.conditions == [.account: .string("me acct")])
    }

    private func code(_ dictionary: NSDictionary) -> KeychainError.Code? {
        failure { _ = try CopyRequest(dictionary) }
    }
}
