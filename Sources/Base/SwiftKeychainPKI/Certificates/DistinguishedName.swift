// SPDX-License-Identifier: Apache-2.0
/// The name of a subject or an issuer (RFC 5280, section 4.1.2.4): a list of relative names,
/// each of one attribute or several. It may be empty.
///
///     SEQUENCE  SET { SEQUENCE { 2.5.4.6, "DE" } } │ SET { SEQUENCE { 2.5.4.3, "Example CA" } }
package struct DistinguishedName: Sendable, Hashable {
    /// The DER, header and content.
    package let encoding: [UInt8]
    /// The relative names, the most general first.
    package let relativeNames: [[NameAttribute]]

    /// Reads a name that a caller gave: one DER SEQUENCE and nothing behind it.
    ///
    /// - Throws: `malformed` for anything else, and for DER that isn't strict.
    package init(der: [UInt8]) throws(PKIError) {
        let element = try DERElement(only: der[...])
        try element.checkStrictly()
        try self.init(element)
    }

    /// An empty sequence is a name; an empty set isn't a relative one.
    init(_ element: DERElement) throws(PKIError) {
        guard element.tag == .sequence else { throw DER.malformed("a name is expected") }
        encoding = Array(element.encoding)
        var names: [[NameAttribute]] = []
        for set in try element.children() {
            guard set.tag == .set, !set.content.isEmpty else {
                throw DER.malformed("a relative name without attributes")
            }
            names.append(try set.children().map(NameAttribute.init))
        }
        relativeNames = names
    }

    /// All attributes in the order of the encoding.
    package var attributes: [NameAttribute] { relativeNames.flatMap { $0 } }

    /// Returns the texts of all attributes of a type, the most general first, without empty ones.
    package func texts(_ type: OID) -> [String] {
        attributes.filter { $0.type == type }.compactMap(\.text).filter { !$0.isEmpty }
    }
}

/// One attribute of a name: a type and a value.
package struct NameAttribute: Sendable, Hashable {
    package let type: OID
    package let value: DERElement

    init(_ element: DERElement) throws(PKIError) {
        var reader = try DERReader("an attribute of a name", element)
        type = try OID(try reader.next(.objectIdentifier))
        value = try reader.next()
        try reader.end()
    }

    /// The value as text; nil if it isn't text.
    package var text: String? { value.text }
}

extension DistinguishedName {
    /// The content of the normalised name, without the header of its SEQUENCE: the form of
    /// kSecAttrSubject and kSecAttrIssuer.
    ///
    /// Values of type PrintableString are upper-cased, blanks at their ends are dropped and those
    /// between words made one; values of other types stay as they are.
    package var normalisedContent: [UInt8] {
        relativeNames.flatMap { attributes in
            DER.element(.set, attributes.flatMap(\.normalised))
        }
    }

    /// The normalised name as a whole SEQUENCE.
    package var normalisedSequence: [UInt8] {
        DER.element(.sequence, normalisedContent)
    }
}

extension NameAttribute {
    /// The attribute with its value normalised: a whole SEQUENCE.
    fileprivate var normalised: [UInt8] {
        let type = DER.element(.objectIdentifier, type.octets)
        guard value.tag == .printableString else {
            return DER.element(.sequence, type + value.encoding)
        }
        // Splitting drops the blanks at both ends, and the empty words between others.
        let words = value.content.split(separator: UInt8(ascii: " "))
        let text = words.joined(separator: [UInt8(ascii: " ")]).map { octet in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet) ? octet - 0x20 : octet
        }
        return DER.element(
            .sequence, type + DER.element(.printableString, text))
    }
}

extension DistinguishedName {
    /// Returns the normalised content of a name that is given as a whole DER SEQUENCE, or as content
    /// without its header; nil for what isn't a name.
    package static func normalisedContent(of given: [UInt8]) -> [UInt8]? {
        // Content begins with a SET, if with anything.
        let isWhole = given.first == DERTag.sequence.rawValue
        let der = isWhole ? given : DER.element(.sequence, given)
        return (try? DistinguishedName(der: der))?.normalisedContent
    }
}

/// The types of a name's attributes (RFC 5280, section 4.1.2.4; RFC 4519; RFC 2985).
package enum AttributeType {
    package static let commonName = OID(2, 5, 4, 3)
    package static let organization = OID(2, 5, 4, 10)
    package static let organizationalUnit = OID(2, 5, 4, 11)
    package static let description = OID(2, 5, 4, 13)
    package static let emailAddress = OID(1, 2, 840, 113549, 1, 9, 1)

    /// Returns a name to show to the user; nil for an unknown type.
    package static func name(of type: OID) -> String? { names[type] }

    private static let names: [OID: String] = [
        commonName: "Common Name",
        OID(2, 5, 4, 4): "Surname",
        OID(2, 5, 4, 5): "Serial Number",
        OID(2, 5, 4, 6): "Country or Region",
        OID(2, 5, 4, 7): "Locality",
        OID(2, 5, 4, 8): "State/Province",
        OID(2, 5, 4, 9): "Street Address",
        organization: "Organization",
        organizationalUnit: "Organizational Unit",
        OID(2, 5, 4, 12): "Title",
        description: "Description",
        OID(2, 5, 4, 15): "Business Category",
        OID(2, 5, 4, 17): "Postal Code",
        OID(2, 5, 4, 41): "Name",
        OID(2, 5, 4, 42): "Given Name",
        OID(2, 5, 4, 43): "Initials",
        OID(2, 5, 4, 44): "Generation Qualifier",
        OID(2, 5, 4, 46): "Qualifier of Distinguished Name",
        OID(2, 5, 4, 65): "Pseudonym",
        OID(2, 5, 4, 97): "Organization Identifier",
        emailAddress: "Email Address",
        OID(0, 9, 2342, 19_200_300, 100, 1, 1): "User ID",
        OID(0, 9, 2342, 19_200_300, 100, 1, 25): "Domain Component",
        OID(1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 1): "Inc. Locality",
        OID(1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 2): "Inc. State/Province",
        OID(1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 3): "Inc. Country or Region",
    ]
}
