// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import Testing
import VectorSupport

@testable import SwiftKeychainSealing

@Suite struct KeybagTests {
    let deviceKey: DeviceKey
    let keybag: Keybag
    init() throws {
        deviceKey = try DeviceKey.generate()
        keybag = try Keybag.create(deviceKey: deviceKey)
    }

    func refusal(_ record: [UInt8], _ key: DeviceKey? = nil) -> KeychainError? {
        do {
            _ = try Keybag(record: record, deviceKey: key ?? deviceKey)
            return nil
        } catch { return error }
    }

    @Test func reopens() throws {
        let again = try Keybag(record: keybag.record, deviceKey: deviceKey)
        #expect(again.record == keybag.record)
        #expect(again.storeIdentifier == keybag.storeIdentifier)
        #expect(keybag.storeIdentifier.count == 16)
        #expect(!again.hasPasscode)
        #expect(
            Keybag.deviceKeyIdentifier(inRecord: keybag.record) == deviceKey.identifier)
        for protection in ProtectionClass.allCases where protection.rawValue != "akpu" {
            try again.check(protection)
        }
    }

    @Test func twoStoresShareNothing() throws {
        let other = try Keybag.create(deviceKey: deviceKey)
        #expect(other.storeIdentifier != keybag.storeIdentifier)
        #expect(
            other.digests(of: Sample.attributes, in: .genericPassword)
                != keybag.digests(of: Sample.attributes, in: .genericPassword))
    }

    @Test func refusesEveryFlippedBit() {
        for record in DamageTests.flips(of: keybag.record) {
            #expect(refusal(record)?.code == .notAvailable)
        }
    }

    @Test func refusesEveryTruncationAndMore() {
        for count in 0..<keybag.record.count {
            #expect(refusal(Array(keybag.record.prefix(count)))?.code == .notAvailable)
        }
        #expect(refusal(keybag.record + [0])?.code == .notAvailable)
        #expect(refusal(keybag.record + keybag.record)?.code == .notAvailable)
    }

    @Test func namesBothKeysWhenTheKeyIsAnother() throws {
        let other = try DeviceKey.generate()
        let error = try #require(refusal(keybag.record, other))
        #expect(error.code == .notAvailable)
        #expect(error.detail.contains(deviceKey.identifier.hexadecimal))
        #expect(error.detail.contains(other.identifier.hexadecimal))
    }

    /// A forger can write another identifier into the record, but not authenticate it.
    @Test func refusesARecordMadeToNameAnotherKey() throws {
        let other = try DeviceKey.generate()
        let forged = keybag.record.replacing(deviceKey.identifier, with: other.identifier)
        #expect(Keybag.deviceKeyIdentifier(inRecord: forged) == other.identifier)
        #expect(refusal(forged, other)?.detail.contains("not authentic") == true)
    }

    @Test func refusesWrappedKeysExchanged() throws {
        let record = try KeybagRecord(keybag.record, deviceKey: deviceKey)
        var wrapped = record.wrapped
        wrapped.swapAt(0, 1)
        // Authenticated again by the device key's owner: the wrapping itself must refuse.
        let forged = KeybagRecord(
            store: record.store, deviceKeyIdentifier: record.deviceKeyIdentifier,
            revision: record.revision, wrapped: wrapped
        ).encoded(under: deviceKey)
        #expect(refusal(forged)?.detail.contains("key ak") == true)
    }

    @Test func refusesWrappedKeysOfAnotherStore() throws {
        let other = try Keybag.create(deviceKey: deviceKey)
        let record = try KeybagRecord(other.record, deviceKey: deviceKey)
        let forged = KeybagRecord(
            store: keybag.storeIdentifier, deviceKeyIdentifier: deviceKey.identifier,
            revision: 1, wrapped: record.wrapped
        ).encoded(under: deviceKey)
        #expect(refusal(forged)?.code == .notAvailable)
    }

    @Test func findsNoIdentifierInAnythingElse() {
        for record in [[], [0x80], [0x88], Array(keybag.record.dropLast())] as [[UInt8]] {
            #expect(Keybag.deviceKeyIdentifier(inRecord: record) == nil)
        }
    }

    @Test func refusesAnyBytes() {
        for count in 0..<200 {
            let record = (0..<count).map { _ in UInt8.random(in: 0...255) }
            #expect(refusal(record)?.code == .notAvailable)
        }
    }
}

@Suite struct DeviceKeyTests {
    @Test func keepsItsBytes() throws {
        let bytes = SecretBytes(copying: (0..<32).map { $0 })
        let key = try DeviceKey(bytes: bytes)
        #expect(key.withBytes { Array($0) } == (0..<32).map { $0 })
        #expect(try DeviceKey(bytes: bytes).identifier == key.identifier)
        #expect(key.identifier.count == 16)
    }

    @Test(arguments: [0, 1, 31, 33, 64])
    func takesNothingButThirtyTwoBytes(_ count: Int) {
        #expect {
            try DeviceKey(bytes: SecretBytes(count: count) { _ in })
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    @Test func makesANewOneEachTime() throws {
        #expect(try DeviceKey.generate().identifier != DeviceKey.generate().identifier)
    }

    @Test func describesItselfByItsIdentifier() throws {
        let key = try DeviceKey(bytes: SecretBytes(copying: (0..<32).map { _ in 0x41 }))
        #expect(key.description == "DeviceKey(\(key.identifier.hexadecimal))")
        #expect(!"\(String(reflecting: key))".contains("AAAA"))
    }
}
