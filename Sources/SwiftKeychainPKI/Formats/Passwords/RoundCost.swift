// Table: what one round of a derivation costs.

/// What one round of a derivation costs, in nanoseconds of processor time.
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

    /// The derivation of PKCS#12, a round for one block of the hash.
    static func pkcs12(digestBytes: Int) -> Int {
        switch digestBytes {
        case ...16: 200
        case ...32: 150
        default: 430
        }
    }

    /// PBKDF1, over MD5 or SHA-1.
    static let pbkdf1 = 200

    /// scrypt: one of the 2 N r p hashes that read and write its memory.
    static let scryptMemory = 260
    /// scrypt: one of the r p blocks that PBKDF2 makes and takes.
    static let scryptBlock = 1500
}
