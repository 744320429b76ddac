// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// The derivation of a key from a passphrase in PBES2: PBKDF2 (RFC 8018) or scrypt (RFC 7914).
///
///     PBKDF2  SEQUENCE  salt │ iterations │ bytes of the key, optional │ pseudorandom function, HMAC-SHA-1 if missing
///     scrypt  SEQUENCE  salt │ N │ r │ p │ bytes of the key, optional
struct PasswordDerivation: Equatable {
    private enum Function: Equatable {
        case pbkdf2(iterations: Int, HashFunction)
        case scrypt(cost: Int, blockSize: Int, parallel: Int)
    }

    private let function: Function
    private let salt: [UInt8]
    /// The length of the key in bytes; nil if the file doesn't have it.
    private let keyBytes: Int?

    /// Reads the parameters of PBKDF2 (RFC 8018, appendix A.2) or scrypt (RFC 7914, section 7).
    init(_ identifier: AlgorithmIdentifier) throws(PKIError) {
        var reader = try PasswordEncryption.inside(identifier.parameters)
        switch identifier.algorithm {
        case FormatOID.pbkdf2:
            // RFC 8018 also has `otherSource`, which it reserves for later versions.
            guard reader.peekTag() == .octetString else {
                throw PKIError(.unsupportedFormat, "passphrase: the salt is named by an algorithm")
            }
            salt = Array(try reader.next().content)
            let iterations = try reader.next(.integer).smallNumber()
            keyBytes = try reader.nextIf(.integer)?.smallNumber()
            function = .pbkdf2(
                iterations: iterations, try Self.hash(try reader.nextIf(.sequence)))
            guard iterations > 0 else { throw .malformed("passphrase", "no iterations") }
        case FormatOID.scrypt:
            salt = Array(try reader.next(.octetString).content)
            let cost = try reader.next(.integer).smallNumber()
            let blockSize = try reader.next(.integer).smallNumber()
            let parallel = try reader.next(.integer).smallNumber()
            keyBytes = try reader.nextIf(.integer)?.smallNumber()
            function = .scrypt(cost: cost, blockSize: blockSize, parallel: parallel)
        default:
            throw PKIError(
                .unsupportedFormat, "passphrase: derivation \(identifier.algorithm) isn't supported"
            )
        }
        try reader.end()
        guard salt.count <= 1024 else { throw .malformed("passphrase", "a salt over 1024 bytes") }
    }

    /// Returns false if the file has a length of the key and it isn't the cipher's.
    func fits(_ cipher: BlockCipher) -> Bool { keyBytes.map { $0 == cipher.keyBytes } ?? true }

    /// Derives a key of `count` bytes, and takes its work from the budget first, so that a file can't demand more than
    /// the user would wait for.
    func derive(
        _ passphrase: Passphrase, count: Int, _ budget: inout WorkBudget
    ) throws(PKIError) -> SecretBytes {
        if let key = budget.key(self, passphrase.utf8, count: count) { return key }
        let key: SecretBytes
        switch function {
        case .pbkdf2(let iterations, let hash):
            // The output is made in blocks of the hash's size, and each takes all iterations.
            let blocks = (count + hash.byteCount - 1) / hash.byteCount
            try budget.spend(iterations, at: RoundCost.pbkdf2(hash), times: blocks)
            key = try KeyDerivation.pbkdf2(
                passphrase.utf8, salt: salt, iterations: iterations, hash, count: count)
        case .scrypt(let cost, let blockSize, let parallel):
            let sizes = [cost, blockSize, parallel]
            // At most 2^20 each, so that the products can't overflow.
            guard sizes.allSatisfy({ (1...1 << 20).contains($0) }),
                128 * cost * blockSize <= 64 << 20
            else {
                throw PKIError(
                    .unsupportedFormat, "passphrase: the parameters of scrypt are too large")
            }
            try budget.spend(2 * cost * blockSize * parallel, at: RoundCost.scryptMemory)
            try budget.spend(blockSize * parallel, at: RoundCost.scryptBlock)
            key = try KeyDerivation.scrypt(
                passphrase.utf8, salt: salt, cost: cost, blockSize: blockSize, parallel: parallel,
                count: count)
        }
        budget.keep(key, self, passphrase.utf8)
        return key
    }

    /// Reads the pseudorandom function: HMAC over a hash, SHA-1 where none is named.
    private static func hash(_ element: DERElement?) throws(PKIError) -> HashFunction {
        guard let element else { return .sha1 }
        let function = try AlgorithmIdentifier(element).algorithm
        guard let hash = FormatOID.pseudorandomFunctions[function] else {
            throw PKIError(
                .unsupportedFormat, "passphrase: pseudorandom function \(function) isn't supported")
        }
        return hash
    }
}
