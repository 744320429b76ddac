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
        /// The number of an icon, of which KeePassXC needs one.
        case icon
        /// What only the exporting program uses.
        case ignored
    }

    /// The folder of KeePassXC with what was deleted.
    static let recycleBin = "Recycle Bin"

    let format: ExchangeFormat
    /// The columns by which the format is recognised.
    let required: [String]
    /// The columns that the program exports, in their order.
    let header: KeyValuePairs<String, Column>
    /// What is known about columns, by name in lower case.
    let columns: [String: Column]

    /// - Parameter others: columns that other versions of the program export.
    private init(
        format: ExchangeFormat, required: [String], header: KeyValuePairs<String, Column>,
        others: KeyValuePairs<String, Column> = [:]
    ) {
        (self.format, self.required, self.header) = (format, required, header)
        let known = (Array(header) + others).map { ($0.key.lowercased(), $0.value) }
        columns = Dictionary(uniqueKeysWithValues: known)
    }

    /// Returns the layout of a format, which must be one of CSV.
    static func of(_ format: ExchangeFormat) -> CSVLayout {
        all.first { $0.format == format }!
    }

    /// Every layout: that of KeePassXC, the only one with a column `Group`, then those with more required columns first.
    static let all: [CSVLayout] = [
        // Our own export adds a column for each field. Their names may equal those by which other formats are recognized.
        CSVLayout(
            format: .keepassxc, required: ["group", "title", "username", "password", "url"],
            header: [
                "Group": .path, "Title": .title, "Username": .user, "Password": .password,
                "URL": .url, "Notes": .notes, "TOTP": .oneTimePassword, "Icon": .icon,
                "Last Modified": .modified, "Created": .created,
            ]),
        CSVLayout(
            format: .protonPass,
            required: ["type", "name", "url", "username", "password", "note", "totp", "vault"],
            header: [
                "type": .kind, "name": .title, "url": .urls, "email": .mail, "username": .user,
                "password": .password, "note": .notes, "totp": .oneTimePassword,
                "createTime": .created, "modifyTime": .modified, "vault": .folder,
            ]),
        CSVLayout(
            format: .lastpass,
            required: ["url", "username", "password", "extra", "name", "grouping", "fav"],
            header: [
                "url": .noteURL, "username": .user, "password": .password,
                "totp": .oneTimePassword, "extra": .notes, "name": .title,
                "grouping": .backslashFolder, "fav": .flag,
            ]),
        CSVLayout(
            format: .dashlane, required: ["username", "username2", "title", "password", "url"],
            header: [
                "username": .user, "username2": .plain, "username3": .plain, "title": .title,
                "password": .password, "note": .notes, "url": .url, "category": .folder,
                "otpUrl": .oneTimePassword,
            ], others: ["otpSecret": .oneTimePassword]),
        CSVLayout(
            format: .bitwarden,
            required: ["name", "type", "login_uri", "login_username", "login_password"],
            header: [
                "folder": .folder, "favorite": .flag, "type": .kind, "name": .title,
                "notes": .notes, "fields": .fieldLines, "reprompt": .flag, "login_uri": .urls,
                "login_username": .user, "login_password": .password,
                "login_totp": .oneTimePassword,
            ], others: ["collections": .folder, "archivedDate": .plain]),
        CSVLayout(
            format: .onePassword,
            required: ["title", "url", "username", "password", "favorite", "archived", "tags"],
            header: [
                "Title": .title, "Url": .url, "Username": .user, "Password": .password,
                "OTPAuth": .oneTimePassword, "Favorite": .flag, "Archived": .flag, "Tags": .plain,
                "Notes": .notes,
            ]),
        CSVLayout(
            format: .firefox, required: ["url", "username", "password", "formactionorigin"],
            header: [
                "url": .url, "username": .user, "password": .password, "httpRealm": .realm,
                "formActionOrigin": .ignored, "guid": .ignored, "timeCreated": .created,
                "timeLastUsed": .ignored, "timePasswordChanged": .modified,
            ]),
        CSVLayout(
            format: .apple, required: ["title", "url", "username", "password"],
            header: [
                "Title": .title, "URL": .url, "Username": .user, "Password": .password,
                "Notes": .notes, "OTPAuth": .oneTimePassword,
            ]),
        CSVLayout(
            format: .chrome, required: ["name", "url", "username", "password"],
            header: [
                "name": .title, "url": .url, "username": .user, "password": .password,
                "note": .notes,
            ]),
    ]

    /// Finds the layout of the file that begins with `bytes` by its header.
    ///
    /// - Returns: nil for a file whose first line has fewer than three values, or lacks a column of each layout. Further
    ///   columns may be cut off.
    static func recognise(_ bytes: UnsafeRawBufferPointer) -> CSVLayout? {
        var reader = CSVReader(bytes)
        guard let header = reader.record(), header.values.count > 2 else { return nil }
        let names = Set(header.values.compactMap { reader.text($0)?.lowercased() })
        return all.first { names.isSuperset(of: $0.required) }
    }
}
