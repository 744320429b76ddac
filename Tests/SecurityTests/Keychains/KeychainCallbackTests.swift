// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Security
import Testing

/// Callbacks after changes. Other tests change keychains meanwhile, so only this test's count.
@Suite(.serialized) struct KeychainCallbackTests {
    /// The events of the keychains below one folder. Only the main queue uses it.
    final class Events {
        let folder: String
        var seen: [String] = []
        var items: [SecKeychainItem] = []
        init(_ folder: String) { self.folder = folder }
    }

    private static let record: SecKeychainCallback = { event, info, context in
        let events = Unmanaged<Events>.fromOpaque(context!).takeUnretainedValue()
        let keychain = info.pointee.keychain.takeUnretainedValue()
        guard keychain.keychain.path.hasPrefix(events.folder + "/"), info.pointee.pid == getpid()
        else { return errSecSuccess }
        events.seen.append("\(event)")
        if let item = info.pointee.item { events.items.append(item.takeUnretainedValue()) }
        return errSecSuccess
    }

    private static let other: SecKeychainCallback = { _, _, _ in errSecParam }

    private let test = TestKeychain()

    /// Runs `body`, and returns what the callback received.
    private func events(
        _ mask: SecKeychainEventMask = .everyEventMask, _ body: () throws -> Void
    ) async throws -> Events {
        let events = Events(test.home.path)
        let context = Unmanaged.passUnretained(events).toOpaque()
        #expect(SecKeychainAddCallback(Self.record, mask, context) == errSecSuccess)
        try Keychain.$override.withValue(test.keychain, operation: body)
        // Delivered after the calls returned, in their order.
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(SecKeychainRemoveCallback(Self.record) == errSecSuccess)
        return events
    }

    private let query =
        [kSecClass: kSecClassGenericPassword, kSecAttrService: "s"] as [CFString: Any]
        as CFDictionary

    private func item(_ account: String, _ more: [CFString: Any] = [:]) -> CFDictionary {
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: account,
            kSecValueData: Data("x".utf8),
        ]
        return item.merging(more) { $1 } as CFDictionary
    }

    @Test func itemsAreReported() async throws {
        var added: CFTypeRef?
        let events = try await events {
            #expect(SecItemAdd(item("a", [kSecReturnRef: true]), &added) == errSecSuccess)
            #expect(SecItemAdd(item("a"), nil) == errSecDuplicateItem)
            #expect(SecItemAdd(item("b"), nil) == errSecSuccess)
            #expect(SecItemCopyMatching(query, nil) == errSecSuccess)
            let change = [kSecAttrComment: "c"] as [CFString: Any] as CFDictionary
            #expect(SecItemUpdate(query, change) == errSecSuccess)
            var data: UnsafeMutableRawPointer?
            var length: UInt32 = 0
            #expect(
                SecKeychainFindGenericPassword(nil, 1, "s", 1, "a", &length, &data, nil)
                    == errSecSuccess)
            SecKeychainItemFreeContent(nil, data)
            #expect(SecItemDelete(query) == errSecSuccess)
            #expect(SecItemDelete(query) == errSecItemNotFound)
        }
        #expect(
            events.seen == [
                "addEvent", "addEvent", "updateEvent", "updateEvent", "dataAccessEvent",
                "deleteEvent", "deleteEvent",
            ])
        #expect(events.items.first == added as? SecKeychainItem)
        #expect(
            events.items.map { $0 == events.items[0] } == [
                true, false, true, false, true, true, false,
            ])
    }

    /// The bytes of a key are fetched by its reference, for each use.
    @Test func usesOfAStoredKeyAreReported() async throws {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            kSecAttrIsPermanent: true,
        ]
        let events = try await events {
            let key = try #require(SecKeyCreateRandomKey(attributes as CFDictionary, nil))
            #expect(
                SecKeyCreateSignature(
                    key, .ecdsaSignatureMessageX962SHA256, Data("x".utf8) as CFData, nil) != nil)
        }
        #expect(events.seen.last == "dataAccessEvent")
    }

    @Test func keychainsAreReported() async throws {
        let events = try await events {
            var work: SecKeychain?
            #expect(SecKeychainCreate("work", 2, "pw", false, nil, &work) == errSecSuccess)
            #expect(SecKeychainLock(work) == errSecSuccess)
            #expect(SecKeychainLock(work) == errSecSuccess)
            #expect(SecKeychainUnlock(work, 2, "no", true) == errSecAuthFailed)
            #expect(SecKeychainUnlock(work, 2, "pw", true) == errSecSuccess)
            #expect(SecKeychainChangePassword(work, 2, "pw", 3, "new") == errSecSuccess)
            #expect(SecKeychainSetDefault(work) == errSecSuccess)
            #expect(SecKeychainSetDefault(work) == errSecSuccess)
            #expect(SecKeychainDelete(work) == errSecSuccess)
            // Without a password nothing locks.
            #expect(SecKeychainLock(nil) == errSecSuccess)
        }
        #expect(
            events.seen == [
                "keychainListChangedEvent", "lockEvent", "unlockEvent", "passwordChangedEvent",
                "defaultChangedEvent", "defaultChangedEvent", "keychainListChangedEvent",
            ])
        #expect(events.items.isEmpty)
    }

    @Test func trustSettingsAreReported() async throws {
        let certificate = try TrustSamples().root
        let events = try await events {
            #expect(SecTrustSettingsSetTrustSettings(certificate, .user, nil) == errSecSuccess)
            #expect(SecTrustSettingsRemoveTrustSettings(certificate, .user) == errSecSuccess)
        }
        #expect(events.seen == ["trustSettingsChangedEvent", "trustSettingsChangedEvent"])
    }

    /// The other's context may be freed.
    @Test func aCallbackThatAnEarlierOneRemovesIsNotCalled() async throws {
        let remove: SecKeychainCallback = { _, _, _ in SecKeychainRemoveCallback(Self.record) }
        let events = Events(test.home.path)
        let context = Unmanaged.passUnretained(events).toOpaque()
        #expect(SecKeychainAddCallback(remove, .everyEventMask, nil) == errSecSuccess)
        #expect(SecKeychainAddCallback(Self.record, .everyEventMask, context) == errSecSuccess)
        Keychain.$override.withValue(test.keychain) {
            #expect(SecItemAdd(item("a"), nil) == errSecSuccess)
        }
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(events.seen.isEmpty)
        #expect(SecKeychainRemoveCallback(Self.record) == errSecInvalidCallback)
        #expect(SecKeychainRemoveCallback(remove) == errSecSuccess)
    }

    @Test func theMaskSelects() async throws {
        let events = try await events([.deleteEventMask, .lockEventMask]) {
            #expect(SecItemAdd(item("a"), nil) == errSecSuccess)
            #expect(SecItemDelete(query) == errSecSuccess)
        }
        #expect(events.seen == ["deleteEvent"])
    }

    @Test func aCallbackIsAddedOnce() {
        #expect(SecKeychainRemoveCallback(Self.other) == errSecInvalidCallback)
        #expect(SecKeychainAddCallback(Self.other, .addEventMask, nil) == errSecSuccess)
        #expect(SecKeychainAddCallback(Self.other, .addEventMask, nil) == errSecDuplicateCallback)
        #expect(SecKeychainRemoveCallback(Self.record) == errSecInvalidCallback)
        #expect(SecKeychainRemoveCallback(Self.other) == errSecSuccess)
        #expect(SecKeychainRemoveCallback(Self.other) == errSecInvalidCallback)
    }

    @Test func numbersAreApples() {
        #expect(SecKeychainEventMask.trustSettingsChangedEventMask.rawValue == 1 << 12)
        #expect(SecKeychainEventMask.addEventMask.rawValue == 1 << 3)
        #expect(SecKeychainEvent.defaultChangedEvent.rawValue == 9)
    }
}
