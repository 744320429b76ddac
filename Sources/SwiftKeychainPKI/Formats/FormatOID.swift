/// Names the objects of the file formats (RFC 5958, 7292, 8018, 5652, 3279, 5480).
enum FormatOID {
    static let rsa = OID(1, 2, 840, 113549, 1, 1, 1)
    static let ellipticCurve = OID(1, 2, 840, 10045, 2, 1)

    static let pbes2 = OID(1, 2, 840, 113549, 1, 5, 13)
    static let pbkdf2 = OID(1, 2, 840, 113549, 1, 5, 12)
    static let scrypt = OID(1, 3, 6, 1, 4, 1, 11591, 4, 11)
    static let md5WithDES = OID(1, 2, 840, 113549, 1, 5, 3)
    static let sha1WithDES = OID(1, 2, 840, 113549, 1, 5, 10)
    static let wideTripleDES = OID(1, 2, 840, 113549, 1, 12, 1, 3)
    static let wideTripleDES2 = OID(1, 2, 840, 113549, 1, 12, 1, 4)
    static let wideRC2 = OID(1, 2, 840, 113549, 1, 12, 1, 5)
    static let wideRC2With40Bits = OID(1, 2, 840, 113549, 1, 12, 1, 6)

    static let hmacWithSHA1 = OID(1, 2, 840, 113549, 2, 7)
    static let hmacWithSHA224 = OID(1, 2, 840, 113549, 2, 8)
    static let hmacWithSHA256 = OID(1, 2, 840, 113549, 2, 9)
    static let hmacWithSHA384 = OID(1, 2, 840, 113549, 2, 10)
    static let hmacWithSHA512 = OID(1, 2, 840, 113549, 2, 11)
    static let aes128 = OID(2, 16, 840, 1, 101, 3, 4, 1, 2)
    static let aes192 = OID(2, 16, 840, 1, 101, 3, 4, 1, 22)
    static let aes256 = OID(2, 16, 840, 1, 101, 3, 4, 1, 42)
    static let tripleDES = OID(1, 2, 840, 113549, 3, 7)
    static let des = OID(1, 3, 14, 3, 2, 7)
    static let md5 = OID(1, 2, 840, 113549, 2, 5)
    static let sha1 = OID(1, 3, 14, 3, 2, 26)
    static let sha224 = OID(2, 16, 840, 1, 101, 3, 4, 2, 4)
    static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
    static let sha384 = OID(2, 16, 840, 1, 101, 3, 4, 2, 2)
    static let sha512 = OID(2, 16, 840, 1, 101, 3, 4, 2, 3)

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

extension EllipticCurve {
    /// Names the curve in keys (RFC 5480, section 2.1.1.1).
    var identifier: OID {
        switch self {
        case .p192: OID(1, 2, 840, 10045, 3, 1, 1)
        case .p256: OID(1, 2, 840, 10045, 3, 1, 7)
        case .p384: OID(1, 3, 132, 0, 34)
        case .p521: OID(1, 3, 132, 0, 35)
        }
    }

    init?(identifier: OID) {
        guard let curve = Self.allCases.first(where: { $0.identifier == identifier }) else {
            return nil
        }
        self = curve
    }
}
