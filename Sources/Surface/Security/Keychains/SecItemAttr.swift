// SPDX-License-Identifier: Apache-2.0
// Table: the names of attributes, of the functions for keychain files.

/// An attribute, as a four-character code.
public enum SecItemAttr: FourCharCode, Sendable {
    /// The date of adding: text `YYYYMMDDhhmmssZ` and a zero byte; never set.
    case creationDateItemAttr = 0x6364_6174
    /// The date of the last change, in the same form; never set.
    case modDateItemAttr = 0x6D64_6174
    /// The kind of the item, for the user: text.
    case descriptionItemAttr = 0x6465_7363
    /// A comment: text.
    case commentItemAttr = 0x6963_6D74
    /// The creator: a four-character code.
    case creatorItemAttr = 0x6372_7472
    /// The type: a four-character code.
    case typeItemAttr = 0x7479_7065
    /// The script of the text: a number.
    case scriptCodeItemAttr = 0x7363_7270
    /// The name of the item: text.
    case labelItemAttr = 0x6C61_626C
    /// Whether the item is hidden from the user: a number.
    case invisibleItemAttr = 0x696E_7669
    /// Whether the item deliberately has no password: a number.
    case negativeItemAttr = 0x6E65_6761
    /// Whether the item has an icon: a number.
    case customIconItemAttr = 0x6375_7369
    /// The account: text.
    case accountItemAttr = 0x6163_6374
    /// The service of a generic password: text.
    case serviceItemAttr = 0x7376_6365
    /// Bytes of the program's own.
    case genericItemAttr = 0x6765_6E61
    /// The security domain of an internet password: text.
    case securityDomainItemAttr = 0x7364_6D6E
    /// The server of an internet password: text.
    case serverItemAttr = 0x7372_7672
    /// The authentication of an internet password: a ``SecAuthenticationType``.
    case authenticationTypeItemAttr = 0x6174_7970
    /// The port of an internet password: a number.
    case portItemAttr = 0x706F_7274
    /// The path of an internet password: text.
    case pathItemAttr = 0x7061_7468
    /// The volume of an AppleShare password; no item has one.
    case volumeItemAttr = 0x766C_6D65
    /// The address of an AppleShare password; no item has one.
    case addressItemAttr = 0x6164_6472
    /// The signature of an AppleShare server; no item has one.
    case signatureItemAttr = 0x7373_6967
    /// The protocol of an internet password: a ``SecProtocolType``.
    case protocolItemAttr = 0x7074_636C
    /// The type of a certificate.
    case certificateType = 0x6374_7970
    /// The encoding of a certificate.
    case certificateEncoding = 0x6365_6E63
    /// The type of a revocation list; no item has one.
    case crlType = 0x6372_7470
    /// The encoding of a revocation list; no item has one.
    case crlEncoding = 0x6372_6E63
    /// Another name: text.
    case alias = 0x616C_6973
}

/// The date of adding: text `YYYYMMDDhhmmssZ` and a zero byte; never set.
public var kSecCreationDateItemAttr: SecItemAttr { .creationDateItemAttr }

/// The date of the last change, in the same form; never set.
public var kSecModDateItemAttr: SecItemAttr { .modDateItemAttr }

/// The kind of the item, for the user: text.
public var kSecDescriptionItemAttr: SecItemAttr { .descriptionItemAttr }

/// A comment: text.
public var kSecCommentItemAttr: SecItemAttr { .commentItemAttr }

/// The creator: a four-character code.
public var kSecCreatorItemAttr: SecItemAttr { .creatorItemAttr }

/// The type: a four-character code.
public var kSecTypeItemAttr: SecItemAttr { .typeItemAttr }

/// The script of the text: a number.
public var kSecScriptCodeItemAttr: SecItemAttr { .scriptCodeItemAttr }

/// The name of the item: text.
public var kSecLabelItemAttr: SecItemAttr { .labelItemAttr }

/// Whether the item is hidden from the user: a number.
public var kSecInvisibleItemAttr: SecItemAttr { .invisibleItemAttr }

/// Whether the item deliberately has no password: a number.
public var kSecNegativeItemAttr: SecItemAttr { .negativeItemAttr }

/// Whether the item has an icon: a number.
public var kSecCustomIconItemAttr: SecItemAttr { .customIconItemAttr }

/// The account: text.
public var kSecAccountItemAttr: SecItemAttr { .accountItemAttr }

/// The service of a generic password: text.
public var kSecServiceItemAttr: SecItemAttr { .serviceItemAttr }

/// Bytes of the program's own.
public var kSecGenericItemAttr: SecItemAttr { .genericItemAttr }

/// The security domain of an internet password: text.
public var kSecSecurityDomainItemAttr: SecItemAttr { .securityDomainItemAttr }

/// The server of an internet password: text.
public var kSecServerItemAttr: SecItemAttr { .serverItemAttr }

/// The authentication of an internet password: a ``SecAuthenticationType``.
public var kSecAuthenticationTypeItemAttr: SecItemAttr { .authenticationTypeItemAttr }

/// The port of an internet password: a number.
public var kSecPortItemAttr: SecItemAttr { .portItemAttr }

/// The path of an internet password: text.
public var kSecPathItemAttr: SecItemAttr { .pathItemAttr }

/// The volume of an AppleShare password; no item has one.
public var kSecVolumeItemAttr: SecItemAttr { .volumeItemAttr }

/// The address of an AppleShare password; no item has one.
public var kSecAddressItemAttr: SecItemAttr { .addressItemAttr }

/// The signature of an AppleShare server; no item has one.
public var kSecSignatureItemAttr: SecItemAttr { .signatureItemAttr }

/// The protocol of an internet password: a ``SecProtocolType``.
public var kSecProtocolItemAttr: SecItemAttr { .protocolItemAttr }

/// The type of a certificate.
public var kSecCertificateType: SecItemAttr { .certificateType }

/// The encoding of a certificate.
public var kSecCertificateEncoding: SecItemAttr { .certificateEncoding }

/// The type of a revocation list; no item has one.
public var kSecCrlType: SecItemAttr { .crlType }

/// The encoding of a revocation list; no item has one.
public var kSecCrlEncoding: SecItemAttr { .crlEncoding }

/// Another name: text.
public var kSecAlias: SecItemAttr { .alias }

/// Internet passwords.
public var kSecInternetPasswordItemClass: SecItemClass { .internetPasswordItemClass }

/// Generic passwords.
public var kSecGenericPasswordItemClass: SecItemClass { .genericPasswordItemClass }

/// Certificates.
public var kSecCertificateItemClass: SecItemClass { .certificateItemClass }

/// Public keys.
public var kSecPublicKeyItemClass: SecItemClass { .publicKeyItemClass }

/// Private keys.
public var kSecPrivateKeyItemClass: SecItemClass { .privateKeyItemClass }

/// Symmetric keys.
public var kSecSymmetricKeyItemClass: SecItemClass { .symmetricKeyItemClass }
