// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SwiftKeychainPKI

/// Every algorithm with a key of every kind: what is supported works, what is not is refused.
@Suite struct RoundTripTests {
    @Test func everyAlgorithmHasARow() {
        // Nine stand alone; of each hash fourteen, and two more but for SHA-1.
        #expect(KeyAlgorithm.table.count == 9 + 5 * 14 + 4 * 2)
        #expect(KeyAlgorithm.named("algid:sign:RSA") == nil)
    }

    private static func sizes(_ input: SignatureInput, _ key: CryptoKey, isRaw: Bool) -> [Int] {
        switch input {
        case .bytes:
            isRaw ? [key.blockSize] : [1, 36, key.type == .rsa ? min(64, key.blockSize - 11) : 64]
        case .digest(let hash): [hash.byteCount]
        case .message: [0, 1, 1000]
        }
    }

    @Test(arguments: SampleKeys.all + SampleKeys.small) func signatures(key: CryptoKey) throws {
        let other = try key.publicKey()
        for algorithm in KeyAlgorithm.all where key.supports(.sign, algorithm) {
            #expect(other.supports(.verify, algorithm))
            let input: SignatureInput
            var isRaw = false
            switch algorithm {
            case .rsaSignature(let padding, let given): (input, isRaw) = (given, padding == .none)
            case .ecdsa(_, let given): input = given
            default: continue
            }
            for size in Self.sizes(input, key, isRaw: isRaw) {
                var data = pattern(size)
                if isRaw { data[0] = 0 }
                let signature = try key.sign(data, algorithm)
                try other.verify(signature, of: data, algorithm)
                var wrong = signature
                wrong[wrong.count - 1] ^= 1
                #expect {
                    try other.verify(wrong, of: data, algorithm)
                } throws: { PKIError.Code.wrongSignature ~= $0 }
                guard size > 0 else { continue }
                data[size / 2] ^= 0x10
                // Of a digest longer than the curve only the first bytes count.
                guard size / 2 < key.bits / 8 else { continue }
                #expect {
                    try other.verify(signature, of: data, algorithm)
                } throws: { PKIError.Code.wrongSignature ~= $0 }
            }
        }
    }

    @Test(arguments: SampleKeys.all + SampleKeys.small) func encryption(key: CryptoKey) throws {
        let other = try key.publicKey()
        for algorithm in KeyAlgorithm.all where key.supports(.decrypt, algorithm) {
            #expect(other.supports(.encrypt, algorithm))
            let sizes: [Int]
            switch algorithm {
            case .rsaEncryption(.none): sizes = [key.blockSize]
            case .rsaEncryption(.pkcs1): sizes = [0, 1, key.blockSize - 11]
            case .rsaEncryption(.oaep(let hash)):
                sizes = [0, 1, key.blockSize - 2 * hash.byteCount - 2].filter { $0 >= 0 }
            default: sizes = [0, 1, 16, 5000]
            }
            for size in sizes {
                var data = pattern(size)
                if algorithm == .rsaEncryption(.none) { data[0] = 0 }
                let ciphertext = try other.encrypt(data, algorithm)
                #expect(try key.decrypt(ciphertext, algorithm) == data)
                // Without padding any block decrypts to something.
                guard algorithm != .rsaEncryption(.none), algorithm != .rsaEncryption(.pkcs1)
                else { continue }
                for place in [0, ciphertext.count / 2, ciphertext.count - 1] {
                    var wrong = ciphertext
                    wrong[place] ^= 1
                    #expect {
                        try key.decrypt(wrong, algorithm)
                    } throws: { PKIError.Code.invalidArgument ~= $0 }
                }
                #expect {
                    try key.decrypt(ciphertext.dropLast(), algorithm)
                } throws: { PKIError.Code.invalidArgument ~= $0 }
            }
            #expect { try key.decrypt([], algorithm) } throws: {
                PKIError.Code.invalidArgument ~= $0
            }
        }
    }

    @Test(arguments: SampleKeys.curves + [SampleKeys.p192]) func exchanges(key: CryptoKey) throws {
        let peer = try CryptoKey.generate(.ellipticCurve, bits: key.bits)
        for algorithm in KeyAlgorithm.all where key.supports(.keyExchange, algorithm) {
            let (one, two) = (try peer.publicKey(), try key.publicKey())
            let mine = try key.exchange(with: one, algorithm, count: 100, info: [1, 2])
            #expect(try peer.exchange(with: two, algorithm, count: 100, info: [1, 2]) == mine)
            guard case .keyExchange(_, _?) = algorithm else {
                #expect(mine.count == key.blockSize)
                continue
            }
            #expect(mine.count == 100)
            #expect(try key.exchange(with: one, algorithm, count: 100, info: [1, 3]) != mine)
            #expect(
                try key.exchange(with: one, algorithm, count: 40, info: [1, 2])
                    == Array(mine[..<40]))
            for count in [nil, 0, -1, Int.max] {
                #expect {
                    try key.exchange(with: one, algorithm, count: count)
                } throws: { PKIError.Code.invalidArgument ~= $0 }
            }
        }
    }

    @Test func keyExchangeWantsAPublicKeyOfTheSameCurve() throws {
        let algorithm = KeyAlgorithm.keyExchange(.standard, nil)
        for peer in [
            try SampleKeys.p384.publicKey(), try SampleKeys.rsa1024.publicKey(),
            try CryptoKey.generate(.ellipticCurve, bits: 256),
        ] {
            #expect {
                try SampleKeys.p256.exchange(with: peer, algorithm)
            } throws: { PKIError.Code.invalidArgument ~= $0 }
        }
    }

    @Test(arguments: SampleKeys.all + SampleKeys.small) func whatIsNotSupportedIsRefused(
        key: CryptoKey
    ) throws {
        let other = try key.publicKey()
        let peer = try SampleKeys.p256.publicKey()
        for algorithm in KeyAlgorithm.all {
            for half in [key, other] {
                if !half.supports(.sign, algorithm) {
                    #expect {
                        try half.sign([1], algorithm)
                    } throws: { PKIError.Code.invalidArgument ~= $0 }
                }
                if !half.supports(.verify, algorithm) {
                    #expect {
                        try half.verify([1], of: [1], algorithm)
                    } throws: { PKIError.Code.invalidArgument ~= $0 }
                }
                if !half.supports(.encrypt, algorithm) {
                    #expect {
                        try half.encrypt([1], algorithm)
                    } throws: { PKIError.Code.invalidArgument ~= $0 }
                }
                if !half.supports(.decrypt, algorithm) {
                    #expect {
                        try half.decrypt([1], algorithm)
                    } throws: { PKIError.Code.invalidArgument ~= $0 }
                }
                if !half.supports(.keyExchange, algorithm) {
                    #expect {
                        try half.exchange(with: peer, algorithm, count: 1)
                    } throws: { PKIError.Code.invalidArgument ~= $0 }
                }
            }
        }
    }

    @Test func paddingsThatDoNotFitAreNotSupported() {
        let key = SampleKeys.rsa1024
        #expect(!key.supports(.sign, .rsaSignature(.pss, .digest(.sha512))))
        #expect(key.supports(.sign, .rsaSignature(.pss, .digest(.sha384))))
        #expect(!key.supports(.decrypt, .rsaEncryption(.oaep(.sha512))))
        #expect(!key.supports(.decrypt, .rsaHybrid(.sha512)))
        #expect(SampleKeys.rsa2048.supports(.decrypt, .rsaHybrid(.sha512)))
        let small = SampleKeys.rsa512
        #expect(!small.supports(.sign, .rsaSignature(.pkcs1, .digest(.sha384))))
        #expect(small.supports(.sign, .rsaSignature(.pkcs1, .digest(.sha256))))
        #expect(small.supports(.sign, .rsaSignature(.pkcs1, .bytes)))
    }
}
