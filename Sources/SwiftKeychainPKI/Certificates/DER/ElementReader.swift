/// Reads the elements of a DER encoding one after the other, and refuses what is not DER.
///
/// Refused, with `malformed`: truncated elements, indefinite lengths, lengths in more octets than
/// they need (X.690, sections 8.1.3 and 10.1), and tag numbers above 30, which no certificate has.
package struct ElementReader: Sendable {
    private var rest: ArraySlice<UInt8>

    /// Begins at the first of `bytes`.
    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Begins at the first element inside a constructed one.
    package init(inside element: DERElement) { rest = element.content }

    /// Says that nothing is left.
    package var isAtEnd: Bool { rest.isEmpty }

    /// Gives the tag of the next element without moving on; nil at the end.
    package func peekTag() -> DERTag? { rest.first.map(DERTag.init(rawValue:)) }

    /// Reads the next element, whatever it is.
    package mutating func next() throws(PKIError) -> DERElement {
        let whole = rest
        let tag = DERTag(rawValue: try octet())
        guard tag.number != 0x1F else { throw Self.failure("a tag of several octets") }
        let count = try length()
        guard count <= rest.count else { throw Self.failure("an element is cut short") }
        let content = rest.prefix(count)
        rest = rest.dropFirst(count)
        return DERElement(
            tag: tag, encoding: whole[whole.startIndex..<content.endIndex], content: content)
    }

    /// Reads the next element, which must have this tag.
    package mutating func next(_ tag: DERTag) throws(PKIError) -> DERElement {
        guard peekTag() == tag else { throw Self.failure("another element is expected") }
        return try next()
    }

    /// Reads the next element if it has this tag.
    package mutating func nextIf(_ tag: DERTag) throws(PKIError) -> DERElement? {
        guard peekTag() == tag else { return nil }
        return try next()
    }

    /// Refuses what follows the last element.
    package func end() throws(PKIError) {
        guard rest.isEmpty else { throw Self.failure("bytes follow the last element") }
    }

    private mutating func octet() throws(PKIError) -> UInt8 {
        guard let octet = rest.popFirst() else { throw Self.failure("an element is cut short") }
        return octet
    }

    private mutating func length() throws(PKIError) -> Int {
        let first = try octet()
        if first < 0x80 { return Int(first) }
        guard first != 0x80 else { throw Self.failure("an indefinite length") }
        // Four octets hold more than any certificate may have.
        let count = Int(first & 0x7F)
        guard count <= 4 else { throw Self.failure("a length of too many octets") }
        var length = 0
        for _ in 0..<count { length = length << 8 | Int(try octet()) }
        guard length >= 0x80, length >> (8 * (count - 1)) != 0 else {
            throw Self.failure("a length in more octets than it needs")
        }
        return length
    }

    package static func failure(_ rule: String) -> PKIError {
        PKIError(.malformed, "DER: \(rule)")
    }
}

extension DERElement {
    /// Reads exactly one element: nothing may follow it.
    package init(only bytes: ArraySlice<UInt8>) throws(PKIError) {
        var reader = ElementReader(bytes)
        self = try reader.next()
        try reader.end()
    }

    /// Reads all elements inside a constructed one.
    package func children() throws(PKIError) -> [DERElement] {
        var reader = ElementReader(inside: self)
        var found: [DERElement] = []
        while !reader.isAtEnd { found.append(try reader.next()) }
        return found
    }
}
