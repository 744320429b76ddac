import SwiftKeychainMemory

/// A reader of XML, an element after the other, for documents without entity declarations.
///
/// Only the texts that the caller asks for are copied, into locked memory.
struct XMLReader {
    private let bytes: UnsafeRawBufferPointer
    private var next = 0
    private var counted = (place: 0, line: 1)

    /// The tag that begins an element.
    struct Tag {
        var name: String
        /// Whether the element has no contents: `<a/>`.
        var isEmpty: Bool
        var line: Int
        fileprivate var attributes: Range<Int>
    }

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { next = 3 }
    }

    /// The number of the line that is read next.
    private var line: Int {
        mutating get {
            counted.line += bytes[counted.place..<next].count { $0 == UInt8(ascii: "\n") }
            counted.place = next
            return counted.line
        }
    }

    private mutating func malformed(_ rule: String) -> ExchangeFault {
        next = min(next, bytes.count)
        return ExchangeFault(line: line, rule)
    }

    /// Reads the first tag.
    mutating func root() throws(ExchangeFault) -> Tag {
        try skipBetweenTags()
        guard let tag = try tag() else { throw malformed("an end without a beginning") }
        return tag
    }

    /// Reads the first tag in an element, or the one behind the element that was read before; nil at
    /// the end of the element. Each element that is returned must be read or skipped.
    mutating func child(of parent: Tag) throws(ExchangeFault) -> Tag? {
        if parent.isEmpty { return nil }
        try skipBetweenTags()
        if let tag = try tag() { return tag }
        try end(parent)
        return nil
    }

    /// Passes over the rest of an element.
    mutating func skip(_ element: Tag) throws(ExchangeFault) {
        if element.isEmpty { return }
        var open: [Tag] = [element]
        while let last = open.last {
            if let tag = try child(of: last) {
                if !tag.isEmpty { open.append(tag) }
            } else {
                open.removeLast()
            }
        }
    }

    /// Reads the text of an element without elements in it.
    mutating func secret(_ element: Tag) throws(ExchangeFault) -> SecretBytes {
        if element.isEmpty { return SecretBytes(copying: EmptyCollection()) }
        let start = next
        var count = 0
        try text { _ in count += 1 }
        next = start
        var failure: ExchangeFault?
        let secret = SecretBytes(count: count) { copy in
            var place = 0
            do throws(ExchangeFault) {
                try text { byte in
                    copy[place] = byte
                    place += 1
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        guard secret.withBytes({ String.isUTF8($0) }) else { throw malformed("not UTF-8") }
        guard try tag() == nil else { throw malformed("an element where text is expected") }
        try end(element)
        return secret
    }

    /// Reads the text of an element that is no secret.
    mutating func string(_ element: Tag) throws(ExchangeFault) -> String {
        try secret(element).text ?? ""
    }

    /// Returns whether the tag has this attribute, written as here: `Name="value"`.
    func has(_ attribute: String, _ tag: Tag) -> Bool {
        let wanted = Array(attribute.utf8)
        return bytes[tag.attributes].split(whereSeparator: Self.isBlank).contains {
            $0.elementsEqual(wanted)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[next...].starts(with: $0) }
    }

    /// Moves behind the next `text`.
    private mutating func skip(past text: StaticString) throws(ExchangeFault) {
        while next < bytes.count {
            if isNext(text) {
                next += text.utf8CodeUnitCount
                return
            }
            next += 1
        }
        throw malformed("the file ends within a tag or a comment")
    }

    /// Skips text, comments, the declaration and the document type.
    private mutating func skipBetweenTags() throws(ExchangeFault) {
        while next < bytes.count {
            if bytes[next] != UInt8(ascii: "<") {
                next += 1
            } else if isNext("<!--") {
                try skip(past: "-->")
            } else if isNext("<![CDATA[") {
                try skip(past: "]]>")
            } else if isNext("<?") {
                try skip(past: "?>")
            } else if isNext("<!") {
                let start = next
                try skip(past: ">")
                if bytes[start..<next].contains(UInt8(ascii: "[")) {
                    throw malformed("declarations are not supported")
                }
            } else {
                return
            }
        }
    }

    /// Reads a tag that begins an element; nil for one that ends it, which is left unread.
    private mutating func tag() throws(ExchangeFault) -> Tag? {
        guard next < bytes.count else { throw malformed("the file ends within an element") }
        if isNext("</") { return nil }
        let line = line
        let start = next + 1
        // A value may contain the character that ends a tag.
        var quote: UInt8?
        next = start
        while next < bytes.count, quote != nil || bytes[next] != UInt8(ascii: ">") {
            let byte = bytes[next]
            if quote == byte {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            next += 1
        }
        guard next < bytes.count else { throw malformed("the file ends within a tag or a comment") }
        let isEmpty = next > start && bytes[next - 1] == UInt8(ascii: "/")
        let end = isEmpty ? next - 1 : next
        next += 1
        let name = bytes[start..<end].prefix { !Self.isBlank($0) }
        guard !name.isEmpty, name.count <= 100 else { throw malformed("a tag without a name") }
        return Tag(
            name: String(decoding: name, as: UTF8.self), isEmpty: isEmpty, line: line,
            attributes: name.endIndex..<end)
    }

    /// Reads the tag that ends an element.
    private mutating func end(_ element: Tag) throws(ExchangeFault) {
        let start = next + 2
        try skip(past: ">")
        let name = bytes[start..<next - 1].prefix { !Self.isBlank($0) }
        guard name.elementsEqual(element.name.utf8) else {
            throw malformed("the element of line \(element.line) isn't ended")
        }
    }

    /// Reads text up to the next tag, and passes it on with its entities replaced.
    private mutating func text(_ put: (UInt8) -> Void) throws(ExchangeFault) {
        while next < bytes.count {
            let byte = bytes[next]
            if byte == UInt8(ascii: "&") {
                try entity(put)
            } else if byte == UInt8(ascii: "<") {
                if isNext("<!--") {
                    try skip(past: "-->")
                } else if isNext("<![CDATA[") {
                    let start = next + 9
                    try skip(past: "]]>")
                    for byte in bytes[start..<max(start, next - 3)] { put(byte) }
                } else {
                    return
                }
            } else {
                // A line end of two characters is read as one.
                let isFirst = byte == 0x0d && next + 1 < bytes.count && bytes[next + 1] == 0x0a
                if !isFirst { put(byte) }
                next += 1
            }
        }
    }

    private mutating func entity(_ put: (UInt8) -> Void) throws(ExchangeFault) {
        let name = bytes[(next + 1)...].prefix(10).prefix { $0 != UInt8(ascii: ";") }
        let text = String(decoding: name, as: UTF8.self)
        let scalar: Unicode.Scalar? =
            switch text {
            case "lt": "<"
            case "gt": ">"
            case "amp": "&"
            case "quot": "\""
            case "apos": "'"
            case _ where text.hasPrefix("#x"):
                UInt32(text.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
            case _ where text.hasPrefix("#"):
                UInt32(text.dropFirst()).flatMap(Unicode.Scalar.init)
            default: nil
            }
        guard let scalar, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";")
        else { throw malformed("an unknown entity") }
        for byte in UTF8.encode(scalar)! { put(byte) }
        next = name.endIndex + 1
    }
}
