// What a certificate says of its own key. Each initialiser throws `malformed` for a value that is
// not of the form the standard gives.

/// Says what the key may be used for (RFC 5280, section 4.2.1.3).
package struct KeyUsage: Sendable, Hashable {
    /// Holds bit n of the extension as 1 << n: the bits of `SecKeyUsage`.
    package let bits: UInt32

    init(_ found: CertificateExtension) throws(PKIError) {
        bits = try found.element(.bitString).bits().mask(9)
    }
}

/// Says which purposes the key serves (RFC 5280, section 4.2.1.12).
package struct ExtendedKeyUsage: Sendable, Hashable {
    package let purposes: [OID]

    init(_ found: CertificateExtension) throws(PKIError) {
        var purposes: [OID] = []
        for purpose in try found.element(.sequence).children() {
            guard purpose.tag == .objectIdentifier else {
                throw DER.malformed("a purpose is an object identifier")
            }
            purposes.append(try OID(purpose))
        }
        self.purposes = purposes
    }
}

/// Names the key of the certificate (RFC 5280, section 4.2.1.2).
package struct SubjectKeyIdentifier: Sendable, Hashable {
    package let octets: [UInt8]

    init(_ found: CertificateExtension) throws(PKIError) {
        octets = Array(try found.element(.octetString).content)
    }
}

/// Names the key that signed the certificate (RFC 5280, section 4.2.1.1).
package struct AuthorityKeyIdentifier: Sendable, Hashable {
    package let keyIdentifier: [UInt8]?
    package let issuer: [GeneralName]
    /// Holds the content octets of the issuer's serial number.
    package let serialNumber: [UInt8]?

    init(_ found: CertificateExtension) throws(PKIError) {
        var reader = DERReader(inside: try found.element(.sequence))
        keyIdentifier = try reader.nextIf(.primitive(0)).map { Array($0.content) }
        if let names = try reader.nextIf(.constructed(1)) {
            issuer = try GeneralName.list(names)
        } else {
            issuer = []
        }
        if let serial = try reader.nextIf(.primitive(2)) {
            serialNumber = Array(try serial.integer())
        } else {
            serialNumber = nil
        }
        try reader.end()
    }
}

/// Holds Netscape's certificate type: bit n as 1 << n.
package struct NetscapeType: Sendable, Hashable {
    package let bits: UInt32

    init(_ found: CertificateExtension) throws(PKIError) {
        bits = try found.element(.bitString).bits().mask(8)
    }
}
