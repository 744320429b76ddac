// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A reader of XML, an element after the other, for documents without entity declarations.
///
/// Only the texts that the caller asks for are copied.
///
///     var reader = XMLReader(bytes)
///     let root = try reader.root()
///     while let tag = try reader.child(of: root) {
///         if tag.name == "key" { keys.append(try reader.string(tag)) } else { try reader.skip(tag) }
///     }
package struct XMLReader {
    private let bytes: UnsafeRawBufferPointer
    private let isStrict: Bool
    private var next = 0
    /// A position and its line, from which ``line`` counts on, so that the document is counted once.
    private var counted = (place: 0, line: 1)

    /// The error for a document that isn't XML, or not what the caller expects.
    package struct Malformed: Error {
        /// The number of the line, from 1.
        package let line: Int
        package let rule: String

        package init(line: Int, _ rule: String) { (self.line, self.rule) = (line, rule) }
    }

    /// The tag that begins an element.
    package struct Tag {
        package let name: String
        /// Whether the element has no contents: `<a/>`.
        fileprivate let isEmpty: Bool
        package let line: Int
        fileprivate let attributes: Range<Int>
    }

    /// - Parameter isStrict: whether sections of CDATA, and text between elements, are refused.
    package init(_ bytes: UnsafeRawBufferPointer, isStrict: Bool = false) {
        (self.bytes, self.isStrict) = (bytes, isStrict)
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

    /// Makes the error of the line that is read next.
    package mutating func malformed(_ rule: String) -> Malformed {
        next = min(next, bytes.count)
        return Malformed(line: line, rule)
    }

    /// Reads the first tag.
    package mutating func root() throws(Malformed) -> Tag {
        try skipBetweenTags()
        guard let tag = try tag() else { throw malformed("an end without a beginning") }
        return tag
    }

    /// Reads the first tag in an element, or the one behind the element that was read before; nil at
    /// the end of the element. Each element that is returned must be read or skipped.
    package mutating func child(of parent: Tag) throws(Malformed) -> Tag? {
        if parent.isEmpty { return nil }
        try skipBetweenTags()
        if let tag = try tag() { return tag }
        try end(parent)
        return nil
    }

    /// Reads what follows the last element, where only comments may be.
    package mutating func end() throws(Malformed) {
        try skipBetweenTags()
        guard next == bytes.count else { throw malformed("an element behind the last") }
    }

    /// Passes over the rest of an element.
    package mutating func skip(_ element: Tag) throws(Malformed) {
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

    /// Reads the text of an element without elements in it, into locked memory.
    package mutating func secret(_ element: Tag) throws(Malformed) -> SecretBytes {
        if element.isEmpty { return SecretBytes(copying: EmptyCollection()) }
        let start = next
        let secret = try SecretBytes { put throws(Malformed) in
            next = start
            try text(put)
        }
        guard secret.withBytes({ String.isUTF8($0) }) else { throw malformed("not UTF-8") }
        try endText(element)
        return secret
    }

    /// Reads the text of an element that is no secret.
    package mutating func string(_ element: Tag) throws(Malformed) -> String {
        if element.isEmpty { return "" }
        var copy: [UInt8] = []
        try text { copy.append($0) }
        guard let string = String(validating: copy, as: UTF8.self) else {
            throw malformed("not UTF-8")
        }
        try endText(element)
        return string
    }

    /// Reads the end of an element of which the text was read.
    private mutating func endText(_ element: Tag) throws(Malformed) {
        guard try tag() == nil else { throw malformed("an element where text is expected") }
        try end(element)
    }

    /// Returns whether the tag has this attribute, written as here: `Name="value"`.
    package func has(_ attribute: String, _ tag: Tag) -> Bool {
        let wanted = Array(attribute.utf8)
        return bytes[tag.attributes].split(whereSeparator: Self.isBlank).contains {
            $0.elementsEqual(wanted)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

    /// Returns whether these characters come next.
    private func isNext(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[next...].starts(with: $0) }
    }

    /// Moves behind the next `end`, if `start` is next.
    private mutating func skips(
        _ start: StaticString, past end: StaticString
    ) throws(Malformed) -> Bool {
        guard isNext(start) else { return false }
        next += start.utf8CodeUnitCount
        while next < bytes.count {
            if isNext(end) {
                next += end.utf8CodeUnitCount
                return true
            }
            next += 1
        }
        throw malformed("the file ends within a tag or a comment")
    }

    /// Skips text, comments, the declaration and the document type.
    private mutating func skipBetweenTags() throws(Malformed) {
        while next < bytes.count {
            let start = next
            if bytes[next] != UInt8(ascii: "<") {
                guard !isStrict || Self.isBlank(bytes[next]) else {
                    throw malformed("text where an element is expected")
                }
                next += 1
            } else if try skips("<!--", past: "-->") {
                continue
            } else if try skips("<?", past: "?>") {
                continue
            } else if !isStrict, try skips("<![CDATA[", past: "]]>") {
                continue
            } else if try skips("<!", past: ">") {
                // Declared entities could expand to gigabytes, or name files to read.
                if bytes[start..<next].contains(UInt8(ascii: "[")) {
                    throw malformed("declarations are not supported")
                }
            } else {
                return
            }
        }
    }

    /// Reads a tag that begins an element; nil before a tag that ends one, which is left unread.
    private mutating func tag() throws(Malformed) -> Tag? {
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
    private mutating func end(_ element: Tag) throws(Malformed) {
        let start = next + 2
        _ = try skips("</", past: ">")
        let name = bytes[start..<next - 1].prefix { !Self.isBlank($0) }
        guard name.elementsEqual(element.name.utf8) else {
            throw malformed("the element of line \(element.line) isn't ended")
        }
    }

    /// Reads text up to the next tag, and passes it on with its entities replaced.
    private mutating func text(_ put: (UInt8) -> Void) throws(Malformed) {
        while next < bytes.count {
            let byte = bytes[next]
            if byte == UInt8(ascii: "&") {
                try entity(put)
            } else if byte == UInt8(ascii: "<") {
                // Behind `<![CDATA[`, if that comes next.
                let start = next + 9
                if try skips("<!--", past: "-->") {
                    continue
                } else if !isStrict, try skips("<![CDATA[", past: "]]>") {
                    for byte in bytes[start..<next - 3] { put(byte) }
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

    /// Reads one of the five entities of XML, or a character by its number. Others would need declarations, which
    /// aren't supported.
    private mutating func entity(_ put: (UInt8) -> Void) throws(Malformed) {
        // The longest name, #x10FFFF, has eight characters.
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
