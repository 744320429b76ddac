// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The comment of an imported item: the notes, then what no attribute can hold (Docs/reference/import.md).
///
///     Recovery by post only.
///     [keychain:details]
///     folder=Work/Servers
///     url=https://example.org/other
///     field.Customer number=1234
struct EntryComment {
    var notes = ""
    var folder: [String] = []
    /// The addresses that the item's attributes don't have.
    var urls: [String] = []
    /// The fields that aren't secrets.
    var fields: [ExchangeEntry.Field] = []
    var created: Double?
    var modified: Double?

    /// The line that ends the notes.
    static let marker = "[keychain:details]"

    /// The text of the comment; empty if there is nothing to keep.
    var text: String {
        var lines: [String] = []
        if !folder.isEmpty {
            lines.append("folder=" + folder.map { Self.escaped($0, "/") }.joined(separator: "/"))
        }
        lines += urls.map { "url=" + Self.escaped($0) }
        for (name, date) in [("created", created), ("modified", modified)] {
            if let date { lines.append("\(name)=\(CalendarDate(seconds: date).iso8601)") }
        }
        for field in fields {
            lines.append(
                "field.\(Self.escaped(field.name, "="))=\(Self.escaped(field.value.text ?? ""))")
        }
        // Notes that contain the marker are followed by another marker, because the last one counts.
        guard !lines.isEmpty || notes.utf8Lines.contains(Self.marker) else { return notes }
        let block = ([Self.marker] + lines).joined(separator: "\n")
        return notes.isEmpty ? block : notes + "\n" + block
    }

    /// Returns text in one line: line ends, the backslash and the separator get a backslash.
    private static func escaped(_ text: String, _ separator: Unicode.Scalar? = nil) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            case "\\", separator:
                result.append("\\")
                result.append(scalar)
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

extension EntryComment {
    /// Reads a comment. Lines that aren't of this form are notes.
    init(_ text: String) {
        self.init()
        let lines = text.utf8Lines
        guard let marker = lines.lastIndex(of: Self.marker) else {
            notes = text
            return
        }
        notes = lines[..<marker].joined(separator: "\n")
        for line in lines[(marker + 1)...] {
            let parts = Self.split(line, "=", limit: 2)
            let value = parts.count == 2 ? Self.unescaped(parts[1]) : ""
            switch parts[0] {
            case "folder" where parts.count == 2:
                folder = Self.split(parts[1], "/").map(Self.unescaped)
            case "url": urls.append(value)
            case "created": created = CalendarDate(iso8601: value[...])?.seconds
            case "modified": modified = CalendarDate(iso8601: value[...])?.seconds
            case let name where name.hasPrefix("field."):
                fields.append(
                    .init(
                        Self.unescaped(String(name.dropFirst(6))), SecretBytes(text: value),
                        isProtected: false))
            default: notes += "\n" + line
            }
        }
    }

    /// Returns the text that ``escaped(_:_:)`` was given.
    ///
    /// A backslash before any other character than n and r stands for that character, and one at the end is dropped.
    private static func unescaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
                continue
            }
            result.append(
                isEscaped && scalar == "n" ? "\n" : isEscaped && scalar == "r" ? "\r" : scalar)
            isEscaped = false
        }
        return String(result)
    }

    /// Splits at separators without a backslash.
    ///
    /// The backslashes stay in the parts, which ``unescaped(_:)`` takes apart. At most `limit` parts are made, so that
    /// a value may contain the separator.
    private static func split(
        _ text: String, _ separator: Unicode.Scalar, limit: Int = .max
    ) -> [String] {
        var parts = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if scalar == separator, !isEscaped, parts.count < limit {
                parts.append(.init())
                continue
            }
            isEscaped = scalar == "\\" && !isEscaped
            parts[parts.count - 1].append(scalar)
        }
        return parts.map { String($0) }
    }
}

extension EntryComment {
    /// Returns the comment of an entry with what only the stored one has.
    func completed(with text: String, of entry: ExchangeEntry) -> EntryComment {
        let stored = EntryComment(text)
        var comment = self
        // Secret or long notes are a part.
        if entry.notes.isEmpty { comment.notes = stored.notes }
        if folder.isEmpty { comment.folder = stored.folder }
        let isKnown = urls.allSatisfy(stored.urls.contains)
        comment.urls =
            isKnown ? stored.urls : urls + stored.urls.filter { !urls.contains($0) }
        (comment.created, comment.modified) = (
            created ?? stored.created, modified ?? stored.modified
        )
        // So are fields of a file that doesn't say which are secrets.
        let names = Set((fields + entry.fields).map(\.name))
        comment.fields = stored.fields.filter { !names.contains($0.name) } + fields
        return comment
    }
}

extension AttributeValue {
    /// The notes of a comment; nil if it isn't text.
    package var notes: String? { text.map { EntryComment($0).notes } }

    /// Returns a comment with these notes and the details of another one. Notes with details replace those too.
    package func keepingDetails(of comment: AttributeValue?) -> AttributeValue {
        guard let notes = text, let old = comment?.text,
            !notes.utf8Lines.contains(EntryComment.marker)
        else { return self }
        var kept = EntryComment(old)
        kept.notes = notes
        return .string(kept.text)
    }
}

extension String {
    /// The lines, without the newlines between them. A carriage return is part of its line.
    fileprivate var utf8Lines: [String] {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }
}
