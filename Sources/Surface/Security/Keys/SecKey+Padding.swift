// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel

// The paddings of the older operations of keys.
extension SecKey {
    /// Returns the padding of a signature.
    ///
    /// - Throws: `parameter` for one that the key does not have.
    func signaturePadding(_ padding: SecPadding) throws(KeychainError) -> NamedPadding {
        switch publicFacts?.family {
        case .rsa?: return try NamedPadding(padding, NamedPadding.rsaSignatures)
        // Elliptic curves have no padding: every value but one means X9.62.
        case .ellipticCurve?:
            let form = padding == .sigRaw ? "RFC4754" : "digest-X962"
            return NamedPadding(name: NSString(string: "algid:sign:ECDSA:\(form)"), isRaw: false)
        case nil: throw NamedPadding.refusal
        }
    }

    /// Returns the padding of a ciphertext.
    ///
    /// - Throws: `parameter` for one that the key does not have.
    func encryptionPadding(_ padding: SecPadding) throws(KeychainError) -> NamedPadding {
        guard case .rsa? = publicFacts?.family else { throw NamedPadding.refusal }
        return try NamedPadding(padding, NamedPadding.rsaEncryptions)
    }
}

/// The algorithm for a padding of the older calls.
struct NamedPadding {
    let name: NSString
    /// True when nothing is padded and the input is a number below the modulus.
    let isRaw: Bool

    fileprivate static let rsaSignatures: [SecPadding: String] = [
        []: "algid:sign:RSA:raw", .PKCS1: "algid:sign:RSA:digest-PKCS1v15",
        .PKCS1SHA1: "algid:sign:RSA:digest-PKCS1v15:SHA1",
        .PKCS1SHA224: "algid:sign:RSA:digest-PKCS1v15:SHA224",
        .PKCS1SHA256: "algid:sign:RSA:digest-PKCS1v15:SHA256",
        .PKCS1SHA384: "algid:sign:RSA:digest-PKCS1v15:SHA384",
        .PKCS1SHA512: "algid:sign:RSA:digest-PKCS1v15:SHA512",
    ]

    fileprivate static let rsaEncryptions: [SecPadding: String] = [
        []: "algid:encrypt:RSA:raw", .PKCS1: "algid:encrypt:RSA:PKCS1",
        .OAEP: "algid:encrypt:RSA:OAEP:SHA1",
    ]

    fileprivate static var refusal: KeychainError {
        KeychainError(.parameter, "padding: not supported by the key for this operation")
    }

    /// Returns the input of the algorithm; a number that is shorter than the modulus gets leading
    /// zeros.
    func input(_ data: UnsafeRawBufferPointer, of key: SecKey) -> NSData {
        let size = key.blockSize
        guard isRaw, data.count < size else { return NSData(data) }
        let secret = SecretBytes(count: size) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            UnsafeMutableRawBufferPointer(rebasing: bytes[(size - data.count)...])
                .copyMemory(from: data)
        }
        return NSData(secret: secret)
    }
}

extension NamedPadding {
    fileprivate init(
        _ padding: SecPadding, _ names: [SecPadding: String]
    ) throws(KeychainError) {
        guard let name = names[padding] else { throw Self.refusal }
        self.init(name: NSString(string: name), isRaw: padding.isEmpty)
    }
}

extension NSData {
    /// Wraps bytes for the length of a call, without copying.
    convenience init(_ bytes: UnsafeRawBufferPointer) {
        guard let address = bytes.baseAddress, !bytes.isEmpty else {
            self.init()
            return
        }
        self.init(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: address), length: bytes.count,
            freeWhenDone: false)
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies a result into a caller's buffer.
    ///
    /// - Throws: `parameter` when it is too small; nothing is written then.
    func take(
        _ result: NSData, withoutZerosInFront isNumber: Bool = false
    ) throws(KeychainError) -> Int {
        try result.lend { bytes in
            let zeros = isNumber ? bytes.prefix { $0 == 0 }.count : 0
            let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(zeros))
            guard rest.count <= count else {
                throw KeychainError(.parameter, "buffer: too small for the result")
            }
            copyMemory(from: rest)
            return rest.count
        }
    }
}
