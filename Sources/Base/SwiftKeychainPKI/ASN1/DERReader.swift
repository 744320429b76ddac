// SPDX-License-Identifier: Apache-2.0
extension DER {
    /// A reader of elements, one after the other, that refuses what isn't DER.
    ///
    /// It throws `malformed` for truncated elements, indefinite lengths, lengths in more octets than
    /// they need (X.690, sections 8.1.3 and 10.1), and tag numbers above 30, which no format here has.
    /// A call that throws reads nothing.
    package struct Reader<Window: Bytes> where Window.SubSequence == Window, Window.Index == Int {
        private var rest: Window

        /// Begins at the first of `bytes`.
        package init(_ bytes: Window) { rest = bytes }

        /// Begins at the first element inside a constructed one.
        package init(inside element: Element<Window>) { rest = element.content }

        /// Begins at the first element inside a SEQUENCE.
        ///
        /// - Throws: `malformed` for an element of another type; `what` says for the error what is expected.
        init(
            _ what: String, _ element: Element<Window>, file: StaticString = #fileID,
            line: UInt = #line
        ) throws(PKIError) {
            guard element.tag == .sequence else {
                throw DER.malformed("\(what) is expected", file: file, line: line)
            }
            self.init(inside: element)
        }

        /// Begins at the first element inside the one SEQUENCE that the bytes are.
        init(sequence bytes: Window) throws(PKIError) {
            try self.init("a sequence", Element(only: bytes))
        }

        /// True once everything was read.
        package var isAtEnd: Bool { rest.isEmpty }

        /// Returns the tag of the next element without reading it; nil at the end.
        package func peekTag() -> DERTag? { rest.first.map(DERTag.init(rawValue:)) }

        /// Reads the next element, whatever it is.
        package mutating func next() throws(PKIError) -> Element<Window> {
            // On a copy, so that a call that throws reads nothing.
            var ahead = self
            let (tag, count) = try ahead.header()
            guard let count else { throw DER.malformed("an indefinite length") }
            let content = try ahead.take(count)
            let element = Element(
                tag: tag, encoding: rest[rest.startIndex..<content.endIndex], content: content)
            self = ahead
            return element
        }

        /// Reads the next element, which must have this tag.
        package mutating func next(_ tag: DERTag) throws(PKIError) -> Element<Window> {
            guard peekTag() == tag else { throw DER.malformed("another element is expected") }
            return try next()
        }

        /// Reads the next element if it has this tag.
        package mutating func nextIf(_ tag: DERTag) throws(PKIError) -> Element<Window>? {
            guard peekTag() == tag else { return nil }
            return try next()
        }

        /// Reads the next element, which must have this tag, and returns a reader for its content.
        package mutating func enter(_ tag: DERTag) throws(PKIError) -> Self {
            Self(inside: try next(tag))
        }

        /// Throws `malformed` unless everything was read.
        package func end() throws(PKIError) {
            guard rest.isEmpty else { throw DER.malformed("bytes follow the last element") }
        }

        /// Reads a tag and a length; the length is nil for an indefinite one, which only BER has.
        mutating func header() throws(PKIError) -> (tag: DERTag, length: Int?) {
            let tag = DERTag(rawValue: try octet())
            guard tag.number != 0x1F else { throw DER.malformed("a tag of several octets") }
            let first = try octet()
            if first < 0x80 { return (tag, Int(first)) }
            guard first != 0x80 else { return (tag, nil) }
            // Four octets hold more than any file may have.
            let count = Int(first & 0x7F)
            guard count <= 4 else { throw DER.malformed("a length of too many octets") }
            var length = 0
            for _ in 0..<count { length = length << 8 | Int(try octet()) }
            guard length >= 0x80, length >> (8 * (count - 1)) != 0 else {
                throw DER.malformed("a length in more octets than it needs")
            }
            return (tag, length)
        }

        /// Reads content.
        mutating func take(_ count: Int) throws(PKIError) -> Window {
            guard count <= rest.count else { throw DER.malformed("an element is cut short") }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        private mutating func octet() throws(PKIError) -> UInt8 {
            guard let octet = rest.popFirst() else {
                throw DER.malformed("an element is cut short")
            }
            return octet
        }
    }

    /// Makes the error for bytes that break a rule of DER.
    package static func malformed(
        _ rule: String, file: StaticString = #fileID, line: UInt = #line
    ) -> PKIError {
        .malformed("DER", rule, file: file, line: line)
    }
}

/// A reader of an array.
package typealias DERReader = DER.Reader<ArraySlice<UInt8>>

extension DER.Reader: Sendable where Window: Sendable {}

extension DER.Element {
    /// Reads exactly one element, with nothing behind it.
    package init(only bytes: Window) throws(PKIError) {
        var reader = DER.Reader(bytes)
        self = try reader.next()
        try reader.end()
    }

    /// Reads the one element inside an explicit tag (section 8.14).
    package func inner() throws(PKIError) -> Self { try Self(only: content) }

    /// Reads an OCTET STRING under the tag 0: as one, or in pieces, as programs write it that don't know its size.
    func octetsInPieces() throws(PKIError) -> [UInt8] {
        if tag == .primitive(0) { return Array(content) }
        guard tag == .constructed(0) else { throw DER.malformed("octets are expected") }
        var octets: [UInt8] = []
        for piece in try children() {
            guard piece.tag == .octetString else { throw DER.malformed("a piece") }
            octets += piece.content
        }
        return octets
    }

    /// Reads all elements inside a constructed one.
    package func children() throws(PKIError) -> [Self] {
        var reader = DER.Reader(inside: self)
        var found: [Self] = []
        while !reader.isAtEnd { found.append(try reader.next()) }
        return found
    }
}

/// A reader of lent memory, so that a private key isn't copied.
typealias LentDERReader = DER.Reader<Slice<UnsafeRawBufferPointer>>

extension LentDERReader {
    init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes[...]) }

    init(sequence bytes: UnsafeRawBufferPointer) throws(PKIError) {
        try self.init(sequence: bytes[...])
    }

    /// Reads the next element, which must have this tag, and returns its content.
    mutating func content(_ tag: DERTag) throws(PKIError) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: try next(tag).content)
    }

    /// Reads the next element, whatever it is, and returns it with its header.
    mutating func whole() throws(PKIError) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: try next().encoding)
    }

    /// Reads an INTEGER that isn't negative, without leading zeros: no bytes for zero.
    mutating func unsignedInteger() throws(PKIError) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: try next(.integer).unsignedInteger())
    }

    /// Reads an INTEGER from 0 to 2^31 - 1.
    mutating func smallNumber() throws(PKIError) -> Int { try next(.integer).smallNumber() }
}

extension DER.Reader<ArraySlice<UInt8>> {
    /// Reads a SEQUENCE of two INTEGERs that aren't negative, each without leading zeros: an ECDSA signature (RFC 3279, section
    /// 2.2.3) or an `RSAPublicKey` (RFC 8017, appendix A.1.1); nil for anything else.
    static func twoNumbers(_ bytes: [UInt8]) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
        guard var numbers = try? Self(sequence: bytes[...]),
            let first = try? numbers.next(.integer).unsignedInteger(),
            let second = try? numbers.next(.integer).unsignedInteger(), numbers.isAtEnd
        else { return nil }
        return (first, second)
    }
}
