// SPDX-License-Identifier: Apache-2.0

/// What the beginning of a JSON text says about its kind: the members of the outermost object, and of the objects in it.
///
/// A file is recognised by its first bytes, which end in the middle of a value, so that no reader of JSON accepts them.
struct JSONOutline {
    /// The first byte of each value, by its name, or by two names with a dot between them.
    private var values: [String: UInt8] = [:]

    /// Values nested deeper than this are not looked at.
    private static let deepest = 32

    /// - Returns: nil for a text that doesn't begin with an object.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        // Some programs write the byte order mark of UTF-8.
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
        guard rest.first == UInt8(ascii: "{") else { return nil }
        var names: [String] = []
        var isObject: [Bool] = []
        var expectsName = false
        func note(_ byte: UInt8) {
            guard 1...2 ~= isObject.count, !isObject.contains(false) else { return }
            values[names.joined(separator: ".")] = byte
        }
        while let byte = rest.first, isObject.count < Self.deepest {
            rest = rest.dropFirst()
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                note(byte)
                isObject.append(byte == UInt8(ascii: "{"))
                names.append("")
                expectsName = isObject[isObject.count - 1]
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard isObject.popLast() != nil, names.popLast() != nil else { return }
                expectsName = false
            case UInt8(ascii: ","): expectsName = isObject.last ?? false
            case UInt8(ascii: ":"), 0x20, 0x09, 0x0a, 0x0d: break
            case UInt8(ascii: "\""):
                let start = rest.startIndex
                while let next = rest.first, next != UInt8(ascii: "\"") {
                    rest = rest.dropFirst(next == UInt8(ascii: "\\") ? 2 : 1)
                }
                if expectsName {
                    names[names.count - 1] = String(
                        decoding: bytes[start..<rest.startIndex], as: UTF8.self)
                    expectsName = false
                } else {
                    note(byte)
                }
                rest = rest.dropFirst()
            default:
                note(byte)
                rest = rest.drop { !",}] \t\r\n".utf8.contains($0) }
            }
        }
    }

    /// Returns whether the text has a value, and if it begins with `first`.
    func has(_ name: String, beginning first: Unicode.Scalar? = nil) -> Bool {
        guard let value = values[name] else { return false }
        return first.map { UInt8(ascii: $0) == value } ?? true
    }
}
