// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainSystem

// The CSV file that another program imports has the columns of its own export.
extension CSVLayout {
    /// Whether a seed must be an `otpauth:` address; otherwise digits stay as they are.
    var needsSeedAddress: Bool { format != .bitwarden && format != .lastpass }
    /// Whether the program refuses an entry without an address.
    var needsAddress: Bool { format == .firefox }

    /// Returns the text of a date, in seconds since 2001.
    private func date(_ date: Double) -> String {
        // An archive, or another device of a circle, may give any date. A number that the programs read has 16 digits.
        let seconds = min(max(date + Double(SystemClock.epochDifference), -1e12), 1e12)
        return switch format {
        case .firefox: String(Int64(seconds * 1000))
        case .protonPass: String(Int64(seconds))
        default: CalendarDate(seconds: date).iso8601
        }
    }

    /// Returns the values of an entry in the order of the header.
    func values(_ entry: ExchangeEntry) -> [SecretBytes?] {
        header.map { name, column in
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

    /// Returns the text of a column that is neither a secret nor an additional field.
    private func text(_ column: Column, _ entry: ExchangeEntry) -> String? {
        switch column {
        case .title: entry.title
        case .user: entry.user
        case .url: entry.urls.first
        case .noteURL: entry.isNote ? "http://sn" : entry.urls.first
        case .urls: entry.urls.joined(separator: ",")
        case .notes: entry.notes
        case .folder: entry.folder.joined(separator: "/")
        case .path: Self.path(entry.folder)
        case .backslashFolder: entry.folder.joined(separator: "\\")
        case .kind: entry.isNote ? "note" : "login"
        case .realm: entry.realm
        case .created: entry.created.map(date)
        case .modified: entry.modified.map(date)
        case .icon: "0"
        case .plain, .flag, .mail, .ignored, .password, .oneTimePassword, .fieldLines: nil
        }
    }

    /// Returns the path of a folder of KeePassXC. The name of the recycle bin gets a number, because readers leave out what
    /// is in it.
    private static func path(_ folder: [String]) -> String {
        var names = folder.joined(separator: "/").split(separator: "/").map(String.init)
        if names.first == recycleBin { names[0] += " 2" }
        return (["Root"] + names).joined(separator: "/")
    }

    /// Returns lines `name: value`, whose values may be secrets.
    private func lines(_ fields: [ExchangeEntry.Field]) -> SecretBytes {
        let parts = fields.enumerated().flatMap { index, field in
            [SecretBytes(text: "\(index == 0 ? "" : "\n")\(field.name): "), field.value]
        }
        return SecretBytes(joining: parts)
    }

    /// Returns the fields without a column of their name. A column has one of them.
    private func rest(_ entry: ExchangeEntry) -> [ExchangeEntry.Field] {
        var names = Set(header.map(\.key))
        return entry.fields.filter { $0.isProtected || names.remove($0.name) == nil }
    }

    /// Counts what the file has no place for.
    func losses(_ entry: ExchangeEntry) -> [LeftOut: Int] {
        let columns = Set(header.map(\.value))
        func has(_ any: Column...) -> Bool { !columns.isDisjoint(with: any) }
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
        !name.utf8.contains(UInt8(ascii: "\n")) && !name.contains(part: ": ") && value.isLine
    }
}
