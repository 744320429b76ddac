// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

import SwiftKeychainModel
@testable import Security

@Suite struct AccessControlTests {
    private func make(
        _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags
    ) -> (SecAccessControl?, CFError?) {
        var error: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(
            kCFAllocatorDefault, protection, flags, &error)
        return (control, error?.takeRetainedValue())
    }

    @Test func everyProtectionIsAccepted() {
        for protection in [
            kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock,
            kSecAttrAccessibleAlways, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
            kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
            kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            kSecAttrAccessibleAlwaysThisDeviceOnly,
        ] {
            let (control, error) = make(protection, [])
            #expect(control?.value.protection.rawValue == protection as String)
            #expect(control?.value.isConstrained == false)
            #expect(error == nil)
        }
    }

    @Test func anythingElseIsNoProtection() {
        let others: [CFTypeRef] = [
            NSString("f"), NSString(""), NSString("AK"), NSNumber(value: 1), NSNull(),
            NSData(), kSecClassKey,
        ]
        for other in others {
            let (control, error) = make(other, .userPresence)
            #expect(control == nil)
            #expect(error?.code == Int(errSecParam))
        }
    }

    static let accepted: [SecAccessControlCreateFlags] = [
        [], .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .watch,
        .applicationPassword, .privateKeyUsage, .or, .and,
        [.userPresence, .applicationPassword], [.userPresence, .privateKeyUsage],
        [.userPresence, .applicationPassword, .privateKeyUsage],
        [.biometryAny, .or, .devicePasscode], [.biometryCurrentSet, .and, .devicePasscode],
        [.biometryAny, .devicePasscode, .companion], [.biometryAny, .privateKeyUsage],
        [.devicePasscode, .and, .applicationPassword],
    ]

    @Test(arguments: accepted) func combinationIsAccepted(flags: SecAccessControlCreateFlags) {
        let (control, error) = make(kSecAttrAccessibleWhenUnlocked, flags)
        #expect(control?.value.flags.rawValue == UInt64(flags.rawValue))
        #expect(error == nil)
    }

    static let refused: [SecAccessControlCreateFlags] = [
        [.or, .and], [.or, .and, .biometryAny], [.biometryAny, .biometryCurrentSet],
        [.userPresence, .biometryAny], [.userPresence, .biometryCurrentSet],
        [.userPresence, .devicePasscode], [.userPresence, .companion], [.userPresence, .or],
        [.userPresence, .and], [.userPresence, .or, .applicationPassword],
        SecAccessControlCreateFlags(rawValue: 1 << 2),
        SecAccessControlCreateFlags(rawValue: 1 << 40), [.biometryAny, .init(rawValue: 1 << 20)],
    ]

    @Test(arguments: refused) func combinationIsRefused(flags: SecAccessControlCreateFlags) {
        let (control, error) = make(kSecAttrAccessibleWhenUnlocked, flags)
        #expect(control == nil)
        #expect(error?.code == Int(errSecParam))
        // No room for an error is no reason to crash.
        #expect(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil) == nil)
    }

    @Test func theErrorTellsWhy() throws {
        let error = try #require(make(NSString("f"), []).1)
        #expect(CFErrorGetDomain(error) as String == "NSOSStatusErrorDomain")
        #expect(CFErrorGetCode(error) == Int(errSecParam))
        let sentence = try #require(SecCopyErrorMessageString(errSecParam, nil))
        #expect(CFErrorCopyDescription(error) == sentence)
        let information = try #require(CFErrorCopyUserInfo(error) as? [String: Any])
        #expect(
            (information[NSDebugDescriptionErrorKey] as? String)?.contains("protection") == true)
        #expect((error as Error).localizedDescription == sentence as String)
    }

    @Test func equalityGoesByClassAndConstraints() {
        let one = make(kSecAttrAccessibleWhenUnlocked, .biometryAny).0
        #expect(one == make(kSecAttrAccessibleWhenUnlocked, .touchIDAny).0)
        #expect(one != make(kSecAttrAccessibleWhenUnlocked, .userPresence).0)
        #expect(one != make(kSecAttrAccessibleAlways, .biometryAny).0)
        #expect(one?.hash == make(kSecAttrAccessibleWhenUnlocked, .biometryAny).0?.hash)
        #expect(one?.description == "<SecAccessControl: ak, flags 0x2>")
        // Without flags it is the access control of a plain item.
        #expect(make(kSecAttrAccessibleAlways, []).0?.value == AccessControl(plain: .always))
    }
}
