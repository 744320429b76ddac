// SPDX-License-Identifier: Apache-2.0
/// A property list: entitlements, files of trust settings and archives of objects.
///
/// Both forms are read strictly: a repeated key, a misplaced element or object, bytes after the end and
/// lists nested more than 32 deep make a file malformed. OpenStep's text form isn't supported.
package indirect enum PropertyList: Sendable, Equatable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case data([UInt8])
    /// Seconds since 2001-01-01, UTC.
    case date(Double)
    /// The place of another object, in an archive of `NSKeyedArchiver`.
    case reference(Int)
    case array([PropertyList])
    case dictionary([String: PropertyList])

    /// The error for a file that isn't a property list.
    package struct Malformed: Error {}

    /// The deepest nesting that either reader accepts.
    static let deepest = 32

    /// Reads a file, as XML or in the binary form.
    package init(_ bytes: [UInt8]) throws(Malformed) {
        if bytes.starts(with: BinaryPropertyListReader.magic) {
            self = try BinaryPropertyListReader(bytes).read()
        } else {
            self = try XMLPropertyListReader.read(bytes)
        }
    }

    // The value if the list is of this kind, otherwise nil. Kinds aren't converted: a real isn't an integer.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    package var data: [UInt8]? { if case .data(let value) = self { value } else { nil } }
    package var date: Double? { if case .date(let value) = self { value } else { nil } }
    package var reference: Int? { if case .reference(let value) = self { value } else { nil } }
    package var array: [PropertyList]? { if case .array(let value) = self { value } else { nil } }
    package var dictionary: [String: PropertyList]? {
        if case .dictionary(let value) = self { value } else { nil }
    }

    /// The strings of an array of strings alone.
    package var strings: [String]? {
        guard let array else { return nil }
        let strings = array.compactMap(\.string)
        return strings.count == array.count ? strings : nil
    }
}
