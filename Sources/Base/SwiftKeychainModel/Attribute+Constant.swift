// SPDX-License-Identifier: Apache-2.0
// Table: the `kSecAttr…` constants of attributes.

extension KeychainError {
    /// Returns the error for a value of an attribute that breaks `rule`.
    package static func refused(_ attribute: Attribute, _ rule: String) -> KeychainError {
        KeychainError(.parameter, "\(attribute.constant): \(rule)")
    }

    /// Returns the error for an attribute that the class doesn't have.
    static func unknown(_ attribute: Attribute) -> KeychainError {
        KeychainError(.noSuchAttribute, "\(attribute.constant): no attribute of this class")
    }
}

extension Attribute {
    /// The name of the constant, such as `kSecAttrAccount`, for the details of errors; the raw value
    /// in quotes when Apple has no constant for it.
    public var constant: String { Self.constants[self] ?? "\"\(rawValue)\"" }

    private static let constants: [Attribute: String] = [
        .accessGroup: "kSecAttrAccessGroup",
        .accessible: "kSecAttrAccessible",
        .accessControl: "kSecAttrAccessControl",
        .synchronizable: "kSecAttrSynchronizable",
        .creationDate: "kSecAttrCreationDate",
        .modificationDate: "kSecAttrModificationDate",
        .label: "kSecAttrLabel",
        .syncViewHint: "kSecAttrSyncViewHint",
        .tokenID: "kSecAttrTokenID",
        .account: "kSecAttrAccount",
        .service: "kSecAttrService",
        .generic: "kSecAttrGeneric",
        .itemDescription: "kSecAttrDescription",
        .comment: "kSecAttrComment",
        .creator: "kSecAttrCreator",
        .type: "kSecAttrType",
        .isInvisible: "kSecAttrIsInvisible",
        .isNegative: "kSecAttrIsNegative",
        .securityDomain: "kSecAttrSecurityDomain",
        .server: "kSecAttrServer",
        .protocol: "kSecAttrProtocol",
        .authenticationType: "kSecAttrAuthenticationType",
        .port: "kSecAttrPort",
        .path: "kSecAttrPath",
        .subject: "kSecAttrSubject",
        .issuer: "kSecAttrIssuer",
        .serialNumber: "kSecAttrSerialNumber",
        .subjectKeyID: "kSecAttrSubjectKeyID",
        .publicKeyHash: "kSecAttrPublicKeyHash",
        .certificateType: "kSecAttrCertificateType",
        .certificateEncoding: "kSecAttrCertificateEncoding",
        .keyClass: "kSecAttrKeyClass",
        .applicationLabel: "kSecAttrApplicationLabel",
        .applicationTag: "kSecAttrApplicationTag",
        .keySizeInBits: "kSecAttrKeySizeInBits",
        .effectiveKeySize: "kSecAttrEffectiveKeySize",
        .isPermanent: "kSecAttrIsPermanent",
        .isSensitive: "kSecAttrIsSensitive",
        .isExtractable: "kSecAttrIsExtractable",
        .canEncrypt: "kSecAttrCanEncrypt",
        .canDecrypt: "kSecAttrCanDecrypt",
        .canDerive: "kSecAttrCanDerive",
        .canSign: "kSecAttrCanSign",
        .canVerify: "kSecAttrCanVerify",
        .canWrap: "kSecAttrCanWrap",
        .canUnwrap: "kSecAttrCanUnwrap",
    ]
}
