// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The XML document that KeePassXC and KeePass export.
///
///     KeePassFile ─┬─ Meta: which group is the recycle bin
///                  └─ Root ── Group ─┬─ Entry: String (Key, Value) …, Times, Tags, Binary, History
///                                    └─ Group: a folder in this one
///
/// Entries in the recycle bin and former versions of entries are counted and left out. Attachments, and values that are
/// still encrypted, are faults. Elements are read one by one, so that only the values that become part of an entry are
/// copied.
struct KeePassDocument {
    var reader: XMLReader
    var reading = ExchangeReading()
    var references = KeePassReferences()
    /// The identifier of the recycle bin in base64, as the file writes it; nil if there is none, or if it isn't used.
    private var recycleBin: String?

    /// Groups nested deeper than this are refused.
    ///
    /// Reading calls itself for each level, so a file of nothing but groups could use up the stack.
    static let deepest = 64

    /// Returns whether a file that begins with `bytes` is such a document.
    static func recognise(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var reader = XMLReader(bytes)
        return (try? reader.root())?.name == "KeePassFile"
    }

    /// Reads the entries. What follows a malformed part isn't read.
    static func read(_ bytes: UnsafeRawBufferPointer) -> ExchangeReading {
        var document = KeePassDocument(reader: XMLReader(bytes))
        do throws(XMLReader.Malformed) {
            try document.readAll()
        } catch {
            document.reading.faults.append(
                ExchangeFault(line: error.line, "\(error.rule); nothing behind it was read"))
        }
        document.completeEntries()
        return document.reading
    }

    private mutating func readAll() throws(XMLReader.Malformed) {
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
            case "Notes": if try !reader.string(child).isEmpty { reading.leaveOut(.folderNotes) }
            default: try reader.skip(child)
            }
        }
        // The identifier may come behind the entries, so these are read first and taken back.
        if isRecycled {
            let count = reading.entries.count - first
            reading.entries.removeLast(count)
            reading.leaveOut(.recycled, count)
        }
    }
}
