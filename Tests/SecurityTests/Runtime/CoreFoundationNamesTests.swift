// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import Testing

/// The names of Core Foundation that callers of the keychain use beside it.
@Suite struct CoreFoundationNamesTests {
    @Test func errorsAreMade() throws {
        let cause = try #require(CFErrorCreate(kCFAllocatorDefault, kCFErrorDomainPOSIX, 2, nil))
        #expect(cause.domain == NSPOSIXErrorDomain && CFErrorGetCode(cause) == 2)
        let words: [CFString: Any] = [
            kCFErrorLocalizedDescriptionKey: "what", kCFErrorLocalizedFailureReasonKey: "why",
            kCFErrorLocalizedRecoverySuggestionKey: "do", kCFErrorUnderlyingErrorKey: cause,
        ]
        let error = try #require(
            CFErrorCreate(
                nil, kCFErrorDomainOSStatus, CFIndex(errSecItemNotFound), words as CFDictionary))
        #expect(CFErrorGetDomain(error) == NSString(string: NSOSStatusErrorDomain))
        #expect(error.localizedDescription == "what" && error.localizedFailureReason == "why")
        #expect(error.localizedRecoverySuggestion == "do")
        #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError) == cause)
        #expect(CFErrorCopyFailureReason(error) == "why")
        #expect(CFErrorCopyRecoverySuggestion(error) == "do")
        #expect(CFErrorCopyRecoverySuggestion(cause) == nil)
    }

    @Test func keysAreTheirTexts() {
        let texts: [(CFString, String)] = [
            (kCFErrorDomainOSStatus, NSOSStatusErrorDomain),
            (kCFErrorDomainPOSIX, NSPOSIXErrorDomain),
            (kCFErrorLocalizedDescriptionKey, NSLocalizedDescriptionKey),
            (kCFErrorLocalizedFailureKey, "NSLocalizedFailure"),
            (kCFErrorLocalizedFailureReasonKey, NSLocalizedFailureReasonErrorKey),
            (kCFErrorLocalizedRecoverySuggestionKey, NSLocalizedRecoverySuggestionErrorKey),
            (kCFErrorDescriptionKey, "NSDescription"),
            (kCFErrorUnderlyingErrorKey, NSUnderlyingErrorKey), (kCFErrorURLKey, NSURLErrorKey),
            (kCFErrorFilePathKey, NSFilePathErrorKey),
            (kCFBundleIdentifierKey, "CFBundleIdentifier"),
            (kCFBundleVersionKey, "CFBundleVersion"), (kCFBundleNameKey, "CFBundleName"),
        ]
        for (key, text) in texts { #expect(key as String == text) }
    }

    @Test func theRest() {
        #expect(abs(CFAbsoluteTimeGetCurrent() - Date.timeIntervalSinceReferenceDate) < 3600)
        #expect(kCFAllocatorNull != nil && kCFAllocatorDefault == nil)
        let bytes = malloc(2)?.assumingMemoryBound(to: UInt8.self)
        let freed = CFDataCreateWithBytesNoCopy(nil, bytes, 2, kCFAllocatorMalloc)
        #expect(CFDataGetLength(freed) == 2)
    }

    private func pointer(_ object: CFTypeRef) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }

    @Test func elementsAreFound() throws {
        let array = ["a", "b", "a"] as CFArray
        let (a, b, c) = ("a" as CFString, "b" as CFString, "c" as CFString)
        let all = CFRangeMake(0, CFArrayGetCount(array))
        #expect(CFArrayGetFirstIndexOfValue(array, all, pointer(b)) == 1)
        #expect(CFArrayGetFirstIndexOfValue(array, CFRangeMake(1, 2), pointer(a)) == 2)
        #expect(CFArrayGetFirstIndexOfValue(array, all, pointer(c)) == kCFNotFound)
        #expect(CFArrayContainsValue(array, all, pointer(b)))
        #expect(!CFArrayContainsValue(array, CFRangeMake(2, 1), pointer(b)))
        #expect(CFArrayGetCountOfValue(array, all, pointer(a)) == 2)
        let copy = try #require(CFArrayCreateMutableCopy(nil, 0, array))
        CFArrayAppendValue(copy, pointer(c))
        #expect(CFArrayGetCount(CFArrayCreateCopy(nil, copy)) == 4 && CFArrayGetCount(array) == 3)
    }

    @Test func bytesAreCopiedAndText() throws {
        let bytes = Data([1, 2]) as CFData
        let copy = try #require(CFDataCreateMutableCopy(nil, 0, bytes))
        CFDataAppendBytes(copy, [3], 1)
        #expect(CFDataCreateCopy(nil, copy) as Data == Data([1, 2, 3]))
        #expect(bytes as Data == Data([1, 2]))
        let text = "pässword" as CFString
        let (utf8, ascii) = (kCFStringEncodingUTF8, kCFStringEncodingASCII)
        let data = try #require(CFStringCreateExternalRepresentation(nil, text, utf8, 0))
        #expect(data as Data == Data("pässword".utf8))
        #expect(CFStringCreateFromExternalRepresentation(nil, data, utf8) == text)
        #expect(CFStringCreateFromExternalRepresentation(nil, data, ascii) == nil)
        #expect(CFStringCreateExternalRepresentation(nil, text, ascii, 0) == nil)
        let lossy = CFStringCreateExternalRepresentation(nil, text, ascii, 63) as Data?
        #expect(lossy == Data("p?ssword".utf8))
    }

    @Test func typesOfNumbers() {
        let integers: [NSNumber] = [
            NSNumber(value: Int8.min), NSNumber(value: UInt8.max), NSNumber(value: Int16.min),
            NSNumber(value: UInt16.max), NSNumber(value: Int32.min), NSNumber(value: UInt32.max),
            NSNumber(value: Int64.min), NSNumber(value: Int64.max), kCFBooleanTrue,
        ]
        for number in integers {
            var value: Int64 = 0
            #expect(CFNumberGetValue(number, CFNumberGetType(number), &value), "\(number)")
            #expect(!CFNumberIsFloatType(number))
        }
        #expect(CFNumberGetType(1 as NSNumber) == .sInt32Type)
        #expect(CFNumberGetType(NSNumber(value: Int64.max)) == .sInt64Type)
        #expect(CFNumberGetType(NSNumber(value: Float(1))) == .float32Type)
        #expect(CFNumberGetType(NSNumber(value: 1.5)) == .float64Type)
        #expect(CFNumberIsFloatType(NSNumber(value: Float(1))))
        #expect(CFNumberIsFloatType(NSNumber(value: 1.5)))
    }

    @Test func objectsAndTypesAreDescribed() async {
        #expect(CFCopyTypeIDDescription(CFStringGetTypeID()) == "CFString")
        #expect(CFCopyTypeIDDescription(SecKeyGetTypeID()) == "SecKey")
        let shown = await #expect(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            CFShow("text" as CFString)
            CFShow(nil)
        }
        let text = shown.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(text?.contains("text\n(null)\n") == true)
    }

    /// The names that Darwin gives them.
    @Test func attributesOfCertificatesAndLists() {
        let attributes: [SecItemAttr] = [
            .certificateType, .certificateEncoding, .crlType, .crlEncoding, .alias,
        ]
        let codes = ["ctyp", "cenc", "crtp", "crnc", "alis"].map { text in
            text.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        #expect(attributes.map(\.rawValue) == codes)
        #expect(kSecAlias == .alias && kSecCrlType == .crlType)
    }

    @Test func parametersOfImports() {
        let parameters = SecItemImportExportKeyParameters()
        let access: Unmanaged<SecAccess>? = parameters.accessRef
        #expect(access == nil)
    }
}
