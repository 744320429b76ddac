extension DERElement {
    /// Counts the levels that elements may be nested; certificates have about a dozen.
    private static let deepest = 64

    /// Walks over every element, at every level, and refuses what is not DER.
    ///
    /// Beside the rules of ``ElementReader``: booleans are one octet, 00 or FF; integers and object
    /// identifiers are in as few octets as they need; the unused bits of bit strings are zero; null
    /// is empty; sequences and sets are constructed and nothing else that is universal is (X.690,
    /// sections 8 and 10). The contents of octet and bit strings are not looked into.
    package func checkStrictly() throws(PKIError) {
        // No recursion: the depth is the caller's to choose.
        var levels = [ElementReader(encoding)]
        while var reader = levels.popLast() {
            guard !reader.isAtEnd else { continue }
            let element = try reader.next()
            levels.append(reader)
            if element.tag.isConstructed {
                guard levels.count < Self.deepest else {
                    throw ElementReader.failure("elements are nested too deep")
                }
                levels.append(ElementReader(inside: element))
            }
            if element.tag.isUniversal { try element.checkUniversal() }
        }
    }

    private func checkUniversal() throws(PKIError) {
        let isList = tag == .sequence || tag == .set
        guard tag.isConstructed == isList else {
            throw ElementReader.failure("an element is constructed that may not be, or is not")
        }
        switch tag {
        case .boolean: _ = try boolean()
        case .integer: _ = try integer()
        case .bitString: _ = try bits()
        case .null:
            guard content.isEmpty else { throw ElementReader.failure("a null with content") }
        case .objectIdentifier: _ = try OID(self)
        // End-of-contents and primitive sequences are no elements of DER.
        case DERTag(rawValue: 0), DERTag(rawValue: 0x10), DERTag(rawValue: 0x11):
            throw ElementReader.failure("an element of a type that is none")
        default: break
        }
    }
}
