/// Is one extension of a certificate (RFC 5280, section 4.2).
package struct CertificateExtension: Sendable, Hashable {
    package let type: OID
    package let isCritical: Bool
    /// Holds what the extension says: the content of its OCTET STRING.
    package let value: ArraySlice<UInt8>

    init(_ element: DERElement) throws(PKIError) {
        guard element.tag == .sequence else {
            throw DER.malformed("an extension is expected")
        }
        var reader = DERReader(inside: element)
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

/// Names the types of extensions that are understood.
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
