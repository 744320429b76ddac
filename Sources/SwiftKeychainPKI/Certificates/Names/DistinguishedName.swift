/// Is the name of a subject or an issuer (RFC 5280, section 4.1.2.4): a list of relative names,
/// each of one attribute or several. It may be empty.
package struct DistinguishedName: Sendable, Hashable {
    /// Holds the DER, header and content.
    package let encoding: [UInt8]
    /// Holds the relative names, the most general first.
    package let relativeNames: [[NameAttribute]]

    /// Reads a name that a caller gave: one DER SEQUENCE and nothing behind it.
    ///
    /// Refused, with `malformed`: what is no name, and what is not strict DER.
    package init(der: [UInt8]) throws(PKIError) {
        let element = try DERElement(only: der[...])
        try element.checkStrictly()
        try self.init(element)
    }

    init(_ element: DERElement) throws(PKIError) {
        guard element.tag == .sequence else { throw DER.malformed("a name is expected") }
        encoding = Array(element.encoding)
        var names: [[NameAttribute]] = []
        for set in try element.children() {
            guard set.tag == .set, !set.content.isEmpty else {
                throw DER.malformed("a relative name without attributes")
            }
            var attributes: [NameAttribute] = []
            for attribute in try set.children() {
                attributes.append(try NameAttribute(attribute))
            }
            names.append(attributes)
        }
        relativeNames = names
    }

    /// Gives all attributes in the order of the encoding.
    package var attributes: [NameAttribute] { relativeNames.flatMap { $0 } }

    /// Gives the texts of all attributes of a type, the most general first; what is no text, or an
    /// empty one, is left out.
    package func texts(_ type: OID) -> [String] {
        attributes.filter { $0.type == type }.compactMap(\.text).filter { !$0.isEmpty }
    }
}

/// Is one attribute of a name: a type and a value.
package struct NameAttribute: Sendable, Hashable {
    package let type: OID
    package let value: DERElement

    init(_ element: DERElement) throws(PKIError) {
        guard element.tag == .sequence else {
            throw DER.malformed("an attribute of a name is expected")
        }
        var reader = DERReader(inside: element)
        type = try OID(try reader.next(.objectIdentifier))
        value = try reader.next()
        try reader.end()
    }

    /// Gives the value as text; nil when it is none.
    package var text: String? { value.text }
}
