// SPDX-License-Identifier: Apache-2.0
/// The objects of the Cryptographic Message Syntax (RFC 5652, 5751, 5753, 3161).
package enum MessageOID {
    package static let data = FormatOID.data
    package static let signedData = FormatOID.signedData
    static let envelopedData = OID(1, 2, 840, 113549, 1, 7, 3)
    static let timestampInfo = OID(1, 2, 840, 113549, 1, 9, 16, 1, 4)

    // Attributes.
    static let contentType = OID(1, 2, 840, 113549, 1, 9, 3)
    static let messageDigest = OID(1, 2, 840, 113549, 1, 9, 4)
    static let signingTime = OID(1, 2, 840, 113549, 1, 9, 5)
    static let capabilities = OID(1, 2, 840, 113549, 1, 9, 15)
    static let encryptionKeyPreference = OID(1, 2, 840, 113549, 1, 9, 16, 2, 11)
    static let microsoftKeyPreference = OID(1, 3, 6, 1, 4, 1, 311, 16, 4)
    static let timestampToken = OID(1, 2, 840, 113549, 1, 9, 16, 2, 14)

    // Signatures; those over a hash that are missing here aren't supported.
    static let pss = OID(1, 2, 840, 113549, 1, 1, 10)
    static let mgf1 = OID(1, 2, 840, 113549, 1, 1, 8)
    static let oaep = OID(1, 2, 840, 113549, 1, 1, 7)

    /// Finds a hash function by its identifier; nil for MD5 and other unsupported ones.
    static func hash(_ identifier: OID) -> HashFunction? { hashes.first { $0.0 == identifier }?.1 }

    static func identifier(of hash: HashFunction) -> OID { hashes.first { $0.1 == hash }!.0 }

    private static let hashes: [(OID, HashFunction)] = [
        (FormatOID.sha1, .sha1), (FormatOID.sha224, .sha224), (FormatOID.sha256, .sha256),
        (FormatOID.sha384, .sha384), (FormatOID.sha512, .sha512),
    ]

    /// ECDSA with a hash (RFC 5758, section 3.2).
    static func ecdsa(_ hash: HashFunction) -> OID {
        switch hash {
        case .sha1: OID(1, 2, 840, 10045, 4, 1)
        case .sha224: OID(1, 2, 840, 10045, 4, 3, 1)
        case .sha256: OID(1, 2, 840, 10045, 4, 3, 2)
        case .sha384: OID(1, 2, 840, 10045, 4, 3, 3)
        case .sha512: OID(1, 2, 840, 10045, 4, 3, 4)
        }
    }

    /// RSA with a hash and PKCS#1 padding (RFC 8017, appendix A.2.4).
    static func rsa(_ hash: HashFunction) -> OID {
        switch hash {
        case .sha1: OID(1, 2, 840, 113549, 1, 1, 5)
        case .sha224: OID(1, 2, 840, 113549, 1, 1, 14)
        case .sha256: OID(1, 2, 840, 113549, 1, 1, 11)
        case .sha384: OID(1, 2, 840, 113549, 1, 1, 12)
        case .sha512: OID(1, 2, 840, 113549, 1, 1, 13)
        }
    }

    /// The key agreements of RFC 5753, section 7.1.4.
    static let agreements: [OID: KeyAlgorithm] = [
        OID(1, 3, 133, 16, 840, 63, 0, 2): .keyExchange(.standard, .sha1),
        OID(1, 3, 132, 1, 11, 0): .keyExchange(.standard, .sha224),
        OID(1, 3, 132, 1, 11, 1): .keyExchange(.standard, .sha256),
        OID(1, 3, 132, 1, 11, 2): .keyExchange(.standard, .sha384),
        OID(1, 3, 132, 1, 11, 3): .keyExchange(.standard, .sha512),
        OID(1, 3, 133, 16, 840, 63, 0, 3): .keyExchange(.cofactor, .sha1),
        OID(1, 3, 132, 1, 14, 0): .keyExchange(.cofactor, .sha224),
        OID(1, 3, 132, 1, 14, 1): .keyExchange(.cofactor, .sha256),
        OID(1, 3, 132, 1, 14, 2): .keyExchange(.cofactor, .sha384),
        OID(1, 3, 132, 1, 14, 3): .keyExchange(.cofactor, .sha512),
    ]
    /// The agreement that ``MessageRecipient`` makes: over SHA-256.
    static let agreement = OID(1, 3, 132, 1, 11, 1)

    // Key wrapping with AES (RFC 3565).
    static let wrap256 = OID(2, 16, 840, 1, 101, 3, 4, 1, 45)
    /// The sizes of the wrapping keys.
    static let wrapKeyBytes: [OID: Int] = [
        OID(2, 16, 840, 1, 101, 3, 4, 1, 5): 16, OID(2, 16, 840, 1, 101, 3, 4, 1, 25): 24,
        wrap256: 32,
    ]

    /// The ciphers of content and of PBES2, in CBC mode.
    static let ciphers: [OID: BlockCipher] = [
        FormatOID.aes128: .aes128, FormatOID.aes192: .aes192, FormatOID.aes256: .aes256,
        FormatOID.tripleDES: .tripleDES, FormatOID.des: .des,
    ]
}
