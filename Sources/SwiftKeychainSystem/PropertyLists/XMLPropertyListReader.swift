/// A reader of the XML form of a property list. It supports only the XML that this form needs: no
/// namespaces, entity declarations or CDATA sections.
struct XMLPropertyListReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    private enum Tag: Equatable {
        case start(String)
        case end(String)
        case empty(String)
    }

    mutating func read() throws(PropertyList.Malformed) -> PropertyList {
        guard case .start("plist") = try tag() else { throw PropertyList.Malformed() }
        let value = try value(of: try tag(), depth: 0)
        guard try tag() == .end("plist") else { throw PropertyList.Malformed() }
        try skipBetweenTags()
        guard place == bytes.count else { throw PropertyList.Malformed() }
        return value
    }

    private mutating func value(
        of tag: Tag, depth: Int
    ) throws(PropertyList.Malformed) -> PropertyList {
        guard depth <= PropertyList.deepest else { throw PropertyList.Malformed() }
        switch tag {
        case .empty("true"): return .boolean(true)
        case .empty("false"): return .boolean(false)
        case .empty("string"): return .string("")
        case .empty("data"): return .data([])
        case .empty("array"): return .array([])
        case .empty("dict"): return .dictionary([:])
        case .start("dict"): return .dictionary(try entries(depth: depth))
        case .start("array"):
            var array: [PropertyList] = []
            while true {
                let next = try self.tag()
                if next == .end("array") { return .array(array) }
                array.append(try value(of: next, depth: depth + 1))
            }
        case .start(let name):
            let text = try text()
            guard try self.tag() == .end(name), let value = Self.leaf(name, text) else {
                throw PropertyList.Malformed()
            }
            return value
        default: throw PropertyList.Malformed()
        }
    }

    private mutating func entries(
        depth: Int
    ) throws(PropertyList.Malformed) -> [String: PropertyList] {
        var entries: [String: PropertyList] = [:]
        while true {
            let next = try tag()
            if next == .end("dict") { return entries }
            guard next == .start("key") else { throw PropertyList.Malformed() }
            let key = try text()
            guard try tag() == .end("key"),
                entries.updateValue(try value(of: try tag(), depth: depth + 1), forKey: key) == nil
            else { throw PropertyList.Malformed() }
        }
    }

    private static func leaf(_ name: String, _ text: String) -> PropertyList? {
        switch name {
        case "string": return .string(text)
        case "true" where text.isEmpty: return .boolean(true)
        case "false" where text.isEmpty: return .boolean(false)
        case "real": return Double(trimmed(text)).map { .real($0) }
        case "integer":
            let digits = trimmed(text)
            let hexadecimal = ["0x", "0X"].first(where: digits.hasPrefix)
            return
                (hexadecimal == nil
                ? Int64(digits) : Int64(digits.dropFirst(2), radix: 16)).map { .integer($0) }
        case "data": return Base64.bytes(text.utf8.filter { !Base64.isBlank($0) }).map { .data($0) }
        case "date": return CalendarDate(iso8601: trimmed(text)).map { .date($0.seconds) }
        default: return nil
        }
    }

    private static func trimmed(_ text: String) -> Substring {
        var text = text[...]
        while text.utf8.first.map(Base64.isBlank) == true { text.removeFirst() }
        while text.utf8.last.map(Base64.isBlank) == true { text.removeLast() }
        return text
    }
}

extension XMLPropertyListReader {
    /// Skips blanks, comments, the declaration and the document type.
    private mutating func skipBetweenTags() throws(PropertyList.Malformed) {
        while place < bytes.count {
            let rest = bytes[place...]
            if Base64.isBlank(bytes[place]) {
                place += 1
            } else if rest.starts(with: "<!--".utf8) {
                try skip(past: "-->", from: place + 4)
            } else if rest.starts(with: "<?".utf8) {
                try skip(past: "?>", from: place + 2)
            } else if rest.starts(with: "<!DOCTYPE".utf8) {
                let start = place
                try skip(past: ">", from: place)
                if bytes[start..<place].contains(UInt8(ascii: "[")) {
                    throw PropertyList.Malformed()
                }
            } else {
                return
            }
        }
    }

    private mutating func skip(
        past end: StaticString, from start: Int
    ) throws(PropertyList.Malformed) {
        let end = end.withUTF8Buffer { Array($0) }
        var next = start
        while next + end.count <= bytes.count {
            if bytes[next..<next + end.count].elementsEqual(end) {
                place = next + end.count
                return
            }
            next += 1
        }
        throw PropertyList.Malformed()
    }

    private mutating func tag() throws(PropertyList.Malformed) -> Tag {
        try skipBetweenTags()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "<"),
            let end = bytes[place...].firstIndex(of: UInt8(ascii: ">"))
        else { throw PropertyList.Malformed() }
        var inside = bytes[(place + 1)..<end]
        place = end + 1
        let isEnd = inside.first == UInt8(ascii: "/")
        if isEnd { inside.removeFirst() }
        let isEmpty = !isEnd && inside.last == UInt8(ascii: "/")
        if isEmpty { inside.removeLast() }
        let name = String(decoding: inside.prefix { !Base64.isBlank($0) }, as: UTF8.self)
        return isEnd ? .end(name) : isEmpty ? .empty(name) : .start(name)
    }

    /// Reads text up to the next tag, with its entities replaced.
    private mutating func text() throws(PropertyList.Malformed) -> String {
        let raw = bytes[place...].prefix { $0 != UInt8(ascii: "<") }
        place = raw.endIndex
        guard let text = String(validating: raw, as: UTF8.self) else {
            throw PropertyList.Malformed()
        }
        var parts = text.split(separator: "&", omittingEmptySubsequences: false)[...]
        var result = String(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let scalar = Self.entity(part[..<end]) else {
                throw PropertyList.Malformed()
            }
            result.unicodeScalars.append(scalar)
            result += part[part.index(after: end)...]
        }
        return result
    }

    private static func entity(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "lt": "<"
        case "gt": ">"
        case "amp": "&"
        case "quot": "\""
        case "apos": "'"
        case _ where name.hasPrefix("#x"):
            UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where name.hasPrefix("#"):
            UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        default: nil
        }
    }
}
