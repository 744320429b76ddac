// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory

/// One value of a message (D-Bus specification, "Type System").
///
/// Numbers of 16 bits (`n`, `q`) are read as ones of 32 bits, so ``type`` isn't always the type on the bus.
package enum BusValue: Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    /// Sent up to its first NUL, which no text on a bus can have.
    case string(String)
    /// The path of an object, which must be valid (D-Bus specification, "Valid Object Paths") to be sent.
    case path(String)
    case signature(String)
    case descriptor(BusDescriptor)
    /// An array of bytes (`ay`).
    case bytes(SecretBytes)
    /// An array with the signature of its elements.
    case array(String, [BusValue])
    case structure([BusValue])
    /// A pair of a dictionary.
    indirect case entry(BusValue, BusValue)
    indirect case variant(BusValue)

    /// The type of the value, as in a message.
    package var type: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .bytes: "ay"
        case .array(let element, _): "a" + element
        case .structure(let values): "(\(values.map(\.type).joined()))"
        case .entry(let key, let value): "{\(key.type)\(value.type)}"
        case .variant: "v"
        }
    }

    /// About how many bytes the value has in a message.
    package var length: Int {
        switch self {
        case .string(let text), .path(let text), .signature(let text): text.utf8.count + 8
        case .bytes(let bytes): bytes.count + 8
        case .array(_, let values), .structure(let values): values.reduce(8) { $0 + $1.length }
        case .entry(let key, let value): key.length + value.length
        case .variant(let value): value.length + 8
        default: 8
        }
    }

    /// Makes an array of object paths (`ao`).
    package static func paths(_ paths: [String]) -> BusValue {
        .array("o", paths.map(BusValue.path))
    }
    /// Makes a dictionary of texts (`a{ss}`).
    package static func texts(_ pairs: [(String, String)]) -> BusValue {
        .array("{ss}", pairs.map { .entry(.string($0.0), .string($0.1)) })
    }
    /// Makes a dictionary of properties (`a{sv}`). A variant among the values would be wrapped twice.
    package static func variants(_ pairs: [(String, BusValue)]) -> BusValue {
        .array("{sv}", pairs.map { .entry(.string($0.0), .variant($0.1)) })
    }

    /// The text of a string (`s`); nil for every other type, also for a path.
    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var objectPath: String? { if case .path(let path) = self { path } else { nil } }
    package var bytes: SecretBytes? { if case .bytes(let bytes) = self { bytes } else { nil } }
    package var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
    package var fields: [BusValue]? {
        if case .structure(let values) = self { values } else { nil }
    }
    /// The elements of an array; nil for one of bytes (`ay`), which is ``bytes``.
    package var elements: [BusValue]? {
        if case .array(_, let values) = self { values } else { nil }
    }
    /// What a variant contains.
    package var contents: BusValue? { if case .variant(let value) = self { value } else { nil } }
    /// The paths in an array. Elements of other types are left out.
    package var objectPaths: [String]? { elements?.compactMap(\.objectPath) }
    /// A number without a sign (`q`, `u`, `t`); nil for one byte and for numbers with a sign.
    package var number: UInt64? {
        switch self {
        case .uint32(let number): UInt64(number)
        case .uint64(let number): number
        default: nil
        }
    }

    /// The pairs of a dictionary of texts.
    ///
    /// A name that occurs twice is there twice. Pairs of other types are left out.
    package var textPairs: [(String, String)]? {
        elements?.compactMap { element in
            guard case .entry(.string(let name), .string(let value)) = element else { return nil }
            return (name, value)
        }
    }

    /// The pairs of a dictionary of variants.
    ///
    /// A name that occurs twice is there twice. Pairs of other types are left out.
    package var variantPairs: [(String, BusValue)]? {
        elements?.compactMap { element in
            guard case .entry(.string(let name), .variant(let value)) = element else { return nil }
            return (name, value)
        }
    }
}

/// An open file that came with a message. It is closed with the last reference.
package final class BusDescriptor: Sendable {
    /// Open as long as this object exists.
    package let number: Int32

    /// Takes over an open descriptor.
    package init(_ number: Int32) { self.number = number }

    deinit { close(number) }
}
