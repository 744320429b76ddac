// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainModel

// The older operations of keys: a padding in place of an algorithm, and the caller's buffers.
// `padding` is the raw value of a `SecPadding`.
extension SecKey {
    /// Signs with a private key, and returns the length of the signature.
    ///
    /// - Throws: `parameter` for a padding that the key does not have, data that does not fit it,
    ///   and a buffer that is too small; as ``signature(of:_:)``.
    func sign(
        _ data: UnsafeRawBufferPointer, _ padding: UInt32,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> Int {
        let padding = try signaturePadding(padding)
        return try buffer.take(try signature(of: padding.input(data, of: self), padding.name))
    }

    /// - Throws: `verifyFailed` for a signature that doesn't belong to this key and data;
    ///   `parameter`.
    func verify(
        _ signature: UnsafeRawBufferPointer, of data: UnsafeRawBufferPointer, _ padding: UInt32
    ) throws(KeychainError) {
        let padding = try signaturePadding(padding)
        try verify(NSData(signature), of: padding.input(data, of: self), padding.name)
    }

    /// Encrypts with a public key, and returns the length of the result.
    ///
    /// - Throws: as ``sign(_:_:into:)``.
    func encrypt(
        _ data: UnsafeRawBufferPointer, _ padding: UInt32,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> Int {
        let padding = try encryptionPadding(padding)
        return try buffer.take(try encrypted(padding.input(data, of: self), padding.name))
    }

    /// Decrypts with a private key, and returns the length of the result.
    ///
    /// Without a padding the result is a number, whose leading zeros are left out, and a public key
    /// works, too: callers read signed blocks with it.
    ///
    /// - Throws: as ``sign(_:_:into:)``.
    func decrypt(
        _ data: UnsafeRawBufferPointer, _ padding: UInt32,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> Int {
        let padding = try encryptionPadding(padding)
        let input = padding.input(data, of: self)
        guard padding.isRaw else { return try buffer.take(try decrypted(input, padding.name)) }
        let number =
            part == .public
            ? try encrypted(input, padding.name) : try decrypted(input, padding.name)
        return try buffer.take(number, withoutZerosInFront: true)
    }

    private func signaturePadding(_ padding: UInt32) throws(KeychainError) -> NamedPadding {
        switch publicFacts?.family {
        case .rsa?: return try NamedPadding(padding, NamedPadding.rsaSignatures)
        // Elliptic curves have no padding: every value but one means X9.62.
        case .ellipticCurve?:
            let form = padding == NamedPadding.signatureRaw ? "RFC4754" : "digest-X962"
            return NamedPadding(name: NSString(string: "algid:sign:ECDSA:\(form)"), isRaw: false)
        case nil: throw NamedPadding.refusal
        }
    }

    private func encryptionPadding(_ padding: UInt32) throws(KeychainError) -> NamedPadding {
        guard case .rsa? = publicFacts?.family else { throw NamedPadding.refusal }
        return try NamedPadding(padding, NamedPadding.rsaEncryptions)
    }
}

/// The algorithm for a padding of the older calls.
private struct NamedPadding {
    let name: NSString
    /// True when nothing is padded and the input is a number below the modulus.
    let isRaw: Bool

    static let signatureRaw: UInt32 = 0x4000

    static let rsaSignatures: [UInt32: String] = [
        0: "algid:sign:RSA:raw", 1: "algid:sign:RSA:digest-PKCS1v15",
        0x8002: "algid:sign:RSA:digest-PKCS1v15:SHA1",
        0x8003: "algid:sign:RSA:digest-PKCS1v15:SHA224",
        0x8004: "algid:sign:RSA:digest-PKCS1v15:SHA256",
        0x8005: "algid:sign:RSA:digest-PKCS1v15:SHA384",
        0x8006: "algid:sign:RSA:digest-PKCS1v15:SHA512",
    ]

    static let rsaEncryptions: [UInt32: String] = [
        0: "algid:encrypt:RSA:raw", 1: "algid:encrypt:RSA:PKCS1",
        2: "algid:encrypt:RSA:OAEP:SHA1",
    ]

    static var refusal: KeychainError {
        KeychainError(.parameter, "padding: not supported by the key for this operation")
    }

    init(name: NSString, isRaw: Bool) {
        self.name = name
        self.isRaw = isRaw
    }

    init(_ padding: UInt32, _ names: [UInt32: String]) throws(KeychainError) {
        guard let name = names[padding] else { throw Self.refusal }
        self.init(name: NSString(string: name), isRaw: padding == 0)
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

extension NSData {
    /// Wraps bytes for the length of a call, without copying.
    fileprivate convenience init(_ bytes: UnsafeRawBufferPointer) {
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
    fileprivate func take(
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
