// SPDX-License-Identifier: Apache-2.0
/// The name of an attribute: the string of its `kSecAttr…` constant, which also names its column.
///
/// ``AttributeTable`` lists the attributes of a class, ``AttributeDescription`` how one behaves.
public struct Attribute: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The four ASCII characters of the name, the first in the highest byte: attributes are looked
    /// up dozens of times in a call, and a number is hashed faster than text.
    package let code: UInt32

    /// Makes the attribute whose name these four ASCII characters are; nil when one isn't ASCII.
    package init?(code: UInt32) {
        guard code & 0x8080_8080 == 0 else { return nil }
        self.code = code
    }

    /// Makes the attribute of this name; nil unless it has four ASCII characters.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 4 else { return nil }
        var code: UInt32 = 0
        for byte in rawValue.utf8 {
            guard byte < 0x80 else { return nil }
            code = code << 8 | UInt32(byte)
        }
        self.code = code
    }

    init(_ name: StaticString) {
        precondition(name.utf8CodeUnitCount == 4, "an attribute's name has four characters")
        code = UnsafeBufferPointer(start: name.utf8Start, count: 4)
            .reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// An attribute that no class has, for names that can't be those of an attribute.
    public static let unknown = Attribute("????")
    /// Apple's attribute for the owner of an item, empty on a system with one user. A store here has one owner.
    package static let owner = Attribute("musr")

    public var rawValue: String {
        String(unsafeUninitializedCapacity: 4) { bytes in
            for index in 0..<4 {
                bytes[index] = UInt8(truncatingIfNeeded: code >> UInt32(24 - 8 * index))
            }
            return 4
        }
    }

    public var description: String { rawValue }

    // The defaults of RawRepresentable would make a string of each side.
    public static func == (left: Attribute, right: Attribute) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
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

// Passwords and keys.
extension Attribute {
    /// The partition list that macOS keeps in an item's access control list: kept, never enforced.
    package static let partitionList = Attribute("part")
    /// The access object that macOS keeps with an item, as JSON: kept, never enforced.
    package static let accessList = Attribute("acll")
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

// Generic passwords of programs that find them through the Secret Service of the desktop.
extension Attribute {
    /// The encoded ``LookupAttributes``. In a query: some of them.
    package static let lookupAttributes = Attribute("ssat")
    /// The media type of the secret; absent for text/plain.
    package static let contentType = Attribute("ssct")
    /// The identifier of the confined application that made the item.
    package static let application = Attribute("ssap")
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

// Stored with the attributes of a key but not part of any class: callers can't set it, and results
// don't show it.
extension Attribute {
    /// The public key of an RSA or elliptic curve key, which identifies a private key without opening
    /// it.
    package static let publicKey = Attribute("pubk")
}

// Stored with the attributes of a password but not part of any class, like the public key of a key. Builds that don't
// know them keep them.
extension Attribute {
    /// What an item was when it was synchronized last.
    package static let syncMark = Attribute("sver")
    /// Whether the user wants an item synchronized that isn't `kSecAttrSynchronizable`. False: not any more, which the
    /// other devices don't know yet.
    package static let isIncluded = Attribute("syin")
}
