// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A writer of the XML document that KeePassXC and KeePass import.
///
/// The document has one root group, as KeePassXC requires; folders are groups in it. Only values that are secrets are
/// marked to be protected in the memory of the reader.
struct KeePassWriter {
    let output: DescriptorOutput

    /// A group with its entries and groups, in the order of the entries.
    private final class Group {
        let name: String
        var entries: [ExchangeEntry] = []
        var groups: [Group] = []

        init(_ name: String) { self.name = name }

        /// Returns the group with a name in this one, and makes it if there is none.
        func group(_ name: String) -> Group {
            if let known = groups.first(where: { $0.name.hasSameBytes(as: name) }) { return known }
            groups.append(Group(name))
            return groups[groups.count - 1]
        }
    }

    /// The names of strings with a meaning. KeePassXC refuses a document with two of one name in an entry.
    static let names: Set<String> = ["Title", "UserName", "Password", "URL", "Notes", "otp"]

    /// Returns whether XML can hold every character of an entry.
    static func canHold(_ entry: ExchangeEntry) -> Bool {
        let texts =
            [entry.title, entry.user, entry.notes] + entry.urls + entry.folder
            + entry.fields.map(\.name)
        let secrets = [entry.secret, entry.oneTimePassword] + entry.fields.map(\.value)
        return texts.allSatisfy { isText($0.utf8) }
            && secrets.allSatisfy { $0?.withBytes { isText($0) } ?? true }
    }

    /// Returns whether XML 1.0 allows the characters (section 2.2): of the control characters only tab and the line ends,
    /// and neither U+FFFE nor U+FFFF.
    private static func isText(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 || [0x09, 0x0a, 0x0d].contains($0) }
            && !bytes.contains(part: "\u{fffe}".utf8) && !bytes.contains(part: "\u{ffff}".utf8)
    }

    /// Writes the document.
    func write(_ entries: [ExchangeEntry]) {
        let root = Group("Root")
        for entry in entries {
            Self.groups(entry.folder).reduce(root) { $0.group($1) }.entries.append(entry)
        }
        output.write(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <KeePassFile>
            <Meta><Generator>swift-keychain</Generator></Meta>
            <Root>

            """)
        write(root)
        output.write("</Root>\n</KeePassFile>\n")
    }

    /// Returns the names of an entry's groups. Those nested deeper than ``KeePassDocument`` reads are one group, whose name
    /// has slashes.
    private static func groups(_ folder: [String]) -> [String] {
        let most = KeePassDocument.deepest - 1
        if folder.count <= most { return folder }
        return Array(folder.prefix(most - 1))
            + [folder.dropFirst(most - 1).joined(separator: "/")]
    }

    /// Writes a group, its entries and the groups in it.
    private func write(_ group: Group) {
        output.write("<Group>\n")
        element("UUID", Self.identifier)
        element("Name", group.name)
        for entry in group.entries { write(entry) }
        for group in group.groups { write(group) }
        output.write("</Group>\n")
    }

    private func write(_ entry: ExchangeEntry) {
        output.write("<Entry>\n")
        element("UUID", Self.identifier)
        let tags = entry.fields.firstIndex { $0.name == "Tags" && !$0.isProtected }
        if let tags { element("Tags", entry.fields[tags].value.text ?? "") }
        output.write("<Times>\n")
        for (name, date) in [
            ("CreationTime", entry.created), ("LastModificationTime", entry.modified),
        ] {
            if let date { element(name, CalendarDate(seconds: date).iso8601) }
        }
        output.write("</Times>\n")
        string("Title", SecretBytes(text: entry.title))
        string("UserName", SecretBytes(text: entry.user))
        string("Password", entry.secret, isProtected: true)
        string("URL", SecretBytes(text: entry.urls.first ?? ""))
        string("Notes", SecretBytes(text: entry.notes))
        if let seed = entry.oneTimePassword { string("otp", seed, isProtected: true) }
        for (index, field) in entry.fields.enumerated() where index != tags {
            string(field.name, field.value, isProtected: field.isProtected)
        }
        output.write("</Entry>\n")
    }

    /// Writes a named string of an entry; nil as an empty one.
    private func string(_ name: String, _ value: SecretBytes?, isProtected: Bool = false) {
        output.write("<String><Key>")
        var name = name
        name.withUTF8 { escaped(UnsafeRawBufferPointer($0)) }
        output.write("</Key><Value\(isProtected ? " ProtectInMemory=\"True\"" : "")>")
        value?.withBytes { escaped($0) }
        output.write("</Value></String>\n")
    }

    /// Writes an element with text.
    private func element(_ name: String, _ text: String) {
        output.write("<\(name)>")
        var text = text
        text.withUTF8 { escaped(UnsafeRawBufferPointer($0)) }
        output.write("</\(name)>\n")
    }

    /// Writes text with the characters replaced that XML gives a meaning.
    private func escaped(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "&"): output.write("&amp;")
            case UInt8(ascii: "<"): output.write("&lt;")
            case UInt8(ascii: ">"): output.write("&gt;")
            // Readers take a carriage return for part of a line end.
            case 0x0d: output.write("&#13;")
            default: output.write(byte: byte)
            }
        }
    }

    /// A new identifier of a group or entry: 16 random bytes in base64, as KeePass has them. It needn't be secret.
    private static var identifier: String {
        var text: [UInt8] = []
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        bytes.withUnsafeBytes { Base64.encode($0) { text.append($0) } }
        return String(decoding: text, as: UTF8.self)
    }
}
