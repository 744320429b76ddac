/// Names an attribute of an item, by the string of its `kSecAttr…` constant.
///
/// The same string is the name of its column. Which attributes a class has, and how each behaves,
/// stands in ``AttributeDescription``.
public struct Attribute: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The four ASCII characters of the name, the first in the highest byte: attributes are looked
    /// up dozens of times a call, and a number is hashed faster than text.
    private let code: UInt32

    /// Takes the name of an attribute; nil for what is not four ASCII characters.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 4, rawValue.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        code = rawValue.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    }

    init(_ name: StaticString) {
        precondition(name.utf8CodeUnitCount == 4, "an attribute's name has four characters")
        code = UnsafeBufferPointer(start: name.utf8Start, count: 4)
            .reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// No attribute of any class: what a name that cannot be one is read as.
    public static let unknown = Attribute("????")

    public var rawValue: String {
        String(unsafeUninitializedCapacity: 4) { bytes in
            for index in 0..<4 {
                bytes[index] = UInt8(truncatingIfNeeded: code >> UInt32(24 - 8 * index))
            }
            return 4
        }
    }

    public var description: String { rawValue }
}

// Every class.
extension Attribute {
    public static let accessGroup = Attribute("agrp")
    public static let accessible = Attribute("pdmn")
    public static let accessControl = Attribute("accc")
    public static let synchronizable = Attribute("sync")
    public static let tombstone = Attribute("tomb")
    public static let creationDate = Attribute("cdat")
    public static let modificationDate = Attribute("mdat")
    public static let label = Attribute("labl")
    public static let alias = Attribute("alis")
    public static let syncViewHint = Attribute("vwht")
    public static let tokenID = Attribute("tkid")
    public static let systemBound = Attribute("sysb")
}

// Passwords.
extension Attribute {
    public static let account = Attribute("acct")
    public static let service = Attribute("svce")
    public static let generic = Attribute("gena")
    public static let itemDescription = Attribute("desc")
    public static let comment = Attribute("icmt")
    public static let creator = Attribute("crtr")
    public static let type = Attribute("type")
    public static let scriptCode = Attribute("scrp")
    public static let isInvisible = Attribute("invi")
    public static let isNegative = Attribute("nega")
    public static let hasCustomIcon = Attribute("cusi")
    public static let protected = Attribute("prot")
    public static let securityDomain = Attribute("sdmn")
    public static let server = Attribute("srvr")
    public static let `protocol` = Attribute("ptcl")
    public static let authenticationType = Attribute("atyp")
    public static let port = Attribute("port")
    public static let path = Attribute("path")
}

// Certificates and keys.
extension Attribute {
    public static let subject = Attribute("subj")
    public static let issuer = Attribute("issr")
    public static let serialNumber = Attribute("slnr")
    public static let subjectKeyID = Attribute("skid")
    public static let publicKeyHash = Attribute("pkhh")
    public static let certificateType = Attribute("ctyp")
    public static let certificateEncoding = Attribute("cenc")
    public static let keyClass = Attribute("kcls")
    public static let applicationLabel = Attribute("klbl")
    public static let applicationTag = Attribute("atag")
    public static let keySizeInBits = Attribute("bsiz")
    public static let effectiveKeySize = Attribute("esiz")
    public static let startDate = Attribute("sdat")
    public static let endDate = Attribute("edat")
    public static let isPermanent = Attribute("perm")
    public static let isPrivate = Attribute("priv")
    public static let isModifiable = Attribute("modi")
    public static let isSensitive = Attribute("sens")
    public static let wasAlwaysSensitive = Attribute("asen")
    public static let isExtractable = Attribute("extr")
    public static let wasNeverExtractable = Attribute("next")
    public static let canEncrypt = Attribute("encr")
    public static let canDecrypt = Attribute("decr")
    public static let canDerive = Attribute("drve")
    public static let canSign = Attribute("sign")
    public static let canVerify = Attribute("vrfy")
    public static let canSignRecover = Attribute("snrc")
    public static let canVerifyRecover = Attribute("vyrc")
    public static let canWrap = Attribute("wrap")
    public static let canUnwrap = Attribute("unwp")
}

// Kept beside the attributes of a key, and of no class: no caller sets it and no result shows it.
extension Attribute {
    /// The public key of an RSA or elliptic curve key: a private key is known by it without being
    /// opened.
    package static let publicKey = Attribute("pubk")
}
