// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The file `export.data` of a `.1pux` archive, which 1Password 8 exports.
///
///     {"accounts": [{"vaults": [{"attrs": {"name"}, "items": [{"favIndex", "createdAt", "updatedAt", "state",
///       "overview": {"title", "urls": [{"url"}], "tags": []},
///       "details": {"loginFields": [{"designation", "value"}], "notesPlain", "password",
///                   "sections": [{"fields": [{"title", "value": {"concealed": "…"}}]}]}}]}]}]}
///
/// Documents and attachments are named as faults; the archive has their contents in the folder `files`.
struct OnePasswordDocument {
    private var reading = ExchangeReading()
    /// The number of items so far, of all vaults.
    private var count = 0

    /// Reads the items of all vaults. The vault is the folder of its items.
    ///
    /// - Throws: a fault for a text that isn't JSON, or has no accounts.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeFault) -> ExchangeReading {
        guard let accounts = try JSONMembers(file: bytes).list("accounts") else {
            throw ExchangeFault("export.data has no \"accounts\"")
        }
        var document = OnePasswordDocument()
        for vault in accounts.flatMap({ JSONMembers($0).list("vaults") ?? [] }) {
            let vault = JSONMembers(vault)
            for item in vault.list("items") ?? [] {
                document.take(JSONMembers(item), vault: vault.members("attrs").text("name"))
            }
        }
        return document.reading
    }

    private mutating func take(_ item: JSONMembers, vault: String) {
        count += 1
        let state = item.text("state")
        guard state != "trashed", item["trashed"] != .boolean(true) else {
            return reading.leaveOut(.recycled)
        }
        var entry = ExchangeEntry(place: ": item \(count)")
        let (overview, details) = (item.members("overview"), item.members("details"))
        entry.title = overview.text("title")
        entry.folder = vault.isEmpty ? [] : [vault]
        entry.created = item.date("createdAt")
        entry.modified = item.date("updatedAt")
        entry.urls = (overview.list("urls") ?? []).map { JSONMembers($0).text("url") }
            .filter { !$0.isEmpty }
        if entry.urls.isEmpty, !overview.text("url").isEmpty { entry.urls = [overview.text("url")] }
        entry.notes = details.text("notesPlain")
        entry.secret = details.secret("password")
        entry.append(
            "Tags", (overview.list("tags") ?? []).compactMap(\.string).joined(separator: ";"))
        if item["favIndex"]?.integer ?? 0 != 0 { entry.append("Favorite", "true") }
        if state == "archived" { entry.append("Archived", "true") }
        for field in details.list("loginFields") ?? [] { entry.take(login: JSONMembers(field)) }
        for section in details.list("sections") ?? [] {
            for field in JSONMembers(section).list("fields") ?? [] {
                take(field: JSONMembers(field), &entry)
            }
        }
        leaveOutFile(details.members("documentAttributes"), entry)
        reading.leaveOut(.formerPassword, details.list("passwordHistory")?.count ?? 0)
        if details["passkey"]?.object != nil { reading.leaveOut(.passkey) }
        entry.becomeNoteIfBare()
        reading.entries.append(entry)
    }

    /// Lists an attachment by its name.
    private mutating func leaveOutFile(_ file: JSONMembers, _ entry: ExchangeEntry) {
        let name = file.text("fileName")
        if !name.isEmpty {
            reading.attachments.append(ExchangeFault(entry.place, "the attachment \"\(name)\""))
        }
    }

    /// Takes a field of a section, whose value is an object with one member that names its kind.
    private mutating func take(field: JSONMembers, _ entry: inout ExchangeEntry) {
        let title = field.text("title")
        let name = title.isEmpty ? field.text("id") : title
        guard let (kind, value) = field.members("value").sorted.first else { return }
        switch kind {
        case "totp" where entry.oneTimePassword == nil:
            entry.oneTimePassword = field.members("value").secret(kind)
        case "file": leaveOutFile(JSONMembers(value), entry)
        case "sshKey":
            if let key = JSONMembers(value).secret("privateKey") {
                entry.fields.append(.init(name, key))
            }
        case "email" where value.object != nil:
            entry.append(name, JSONMembers(value).text("email_address"))
        case "address":
            let parts = JSONMembers(value).sorted.compactMap(\.value.string)
            entry.append(name, parts.filter { !$0.isEmpty }.joined(separator: ", "))
        case "date":
            guard value != .null else { return }
            // Seconds since 1970, of which only the day counts; a birthday may be before.
            guard let seconds = value.integer, Self.years.contains(seconds) else {
                reading.faults.append(ExchangeFault(entry.place, "the date \"\(name)\" is none"))
                return
            }
            let date = CalendarDate(seconds: Double(seconds) - Double(SystemClock.epochDifference))
            entry.append(name, String(date.iso8601.prefix(10)))
        default:
            if let secret = value.secret {
                guard secret.count > 0 else { return }
                let isPlain = Self.plainKinds.contains(kind)
                entry.fields.append(.init(name, secret, isProtected: !isPlain))
            } else if let number = value.integer {
                entry.append(name, String(number))
            } else if value != .null {
                reading.faults.append(
                    ExchangeFault(entry.place, "the field \"\(name)\" of an unknown kind"))
            }
        }
    }

    /// The seconds of the years 0 to 9999.
    private static let years: Range<Int64> = -62_167_219_200..<253_402_300_800

    /// The kinds of values that aren't secrets; `concealed`, `creditCardNumber`, and those that a later version adds
    /// are secrets.
    private static let plainKinds: Set<String> = [
        "string", "url", "email", "phone", "menu", "gender", "creditCardType", "monthYear",
        "reference",
    ]
}

extension ExchangeEntry {
    /// Takes a field of a form: the user and the password have a designation, and `P` is the type of other secrets.
    fileprivate mutating func take(login field: JSONMembers) {
        guard let value = field.secret("value") else { return }
        switch field.text("designation") {
        case "username" where user.isEmpty: user = value.text ?? ""
        case "password" where secret == nil: secret = value
        default:
            fields.append(
                .init(field.text("name"), value, isProtected: field.text("fieldType") == "P"))
        }
    }
}
