// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A reader of comma-separated values (RFC 4180), or of values that a semicolon or a tab separates, as spreadsheets write
/// them where the comma is part of numbers.
///
/// Lines end with CRLF or LF, or with CR if the first one does. The values stay where they are: ``text(_:)`` and
/// ``secret(_:)`` copy one.
///
/// A broken record is returned with its fault, and reading goes on at the next line, so that one broken line costs one
/// entry.
///
///     plain,"with, comma","a ""quote""","two
///     lines"
///
/// 1. Values are separated by the first of comma, semicolon and tab that the first line has, and records by line ends. If
///    the file begins with a line such as `sep=|`, which Excel reads too, that character separates values.
/// 2. A value that begins with a quotation mark ends at the next single one, and may contain separators and line ends.
/// 3. A quotation mark in such a value is written twice; in any other value it is an ordinary character.
struct CSVReader {
    private let bytes: UnsafeRawBufferPointer
    private let separator: UInt8
    /// The last byte of a line end: CR in files of spreadsheets for the older Macintosh, otherwise LF.
    private let ending: UInt8
    private var next = 0
    /// The number of the line that is read next.
    private var line = 1

    /// A value: its bytes without the quotation marks around it.
    struct Value {
        var range: Range<Int>
        /// Whether each quotation mark is written twice.
        var isQuoted = false
    }

    /// A line with values, or several lines where a value contains line ends.
    struct Record {
        /// The number of its first line.
        var line: Int
        var values: [Value]
        /// The rule that the record breaks.
        var fault: String?
    }

    /// A line of commas takes many times its size in memory, so it has a limit. Our own export has a column for each name
    /// that a field has.
    static let mostValues = 1 << 16

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        // The byte order mark of UTF-8, which some programs write, isn't part of the first column's name.
        next = bytes.withoutMark.startIndex
        let first = bytes[next...].prefix { $0 != Self.newline && $0 != Self.carriageReturn }
        ending =
            bytes[first.endIndex...].first == Self.carriageReturn
                && bytes[first.endIndex...].dropFirst().first != Self.newline
            ? Self.carriageReturn : Self.newline
        if first.count == 5, first.starts(with: "sep=".utf8), first.last != Self.quote {
            separator = first[first.endIndex - 1]
            // Its line end is passed over like an empty line.
            next = first.endIndex
        } else {
            separator = ",;\t".utf8.first(where: first.contains) ?? Self.comma
        }
    }

    /// Returns the rule that a file in UTF-16 breaks, which spreadsheets write: read as bytes, no column would be known.
    static func encodingFault(_ bytes: UnsafeRawBufferPointer) -> String? {
        let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
        return marks.contains(where: bytes.starts) ? "UTF-16; it must be UTF-8" : nil
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Returns the next record; nil at the end. Empty lines are passed over.
    mutating func record() -> Record? {
        while next < bytes.count {
            guard let end = lineEnd(next) else { break }
            next += end
            line += 1
        }
        guard next < bytes.count else { return nil }
        var record = Record(line: line, values: [])
        while true {
            let value = value(&record)
            if record.values.count < Self.mostValues {
                record.values.append(value)
            } else {
                record.fault = "more than \(Self.mostValues) values"
            }
            guard next < bytes.count else { return record }
            if bytes[next] == separator {
                next += 1
                continue
            }
            next += lineEnd(next) ?? 0
            line += 1
            return record
        }
    }

    /// Returns the length of the line end at `place`; nil if there is none.
    private func lineEnd(_ place: Int) -> Int? {
        if bytes[place] == Self.newline || bytes[place] == ending { return 1 }
        guard bytes[place] == Self.carriageReturn else { return nil }
        // The last line of a file may lack the second half of its end.
        guard place + 1 < bytes.count else { return 1 }
        return bytes[place + 1] == Self.newline ? 2 : nil
    }

    /// Reads a value up to the separator or the line end behind it.
    private mutating func value(_ record: inout Record) -> Value {
        guard next < bytes.count, bytes[next] == Self.quote else {
            let start = next
            while next < bytes.count, bytes[next] != separator, lineEnd(next) == nil { next += 1 }
            return Value(range: start..<next)
        }
        next += 1
        let start = next
        while next < bytes.count {
            if bytes[next] == ending { line += 1 }
            if bytes[next] == Self.quote {
                guard next + 1 < bytes.count, bytes[next + 1] == Self.quote else { break }
                next += 1
            }
            next += 1
        }
        guard next < bytes.count else {
            record.fault = "a quotation mark is never closed; nothing behind it was read"
            return Value(range: start..<next, isQuoted: true)
        }
        let value = Value(range: start..<next, isQuoted: true)
        next += 1
        if next < bytes.count, bytes[next] != separator, lineEnd(next) == nil {
            record.fault = "text follows the closing quotation mark of a value"
            // The rest of the line can't be trusted; the next record begins at the next line.
            while next < bytes.count, bytes[next] != ending { next += 1 }
        }
        return value
    }

    /// Copies a value into locked memory.
    func secret(_ value: Value) -> SecretBytes {
        let raw = bytes[value.range]
        guard value.isQuoted, raw.contains(Self.quote) else { return SecretBytes(copying: raw) }
        return SecretBytes { put in
            // Marks come in pairs here, because a single one would have ended the value.
            var isFirstMark = false
            for byte in raw {
                isFirstMark = byte == Self.quote && !isFirstMark
                if !isFirstMark { put(byte) }
            }
        }
    }

    /// Returns a value that is no secret; nil if it isn't UTF-8.
    func text(_ value: Value) -> String? {
        guard value.isQuoted, bytes[value.range].contains(Self.quote) else {
            return String(validating: bytes[value.range], as: UTF8.self)
        }
        return secret(value).text
    }
}
