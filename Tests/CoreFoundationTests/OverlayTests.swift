// SPDX-License-Identifier: Apache-2.0
import CoreFoundation
import Foundation
internal import Security
import Testing

/// Shows that a file may import Core Foundation and Security both, when it opts in.
@Suite struct OverlayTests {
    @Test func theSharedNamesAreUnambiguous() {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecReturnData as String: kCFBooleanTrue!,
            kSecMatchLimit as String: kSecMatchLimitOne,
        ]
        let dictionary = query as CFDictionary
        let key: CFString = "class" as CFString
        let result: CFTypeRef? = dictionary[key] as CFTypeRef
        #expect(result as? String == "genp")
        #expect(CFGetTypeID(dictionary) == CFDictionaryGetTypeID())
        #expect(CFGetTypeID(kCFBooleanTrue) == CFBooleanGetTypeID())
        #expect(CFEqual(dictionary, query as CFDictionary))
        #expect(CFHash(key) == CFHash(kSecClass))
        let status: OSStatus = errSecSuccess
        #expect(status == noErr)
    }

    @Test func errorsArriveInTheSharedTypes() {
        var error: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(
            kCFAllocatorDefault, kSecAttrAccessibleWhenUnlocked, [.or, .and], &error)
        #expect(control == nil)
        let failure = error?.takeRetainedValue()
        #expect(CFErrorGetCode(failure) == CFIndex(errSecParam))
        #expect(CFErrorGetDomain(failure) as String == NSOSStatusErrorDomain)
    }

    @Test func theNamesAreVisibleBesideAPrivateImport() {
        #expect(service("mail" as CFString)[kSecAttrService] as? String == "mail")
    }

    @Test func theRestOfCoreFoundationStaysVisible() {
        #expect(CFAbsoluteTimeGetCurrent() > 0)
        #expect(CFUUIDGetTypeID() != 0)
    }

    @Test func errorsAreMade() throws {
        let words = [kCFErrorLocalizedDescriptionKey as String: "what"] as CFDictionary
        let error = try #require(CFErrorCreate(nil, kCFErrorDomainOSStatus, -50, words))
        #expect(CFErrorGetCode(error) == -50 && error.localizedDescription == "what")
        #expect(kCFErrorDomainPOSIX as String == NSPOSIXErrorDomain)
        #expect(kCFBundleIdentifierKey as String == "CFBundleIdentifier")
        #expect(kCFAllocatorNull != nil && kCFAllocatorDefault == nil)
    }

    /// The functions make objects of the types that Security takes.
    @Test func aQueryMadeEntryByEntry() throws {
        func pointer(_ object: CFTypeRef) -> UnsafeRawPointer {
            UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
        }
        let utf8 = CFStringBuiltInEncodings.UTF8.rawValue
        let service = CFStringCreateWithCString(kCFAllocatorDefault, "mail", utf8)
        let query = CFDictionaryCreateMutable(
            kCFAllocatorDefault, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks
        )
        CFDictionaryAddValue(query, pointer(kSecClass), pointer(kSecClassGenericPassword))
        CFDictionarySetValue(query, pointer(kSecAttrService), pointer(service!))
        let made: CFDictionary = query!
        #expect(CFDictionaryGetCount(made) == 2)
        #expect(made[kSecAttrService] as? String == "mail")
        var count: Int32 = 3
        let number = CFNumberCreate(nil, .sInt32Type, &count)
        #expect(number as? Int == 3 && CFBooleanGetValue(kCFBooleanTrue))
        let data = CFDataCreate(nil, [1, 2], 2)
        #expect(CFDataGetLength(data) == 2 && CFDataGetBytePtr(data)[1] == 2)
        let lent = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        defer { lent.deallocate() }
        lent.pointee = 7
        let wrapped = CFDataCreateWithBytesNoCopy(nil, lent, 1, kCFAllocatorNull)
        #expect(CFDataGetBytePtr(wrapped)[0] == 7)
        let array = CFArrayCreateMutable(nil, 0, &kCFTypeArrayCallBacks)
        CFArrayAppendValue(array, pointer(data!))
        #expect(CFArrayGetCount(array) == 1 && CFArrayGetValueAtIndex(array, 0) == pointer(data!))
        let all = CFRange(location: 0, length: 1)
        #expect(CFArrayContainsValue(array, all, pointer(data!)))
        #expect(CFArrayGetFirstIndexOfValue(array, all, pointer(number!)) == kCFNotFound)
        #expect(CFArrayGetCount(CFArrayCreateCopy(nil, array)) == 1)
        let copy: CFMutableData? = CFDataCreateMutableCopy(kCFAllocatorMalloc, 0, data)
        #expect(CFDataGetLength(CFDataCreateCopy(nil, copy)) == 2)
        #expect(CFNumberGetType(number) == .sInt32Type && !CFNumberIsFloatType(number))
        let bytes = CFStringCreateExternalRepresentation(nil, service, utf8, 0)
        #expect(CFStringCreateFromExternalRepresentation(nil, bytes, utf8) == service)
        let name: CFString? = CFCopyTypeIDDescription(CFStringGetTypeID())
        #expect(name == "CFString")
        #expect(CFRetain(array) === array)
        CFRelease(array)
    }
}
