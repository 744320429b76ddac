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
            let name = try vault.members("attrs").text("name")
            for item in vault.list("items") ?? [] {
                document.count += 1
                let place = ": item \(document.count)"
                do throws(ExchangeFault) {
                    try document.take(JSONMembers(entry: item), place: place, vault: name)
                } catch {
                    document.reading.faults.append(ExchangeFault(place, error.rule))
                }
            }
        }
        return document.reading
    }

    private mutating func take(
        _ item: JSONMembers, place: String, vault: String
    ) throws(ExchangeFault) {
        let state = try item.text("state")
        guard state != "trashed", item["trashed"] != .boolean(true) else {
            return reading.leaveOut(.recycled)
        }
        var entry = ExchangeEntry(place: place)
        let (overview, details) = (item.members("overview"), item.members("details"))
        entry.title = try overview.text("title")
        entry.folder = vault.isEmpty ? [] : [vault]
        entry.created = item.date("createdAt")
        entry.modified = item.date("updatedAt")
        entry.urls = try overview.texts("url", ofEach: "urls")
        let url = try overview.text("url")
        if entry.urls.isEmpty, !url.isEmpty { entry.urls = [url] }
        entry.notes = try details.text("notesPlain")
        entry.secret = try details.secret("password")
        let tags = (overview.list("tags") ?? []).compactMap(\.asText?.text)
        entry.append("Tags", tags.joined(separator: ";"))
        if item["favIndex"]?.integer ?? 0 != 0 { entry.append("Favorite", "true") }
        if state == "archived" { entry.append("Archived", "true") }
        for field in details.list("loginFields") ?? [] {
            try entry.take(login: JSONMembers(field))
        }
        for section in details.list("sections") ?? [] {
            for field in JSONMembers(section).list("fields") ?? [] {
                try take(field: JSONMembers(field), &entry)
            }
        }
        try leaveOutFile(details.members("documentAttributes"), entry)
        reading.leaveOut(.formerPassword, details.list("passwordHistory")?.count ?? 0)
        if details["passkey"]?.object != nil { reading.leaveOut(.passkey) }
        entry.becomeNoteIfBare()
        reading.entries.append(entry)
    }

    /// Lists an attachment by its name.
    private mutating func leaveOutFile(
        _ file: JSONMembers, _ entry: ExchangeEntry
    ) throws(ExchangeFault) {
        let name = try file.text("fileName")
        if !name.isEmpty {
            reading.attachments.append(ExchangeFault(entry.place, "the attachment \"\(name)\""))
        }
    }

    /// Takes a field of a section, whose value is an object with one member that names its kind.
    private mutating func take(
        field: JSONMembers, _ entry: inout ExchangeEntry
    ) throws(ExchangeFault) {
        let title = try field.text("title")
        let name = try title.isEmpty ? field.text("id") : title
        guard let (kind, value) = field.members("value").sorted.first else { return }
        switch kind {
        case "totp" where entry.oneTimePassword == nil:
            entry.oneTimePassword = try field.members("value").secret(kind)
        case "file": try leaveOutFile(JSONMembers(value), entry)
        case "sshKey":
            if let key = try JSONMembers(value).secret("privateKey") {
                entry.fields.append(.init(name, key))
            }
        case "email" where value.object != nil:
            entry.append(name, try JSONMembers(value).text("email_address"))
        case "address":
            let parts = JSONMembers(value).sorted.compactMap(\.value.asText?.text)
            entry.append(name, parts.filter { !$0.isEmpty }.joined(separator: ", "))
        case "date":
            guard value != .null else { return }
            // Seconds since 1970, of which only the day counts; a birthday may be before.
            guard let seconds = value.integer, Self.years.contains(seconds) else {
                reading.faults.append(ExchangeFault(entry.place, "the date \"\(name)\" is invalid"))
                return
            }
            let date = CalendarDate(seconds: Double(seconds) - Double(SystemClock.epochDifference))
            entry.append(name, String(date.iso8601.prefix(10)))
        default:
            if let secret = value.asText {
                guard secret.count > 0 else { return }
                let isPlain = Self.plainKinds.contains(kind)
                entry.fields.append(.init(name, secret, isProtected: !isPlain))
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
    fileprivate mutating func take(login field: JSONMembers) throws(ExchangeFault) {
        guard let value = try field.secret("value") else { return }
        switch try field.text("designation") {
        case "username" where user.isEmpty: user = value.text ?? ""
        case "password" where secret == nil: secret = value
        default:
            let isProtected = try field.text("fieldType") == "P"
            fields.append(.init(try field.text("name"), value, isProtected: isProtected))
        }
    }
}
