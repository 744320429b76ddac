// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// What the beginning of a JSON text says about its kind: the names of members, whatever object has them.
///
/// A file is recognised by its first bytes, which end in the middle of a value, so that no reader of JSON accepts them. A
/// quotation mark inside of a text has a backslash before it, so a name in quotation marks with a colon behind it is always
/// that of a member.
struct JSONOutline {
    private let bytes: UnsafeRawBufferPointer

    /// - Returns: nil for a text that doesn't begin with an object.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let first = bytes.withoutMark.first { !Base64.isBlank($0) }
        guard first == UInt8(ascii: "{") else { return nil }
        self.bytes = bytes
    }

    /// Returns whether the text has a member, and if its value begins with `first`.
    func has(_ name: String, beginning first: Unicode.Scalar? = nil) -> Bool {
        var rest = bytes[...]
        while let range = rest.firstRange(ofPart: "\"\(name)\"".utf8) {
            rest = rest[range.upperBound...]
            var value = rest.drop(while: Base64.isBlank)
            guard value.popFirst() == UInt8(ascii: ":") else { continue }
            let start = value.first { !Base64.isBlank($0) }
            if first.map({ UInt8(ascii: $0) == start }) ?? true { return true }
        }
        return false
    }
}
