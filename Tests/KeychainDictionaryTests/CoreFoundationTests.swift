import Foundation
import KeychainModel
import KeychainObjects
import Testing

@testable import KeychainDictionary

/// Dictionaries as C code makes them, and other kinds that are not plain.
@Suite struct CoreFoundationTests {
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

    @Test func oneKeyTwice() {
        let entries: [(AnyObject?, AnyObject?)] = [
            ("class" as NSString, "genp" as NSString),
            (CoreFoundationMade.string("acct"), "a" as NSString),
            (CoreFoundationMade.string("acct"), "b" as NSString),
        ]
        CoreFoundationMade.withDictionary(entries) { dictionary in
            #expect(code(dictionary) == .parameter)
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
        failure { () throws(KeychainError) in _ = try CopyRequest(dictionary) }
    }
}
