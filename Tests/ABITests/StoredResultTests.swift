// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import Testing

@testable import SwiftKeychainABI
import Security

/// The variables of C callers: a function that fails stores nothing there, NULL neither.
@Suite struct StoredResultTests {
    /// What the caller's variable holds before the call.
    private let sentinel = UnsafeRawPointer(bitPattern: 0x5EED)

    @Test func aFailureStoresNothing() {
        var place = sentinel
        for made in [nil, NSObject()] {
            let status = Returned.storing(NSObject.self, &place) {
                $0.pointee = made
                return errSecItemNotFound
            }
            #expect(status == errSecItemNotFound && place == sentinel)
        }
        #expect(Returned.storingAny(&place) { _ in errSecParam } == errSecParam)
        #expect(place == sentinel)
        var number: UInt32 = 0x5EED
        let status = Returned.storing(CMSSignerStatus.self, &number) {
            $0.initialize(to: .valid)
            return errSecParam
        }
        #expect(status == errSecParam && number == 0x5EED)
    }

    @Test func aSuccessStoresTheResult() {
        var place = sentinel
        #expect(Returned.storing(NSObject.self, &place) { _ in errSecSuccess } == errSecSuccess)
        #expect(place == nil)
        let made = NSData(data: Data([1]))
        _ = Returned.storingAny(&place) {
            $0?.pointee = made
            return errSecSuccess
        }
        #expect(place == UnsafeRawPointer(Unmanaged.passUnretained(made).toOpaque()))
        if let place { Unmanaged<NSData>.fromOpaque(place).release() }
        var number: UInt32 = 0x5EED
        _ = Returned.storing(CMSSignerStatus.self, &number) {
            $0.initialize(to: .invalidIndex)
            return errSecSuccess
        }
        #expect(number == CMSSignerStatus.invalidIndex.rawValue)
    }

    @Test func withoutAnErrorNoneIsStored() {
        var place = sentinel
        #expect(Returned.storingError(&place) { _ in true } && place == sentinel)
        #expect(Returned.storingUnmanagedError(&place) { _ in true } && place == sentinel)
    }

    @Test func exportedFunctions() {
        let query = [kSecClass: kSecClassGenericPassword, kSecReturnData: true] as NSDictionary
        let empty = NSDictionary()
        Keychain.$override.withValue(TestKeychain().keychain) {
            var place = sentinel
            let found = SecItemCopyMatchingExport(Self.address(query), &place)
            #expect(found == errSecItemNotFound && place == sentinel)
            #expect(SecItemCopyMatchingExport(nil, &place) == errSecParam && place == sentinel)
            #expect(SecItemAddExport(Self.address(empty), &place) == errSecParam)
            #expect(place == sentinel)
            var (count, bytes): (UInt32, UnsafeMutableRawPointer?) = (7, .init(bitPattern: 0x5EED))
            let password = SecKeychainFindGenericPasswordExport(
                nil, 1, "s", 1, "a", &count, &bytes, &place)
            #expect(password == errSecItemNotFound && place == sentinel)
            #expect(count == 7 && bytes == .init(bitPattern: 0x5EED))
        }
    }

    private static func address(_ object: AnyObject) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    }
}
