// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import CertificateTestSupport
import Foundation
import SwiftKeychainPKI
import SwiftKeychainModel
import Testing

@testable import Security

@Suite struct ReferenceObjectTests {
    private static func password(_ last: UInt8) -> SecKeychainItem {
        let uuid = [UInt8](repeating: 1, count: 15) + [last]
        return SecKeychainItem(PersistentReference(itemClass: .genericPassword, uuid: uuid))
    }

    private static let key = SecKey(try! CryptoKey.generate(.ellipticCurve, bits: 256))

    private static func certificate() -> SecCertificate {
        SecCertificateCreateWithData(nil, Data(SmallCertificate.der) as CFData)!
    }

    /// Makes one object of each class, with its type.
    private static func all() -> [(CoreFoundationObject, CFTypeID)] {
        [
            (password(1), SecKeychainItemGetTypeID()),
            (SecKeychain(Keychain(path: "/tmp/a.db")), SecKeychainGetTypeID()),
            (SecAccessControl(AccessControl(plain: .always)), SecAccessControlGetTypeID()),
            (certificate(), SecCertificateGetTypeID()), (key, SecKeyGetTypeID()),
            (SampleIdentity.ellipticCurve.identity, SecIdentityGetTypeID()),
            (SecPolicy(.basic), SecPolicyGetTypeID()),
            (SecTrust([certificate().certificate], [.basic]), SecTrustGetTypeID()),
            (SecKeychainSearch([]), SecKeychainSearchGetTypeID()),
        ]
    }

    @Test func typesAreDistinctAndNamed() {
        let types = Self.all().map(\.1)
        #expect(Set(types).count == types.count)
        #expect(!types.contains(0))
        #expect(text(cTypeDescription(SecKeychainItemGetTypeID())) == "SecKeychainItem")
    }

    @Test func theHeaderIsTheThirdWord() {
        for (object, type) in Self.all() {
            let word = withPointer(object) { $0.load(fromByteOffset: 16, as: UInt64.self) }
            #expect(word & 0xFFFF_FFFF == UInt64(type) << 8 | 0x80)
        }
    }

    @Test func typeIsSeenFromSwiftAndFromC() {
        for (object, type) in Self.all() {
            #expect(CFGetTypeID(object) == type)
            #expect(withPointer(object, cTypeID) == type)
        }
    }

    @Test func coreFoundationCounts() {
        weak var gone: SecKeychainItem?
        var pointer: UnsafeRawPointer?
        do {
            let object = Self.password(2)
            gone = object
            pointer = withPointer(object, cRetain)
        }
        #expect(gone != nil)
        cRelease(pointer!)
        #expect(gone == nil)
    }

    @Test func equalityAndHashGoByValue() {
        #expect(Self.password(1) == Self.password(1))
        #expect(Self.password(1) != Self.password(2))
        let (one, same, other) = (Self.password(1), Self.password(1), Self.password(2))
        withPointer(one) { one in
            withPointer(same) {
                #expect(cEqual(one, $0) == 1)
                #expect(cHash(one) == cHash($0))
            }
            withPointer(other) { #expect(cEqual(one, $0) == 0) }
        }
        #expect(CFEqual(one, same) && !CFEqual(one, other))
        #expect(CFHash(one) == CFHash(same))
        #expect(SecKeychain(.login) == SecKeychain(.login))
        #expect(SecKeychain(.login) != SecKeychain(Keychain(path: "/a")))
        #expect(!SecKeychain(.login).isEqual(nil))
        #expect(!Self.password(1).isEqual(SecKeychain(.login)))
        #expect(Self.certificate() == Self.certificate())
    }

    @Test func descriptionsHoldNoValues() {
        for (object, _) in Self.all() {
            #expect(withPointer(object) { text(cDescription($0)) } == object.description)
        }
        #expect(Self.password(1).description == "<SecKeychainItem: genp>")
        #expect(SecKeychain(.login).description == "<SecKeychain: login>")
        #expect(
            CFCopyDescription(Self.key) as String?
                == "<SecKey: private elliptic curve key, 256 bits>")
    }

    @Test func collectionsOfCoreFoundationHoldThem() throws {
        let arrayCallBacks = try #require(symbol(nil, "kCFTypeArrayCallBacks"))
        let setCallBacks = try #require(symbol(nil, "kCFTypeSetCallBacks"))
        weak var gone: SecKeychainItem?
        let array = cArray(nil, 0, arrayCallBacks)
        let set = cSet(nil, 0, setCallBacks)
        do {
            let object = Self.password(3)
            gone = object
            for (other, _) in Self.all() {
                withPointer(other) {
                    cAppend(array, $0)
                    cAdd(set, $0)
                    cAdd(set, $0)
                }
            }
            withPointer(object) { cAppend(array, $0) }
        }
        #expect(cCount(set) == 9)
        withPointer(Self.password(1)) {
            #expect(cContains(set, $0) == 1)
            #expect(cIndex(array, 0, 10, $0) == 0)
        }
        withPointer(Self.password(3)) {
            #expect(cContains(set, $0) == 0)
            #expect(cIndex(array, 0, 10, $0) == 9)
        }
        #expect(gone != nil)
        cRelease(array)
        cRelease(set)
        #expect(gone == nil)
    }

    @Test func collectionsOfSwiftAndFoundationHoldThem() {
        let item = Self.password(1)
        let query: [String: Any] = [kSecValueRef as String: item]
        let dictionary = query as CFDictionary
        #expect(dictionary[kSecValueRef] as? SecKeychainItem == item)
        let isSame = dictionary[kSecValueRef] as AnyObject === item
        #expect(isSame)
        #expect(Set([item, Self.password(1), Self.password(2)]).count == 2)
        let hashed: [String: AnyHashable] = ["r": item]
        #expect(hashed["r"] == AnyHashable(Self.password(1)))
        #expect(([item] as CFArray).contains(Self.password(1)))
        #expect(NSSet(array: [item]).contains(Self.password(1)))
    }

    @Test func typesOfTheUsualObjects() {
        #expect(CFGetTypeID(NSString("a")) == CFStringGetTypeID())
        #expect(CFGetTypeID("a" as CFString) == CFStringGetTypeID())
        #expect(CFGetTypeID(Data([1]) as CFData) == CFDataGetTypeID())
        #expect(CFGetTypeID(["a": 1] as CFDictionary) == CFDictionaryGetTypeID())
        #expect(CFGetTypeID([1] as CFArray) == CFArrayGetTypeID())
        #expect(CFGetTypeID(NSNumber(value: 5)) == CFNumberGetTypeID())
        #expect(CFGetTypeID(kCFBooleanTrue) == CFBooleanGetTypeID())
        #expect(CFGetTypeID(Date() as CFDate) == CFDateGetTypeID())
        #expect(CFGetTypeID(kCFNull) == CFNullGetTypeID())
        #expect(CFGetTypeID(NSError(domain: "d", code: 1)) == CFErrorGetTypeID())
        final class Plain {}
        #expect(CFGetTypeID(Plain()) == 0)
        #expect(CFGetTypeID(nil) == 0)
        #expect(kCFAllocatorDefault == nil)
    }
}
