/// Names the class of an item to the functions for keychain files, as a four-character code.
public enum SecItemClass: FourCharCode, Sendable {
    /// Selects internet passwords: `inet`.
    case internetPasswordItemClass = 0x696E_6574
    /// Selects generic passwords: `genp`.
    case genericPasswordItemClass = 0x6765_6E70
    /// Selects passwords of AppleShare servers: `ashp`. There are none here.
    case appleSharePasswordItemClass = 0x6173_6870
    /// Selects certificates.
    case certificateItemClass = 0x8000_1000
    /// Selects public keys.
    case publicKeyItemClass = 0x0000_000F
    /// Selects private keys.
    case privateKeyItemClass = 0x0000_0010
    /// Selects symmetric keys.
    case symmetricKeyItemClass = 0x0000_0011
}

/// Names an attribute to the functions for keychain files.
public typealias SecKeychainAttrType = OSType

/// Holds one attribute of an item, as the functions for keychain files take and give it.
public struct SecKeychainAttribute {
    /// Names the attribute; see ``SecItemAttr``.
    public var tag: SecKeychainAttrType
    /// The number of bytes at ``data``.
    public var length: UInt32
    /// The value; nil: there is none.
    public var data: UnsafeMutableRawPointer?

    /// Makes an attribute of zeros.
    public init() { self.init(tag: 0, length: 0, data: nil) }

    /// Makes an attribute.
    public init(tag: SecKeychainAttrType, length: UInt32, data: UnsafeMutableRawPointer?) {
        self.tag = tag
        self.length = length
        self.data = data
    }
}

/// Holds a pointer to attributes, and their number.
public struct SecKeychainAttributeList {
    /// The number of attributes at ``attr``.
    public var count: UInt32
    /// The attributes.
    public var attr: UnsafeMutablePointer<SecKeychainAttribute>?

    /// Makes an empty list.
    public init() { self.init(count: 0, attr: nil) }

    /// Makes a list.
    public init(count: UInt32, attr: UnsafeMutablePointer<SecKeychainAttribute>?) {
        self.count = count
        self.attr = attr
    }
}

/// Says which attributes are wanted.
public struct SecKeychainAttributeInfo {
    /// The number of tags, and of formats.
    public var count: UInt32
    /// The names of the attributes; see ``SecItemAttr``.
    public var tag: UnsafeMutablePointer<UInt32>
    /// Not looked at: each attribute has one format.
    public var format: UnsafeMutablePointer<UInt32>?

    /// Makes a list of names.
    public init(
        count: UInt32, tag: UnsafeMutablePointer<UInt32>, format: UnsafeMutablePointer<UInt32>?
    ) {
        self.count = count
        self.tag = tag
        self.format = format
    }
}
