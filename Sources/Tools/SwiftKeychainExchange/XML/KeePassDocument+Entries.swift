// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

extension KeePassDocument {
    /// Reads an entry: its strings, tags and dates. Attachments are faults; the rest that no item can hold is counted.
    mutating func readEntry(
        _ tag: XMLReader.Tag, _ folder: [String]
    ) throws(XMLReader.Malformed) {
        var entry = ExchangeEntry(place: ":\(tag.line)")
        entry.folder = folder
        var identifier = ""
        while let child = try reader.child(of: tag) {
            switch child.name {
            case "UUID": identifier = try reader.string(child)
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
                    case "Expires":
                        if try reader.string(time) == "True" { reading.leaveOut(.expiry) }
                    default: try reader.skip(time)
                    }
                }
            case "Binary":
                try readAttachment(child)
            case "CustomIconUUID": if try !reader.string(child).isEmpty { reading.leaveOut(.icon) }
            case "AutoType":
                while let part = try reader.child(of: child) {
                    if part.name == "DefaultSequence" {
                        if try !reader.string(part).isEmpty { reading.leaveOut(.autoType) }
                    } else {
                        if part.name == "Association" { reading.leaveOut(.autoType) }
                        try reader.skip(part)
                    }
                }
            case "History":
                while let former = try reader.child(of: child) {
                    if former.name == "Entry" { reading.leaveOut(.formerVersion) }
                    try reader.skip(former)
                }
            default: try reader.skip(child)
            }
        }
        references.add(entry, identifier)
        reading.entries.append(entry)
    }

    /// Resolves the references, for which all entries must be known, and takes what their values say.
    mutating func completeEntries() {
        for index in reading.entries.indices {
            references.resolve(&reading.entries[index])
            let entry = reading.entries[index]
            if let fault = entry.referenceFault { reading.faults.append(fault) }
            do throws(ExchangeFault) {
                try reading.entries[index].takeSeed()
            } catch {
                reading.faults.append(ExchangeFault(entry.place, error.rule))
            }
            reading.entries[index].becomeNoteIfBare()
        }
    }

    /// Makes a fault of an attachment, with its name.
    private mutating func readAttachment(_ tag: XMLReader.Tag) throws(XMLReader.Malformed) {
        var name = ""
        while let child = try reader.child(of: tag) {
            if child.name == "Key" {
                name = try reader.string(child)
            } else {
                try reader.skip(child)
            }
        }
        reading.attachments.append(ExchangeFault(line: tag.line, "the attachment \"\(name)\""))
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
        // Of two strings of one name, which exports of version 0.2.0 have, the second is a field.
        switch name {
        case "Title" where entry.title.isEmpty: entry.title = value.text ?? ""
        case "UserName" where entry.user.isEmpty: entry.user = value.text ?? ""
        case "Password" where entry.secret == nil: entry.secret = value
        // Before those of KP2A_URL, whatever their order: the first address becomes the primary key of the item.
        case "URL": entry.urls.insert(value.text ?? "", at: 0)
        case "Notes" where entry.notes.isEmpty: entry.notes = value.text ?? ""
        case "otp":
            if entry.oneTimePassword == nil {
                entry.oneTimePassword = value
            } else {
                entry.fields.append(.init(name, value))
            }
        // Strings are in the order of their names, so that these come before URL.
        case _ where name.hasPrefix("KP2A_URL"): entry.urls.append(value.text ?? "")
        default:
            // A second password or seed is a secret, also where the file doesn't say so.
            isProtected = isProtected || name == "Password" || ExchangeEntry.isSeed(name)
            entry.fields.append(.init(name, value, isProtected: isProtected))
        }
    }

    /// Reads a date: ISO 8601, which KDBX 3 has, or that of KDBX 4: the base64 of the seconds since the year 1, in 8
    /// bytes, the lowest first.
    private static func date(_ text: String) -> Double? {
        if let date = CalendarDate(iso8601: text[...]) { return date.seconds }
        guard let bytes = Base64.bytes(Array(text.utf8)), bytes.count == 8 else { return nil }
        let seconds = bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
        // Later than the year 9999 is damage, and a number that no date has.
        guard 0..<315_537_897_600 ~= seconds else { return nil }
        return Double(seconds - secondsFromYear1)
    }

    /// The seconds from 0001-01-01 to 2001-01-01: 2000 years with 485 leap days.
    private static let secondsFromYear1: Int64 = (2000 * 365 + 485) * 86400
}
