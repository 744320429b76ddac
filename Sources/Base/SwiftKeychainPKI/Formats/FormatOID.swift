// SPDX-License-Identifier: Apache-2.0
/// The objects of the file formats (RFC 5958, 7292, 8018, 5652, 3279, 5480).
enum FormatOID {
    static let rsa = OID(1, 2, 840, 113549, 1, 1, 1)
    static let ellipticCurve = OID(1, 2, 840, 10045, 2, 1)

    // Encryption with a passphrase: PBES2 with its derivations, then PBES1.
    static let pbes2 = OID(1, 2, 840, 113549, 1, 5, 13)
    static let pbkdf2 = OID(1, 2, 840, 113549, 1, 5, 12)
    static let scrypt = OID(1, 3, 6, 1, 4, 1, 11591, 4, 11)
    static let md5WithDES = OID(1, 2, 840, 113549, 1, 5, 3)
    static let sha1WithDES = OID(1, 2, 840, 113549, 1, 5, 10)
    // The schemes of PKCS#12, here called wide because they take the passphrase as UTF-16.
    static let wideTripleDES = OID(1, 2, 840, 113549, 1, 12, 1, 3)
    static let wideTripleDES2 = OID(1, 2, 840, 113549, 1, 12, 1, 4)
    static let wideRC2 = OID(1, 2, 840, 113549, 1, 12, 1, 5)
    static let wideRC2With40Bits = OID(1, 2, 840, 113549, 1, 12, 1, 6)

    /// The pseudorandom functions of PBKDF2: HMAC over a hash.
    static let pseudorandomFunctions: [OID: HashFunction] = [
        OID(1, 2, 840, 113549, 2, 7): .sha1, OID(1, 2, 840, 113549, 2, 8): .sha224,
        hmacWithSHA256: .sha256, OID(1, 2, 840, 113549, 2, 10): .sha384,
        OID(1, 2, 840, 113549, 2, 11): .sha512,
    ]
    static let hmacWithSHA256 = OID(1, 2, 840, 113549, 2, 9)
    // Ciphers in CBC mode.
    static let aes128 = OID(2, 16, 840, 1, 101, 3, 4, 1, 2)
    static let aes192 = OID(2, 16, 840, 1, 101, 3, 4, 1, 22)
    static let aes256 = OID(2, 16, 840, 1, 101, 3, 4, 1, 42)
    static let tripleDES = OID(1, 2, 840, 113549, 3, 7)
    static let des = OID(1, 3, 14, 3, 2, 7)
    static let rc2 = OID(1, 2, 840, 113549, 3, 2)
    // Hash functions.
    static let md5 = OID(1, 2, 840, 113549, 2, 5)
    static let sha1 = OID(1, 3, 14, 3, 2, 26)
    static let sha224 = OID(2, 16, 840, 1, 101, 3, 4, 2, 4)
    static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
    static let sha384 = OID(2, 16, 840, 1, 101, 3, 4, 2, 2)
    static let sha512 = OID(2, 16, 840, 1, 101, 3, 4, 2, 3)

    // Contents of PKCS#7, then the bags of PKCS#12, the type of certificate in one, and the attributes of bags.
    static let data = OID(1, 2, 840, 113549, 1, 7, 1)
    static let signedData = OID(1, 2, 840, 113549, 1, 7, 2)
    static let encryptedData = OID(1, 2, 840, 113549, 1, 7, 6)
    static let keyBag = OID(1, 2, 840, 113549, 1, 12, 10, 1, 1)
    static let shroudedKeyBag = OID(1, 2, 840, 113549, 1, 12, 10, 1, 2)
    static let certificateBag = OID(1, 2, 840, 113549, 1, 12, 10, 1, 3)
    static let safeContentsBag = OID(1, 2, 840, 113549, 1, 12, 10, 1, 6)
    static let x509Certificate = OID(1, 2, 840, 113549, 1, 9, 22, 1)
    static let friendlyName = OID(1, 2, 840, 113549, 1, 9, 20)
    static let localKeyID = OID(1, 2, 840, 113549, 1, 9, 21)
}
