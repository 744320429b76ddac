// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Security

extension Leaks {
    /// A private key that is stored, used and held lies nowhere; one in memory lies in libcrypto
    /// for as long as it is held.
    ///
    /// - Parameter keeping: the control: keeps a copy of the stored key in memory.
    func storedKey(_ type: CFString, bits: Int, keeping: Bool) {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits, kSecAttrIsPermanent: true,
        ]
        guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, nil) else {
            return Talk.say("failed: no key")
        }
        let needles = numbers(of: key)
        Talk.say("numbers \(needles.count)")
        let kept = keeping ? copy(of: key) : nil
        for _ in 0..<3 { use(key) }
        for needle in needles { report(needle) }
        withExtendedLifetime((key, kept)) {}
    }

    /// A key that lay in memory is gone when it is released.
    func releasedKey(_ type: CFString, bits: Int) {
        let needles = usedAndReleased(type, bits)
        Talk.say("numbers \(needles.count)")
        for needle in needles { report(needle) }
    }

    /// Holds the key in a call of its own, so that nothing of it outlives that.
    @inline(never)
    private func usedAndReleased(_ type: CFString, _ bits: Int) -> [MaskedBytes] {
        let parameters: [CFString: Any] = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: bits]
        guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, nil) else { return [] }
        use(key)
        if let copy = copy(of: key) { use(copy) }
        return numbers(of: key)
    }

    private func copy(of key: SecKey) -> SecKey? {
        guard let bytes = SecKeyCopyExternalRepresentation(key, nil),
            let attributes = SecKeyCopyAttributes(key)
        else { return nil }
        return SecKeyCreateWithData(bytes, attributes, nil)
    }

    /// Signs, decrypts and exchanges, whatever the key can do.
    private func use(_ key: SecKey) {
        let data = NSData(data: Data("message".utf8))
        guard let other = SecKeyCopyPublicKey(key) else { return Talk.say("failed: no half") }
        func check(_ isRight: Bool?, _ what: String) {
            if isRight != true { Talk.say("failed: \(what)") }
        }
        for algorithm in [
            SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256, .rsaSignatureMessagePSSSHA256,
            .rsaSignatureMessagePKCS1v15SHA256,
        ] where SecKeyIsAlgorithmSupported(key, .sign, algorithm) {
            let signature = SecKeyCreateSignature(key, algorithm, data, nil)
            check(
                signature.map { SecKeyVerifySignature(other, algorithm, data, $0, nil) },
                "a signature")
        }
        for algorithm in [
            SecKeyAlgorithm.eciesEncryptionStandardVariableIVX963SHA256AESGCM,
            .rsaEncryptionOAEPSHA256, .rsaEncryptionPKCS1, .rsaEncryptionOAEPSHA256AESGCM,
        ] where SecKeyIsAlgorithmSupported(key, .decrypt, algorithm) {
            let sealed = SecKeyCreateEncryptedData(other, algorithm, data, nil)
            check(
                sealed.flatMap { SecKeyCreateDecryptedData(key, algorithm, $0, nil) } == data,
                "an encryption")
        }
        if SecKeyIsAlgorithmSupported(key, .keyExchange, .ecdhKeyExchangeStandard) {
            let none = NSDictionary()
            check(
                SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandard, other, none, nil) != nil,
                "a key exchange")
        }
    }

    /// Lists the secret numbers of a key, masked, as they stand in files and as libcrypto has them:
    /// highest byte first, and lowest.
    func numbers(of key: SecKey) -> [MaskedBytes] {
        guard let data = SecKeyCopyExternalRepresentation(key, nil) else { return [] }
        defer { withExtendedLifetime(data) {} }
        let bytes = UnsafeRawBufferPointer(start: data.bytes, count: data.length)
        // 04 ‖ X ‖ Y ‖ K, or PKCS#1: version, n, e, and what is secret.
        let secrets =
            bytes[0] == 4
            ? [bytes.suffix((bytes.count - 1) / 3)] : Array(Self.integers(bytes).dropFirst(3))
        return secrets.flatMap { secret in
            let ordered = UnsafeRawBufferPointer(rebasing: secret)
            let reversed = UnsafeMutableRawBufferPointer.allocate(
                byteCount: ordered.count, alignment: 1)
            defer {
                explicit_bzero(reversed.baseAddress!, reversed.count)
                reversed.deallocate()
            }
            for index in ordered.indices { reversed[index] = ordered[ordered.count - 1 - index] }
            return [MaskedBytes(ordered), MaskedBytes(UnsafeRawBufferPointer(reversed))]
        }
    }

    /// Finds the integers of a DER sequence, without the zero that may stand in front.
    private static func integers(
        _ bytes: UnsafeRawBufferPointer
    ) -> [Slice<UnsafeRawBufferPointer>] {
        var position = 0
        func length() -> Int {
            defer { position += 1 }
            guard bytes[position] >= 0x80 else { return Int(bytes[position]) }
            var count = 0
            for _ in 0..<bytes[position] & 0x7F {
                position += 1
                count = count << 8 | Int(bytes[position])
            }
            return count
        }
        position = 1
        _ = length()
        var found: [Slice<UnsafeRawBufferPointer>] = []
        while position < bytes.count {
            position += 1
            let count = length()
            let start = count > 1 && bytes[position] == 0 ? position + 1 : position
            found.append(bytes[start..<position + count])
            position += count
        }
        return found
    }
}
