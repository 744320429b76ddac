// SPDX-License-Identifier: Apache-2.0
// Table: the columns of the CSV files that are written.
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainSystem

/// The CSV file that another program imports: the columns of its own export, in their order. What each column contains
/// is in ``CSVLayout``.
struct CSVForm {
    let header: [String]
    /// Whether a seed must be an `otpauth:` address; otherwise digits stay as they are.
    var needsSeedAddress = true
    /// Whether the program refuses an entry without an address.
    var needsAddress = false
    /// The text of a date.
    var date: (Double) -> String = { CalendarDate(seconds: $0).iso8601 }

    /// Returns the form of a format; nil for one without a table here.
    static func of(_ format: ExportedFileFormat) -> CSVForm? {
        switch format {
        case .apple:
            CSVForm(header: ["Title", "URL", "Username", "Password", "Notes", "OTPAuth"])
        case .bitwarden:
            CSVForm(
                header: [
                    "folder", "favorite", "type", "name", "notes", "fields", "reprompt",
                    "login_uri", "login_username", "login_password", "login_totp",
                ], needsSeedAddress: false)
        case .chrome: CSVForm(header: ["name", "url", "username", "password", "note"])
        case .dashlane:
            CSVForm(
                header: [
                    "username", "username2", "username3", "title", "password", "note", "url",
                    "category", "otpUrl",
                ])
        case .firefox:
            CSVForm(
                header: [
                    "url", "username", "password", "httpRealm", "formActionOrigin", "guid",
                    "timeCreated", "timeLastUsed", "timePasswordChanged",
                ], needsAddress: true, date: { String(Int64(unix($0) * 1000)) })
        case .lastpass:
            CSVForm(
                header: [
                    "url", "username", "password", "totp", "extra", "name", "grouping", "fav",
                ], needsSeedAddress: false)
        case .onePassword:
            CSVForm(
                header: [
                    "Title", "Url", "Username", "Password", "OTPAuth", "Favorite", "Archived",
                    "Tags", "Notes",
                ])
        case .protonPass:
            CSVForm(
                header: [
                    "type", "name", "url", "email", "username", "password", "note", "totp",
                    "createTime", "modifyTime", "vault",
                ], date: { String(Int64(unix($0))) })
        case .csv, .keepassxcXML, .bitwardenJSON, .otpauth, .pass: nil
        }
    }

    /// Seconds since 2001 as seconds since 1970.
    private static func unix(_ seconds: Double) -> Double {
        seconds + Double(SystemClock.epochDifference)
    }
}

extension CSVForm {
    /// Returns the values of an entry in the order of the header.
    func values(_ entry: ExchangeEntry, _ layout: CSVLayout) -> [SecretBytes?] {
        header.map { name in
            let column = layout.columns[name.lowercased()] ?? .ignored
            switch column {
            case .password: return entry.secret
            case .oneTimePassword: return entry.oneTimePassword
            case .fieldLines: return lines(rest(entry).filter(\.isLine))
            case .plain, .flag:
                return entry.fields.first { !$0.isProtected && $0.name == name }?.value
            default: return text(column, entry).map { SecretBytes(text: $0) }
            }
        }
    }

    /// Returns the text of a column that is neither a secret nor a field of its own.
    private func text(_ column: CSVLayout.Column, _ entry: ExchangeEntry) -> String? {
        switch column {
        case .title: entry.title
        case .user: entry.user
        case .url: entry.urls.first
        case .noteURL: entry.isNote ? "http://sn" : entry.urls.first
        case .urls: entry.urls.joined(separator: ",")
        case .notes: entry.notes
        case .folder: entry.folder.joined(separator: "/")
        case .path: (["Root"] + entry.folder).joined(separator: "/")
        case .backslashFolder: entry.folder.joined(separator: "\\")
        case .kind: entry.isNote ? "note" : "login"
        case .realm: entry.realm
        case .created: entry.created.map(date)
        case .modified: entry.modified.map(date)
        case .plain, .flag, .mail, .ignored, .password, .oneTimePassword, .fieldLines: nil
        }
    }

    /// Returns lines `name: value`, whose values may be secrets.
    private func lines(_ fields: [ExchangeEntry.Field]) -> SecretBytes {
        let parts = fields.enumerated().flatMap { index, field in
            [SecretBytes(text: "\(index == 0 ? "" : "\n")\(field.name): "), field.value]
        }
        return SecretBytes(joining: parts)
    }

    /// The fields without a column of their name. A column has one of them.
    private func rest(_ entry: ExchangeEntry) -> [ExchangeEntry.Field] {
        var names = Set(header)
        return entry.fields.filter { $0.isProtected || names.remove($0.name) == nil }
    }

    /// Counts what the form has no place for.
    func losses(_ entry: ExchangeEntry, _ layout: CSVLayout) -> [LeftOut: Int] {
        let columns = Set(header.compactMap { layout.columns[$0.lowercased()] })
        func has(_ any: CSVLayout.Column...) -> Bool { !columns.isDisjoint(with: any) }
        let fields = rest(entry).filter { !has(.fieldLines) || !$0.isLine }
        var losses: [LeftOut: Int] = [.field: fields.count]
        if !has(.urls) { losses[.furtherAddress] = entry.urls.dropFirst().count }
        if !has(.folder, .backslashFolder), !entry.folder.isEmpty { losses[.folder] = 1 }
        if !has(.notes), !entry.notes.isEmpty { losses[.notes] = 1 }
        if !has(.oneTimePassword), entry.oneTimePassword != nil { losses[.seed] = 1 }
        // An import takes the server for the title of an entry without one.
        let server = entry.urls.first.flatMap { WebAddress($0) }?.server
        if !has(.title), !entry.title.isEmpty, entry.title != server { losses[.title] = 1 }
        if !has(.realm), !entry.realm.isEmpty { losses[.realm] = 1 }
        return losses.filter { $0.value > 0 }
    }
}

extension ExchangeEntry.Field {
    /// Whether a line `name: value` gives the field back.
    fileprivate var isLine: Bool {
        !name.contains("\n") && !name.contains(": ")
            && value.withBytes { !$0.contains(UInt8(ascii: "\n")) }
    }
}
