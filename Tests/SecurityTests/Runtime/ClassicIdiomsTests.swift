// SPDX-License-Identifier: Apache-2.0
import KeychainTestSupport
import Security
import SwiftKeychain
import Testing

/// The idioms of Core Foundation as C programmers write them in Swift, in a file that imports no more
/// than Security.
@Suite struct ClassicIdiomsTests {
    private func pointer(_ object: CFTypeRef) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }

    private func string(_ text: String) -> CFString {
        CFStringCreateWithCString(
            kCFAllocatorDefault, text, CFStringBuiltInEncodings.UTF8.rawValue)
    }

    @Test func aQueryMadeEntryByEntry() throws {
        let test = TestKeychain()
        try Keychain.$override.withValue(test.keychain) {
            let secret: [UInt8] = [1, 2, 0, 3]
            let service = string("sérvice")
            let data = try #require(CFDataCreate(kCFAllocatorDefault, secret, secret.count))
            let query = try #require(
                CFDictionaryCreateMutable(
                    kCFAllocatorDefault, 0, &kCFTypeDictionaryKeyCallBacks,
                    &kCFTypeDictionaryValueCallBacks))
            CFDictionaryAddValue(query, pointer(kSecClass), pointer(kSecClassGenericPassword))
            CFDictionaryAddValue(query, pointer(kSecAttrService), pointer(service))
            CFDictionarySetValue(query, pointer(kSecValueData), pointer(data))
            #expect(SecItemAdd(query, nil) == errSecSuccess)
            CFDictionaryRemoveValue(query, pointer(kSecValueData))
            CFDictionarySetValue(
                query, unsafeBitCast(kSecReturnData, to: UnsafeRawPointer.self),
                unsafeBitCast(kCFBooleanTrue, to: UnsafeRawPointer.self))
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query, &result) == errSecSuccess)
            let found = try #require(result)
            #expect(CFGetTypeID(found) == CFDataGetTypeID())
            let bytes = unsafeDowncast(found, to: CFData.self)
            #expect(CFDataGetLength(bytes) == 4)
            let start = try #require(CFDataGetBytePtr(bytes))
            #expect(Array(UnsafeBufferPointer(start: start, count: 4)) == secret)
            CFRelease(found)
            CFDictionaryRemoveValue(query, pointer(kSecReturnData))
            #expect(SecItemDelete(query) == errSecSuccess)
        }
    }

    @Test func entries() throws {
        let query = try #require(CFDictionaryCreateMutable(nil, 0, nil, nil))
        let (one, two, three, key) = (string("one"), string("two"), string("three"), string("acct"))
        CFDictionaryAddValue(query, pointer(kSecAttrAccount), pointer(one))
        // Adding doesn't replace, setting does; an equal key is the same key.
        CFDictionaryAddValue(query, pointer(key), pointer(two))
        #expect(CFDictionaryGetCount(query) == 1)
        #expect(CFDictionaryGetValue(query, pointer(kSecAttrAccount)) == pointer(one))
        CFDictionarySetValue(query, pointer(key), pointer(three))
        var value: UnsafeRawPointer?
        #expect(CFDictionaryGetValueIfPresent(query, pointer(kSecAttrAccount), &value))
        #expect(value == pointer(three))
        #expect(!CFDictionaryGetValueIfPresent(query, pointer(kSecClass), &value))
        #expect(!CFDictionaryContainsKey(query, pointer(kSecClass)))
        let copy = try #require(CFDictionaryCreateMutableCopy(nil, 0, query))
        CFDictionaryRemoveAllValues(query)
        #expect(CFDictionaryGetCount(query) == 0 && CFDictionaryGetCount(copy) == 1)
        var keys = [UnsafeRawPointer?](repeating: nil, count: 1)
        var values = keys
        CFDictionaryGetKeysAndValues(copy, &keys, &values)
        #expect(values[0] == pointer(three))
        #expect(keys[0].map { Unmanaged<CFString>.fromOpaque($0).takeUnretainedValue() } == "acct")
        withExtendedLifetime((one, two, three, key)) {}
    }

    @Test func dictionariesAndArraysMadeAtOnce() throws {
        var keys: [UnsafeRawPointer?] = [pointer(kSecClass), pointer(kSecMatchLimit)]
        var values: [UnsafeRawPointer?] = [pointer(kSecClassKey), pointer(kSecMatchLimitAll)]
        let query = try #require(
            CFDictionaryCreate(
                nil, &keys, &values, 2, &kCFTypeDictionaryKeyCallBacks,
                &kCFTypeDictionaryValueCallBacks))
        #expect(CFDictionaryGetCount(query) == 2)
        #expect(CFDictionaryGetValue(query, pointer(kSecMatchLimit)) == values[1])
        #expect(CFEqual(CFDictionaryCreateCopy(nil, query), query))
        let array = try #require(CFArrayCreate(nil, &values, 2, &kCFTypeArrayCallBacks))
        #expect(CFArrayGetCount(array) == 2 && CFArrayGetValueAtIndex(array, 1) == values[1])
        let grown = try #require(CFArrayCreateMutable(nil, 0, &kCFTypeArrayCallBacks))
        let policy = SecPolicyCreateBasicX509()
        CFArrayAppendValue(grown, pointer(policy))
        let element = try #require(CFArrayGetValueAtIndex(grown, 0))
        #expect(unsafeBitCast(element, to: SecPolicy.self) === policy)
    }

    @Test func aResultOfSeveral() throws {
        let test = TestKeychain()
        try Keychain.$override.withValue(test.keychain) {
            for account in ["a", "b"] {
                let item: [CFString: Any] = [
                    kSecClass: kSecClassGenericPassword, kSecAttrAccount: account,
                ]
                #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            }
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
                kSecReturnAttributes: kCFBooleanTrue!,
            ]
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let array = unsafeDowncast(try #require(result), to: CFArray.self)
            #expect(CFGetTypeID(array) == CFArrayGetTypeID() && CFArrayGetCount(array) == 2)
            let accounts = (0..<CFArrayGetCount(array)).compactMap { index in
                let entry = unsafeBitCast(
                    CFArrayGetValueAtIndex(array, index), to: CFDictionary.self)
                return CFDictionaryGetValue(entry, pointer(kSecAttrAccount)).map {
                    unsafeBitCast($0, to: CFString.self)
                }
            }
            #expect(accounts == [string("a"), string("b")])
        }
    }

    @Test func texts() throws {
        let utf8 = CFStringBuiltInEncodings.UTF8.rawValue
        let text = string("naïve")
        #expect(CFStringGetLength(text) == 5)
        #expect(CFStringGetMaximumSizeForEncoding(5, utf8) == 15)
        var buffer = [CChar](repeating: 1, count: 7)
        #expect(CFStringGetCString(text, &buffer, buffer.count, utf8))
        #expect(buffer.map(UInt8.init(truncatingIfNeeded:)) == Array("naïve".utf8) + [0])
        #expect(!CFStringGetCString(text, &buffer, 6, utf8))
        #expect(!CFStringGetCString(text, &buffer, 7, CFStringBuiltInEncodings.ASCII.rawValue))
        #expect(!CFStringGetCString(text, &buffer, 7, 0xFFFF_FFFF))
        #expect(CFStringGetCStringPtr(text, utf8) == nil)
        #expect(CFStringCreateWithBytes(nil, [0xFF, 0xFE], 2, utf8, false) == nil)
        #expect(CFStringCreateWithBytes(nil, [0x61, 0], 2, kCFStringEncodingUTF8, false) == "a\0")
        #expect(CFStringCreateWithCString(nil, "x", 0xFFFF_FFFF) == nil)
        #expect(CFStringCompare(text, string("NAÏVE"), []) == .compareGreaterThan)
        #expect(CFStringCompare(text, string("NAÏVE"), .compareCaseInsensitive) == .compareEqualTo)
        let spelled = string("nai\u{308}ve")
        #expect(CFStringCompare(text, spelled, []) != .compareEqualTo)
        #expect(CFStringCompare(text, spelled, .compareNonliteral) == .compareEqualTo)
    }

    @Test func numbersBooleansAndDates() throws {
        var bits: Int32 = 2048
        let size = try #require(CFNumberCreate(kCFAllocatorDefault, .sInt32Type, &bits))
        var wide: Int64 = 0
        #expect(CFNumberGetValue(size, .sInt64Type, &wide) && wide == 2048)
        var narrow: Int8 = 1
        #expect(!CFNumberGetValue(size, .sInt8Type, &narrow))
        var half = 0.5
        var whole = 0
        let fraction = CFNumberCreate(nil, .doubleType, &half)
        #expect(!CFNumberGetValue(fraction, .cfIndexType, &whole) && whole == 0)
        #expect(CFBooleanGetValue(kCFBooleanTrue) && !CFBooleanGetValue(kCFBooleanFalse))
        #expect(CFDateGetAbsoluteTime(CFDateCreate(nil, 12.5)) == 12.5)
    }

    @Test func bytes() throws {
        let data = try #require(CFDataCreateMutable(nil, 0))
        CFDataAppendBytes(data, [1, 2, 3], 3)
        CFDataGetMutableBytePtr(data)[0] = 9
        var middle: [UInt8] = [0, 0]
        CFDataGetBytes(data, CFRangeMake(1, 2), &middle)
        #expect(middle == [2, 3] && CFDataGetBytePtr(data)[0] == 9)
        #expect(CFRetain(data) === data)
    }

    @Test func bytesThatAreNotCopied() throws {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 2)
        bytes.initialize(repeating: 5, count: 2)
        for _ in 0..<2 {
            let data = try #require(CFDataCreateWithBytesNoCopy(nil, bytes, 2, kCFAllocatorNull))
            #expect(CFDataGetLength(data) == 2 && CFDataGetBytePtr(data) == UnsafePointer(bytes))
        }
        bytes.deallocate()
        let owned = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
        let data = try #require(CFDataCreateWithBytesNoCopy(nil, owned, 64, kCFAllocatorDefault))
        #expect(CFDataGetBytePtr(data) == UnsafePointer(owned))
    }

    @Test func setsHaveAType() {
        #expect(CFGetTypeID(CFSet(array: ["one"])) == CFSetGetTypeID())
        #expect(CFSetGetTypeID() != CFArrayGetTypeID())
    }

    @Test func valuesOfAMutableDictionaryAreSetByKey() {
        let query = CFMutableDictionary()
        query.setValue("mail", forKey: kSecAttrService as String)
        query.setValue(kSecClassKey, forKey: kSecClass as String)
        query.setValue(nil, forKey: kSecClass as String)
        #expect(query as CFDictionary as? [String: String] == ["svce": "mail"])
    }
}
