// SPDX-License-Identifier: Apache-2.0
/// A reader of the XML form of a property list, without sections of CDATA.
struct XMLPropertyListReader {
    private var reader: XMLReader

    /// Reads a whole file, strictly: elements that property lists don't have are malformed.
    static func read(_ bytes: [UInt8]) throws(PropertyList.Malformed) -> PropertyList {
        let list = bytes.withUnsafeBytes { bytes in
            var reader = XMLPropertyListReader(reader: XMLReader(bytes, isStrict: true))
            return try? reader.list()
        }
        guard let list else { throw PropertyList.Malformed() }
        return list
    }

    /// Reads the element `plist` with one value in it, and only comments after it.
    private mutating func list() throws(XMLReader.Malformed) -> PropertyList {
        let root = try reader.root()
        guard root.name == "plist", let tag = try reader.child(of: root) else {
            throw reader.malformed("no property list")
        }
        let value = try value(of: tag, depth: 0)
        guard try reader.child(of: root) == nil else { throw reader.malformed("a second value") }
        try reader.end()
        return value
    }

    /// Reads a value by the name of its element, and the values in it, up to the limit of the depth.
    private mutating func value(
        of tag: XMLReader.Tag, depth: Int
    ) throws(XMLReader.Malformed) -> PropertyList {
        guard depth <= PropertyList.deepest else { throw reader.malformed("nested too deep") }
        switch tag.name {
        case "dict": return .dictionary(try entries(of: tag, depth: depth))
        case "array":
            var array: [PropertyList] = []
            while let next = try reader.child(of: tag) {
                array.append(try value(of: next, depth: depth + 1))
            }
            return .array(array)
        default:
            guard let value = Self.leaf(tag.name, try reader.string(tag)) else {
                throw reader.malformed("not a \(tag.name)")
            }
            return value
        }
    }

    /// Reads keys and values in turn.
    private mutating func entries(
        of dictionary: XMLReader.Tag, depth: Int
    ) throws(XMLReader.Malformed) -> [String: PropertyList] {
        var entries: [String: PropertyList] = [:]
        while let tag = try reader.child(of: dictionary) {
            guard tag.name == "key" else { throw reader.malformed("no key") }
            let key = try reader.string(tag)
            guard let next = try reader.child(of: dictionary),
                entries.updateValue(try value(of: next, depth: depth + 1), forKey: key) == nil
            else { throw reader.malformed("a key without a value, or a second one") }
        }
        return entries
    }

    /// Reads a value without elements in it; nil for an unknown name or a malformed text.
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
        Substring(text.utf8.trimmed(where: Base64.isBlank))
    }
}
