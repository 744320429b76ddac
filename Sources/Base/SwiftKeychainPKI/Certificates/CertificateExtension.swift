// SPDX-License-Identifier: Apache-2.0
/// One extension of a certificate (RFC 5280, section 4.2).
package struct CertificateExtension: Sendable, Hashable {
    package let type: OID
    package let isCritical: Bool
    /// The value: the content of the OCTET STRING.
    package let value: ArraySlice<UInt8>

    init(_ element: DERElement) throws(PKIError) {
        var reader = try DERReader("an extension", element)
        type = try OID(try reader.next(.objectIdentifier))
        // FALSE is the default and should not be written, but often is.
        isCritical = try reader.nextIf(.boolean)?.boolean() ?? false
        value = try reader.next(.octetString).content
        try reader.end()
    }

    /// Reads the value as one element of strict DER.
    func element(_ tag: DERTag) throws(PKIError) -> DERElement {
        let element = try DERElement(only: value)
        guard element.tag == tag else {
            throw DER.malformed("an extension of another type")
        }
        try element.checkStrictly()
        return element
    }
}

/// The types of extensions that are understood.
///
/// Others are shown as data. Whether an unknown critical one breaks a chain is libcrypto's decision.
package enum ExtensionType {
    package static let subjectKeyIdentifier = OID(2, 5, 29, 14)
    package static let keyUsage = OID(2, 5, 29, 15)
    package static let subjectAlternativeName = OID(2, 5, 29, 17)
    package static let issuerAlternativeName = OID(2, 5, 29, 18)
    package static let basicConstraints = OID(2, 5, 29, 19)
    package static let nameConstraints = OID(2, 5, 29, 30)
    package static let distributionPoints = OID(2, 5, 29, 31)
    package static let policies = OID(2, 5, 29, 32)
    package static let policyMappings = OID(2, 5, 29, 33)
    package static let authorityKeyIdentifier = OID(2, 5, 29, 35)
    package static let policyConstraints = OID(2, 5, 29, 36)
    package static let extendedKeyUsage = OID(2, 5, 29, 37)
    package static let freshestRevocationList = OID(2, 5, 29, 46)
    package static let inhibitAnyPolicy = OID(2, 5, 29, 54)
    package static let authorityInformationAccess = OID(1, 3, 6, 1, 5, 5, 7, 1, 1)
    package static let subjectInformationAccess = OID(1, 3, 6, 1, 5, 5, 7, 1, 11)
    package static let netscapeType = OID(2, 16, 840, 1, 113730, 1, 1)
}

// The extensions of one value. Each function throws `malformed` for a value that breaks the standard.
extension CertificateExtension {
    /// Reads the allowed uses of the key (RFC 5280, section 4.2.1.3): bit n of the extension as 1 << n, the bits of
    /// `SecKeyUsage`.
    ///
    ///     0 digitalSignature    3 dataEncipherment    6 cRLSign
    ///     1 nonRepudiation      4 keyAgreement        7 encipherOnly
    ///     2 keyEncipherment     5 keyCertSign         8 decipherOnly
    func keyUsage() throws(PKIError) -> UInt32 { try element(.bitString).bits().mask(9) }

    /// Reads the purposes of the key (RFC 5280, section 4.2.1.12).
    func purposes() throws(PKIError) -> [OID] {
        try element(.sequence).children().map { purpose throws(PKIError) in
            guard purpose.tag == .objectIdentifier else {
                throw DER.malformed("a purpose is an object identifier")
            }
            return try OID(purpose)
        }
    }

    /// Reads the identifier of the certificate's key (RFC 5280, section 4.2.1.2).
    ///
    /// It is compared, never computed, because an authority may choose any octets.
    func keyIdentifier() throws(PKIError) -> [UInt8] { Array(try element(.octetString).content) }

    /// Reads other names of the subject or the issuer (RFC 5280, sections 4.2.1.6 and 4.2.1.7).
    func alternativeNames() throws(PKIError) -> [GeneralName] {
        try GeneralName.list(try element(.sequence))
    }

    /// Reads the number of certificates below in which "any policy" still counts (RFC 5280, section 4.2.1.14).
    func certificatesWithAnyPolicy() throws(PKIError) -> Int { try element(.integer).smallNumber() }

    /// Reads Netscape's certificate type: bit n as 1 << n.
    func netscapeType() throws(PKIError) -> UInt32 { try element(.bitString).bits().mask(8) }
}

/// The identifier of the key that signed the certificate (RFC 5280, section 4.2.1.1).
///
/// It may name the key, or the issuer's certificate by its own issuer and serial number, or both.
package struct AuthorityKeyIdentifier: Sendable, Hashable {
    package let keyIdentifier: [UInt8]?
    package let issuer: [GeneralName]
    /// The content octets of the issuer's serial number.
    package let serialNumber: [UInt8]?

    /// - Throws: `malformed` for a value that breaks the standard.
    init(_ found: CertificateExtension) throws(PKIError) {
        var reader = DERReader(inside: try found.element(.sequence))
        keyIdentifier = try reader.nextIf(.primitive(0)).map { Array($0.content) }
        issuer = try reader.nextIf(.constructed(1)).map(GeneralName.list) ?? []
        serialNumber = (try reader.nextIf(.primitive(2))?.integer()).map { Array($0) }
        try reader.end()
    }
}
