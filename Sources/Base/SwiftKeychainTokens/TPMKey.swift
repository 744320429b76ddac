// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem
import SwiftKeychainTPM

/// A private key that only a TPM can use, in the form in which it is stored.
///
/// This module turns the objects of ``TPMConversation`` into keys of ``CryptoKey``, for `kSecAttrTokenID`. It knows no
/// keychain: the caller stores ``stored`` as the data of an item.
///
/// The idea is that the chip stores nothing. It makes the pair, and returns the private half encrypted under its own
/// storage key. That blob can be copied and backed up, but only the same chip loads it. Each use connects, loads the
/// blob, carries out one operation and unloads it. The stored form, with lengths of two bytes, highest first:
///
///     version 1 │ length, TPM2B_PUBLIC │ length, TPM2B_PRIVATE │ length, secret │ length, name of the parent
///
/// 1. The secret, 32 random bytes, is the authorisation value of the key: the blob alone isn't enough.
/// 2. The name of the parent identifies the chip. A key of another chip is refused before it is loaded.
/// 3. The public key is read without a TPM, from the public area.
///
/// What may surprise: clearing the TPM destroys all such keys. A TPM has only P-256, P-384 and RSA-2048; in the Secure
/// Enclave's name (`kSecAttrTokenIDSecureEnclave`) only P-256 is offered, as Apple does.
package struct TPMKey: Sendable {
    package let stored: SecretBytes
    package let publicKey: CryptoKey
    package let id: String
    let address: TPMAddress
    /// X ‖ Y, or the modulus.
    private let unique: [UInt8]
    private let publicArea: [UInt8]
    private let privateArea: [UInt8]
    /// The authorisation value of the key, which the TPM demands for each use.
    private let secret: SecretBytes
    private let parentName: [UInt8]

    private static let version: UInt8 = 1
    private static let secretBytes = 32

    /// Reads a stored key.
    ///
    /// - Throws: `decode` if the bytes aren't in the stored form, or have a public key of none of the templates.
    package init(
        stored: SecretBytes, of token: TokenID, at address: TPMAddress
    ) throws(KeychainError) {
        self.stored = stored
        id = token.rawValue
        self.address = address
        let damaged = KeychainError(.decode, "key of a token: not in the form that is stored")
        let read: ([UInt8], [UInt8], SecretBytes, [UInt8])? = stored.withBytes { bytes in
            guard bytes.first == Self.version else { return nil }
            var rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
            var fields: [UnsafeRawBufferPointer] = []
            while fields.count < 4 {
                guard rest.count >= 2 else { return nil }
                let count = Int(rest[0]) << 8 | Int(rest[1])
                guard rest.count >= 2 + count else { return nil }
                fields.append(UnsafeRawBufferPointer(rebasing: rest[2..<2 + count]))
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(2 + count))
            }
            guard rest.isEmpty else { return nil }
            return (
                Array(fields[0]), Array(fields[1]), SecretBytes(copying: fields[2]),
                Array(fields[3])
            )
        }
        guard let read, read.2.count == Self.secretBytes else { throw damaged }
        (publicArea, privateArea, secret, parentName) = read
        guard let template = TPMTemplate.keys.first(where: { $0.unique(of: read.0) != nil }),
            let unique = template.unique(of: read.0), let key = try? template.publicKey(unique)
        else { throw damaged }
        (self.unique, publicKey) = (unique, key)
    }

    /// Makes a key in a TPM.
    ///
    /// - Parameter bits: the size; nil for 256, of RSA 2048.
    /// - Throws: `parameter` for another type or size than the token has; as ``TPMConversation``.
    package static func create(
        _ type: CryptoKey.KeyType, bits: Int?, in token: TokenID, at address: TPMAddress
    ) throws(KeychainError) -> TPMKey {
        let template: TPMTemplate
        switch (token, type, bits ?? (type == .rsa ? 2048 : 256)) {
        case (_, .ellipticCurve, 256): template = .ellipticCurve(.p256)
        case (.tpm, .ellipticCurve, 384): template = .ellipticCurve(.p384)
        case (.tpm, .rsa, 2048): template = .rsa
        case (.secureEnclave, _, _):
            throw .refused(.keySizeInBits, "a Secure Enclave has keys of P-256 alone")
        case (.tpm, _, _):
            throw .refused(.keySizeInBits, "a TPM has keys of P-256, P-384 and RSA-2048")
        }
        let conversation = try TPMConversation(address, parent: nil)
        let secret = SecretBytes(count: secretBytes) { RandomSource.system.fill($0) }
        let (area, wrapped) = try conversation.create(template, secret)
        let head = TPMWriter.unsized {
            $0.append([Self.version])
            $0.sized(area)
            $0.sized(wrapped)
            $0.short(UInt16(secret.count))
        }
        let tail = TPMWriter.unsized { $0.sized(conversation.parentName) }
        let stored = SecretBytes(
            joining: [SecretBytes(copying: head), secret, SecretBytes(copying: tail)])
        return try TPMKey(stored: stored, of: token, at: address)
    }

    /// Returns the name of the object with a public key, which is the same in every TPM.
    ///
    /// - Parameter publicBytes: as ``CryptoKey/publicBytes``.
    package static func objectID(of publicBytes: [UInt8]) -> [UInt8]? {
        guard let template = TPMTemplate.keys.first(where: { $0.count == publicBytes.count })
        else { return nil }
        // Behind 04, or between the DER of the sequence and of the exponent.
        // 30 82 01 0A 02 82 01 01 00 │ modulus │ 02 03 01 00 01.
        let unique =
            template == .rsa ? publicBytes.dropFirst(9).dropLast(5) : publicBytes.dropFirst()
        return TPMTemplate.name(of: template.publicArea(unique: Array(unique)))
    }

    /// Runs `body`, which throws keychain errors alone, with the key loaded into the TPM.
    private func loaded<Result>(
        _ body: (TPMConversation, TPMConversation.Handle) throws -> Result
    ) throws(PKIError) -> Result {
        do {
            let conversation = try TPMConversation(address, parent: parentName)
            let key = try conversation.load(publicArea, privateArea, secret)
            return try body(conversation, key)
        } catch {
            throw PKIError(KeychainError(thrown: error))
        }
    }
}

extension TPMKey: ExternalPrivateKey {
    package var tokenID: String { id }
    package var storedForm: SecretBytes? { stored }

    /// Returns true: paddings and hashes are computed here, and the chip has the bare operation of each type.
    package func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool { true }

    /// Signs a digest of 1 to 64 bytes. A short one gets zeros in front, which don't change the number.
    package func ecdsaSignature(of digest: [UInt8]) throws(PKIError) -> [UInt8] {
        // The TPM takes digests of one length; ECDSA takes the leftmost bits of a longer one.
        let size = unique.count / 2
        let fitting =
            [UInt8](repeating: 0, count: max(0, size - digest.count)) + digest.prefix(size)
        // The number of a hash function with digests of this size: SHA-384 or SHA-256.
        let (r, s) = try loaded {
            try $0.sign(fitting, $1, hash: size == 48 ? 0x000c : 0x000b)
        }
        return [r, s].flatMap { [UInt8](repeating: 0, count: max(0, size - $0.count)) + $0 }
    }

    /// Pads here, and has the chip compute the power.
    ///
    /// - Throws: `invalidArgument` for a block that isn't less than the modulus.
    package func rsaSignature(
        of block: [UInt8], _ padding: RSASignaturePadding, _ hash: HashFunction?
    ) throws(PKIError) -> [UInt8] {
        let padded = try RSABlock.signature(of: block, padding, hash, count: unique.count)
        guard padded.lexicographicallyPrecedes(unique) else {
            throw PKIError(.invalidArgument, "data to sign: not less than the modulus")
        }
        return try raised(padded).withBytes { [UInt8]($0) }
    }

    /// Has the chip compute the power, and removes the padding here, in a time that doesn't depend on it.
    package func rsaDecrypted(
        _ ciphertext: [UInt8], _ padding: RSAEncryptionPadding
    ) throws(PKIError) -> SecretBytes {
        guard ciphertext.lexicographicallyPrecedes(unique) else { throw .notForThisKey }
        return try RSABlock.plaintext(of: try raised(ciphertext), padding)
    }

    /// Raises a number to the private exponent (RSADP and RSASP1 of RFC 8017).
    private func raised(_ number: [UInt8]) throws(PKIError) -> SecretBytes {
        try loaded { try $0.raise(number, $1) }
    }

    package func sharedCoordinate(with point: [UInt8]) throws(PKIError) -> SecretBytes {
        try loaded { try $0.multiply(point, $1, size: unique.count / 2) }
    }
}

extension CryptoKey {
    /// Makes the private half of a pair whose private key a TPM has.
    package static func inToken(_ key: TPMKey) -> CryptoKey {
        CryptoKey(key, of: key.publicKey)
    }
}

extension PKIError {
    /// The error of an operation with a token's key.
    fileprivate init(_ error: KeychainError) {
        let code: Code =
            switch error.code {
            case .parameter: .invalidArgument
            case .decode: .malformed
            // A key was made here: that there is no TPM now is a fault.
            case .notAvailable, .unimplemented:
                .external(KeychainError.Code.notAvailable.rawValue)
            default: .external(KeychainError.Code.internalError.rawValue)
            }
        self.init(code, error.detail, file: error.place.file, line: error.place.line)
    }
}
