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
