// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory

/// One value of a message (D-Bus specification, "Type System").
package enum BusValue: Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
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

    package static func paths(_ paths: [String]) -> BusValue {
        .array("o", paths.map(BusValue.path))
    }
    package static func texts(_ pairs: [(String, String)]) -> BusValue {
        .array("{ss}", pairs.map { .entry(.string($0.0), .string($0.1)) })
    }
    package static func variants(_ pairs: [(String, BusValue)]) -> BusValue {
        .array("{sv}", pairs.map { .entry(.string($0.0), .variant($0.1)) })
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var objectPath: String? { if case .path(let path) = self { path } else { nil } }
    package var bytes: SecretBytes? { if case .bytes(let bytes) = self { bytes } else { nil } }
    package var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
    package var fields: [BusValue]? {
        if case .structure(let values) = self { values } else { nil }
    }
    package var elements: [BusValue]? {
        if case .array(_, let values) = self { values } else { nil }
    }
    /// What a variant contains.
    package var contents: BusValue? { if case .variant(let value) = self { value } else { nil } }
    package var objectPaths: [String]? { elements?.compactMap(\.objectPath) }
    package var number: UInt64? {
        switch self {
        case .uint32(let number): UInt64(number)
        case .uint64(let number): number
        default: nil
        }
    }

    /// The pairs of a dictionary of texts.
    package var textPairs: [(String, String)]? {
        elements?.compactMap { element in
            guard case .entry(.string(let name), .string(let value)) = element else { return nil }
            return (name, value)
        }
    }

    /// The pairs of a dictionary of variants.
    package var variantPairs: [(String, BusValue)]? {
        elements?.compactMap { element in
            guard case .entry(.string(let name), .variant(let value)) = element else { return nil }
            return (name, value)
        }
    }
}

/// An open file that came with a message. It is closed with the last reference.
package final class BusDescriptor: Sendable {
    package let number: Int32

    /// Takes over an open descriptor.
    package init(_ number: Int32) { self.number = number }

    deinit { close(number) }
}
