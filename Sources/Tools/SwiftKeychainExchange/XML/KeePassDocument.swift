// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The XML document that KeePassXC and KeePass export.
///
///     KeePassFile ─┬─ Meta: which group is the recycle bin
///                  └─ Root ── Group ─┬─ Entry: String (Key, Value) …, Times, Tags, Binary, History
///                                    └─ Group: a folder in this one
///
/// Entries in the recycle bin and earlier versions of entries aren't imported. Attachments, and values that are still
/// encrypted, are faults. Elements are read one by one, so that only the values that become part of an entry are
/// copied.
struct KeePassDocument {
    private var reader: XMLReader
    private var reading = ExchangeReading()
    /// The identifier of the recycle bin in base64, as the file writes it; nil if there is none, or if it isn't used.
    private var recycleBin: String?

    /// Groups nested deeper than this are refused.
    ///
    /// Reading calls itself for each level, so a file of nothing but groups could use up the stack.
    private static let deepest = 64

    init(_ bytes: UnsafeRawBufferPointer) { reader = XMLReader(bytes) }

    /// Returns whether a file that begins with `bytes` is such a document.
    static func recognise(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var reader = XMLReader(bytes)
        return (try? reader.root())?.name == "KeePassFile"
    }

    /// Reads the entries. What follows a malformed part isn't read.
    mutating func read() -> ExchangeReading {
        do throws(XMLReader.Malformed) {
            let root = try reader.root()
            guard root.name == "KeePassFile" else {
                throw XMLReader.Malformed(line: root.line, "the first element isn't KeePassFile")
            }
            while let child = try reader.child(of: root) {
                switch child.name {
                case "Meta": try readMeta(child)
                case "Root":
                    while let group = try reader.child(of: child) {
                        if group.name == "Group" {
                            try readGroup(group, [], depth: 0)
                        } else {
                            try reader.skip(group)
                        }
                    }
                default: try reader.skip(child)
                }
            }
        } catch {
            reading.faults.append(
                ExchangeFault(line: error.line, "\(error.rule); nothing behind it was read"))
        }
        return reading
    }

    /// Reads which group is the recycle bin; its entries aren't imported.
    private mutating func readMeta(_ meta: XMLReader.Tag) throws(XMLReader.Malformed) {
        var isUsed = true
        while let child = try reader.child(of: meta) {
            switch child.name {
            case "RecycleBinUUID": recycleBin = try reader.string(child)
            case "RecycleBinEnabled": isUsed = try reader.string(child) != "False"
            default: try reader.skip(child)
            }
        }
        if !isUsed { recycleBin = nil }
    }

    /// - Parameter folder: the names of the groups around this one; nil for the root of the database,
    ///   whose name is that of the database.
    private mutating func readGroup(
        _ group: XMLReader.Tag, _ folder: [String], depth: Int
    ) throws(XMLReader.Malformed) {
        guard depth < Self.deepest else {
            throw XMLReader.Malformed(
                line: group.line, "groups nested more than \(Self.deepest) deep")
        }
        var folder = folder
        let first = reading.entries.count
        var isRecycled = false
        while let child = try reader.child(of: group) {
            switch child.name {
            case "UUID": isRecycled = try reader.string(child) == recycleBin
            case "Name":
                let name = try reader.string(child)
                if depth > 0 { folder.append(name) }
            case "Group": try readGroup(child, folder, depth: depth + 1)
            case "Entry": try readEntry(child, folder)
            default: try reader.skip(child)
            }
        }
        // The identifier may come behind the entries, so these are read first and taken back.
        if isRecycled, reading.entries.count > first {
            let count = reading.entries.count - first
            reading.entries.removeLast(count)
            reading.faults.append(
                ExchangeFault(
                    line: group.line,
                    "\(count) \(count == 1 ? "entry" : "entries") in the recycle bin"))
        }
    }

    /// Reads an entry: its strings, tags and dates. Attachments are faults, and the entry's earlier versions are
    /// skipped.
    private mutating func readEntry(
        _ tag: XMLReader.Tag, _ folder: [String]
    ) throws(XMLReader.Malformed) {
        var entry = ExchangeEntry(place: ":\(tag.line)")
        entry.folder = folder
        while let child = try reader.child(of: tag) {
            switch child.name {
            case "String": try readString(child, &entry)
            case "Tags":
                let tags = try reader.secret(child)
                if tags.count > 0 {
                    entry.fields.append(.init("Tags", tags, isProtected: false))
                }
            case "Times":
                while let time = try reader.child(of: child) {
                    switch time.name {
                    case "CreationTime": entry.created = Self.date(try reader.string(time))
                    case "LastModificationTime": entry.modified = Self.date(try reader.string(time))
                    default: try reader.skip(time)
                    }
                }
            case "Binary":
                reading.faults.append(ExchangeFault(line: child.line, "an attachment"))
                try reader.skip(child)
            default: try reader.skip(child)
            }
        }
        entry.becomeNoteIfBare()
        reading.entries.append(entry)
    }

    /// Reads a named string of an entry. Five names have a meaning (`Title`, `UserName`, `Password`, `URL`, `Notes`),
    /// and so have those of one-time passwords; others are fields.
    private mutating func readString(
        _ tag: XMLReader.Tag, _ entry: inout ExchangeEntry
    ) throws(XMLReader.Malformed) {
        var (name, value, isProtected) = ("", SecretBytes(copying: EmptyCollection()), false)
        while let child = try reader.child(of: tag) {
            switch child.name {
            case "Key": name = try reader.string(child)
            case "Value":
                // `Protected` is a value that is encrypted with the stream cipher of a database; an export in clear
                // never has it.
                isProtected = reader.has("ProtectInMemory=\"True\"", child)
                if reader.has("Protected=\"True\"", child) {
                    reading.faults.append(ExchangeFault(line: child.line, "an encrypted value"))
                    try reader.skip(child)
                } else {
                    value = try reader.secret(child)
                }
            default: try reader.skip(child)
            }
        }
        guard value.count > 0 else { return }
        switch name {
        case "Title": entry.title = value.text ?? ""
        case "UserName": entry.user = value.text ?? ""
        case "Password": entry.secret = value
        // Before those of KP2A_URL, whatever their order: the first address becomes the primary key of the item.
        case "URL": entry.urls.insert(value.text ?? "", at: 0)
        case "Notes": entry.notes = value.text ?? ""
        case "otp", "TimeOtp-Secret-Base32":
            if entry.oneTimePassword == nil {
                entry.oneTimePassword = value
            } else {
                entry.fields.append(.init(name, value))
            }
        // Strings are in the order of their names, so that these come before URL.
        case _ where name.hasPrefix("KP2A_URL"): entry.urls.append(value.text ?? "")
        default: entry.fields.append(.init(name, value, isProtected: isProtected))
        }
    }

    /// Reads ISO 8601.
    private static func date(_ text: String) -> Double? {
        CalendarDate(iso8601: text[...])?.seconds
    }
}
