// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

// The paddings of the older operations of keys.
extension SecKey {
    /// Returns the algorithm of a signature with a padding.
    ///
    /// - Throws: `parameter` for one that the key does not have.
    func signature(with padding: SecPadding) throws(KeychainError) -> KeyAlgorithm {
        // Elliptic curves have no padding: every value but one means X9.62.
        if case .ellipticCurve? = publicFacts?.family {
            return .ecdsa(padding == .sigRaw ? .rfc4754 : .x962, .bytes)
        }
        return try algorithm(for: padding, rsaSignatures)
    }

    /// Returns the algorithm of a ciphertext with a padding.
    ///
    /// - Throws: `parameter` for one that the key does not have.
    func encryption(with padding: SecPadding) throws(KeychainError) -> KeyAlgorithm {
        try algorithm(for: padding, rsaEncryptions)
    }

    private func algorithm(
        for padding: SecPadding, _ table: [SecPadding: KeyAlgorithm]
    ) throws(KeychainError) -> KeyAlgorithm {
        guard case .rsa? = publicFacts?.family, let algorithm = table[padding] else {
            throw KeychainError(
                .parameter, "padding: not supported by the key for this operation")
        }
        return algorithm
    }

    /// Calls `body` with the input of an algorithm; a number that is shorter than the modulus gets
    /// leading zeros.
    func filling<Result>(
        _ data: UnsafeRawBufferPointer, for algorithm: KeyAlgorithm,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let size = blockSize
        guard algorithm.isRaw, data.count < size else { return try body(data) }
        let number = SecretBytes(count: size) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            UnsafeMutableRawBufferPointer(rebasing: bytes[(size - data.count)...])
                .copyMemory(from: data)
        }
        return try number.withBytes(body)
    }
}

private let rsaSignatures: [SecPadding: KeyAlgorithm] = [
    []: .rsaSignature(.none, .bytes), .PKCS1: .rsaSignature(.pkcs1, .bytes),
    .PKCS1SHA1: .rsaSignature(.pkcs1, .digest(.sha1)),
    .PKCS1SHA224: .rsaSignature(.pkcs1, .digest(.sha224)),
    .PKCS1SHA256: .rsaSignature(.pkcs1, .digest(.sha256)),
    .PKCS1SHA384: .rsaSignature(.pkcs1, .digest(.sha384)),
    .PKCS1SHA512: .rsaSignature(.pkcs1, .digest(.sha512)),
]

private let rsaEncryptions: [SecPadding: KeyAlgorithm] = [
    []: .rsaEncryption(.none), .PKCS1: .rsaEncryption(.pkcs1),
    .OAEP: .rsaEncryption(.oaep(.sha1)),
]

extension KeyAlgorithm {
    /// True when nothing is padded and the input is a number below the modulus.
    var isRaw: Bool { self == .rsaSignature(.none, .bytes) || self == .rsaEncryption(.none) }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies a result into a caller's buffer.
    ///
    /// - Throws: `parameter` when it is too small; nothing is written then.
    func take(
        _ result: UnsafeRawBufferPointer, withoutZerosInFront isNumber: Bool = false
    ) throws(KeychainError) -> Int {
        let zeros = isNumber ? result.prefix { $0 == 0 }.count : 0
        let rest = UnsafeRawBufferPointer(rebasing: result.dropFirst(zeros))
        guard rest.count <= count else {
            throw KeychainError(.parameter, "buffer: too small for the result")
        }
        copyMemory(from: rest)
        return rest.count
    }
}
