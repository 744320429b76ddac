// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The JSON file that Bitwarden and its command `bw` export.
///
///     {"encrypted": false, "folders": [{"id", "name"}], "items": [{"type": 1, "name", "notes", "favorite",
///       "folderId", "fields": [{"name", "value", "type"}],
///       "login": {"uris": [{"uri"}], "username", "password", "totp"}}]}
///
/// The members of cards, identities, SSH keys and the kinds that later versions add become fields with the names that the
/// file has.
struct BitwardenDocument {
    private var reading = ExchangeReading()
    /// The names of folders and collections by their identifiers.
    private var folders: [String: String] = [:]

    static func recognise(_ outline: JSONOutline) -> Bool {
        // An organisation has collections in place of folders. The items may be beyond the first bytes. Exports from
        // before 2021 begin with the folders.
        outline.has("folders", beginning: "[")
            || outline.has("encrypted", beginning: "f")
                && ["items", "collections"].contains { outline.has($0) }
    }

    /// Returns whether the text is an encrypted export.
    static func recogniseEncrypted(_ outline: JSONOutline) -> Bool {
        outline.has("encrypted", beginning: "t")
    }

    /// Reads the items.
    ///
    /// - Throws: a fault for a text that isn't JSON, or has no list of items.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeFault) -> ExchangeReading {
        let root = try JSONMembers(file: bytes)
        guard let items = root.list("items") else { throw ExchangeFault("it has no \"items\"") }
        var document = BitwardenDocument()
        for folder in (root.list("folders") ?? []) + (root.list("collections") ?? []) {
            let folder = JSONMembers(folder)
            document.folders[try folder.text("id")] = try folder.text("name")
        }
        for (index, item) in items.enumerated() {
            let place = ": item \(index + 1)"
            do throws(ExchangeFault) {
                try document.take(JSONMembers(entry: item), place: place)
            } catch {
                document.reading.faults.append(ExchangeFault(place, error.rule))
            }
        }
        return document.reading
    }

    private mutating func take(_ item: JSONMembers, place: String) throws(ExchangeFault) {
        guard item["deletedDate"]?.string == nil else { return reading.leaveOut(.recycled) }
        var entry = ExchangeEntry(place: place)
        entry.title = try item.text("name")
        entry.notes = try item.text("notes")
        let places = [item["folderId"]] + (item.list("collectionIds") ?? [])
        let names = places.compactMap { folders[$0?.asText?.text ?? ""] }
        entry.folder = (names.first ?? "").split(separator: "/").map(String.init)
        for name in names.dropFirst() { entry.append("collection", name) }
        entry.created = ExchangeEntry.date(iso8601: try item.text("creationDate"))
        entry.modified = ExchangeEntry.date(iso8601: try item.text("revisionDate"))
        if item["favorite"] == .boolean(true) { entry.append("favorite", "1") }
        if item["reprompt"]?.integer == 1 { entry.append("reprompt", "1") }
        entry.append("archivedDate", try item.text("archivedDate"))
        try takeLogin(item.members("login"), &entry)
        // A secure note is an object with nothing but a number.
        for (name, value) in item.sorted where name != "login" && name != "secureNote" {
            takeMembers(JSONMembers(value), &entry)
        }
        for field in item.list("fields") ?? [] { try take(field: JSONMembers(field), &entry) }
        reading.leaveOut(.formerPassword, item.list("passwordHistory")?.count ?? 0)
        entry.becomeNoteIfBare()
        reading.entries.append(entry)
    }

    private mutating func takeLogin(
        _ login: JSONMembers, _ entry: inout ExchangeEntry
    ) throws(ExchangeFault) {
        entry.user = try login.text("username")
        entry.secret = try login.secret("password")
        entry.urls = try login.texts("uri", ofEach: "uris")
        entry.oneTimePassword = try login.secret("totp")
        reading.leaveOut(.passkey, login.list("fido2Credentials")?.count ?? 0)
    }

    /// Takes a field: 0 is text, 1 a secret, 2 a switch, and 3 stands for a value of the login.
    private mutating func take(
        field: JSONMembers, _ entry: inout ExchangeEntry
    ) throws(ExchangeFault) {
        let kind = field["type"]?.integer
        guard kind != 3 else { return reading.leaveOut(.linkedField) }
        guard let value = try field.secret("value") else { return }
        let isProtected = kind != 0 && kind != 2
        entry.fields.append(.init(try field.text("name"), value, isProtected: isProtected))
    }

    /// The members of cards, identities and SSH keys that aren't secrets. A name that a later version adds is one.
    private static let plainMembers: Set<String> = [
        "cardholderName", "brand", "expMonth", "expYear", "title", "firstName", "middleName",
        "lastName", "address1", "address2", "address3", "city", "state", "postalCode", "country",
        "company", "email", "phone", "username", "publicKey", "keyFingerprint",
    ]

    /// Takes the texts of an object as fields, in the order of their names. What isn't a text costs only itself: a kind
    /// that a later version adds may have lists.
    private mutating func takeMembers(_ members: JSONMembers, _ entry: inout ExchangeEntry) {
        for (name, _) in members.sorted {
            do throws(ExchangeFault) {
                guard let secret = try members.secret(name) else { continue }
                let isProtected = !Self.plainMembers.contains(name)
                entry.fields.append(.init(name, secret, isProtected: isProtected))
            } catch {
                reading.faults.append(ExchangeFault(entry.place, error.rule))
            }
        }
    }
}
