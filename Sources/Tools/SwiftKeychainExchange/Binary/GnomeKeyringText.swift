// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A keyring of gnome-keyring without a password, which is a text file.
///
///     [keyring]
///     display-name=Default
///
///     [1]
///     item-type=0
///     display-name=mail
///     secret=correct horse          or binary-secret= with hexadecimal digits
///     mtime=1700000000
///
///     [1:attribute0]
///     name=user
///     type=string
///     value=jane
///
/// Versions before GNOME 3 begin with an empty line. Their sections `[1:acl0]`, the programs that may read an item, are
/// left out.
struct GnomeKeyringText {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    static func recognise(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.drop { $0 == UInt8(ascii: "\n") }.starts(with: "[keyring]\n".utf8)
    }

    /// A section `[1]` or `[1:attribute0]` with the places of its values.
    private struct Section {
        var name: String
        var line: Int
        var values: [String: Range<Int>] = [:]
    }

    /// The keys that begin a line. Without a secret before it, a line with another key is a fault.
    private static let keys: Set<String> = [
        "display-name", "ctime", "mtime", "lock-on-idle", "lock-after", "lock-timeout", "item-type",
        "secret", "binary-secret", "name", "type", "value",
    ]

    /// The keys behind the secret of an item.
    private static let dates: Set<String> = ["ctime", "mtime"]

    /// Reads the items. gnome-keyring writes the newlines of a secret as they are, so that a line other than
    /// a date or the beginning of a section belongs to the secret before it.
    func read() -> ExchangeReading {
        var reading = ExchangeReading()
        var sections: [Section] = []
        var lastKey = ""
        for (index, line) in bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).enumerated() where !line.isEmpty {
            if line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
                let name = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
                sections.append(Section(name: name, line: index + 1))
                lastKey = ""
                continue
            }
            let key = String(decoding: line.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            let last = sections.count - 1
            if last >= 0, sections[last].name.contains(part: ":acl") { continue }
            let keys = lastKey == "secret" ? Self.dates : Self.keys
            if last >= 0, keys.contains(key), key.utf8.count < line.count {
                sections[last].values[key] = line.startIndex + key.utf8.count + 1..<line.endIndex
                lastKey = key
            } else if last >= 0, lastKey == "secret", let secret = sections[last].values["secret"] {
                sections[last].values["secret"] = secret.lowerBound..<line.endIndex
            } else {
                reading.faults.append(ExchangeFault(line: index + 1, "not a line of a keyring"))
            }
        }
        var attributes: [Substring: [(String, String)]] = [:]
        for section in sections {
            guard let colon = section.name.firstIndex(of: ":"), let name = text("name", section)
            else { continue }
            attributes[section.name[..<colon], default: []].append(
                (name, text("value", section) ?? ""))
        }
        for section in sections where section.name != "keyring" && !section.name.contains(":") {
            var entry = ExchangeEntry(place: ":\(section.line)")
            entry.title = text("display-name", section) ?? ""
            guard let secret = secret(section) else {
                reading.faults.append(ExchangeFault(line: section.line, "a malformed secret"))
                continue
            }
            entry.secret = secret
            entry.created = date("ctime", section)
            entry.modified = date("mtime", section)
            entry.take(
                attributes[section.name[...]] ?? [],
                isNote: text("item-type", section) == "2")
            reading.entries.append(entry)
        }
        return reading
    }

    /// Returns the secret of an item; nil for a malformed one. An empty secret has no line.
    private func secret(_ section: Section) -> SecretBytes? {
        if let digits = section.values["binary-secret"] { return Hexadecimal.secret(bytes[digits]) }
        let text = SecretBytes(copying: bytes[section.values["secret"] ?? 0..<0])
        return text.withBytes { String.isUTF8($0) } ? text : nil
    }

    /// Returns a value without the escapes of GLib's key files, which a secret doesn't have: `\s`, `\n`, `\t`, `\r` and
    /// `\\`. A backslash before another character stays.
    private func text(_ key: String, _ section: Section) -> String? {
        guard let range = section.values[key] else { return nil }
        var text: [UInt8] = []
        var isEscaped = false
        for byte in bytes[range] {
            if isEscaped, let character = Self.escapes[byte] {
                text[text.count - 1] = character
                isEscaped = false
            } else {
                text.append(byte)
                isEscaped = byte == UInt8(ascii: "\\")
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let escapes: [UInt8: UInt8] = Dictionary(
        uniqueKeysWithValues: zip("sntr\\".utf8, " \n\t\r\\".utf8))

    private func date(_ key: String, _ section: Section) -> Double? {
        text(key, section).flatMap { UInt64($0) }.flatMap { ExchangeEntry.date($0) }
    }
}
