// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import Testing

@testable import SwiftKeychainPKI

/// What is a key, and what is none.
@Suite struct KeyFormatTests {
    @Test(arguments: SampleKeys.all) func keysAreReadAsTheyAreWritten(key: CryptoKey) throws {
        let secret = try #require(key.privateBytes)
        let again = try CryptoKey.read(key.type, .private, bytes: secret.copied)
        #expect(again == key && again.hashValue == key.hashValue)
        #expect(again.bits == key.bits && again.family == key.family)
        #expect(again.privateBytes == secret)
        let other = try CryptoKey.read(key.type, .public, bytes: key.publicBytes)
        #expect(try other == key.publicKey() && other != key)
        #expect(other.privateBytes == nil)
        #expect(try other.publicKey() === other)
        #expect(other.publicKeyHash == key.publicKeyHash && key.publicKeyHash.count == 20)
    }

    @Test(arguments: SampleKeys.all) func noPartOfAKeyIsAKey(key: CryptoKey) throws {
        for (part, bytes) in [
            (CryptoKey.Part.public, key.publicBytes), (.private, key.privateBytes!.copied),
        ] {
            for count in 0..<bytes.count {
                refuse(key.type, part, Array(bytes[..<count]))
            }
            refuse(key.type, part, bytes + [0])
            refuse(key.type, part, [0] + bytes)
        }
        refuse(key.type, .public, key.privateBytes!.copied)
        refuse(key.type, .private, key.publicBytes)
        let other: CryptoKey.KeyType = key.type == .rsa ? .ellipticCurve : .rsa
        refuse(other, .public, key.publicBytes)
        refuse(other, .private, key.privateBytes!.copied)
    }

    private func refuse(_ type: CryptoKey.KeyType, _ part: CryptoKey.Part, _ bytes: [UInt8]) {
        #expect {
            try CryptoKey.read(type, part, bytes: bytes)
        } throws: {
            let error = $0 as? PKIError
            return error?.code == .invalidArgument && error?.detail.hasPrefix("key data: ") == true
        }
    }

    @Test func aChangedPrivateRSAKeyIsNone() {
        let bytes = SampleKeys.rsa1024.privateBytes!.copied
        for place in bytes.indices {
            var wrong = bytes
            wrong[place] ^= 1 << (place % 8)
            refuse(.rsa, .private, wrong)
        }
    }

    @Test(arguments: SampleKeys.curves) func aChangedPrivateCurveKeyIsNone(key: CryptoKey) {
        let bytes = key.privateBytes!.copied
        for place in bytes.indices {
            var wrong = bytes
            wrong[place] ^= 1 << (place % 8)
            refuse(.ellipticCurve, .private, wrong)
        }
    }

    @Test(arguments: SampleKeys.curves) func aPointBeginsWithFour(key: CryptoKey) {
        for form: UInt8 in [0, 2, 3, 5, 6, 7] {
            refuse(.ellipticCurve, .public, [form] + key.publicBytes.dropFirst())
        }
    }

    @Test func modulusAndExponentHaveBounds() throws {
        let modulus = [UInt8](repeating: 0xC1, count: 128)
        func key(_ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
            CryptoKey.rsaPublicBytes(modulus, exponent)
        }
        _ = try CryptoKey.read(.rsa, .public, bytes: key(modulus, [1, 0, 1]))
        _ = try CryptoKey.read(.rsa, .public, bytes: key(modulus, [3]))
        for exponent: [UInt8] in [
            [0], [1], [2], [4], [1, 0, 0], [1] + [UInt8](repeating: 1, count: 8),
        ] {
            refuse(.rsa, .public, key(modulus, exponent))
        }
        refuse(.rsa, .public, key(Array(modulus.prefix(63)), [3]))
        refuse(.rsa, .public, key(modulus.dropLast() + [2], [3]))
        refuse(.rsa, .public, key([UInt8](repeating: 0xC1, count: 1025), [3]))
        refuse(.rsa, .public, key([0], [3]))
    }

    @Test func otherEncodingsOfTheSameKeyAreRefused() {
        let integer: [UInt8] = [0x02, 0x81, 0x81, 0x00] + [UInt8](repeating: 0xC1, count: 128)
        let exponent: [UInt8] = [0x02, 0x01, 0x03]
        func sequence(_ content: [UInt8]) -> [UInt8] {
            [0x30, 0x81, UInt8(content.count)] + content
        }
        #expect(throws: Never.self) {
            try CryptoKey.read(.rsa, .public, bytes: sequence(integer + exponent))
        }
        // Long lengths, a leading zero too many, a negative number, an indefinite length.
        refuse(.rsa, .public, [0x30, 0x82, 0x00, 0x87] + integer + exponent)
        refuse(.rsa, .public, sequence(integer + [0x02, 0x81, 0x01, 0x03]))
        refuse(.rsa, .public, sequence(integer + [0x02, 0x02, 0x00, 0x03]))
        refuse(.rsa, .public, sequence(integer + [0x02, 0x01, 0x83]))
        refuse(.rsa, .public, sequence([0x02, 0x81, 0x80] + integer[4...] + exponent))
        refuse(.rsa, .public, [0x30, 0x80] + integer + exponent + [0, 0])
        refuse(.rsa, .public, sequence(integer + exponent + exponent))
        refuse(.rsa, .public, [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF] + integer + exponent)
        refuse(.rsa, .public, [0x31] + sequence(integer + exponent).dropFirst())
    }

    @Test func sizesOfGeneratedKeys() {
        for bits in [0, -1, 504, 511, 1023, 1025, 8193, 8200, 1 << 40, Int.min, Int.max] {
            #expect {
                try CryptoKey.generate(.rsa, bits: bits)
            } throws: { PKIError.Code.invalidArgument ~= $0 }
        }
        for bits in [0, 191, 224, 255, 257, 512, 520, 1024] {
            #expect {
                try CryptoKey.generate(.ellipticCurve, bits: bits)
            } throws: { PKIError.Code.invalidArgument ~= $0 }
        }
    }
}
