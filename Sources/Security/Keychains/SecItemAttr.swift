// Table: the names of attributes, of the functions for keychain files.

/// Names an attribute, as a four-character code.
public enum SecItemAttr: FourCharCode, Sendable {
    /// Names the moment of adding: text `YYYYMMDDhhmmssZ` and a zero byte; never set.
    case creationDateItemAttr = 0x6364_6174
    /// Names the moment of the last change, in the same form; never set.
    case modDateItemAttr = 0x6D64_6174
    /// Names the kind of the item, for a person: text.
    case descriptionItemAttr = 0x6465_7363
    /// Names a comment: text.
    case commentItemAttr = 0x6963_6D74
    /// Names the creator: a four-character code.
    case creatorItemAttr = 0x6372_7472
    /// Names the type: a four-character code.
    case typeItemAttr = 0x7479_7065
    /// Names the script of the text: a number.
    case scriptCodeItemAttr = 0x7363_7270
    /// Names the name of the item: text.
    case labelItemAttr = 0x6C61_626C
    /// Names whether the item is shown to a person: a number.
    case invisibleItemAttr = 0x696E_7669
    /// Names whether the item has a password on purpose: a number.
    case negativeItemAttr = 0x6E65_6761
    /// Names whether the item has an icon: a number.
    case customIconItemAttr = 0x6375_7369
    /// Names the account: text.
    case accountItemAttr = 0x6163_6374
    /// Names the service of a generic password: text.
    case serviceItemAttr = 0x7376_6365
    /// Names bytes of the program's own.
    case genericItemAttr = 0x6765_6E61
    /// Names the security domain of an internet password: text.
    case securityDomainItemAttr = 0x7364_6D6E
    /// Names the server of an internet password: text.
    case serverItemAttr = 0x7372_7672
    /// Names the authentication of an internet password: a ``SecAuthenticationType``.
    case authenticationTypeItemAttr = 0x6174_7970
    /// Names the port of an internet password: a number.
    case portItemAttr = 0x706F_7274
    /// Names the path of an internet password: text.
    case pathItemAttr = 0x7061_7468
    /// Names the volume of an AppleShare password; no item has one.
    case volumeItemAttr = 0x766C_6D65
    /// Names the address of an AppleShare password; no item has one.
    case addressItemAttr = 0x6164_6472
    /// Names the signature of an AppleShare server; no item has one.
    case signatureItemAttr = 0x7373_6967
    /// Names the protocol of an internet password: a ``SecProtocolType``.
    case protocolItemAttr = 0x7074_636C
    /// Names the type of a certificate.
    case certificateType = 0x6374_7970
    /// Names the encoding of a certificate.
    case certificateEncoding = 0x6365_6E63
    /// Names the type of a revocation list; no item has one.
    case crlType = 0x6372_7470
    /// Names the encoding of a revocation list; no item has one.
    case crlEncoding = 0x6372_6E63
    /// Names another name: text.
    case alias = 0x616C_6973
}

/// Names the moment of adding: text `YYYYMMDDhhmmssZ` and a zero byte; never set.
public var kSecCreationDateItemAttr: SecItemAttr { .creationDateItemAttr }

/// Names the moment of the last change, in the same form; never set.
public var kSecModDateItemAttr: SecItemAttr { .modDateItemAttr }

/// Names the kind of the item, for a person: text.
public var kSecDescriptionItemAttr: SecItemAttr { .descriptionItemAttr }

/// Names a comment: text.
public var kSecCommentItemAttr: SecItemAttr { .commentItemAttr }

/// Names the creator: a four-character code.
public var kSecCreatorItemAttr: SecItemAttr { .creatorItemAttr }

/// Names the type: a four-character code.
public var kSecTypeItemAttr: SecItemAttr { .typeItemAttr }

/// Names the script of the text: a number.
public var kSecScriptCodeItemAttr: SecItemAttr { .scriptCodeItemAttr }

/// Names the name of the item: text.
public var kSecLabelItemAttr: SecItemAttr { .labelItemAttr }

/// Names whether the item is shown to a person: a number.
public var kSecInvisibleItemAttr: SecItemAttr { .invisibleItemAttr }

/// Names whether the item has a password on purpose: a number.
public var kSecNegativeItemAttr: SecItemAttr { .negativeItemAttr }

/// Names whether the item has an icon: a number.
public var kSecCustomIconItemAttr: SecItemAttr { .customIconItemAttr }

/// Names the account: text.
public var kSecAccountItemAttr: SecItemAttr { .accountItemAttr }

/// Names the service of a generic password: text.
public var kSecServiceItemAttr: SecItemAttr { .serviceItemAttr }

/// Names bytes of the program's own.
public var kSecGenericItemAttr: SecItemAttr { .genericItemAttr }

/// Names the security domain of an internet password: text.
public var kSecSecurityDomainItemAttr: SecItemAttr { .securityDomainItemAttr }

/// Names the server of an internet password: text.
public var kSecServerItemAttr: SecItemAttr { .serverItemAttr }

/// Names the authentication of an internet password: a ``SecAuthenticationType``.
public var kSecAuthenticationTypeItemAttr: SecItemAttr { .authenticationTypeItemAttr }

/// Names the port of an internet password: a number.
public var kSecPortItemAttr: SecItemAttr { .portItemAttr }

/// Names the path of an internet password: text.
public var kSecPathItemAttr: SecItemAttr { .pathItemAttr }

/// Names the volume of an AppleShare password; no item has one.
public var kSecVolumeItemAttr: SecItemAttr { .volumeItemAttr }

/// Names the address of an AppleShare password; no item has one.
public var kSecAddressItemAttr: SecItemAttr { .addressItemAttr }

/// Names the signature of an AppleShare server; no item has one.
public var kSecSignatureItemAttr: SecItemAttr { .signatureItemAttr }

/// Names the protocol of an internet password: a ``SecProtocolType``.
public var kSecProtocolItemAttr: SecItemAttr { .protocolItemAttr }

/// Names the type of a certificate.
public var kSecCertificateType: SecItemAttr { .certificateType }

/// Names the encoding of a certificate.
public var kSecCertificateEncoding: SecItemAttr { .certificateEncoding }

/// Names the type of a revocation list; no item has one.
public var kSecCrlType: SecItemAttr { .crlType }

/// Names the encoding of a revocation list; no item has one.
public var kSecCrlEncoding: SecItemAttr { .crlEncoding }

/// Names another name: text.
public var kSecAlias: SecItemAttr { .alias }

/// Selects internet passwords.
public var kSecInternetPasswordItemClass: SecItemClass { .internetPasswordItemClass }

/// Selects generic passwords.
public var kSecGenericPasswordItemClass: SecItemClass { .genericPasswordItemClass }

/// Selects certificates.
public var kSecCertificateItemClass: SecItemClass { .certificateItemClass }

/// Selects public keys.
public var kSecPublicKeyItemClass: SecItemClass { .publicKeyItemClass }

/// Selects private keys.
public var kSecPrivateKeyItemClass: SecItemClass { .privateKeyItemClass }

/// Selects symmetric keys.
public var kSecSymmetricKeyItemClass: SecItemClass { .symmetricKeyItemClass }
