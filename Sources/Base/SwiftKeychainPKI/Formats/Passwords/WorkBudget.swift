// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// The processor time that all key derivations of one file may take, so that a hostile file can't keep
/// a processor busy for minutes.
///
/// A file says itself how many rounds its keys take, and it may have any number of encrypted parts. Time isn't measured
/// but computed from the number of rounds, so that the same file is accepted on a slow and on a fast machine.
public struct WorkBudget {
    /// What is left, in nanoseconds of processor time as ``RoundCost`` counts them.
    private var nanoseconds: Int
    /// The key that was derived last: the parts of a file often share one.
    private var last: (derivation: PasswordDerivation, passphrase: SecretBytes, key: SecretBytes)?

    /// The usual limit for a file: three seconds.
    public static let usual = 3_000_000_000

    init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

    /// Subtracts the cost of a derivation.
    ///
    /// - Parameters:
    ///   - rounds: the number of rounds in the file.
    ///   - cost: the cost of one round, in nanoseconds.
    ///   - times: how often all rounds are made.
    /// - Throws: `unsupportedFormat`, with the number of rounds, when not enough is left.
    mutating func spend(_ rounds: Int, at cost: Int, times: Int = 1) throws(PKIError) {
        // The file chooses the number of rounds, so the product may overflow.
        let (each, isHuge) = rounds.multipliedReportingOverflow(by: cost * times)
        guard rounds > 0, !isHuge, each <= nanoseconds else {
            throw PKIError(
                .unsupportedFormat,
                "passphrase: \(rounds) rounds take too long")
        }
        nanoseconds -= each
    }

    /// Subtracts the cost of checking a private key.
    ///
    /// - Throws: `unsupportedFormat` when not enough is left.
    mutating func spendKey() throws(PKIError) {
        guard nanoseconds >= RoundCost.privateKey else {
            throw PKIError(.unsupportedFormat, "file: too many private keys")
        }
        nanoseconds -= RoundCost.privateKey
    }

    /// Returns the last key if it was for the same password and parameters.
    func key(
        _ derivation: PasswordDerivation, _ passphrase: SecretBytes, count: Int
    ) -> SecretBytes? {
        guard let last, last.derivation == derivation, last.key.count == count,
            last.passphrase == passphrase
        else { return nil }
        return last.key
    }

    /// Keeps the key that was derived last.
    mutating func keep(
        _ key: SecretBytes, _ derivation: PasswordDerivation, _ passphrase: SecretBytes
    ) {
        last = (derivation, passphrase, key)
    }
}

// Table: the cost of one round of a derivation.

/// The cost of one round of a derivation, in nanoseconds of processor time.
///
/// Measured with OpenSSL 3.0 on a shared core of an x86-64 server, rounded up.
enum RoundCost {
    /// PBKDF2, a round for one block of the hash: two hashes.
    static func pbkdf2(_ hash: HashFunction) -> Int {
        switch hash {
        case .sha1: 360
        case .sha224, .sha256: 380
        case .sha384, .sha512: 1200
        }
    }

    /// Returns the cost of a round of PKCS#12's derivation, for one block of the hash.
    static func pkcs12(digestBytes: Int) -> Int {
        switch digestBytes {
        case ...16: 200
        case ...32: 150
        default: 430
        }
    }

    /// PBKDF1, over MD5 or SHA-1.
    static let pbkdf1 = 200

    /// The check that the numbers of a private key are consistent: for P-384, the slowest, up to twice as long.
    static let privateKey = 1_000_000

    /// scrypt: one of the 2 N r p hashes that read and write its memory.
    static let scryptMemory = 260
    /// scrypt: one of the r p blocks that PBKDF2 makes and takes.
    static let scryptBlock = 1500
}
