extension DistinguishedName {
    /// Gives the content of the normalised name, without the header of its SEQUENCE: the form of
    /// kSecAttrSubject and kSecAttrIssuer.
    ///
    /// Values of type PrintableString are upper-cased, blanks at their ends are dropped and those
    /// between words made one; values of other types stay as they are.
    package var normalisedContent: [UInt8] {
        relativeNames.flatMap { attributes in
            DER.element(.set, attributes.flatMap(\.normalised))
        }
    }

    /// Gives the normalised name as a whole SEQUENCE.
    package var normalisedSequence: [UInt8] {
        DER.element(.sequence, normalisedContent)
    }
}

extension NameAttribute {
    fileprivate var normalised: [UInt8] {
        let type = DER.element(.objectIdentifier, type.octets)
        guard value.tag == .printableString else {
            return DER.element(.sequence, type + value.encoding)
        }
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
