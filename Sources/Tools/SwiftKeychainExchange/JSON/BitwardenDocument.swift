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
            document.folders[folder.text("id")] = folder.text("name")
        }
        for (index, item) in items.enumerated() {
            document.take(JSONMembers(item), place: ": item \(index + 1)")
        }
        return document.reading
    }

    private mutating func take(_ item: JSONMembers, place: String) {
        guard item["deletedDate"]?.string == nil else { return reading.leaveOut(.recycled) }
        var entry = ExchangeEntry(place: place)
        entry.title = item.text("name")
        entry.notes = item.text("notes")
        let places = [item["folderId"]] + (item.list("collectionIds") ?? [])
        let names = places.compactMap { folders[$0?.string ?? ""] }
        entry.folder = (names.first ?? "").split(separator: "/").map(String.init)
        for name in names.dropFirst() { entry.append("collection", name) }
        entry.created = ExchangeEntry.date(iso8601: item.text("creationDate"))
        entry.modified = ExchangeEntry.date(iso8601: item.text("revisionDate"))
        if item["favorite"] == .boolean(true) { entry.append("favorite", "1") }
        if item["reprompt"]?.integer == 1 { entry.append("reprompt", "1") }
        entry.append("archivedDate", item.text("archivedDate"))
        takeLogin(item.members("login"), &entry)
        for (name, value) in item.sorted where name != "login" { entry.append(JSONMembers(value)) }
        for field in item.list("fields") ?? [] { take(field: JSONMembers(field), &entry) }
        reading.leaveOut(.formerPassword, item.list("passwordHistory")?.count ?? 0)
        entry.becomeNoteIfBare()
        reading.entries.append(entry)
    }

    private mutating func takeLogin(_ login: JSONMembers, _ entry: inout ExchangeEntry) {
        entry.user = login.text("username")
        entry.secret = login.secret("password")
        entry.urls = (login.list("uris") ?? []).map { JSONMembers($0).text("uri") }
            .filter { !$0.isEmpty }
        entry.oneTimePassword = login.secret("totp")
        reading.leaveOut(.passkey, login.list("fido2Credentials")?.count ?? 0)
    }

    /// Takes a field: 0 is text, 1 a secret, 2 a switch, and 3 stands for a value of the login.
    private mutating func take(field: JSONMembers, _ entry: inout ExchangeEntry) {
        let kind = field["type"]?.integer
        guard kind != 3 else { return reading.leaveOut(.linkedField) }
        guard let value = field.secret("value") else { return }
        entry.fields.append(.init(field.text("name"), value, isProtected: kind != 0 && kind != 2))
    }
}

extension ExchangeEntry {
    /// The members of cards, identities and SSH keys that aren't secrets. A name that a later version adds is one.
    private static let plainMembers: Set<String> = [
        "cardholderName", "brand", "expMonth", "expYear", "title", "firstName", "middleName",
        "lastName", "address1", "address2", "address3", "city", "state", "postalCode", "country",
        "company", "email", "phone", "username", "publicKey", "keyFingerprint",
    ]

    /// Takes the texts of an object as fields, in the order of their names.
    fileprivate mutating func append(_ members: JSONMembers) {
        for (name, value) in members.sorted {
            guard let secret = value.secret, secret.count > 0 else { continue }
            fields.append(
                .init(name, secret, isProtected: !Self.plainMembers.contains(name)))
        }
    }
}
