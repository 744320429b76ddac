// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The value of an attribute, in the type that the caller gave.
public enum AttributeValue: Sendable {
    case string(String)
    case data([UInt8])
    case number(Int64)
    case boolean(Bool)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
}

extension AttributeValue: Hashable {
    // Swift compares strings by canonical equivalence; stored values are compared by their bytes.
    public static func == (left: AttributeValue, right: AttributeValue) -> Bool {
        switch (left, right) {
        case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
        case (.data(let a), .data(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.boolean(let a), .boolean(let b)): a == b
        case (.date(let a), .date(let b)): a.bitPattern == b.bitPattern
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .string(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        case .data(let bytes): hasher.combine(bytes)
        case .number(let number): hasher.combine(number)
        case .boolean(let flag): hasher.combine(flag)
        case .date(let seconds): hasher.combine(seconds.bitPattern)
        }
    }
}

extension AttributeValue {
    /// The size of the value in bytes, for ``Limits``.
    public var byteCount: Int {
        switch self {
        case .string(let text): text.utf8.count
        case .data(let bytes): bytes.count
        case .number, .date: 8
        case .boolean: 1
        }
    }

    /// A string if the bytes are UTF-8, otherwise data.
    package init(bytes: [UInt8]) {
        self = String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(bytes)
    }

    /// The seconds of a date.
    package var seconds: Double? { if case .date(let seconds) = self { seconds } else { nil } }

    /// The bytes of a string or of data.
    package var bytes: [UInt8]? {
        switch self {
        case .string(let text): Array(text.utf8)
        case .data(let bytes): bytes
        default: nil
        }
    }

    /// The text of a string, or of data that is UTF-8.
    public var text: String? {
        switch self {
        case .string(let text): text
        case .data(let bytes): String(validating: bytes, as: UTF8.self)
        default: nil
        }
    }

    /// The integer of a number or a boolean.
    public var integer: Int64? {
        switch self {
        case .number(let number): number
        case .boolean(let flag): flag ? 1 : 0
        default: nil
        }
    }

    /// The number of a key type or key class, which callers also give as text.
    package var keyNumber: Int64? { integer ?? text.flatMap { Int64($0) } }
}
