// SPDX-License-Identifier: Apache-2.0
// Table: the columns of the CSV files that are known.

/// The columns of one program's CSV file.
///
/// CSV has no standard for passwords: each program has columns with names of its choice. A format is recognised by the
/// columns that only it has, those with more required columns first. A column that isn't in the table becomes a field,
/// which is treated as a secret, because nothing says that it isn't one.
struct CSVLayout {
    /// What a column contains.
    enum Column {
        case title, url, user, password, notes, oneTimePassword, realm
        /// Several addresses with commas between them.
        case urls
        /// The names of folders with slashes between them.
        case folder
        /// The same with the name of the database before them.
        case path
        /// The kind of the entry: a login or a note.
        case kind
        /// Lines with a name, a colon and a value.
        case fieldLines
        /// A date as seconds or milliseconds since 1970, or as ISO 8601.
        case created, modified
        /// A value that isn't secret and has no other place.
        case plain
        /// The user, unless another column has one; then a field.
        case mail
        /// An address; `http://sn` marks a note.
        case noteURL
        /// The names of folders with backslashes between them.
        case backslashFolder
        /// A switch, which counts when it is on.
        case flag
        /// What only the exporting program uses.
        case ignored
    }

    let format: ExchangeFormat
    /// The columns by which the format is recognised.
    let required: [String]
    /// What is known about columns, by name in lower case.
    let columns: [String: Column]

    /// Returns the layout of a format, which must be one of CSV.
    static func of(_ format: ExchangeFormat) -> CSVLayout {
        all.first { $0.format == format }!
    }

    /// Every layout: that of KeePassXC, the only one with a column `Group`, then those with more required columns first.
    static let all: [CSVLayout] = [
        // Our own export adds a column for each field, whose names may be those that tell other programs.
        CSVLayout(
            format: .keepassxc, required: ["group", "title", "username", "password", "url"],
            columns: [
                "group": .path, "title": .title, "username": .user, "password": .password,
                "url": .url, "notes": .notes, "totp": .oneTimePassword, "icon": .ignored,
                "last modified": .modified, "created": .created,
            ]),
        CSVLayout(
            format: .protonPass,
            required: ["type", "name", "url", "username", "password", "note", "totp", "vault"],
            columns: [
                "type": .kind, "name": .title, "url": .urls, "email": .mail, "username": .user,
                "password": .password, "note": .notes, "totp": .oneTimePassword,
                "createtime": .created, "modifytime": .modified, "vault": .folder,
            ]),
        CSVLayout(
            format: .lastpass,
            required: ["url", "username", "password", "extra", "name", "grouping", "fav"],
            columns: [
                "url": .noteURL, "username": .user, "password": .password,
                "totp": .oneTimePassword, "extra": .notes, "name": .title,
                "grouping": .backslashFolder, "fav": .flag,
            ]),
        CSVLayout(
            format: .dashlane, required: ["username", "username2", "title", "password", "url"],
            columns: [
                "username": .user, "username2": .plain, "username3": .plain, "title": .title,
                "password": .password, "note": .notes, "url": .url, "category": .folder,
                "otpsecret": .oneTimePassword, "otpurl": .oneTimePassword,
            ]),
        CSVLayout(
            format: .bitwarden,
            required: ["name", "type", "login_uri", "login_username", "login_password"],
            columns: [
                "folder": .folder, "collections": .folder, "favorite": .flag, "type": .kind,
                "name": .title, "notes": .notes, "fields": .fieldLines, "reprompt": .flag,
                "login_uri": .urls, "login_username": .user, "login_password": .password,
                "login_totp": .oneTimePassword, "archiveddate": .plain,
            ]),
        CSVLayout(
            format: .onePassword,
            required: ["title", "url", "username", "password", "favorite", "archived", "tags"],
            columns: [
                "title": .title, "url": .url, "username": .user, "password": .password,
                "otpauth": .oneTimePassword, "favorite": .flag, "archived": .flag, "tags": .plain,
                "notes": .notes,
            ]),
        CSVLayout(
            format: .firefox, required: ["url", "username", "password", "formactionorigin"],
            columns: [
                "url": .url, "username": .user, "password": .password, "httprealm": .realm,
                "formactionorigin": .ignored, "guid": .ignored, "timecreated": .created,
                "timelastused": .ignored, "timepasswordchanged": .modified,
            ]),
        CSVLayout(
            format: .apple, required: ["title", "url", "username", "password"],
            columns: [
                "title": .title, "url": .url, "username": .user, "password": .password,
                "notes": .notes, "otpauth": .oneTimePassword,
            ]),
        CSVLayout(
            format: .chrome, required: ["name", "url", "username", "password"],
            columns: [
                "name": .title, "url": .url, "username": .user, "password": .password,
                "note": .notes,
            ]),
    ]

    /// Finds the layout of the file that begins with `bytes` by its header.
    ///
    /// - Returns: nil for a file whose first line has fewer than three values, or lacks a column of each layout.
    static func recognise(_ bytes: UnsafeRawBufferPointer) -> CSVLayout? {
        var reader = CSVReader(bytes)
        guard let header = reader.record(), header.fault == nil, header.values.count > 2 else {
            return nil
        }
        let names = Set(header.values.compactMap { reader.text($0)?.lowercased() })
        return all.first { names.isSuperset(of: $0.required) }
    }
}
