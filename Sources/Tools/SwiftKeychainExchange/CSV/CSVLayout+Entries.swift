// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

extension CSVLayout {
    /// Reads the entries of a file with this layout.
    ///
    /// - Throws: the fault of the header.
    func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeFault) -> ExchangeReading {
        if let fault = CSVReader.encodingFault(bytes) { throw ExchangeFault(fault) }
        var reader = CSVReader(bytes)
        guard let header = reader.record() else { throw ExchangeFault("empty") }
        if let fault = header.fault { throw ExchangeFault(line: header.line, fault) }
        var names: [String] = []
        for value in header.values {
            guard let name = reader.text(value) else {
                throw ExchangeFault(line: header.line, "not UTF-8")
            }
            names.append(name)
        }
        let known = Set(names.map { $0.lowercased() })
        if let missing = required.first(where: { !known.contains($0) }) {
            throw ExchangeFault(line: header.line, "the header has no column \"\(missing)\"")
        }
        var reading = ExchangeReading()
        while let record = reader.record() {
            // Spreadsheets write rows without any value.
            if record.values.allSatisfy(\.range.isEmpty), record.fault == nil { continue }
            do throws(ExchangeFault) {
                let entry = try entry(record, names, reader)
                // A file has only the name of the folder, in the language of the program that made it.
                if format == .keepassxc, entry.folder.first == Self.recycleBin {
                    reading.leaveOut(.recycled)
                } else {
                    reading.entries.append(entry)
                    // A row has no identifier to which another could refer.
                    if format == .keepassxc, let fault = entry.referenceFault { throw fault }
                }
            } catch {
                reading.faults.append(error)
            }
        }
        return reading
    }

    /// Makes the entry of a record by the meaning of each column; empty values count as missing.
    private func entry(
        _ record: CSVReader.Record, _ names: [String], _ reader: CSVReader
    ) throws(ExchangeFault) -> ExchangeEntry {
        func fault(_ rule: String) -> ExchangeFault { ExchangeFault(line: record.line, rule) }
        if let rule = record.fault { throw fault(rule) }
        // A missing comma would shift a password into the column of notes, which isn't a secret.
        guard record.values.count == names.count else {
            throw fault("\(record.values.count) values, but the header has \(names.count) columns")
        }
        var entry = ExchangeEntry(place: ":\(record.line)")
        for (name, value) in zip(names, record.values) where !value.range.isEmpty {
            let column = columns[name.lowercased()]
            let secrets: [Column] = [.password, .oneTimePassword, .fieldLines]
            guard let column, !secrets.contains(column) else {
                let secret = reader.secret(value)
                guard secret.withBytes({ String.isUTF8($0) }) else {
                    throw fault("column \"\(name)\": not UTF-8")
                }
                switch column {
                case .password where entry.secret == nil: entry.secret = secret
                case .oneTimePassword: entry.oneTimePassword = secret
                case .fieldLines: entry.appendFields(secret)
                // Our own export keeps addresses and attributes in columns of these names.
                case nil where name.hasPrefix("KP2A_URL"): entry.urls.append(secret.text ?? "")
                default:
                    let isProtected = !name.hasPrefix("kSecAttr")
                    entry.fields.append(.init(name, secret, isProtected: isProtected))
                }
                continue
            }
            guard let text = reader.text(value) else {
                throw fault("column \"\(name)\": not UTF-8")
            }
            entry.set(column, text, name)
        }
        entry.becomeNoteIfBare()
        return entry
    }
}

extension ExchangeEntry {
    /// Takes a value of a column that is no secret.
    fileprivate mutating func set(_ column: CSVLayout.Column, _ text: String, _ name: String) {
        switch column {
        case .title: if title.isEmpty { title = text } else { append(name, text) }
        case .user:
            // An address of mail may come before the name.
            if !user.isEmpty { append("email", user) }
            user = text
        case .url: urls.append(text)
        case .urls: urls = Self.addresses(text)
        case .notes: if notes.isEmpty { notes = text } else { append(name, text) }
        case .folder: folder = text.split(separator: "/").map(String.init)
        // The first name is that of the database.
        case .path: folder = text.split(separator: "/").dropFirst().map(String.init)
        case .mail:
            if user.isEmpty { user = text } else { append(name, text) }
        case .noteURL: if text == "http://sn" { isNote = true } else { urls = [text] }
        case .backslashFolder: folder = text.split(separator: "\\").map(String.init)
        case .kind: isNote = text == "note"
        case .realm: realm = text
        case .created: created = Self.date(text)
        case .modified: modified = Self.date(text)
        case .plain: append(name, text)
        case .flag: if !["0", "false"].contains(text.lowercased()) { append(name, text) }
        case .icon, .ignored, .password, .oneTimePassword, .fieldLines: break
        }
    }

    /// Splits at the commas behind which another address begins; addresses may contain commas.
    ///
    /// `https://a.org/x,y,https://b.org` is two addresses: only a part with `://` begins one, unless none has it.
    private static func addresses(_ text: String) -> [String] {
        var addresses: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let begins = part.contains(part: "://") || !text.contains(part: "://")
            if begins || addresses.isEmpty {
                // Proton Pass writes a space behind the comma.
                addresses.append(String(part.drop { $0 == " " }))
            } else {
                addresses[addresses.count - 1] += "," + part
            }
        }
        return addresses
    }

    /// Takes lines `name: value`. A line without a colon belongs to the value before it.
    fileprivate mutating func appendFields(_ text: SecretBytes) {
        var lines: [(name: String, values: [SecretBytes])] = []
        text.withBytes { bytes in
            for line in bytes.lines {
                if let colon = zip(line.indices, line.dropFirst()).first(where: {
                    line[$0] == UInt8(ascii: ":") && $1 == UInt8(ascii: " ")
                })?.0 {
                    let name = String(decoding: line[..<colon], as: UTF8.self)
                    lines.append((name, [SecretBytes(copying: line[(colon + 2)...])]))
                } else if lines.isEmpty {
                    lines.append(("", [SecretBytes(copying: line)]))
                } else {
                    let further = [SecretBytes(text: "\n"), SecretBytes(copying: line)]
                    lines[lines.count - 1].values += further
                }
            }
        }
        fields += lines.map { Field($0.name, SecretBytes(joining: $0.values)) }
    }

    /// Reads seconds or milliseconds since 1970, or ISO 8601.
    ///
    /// Proton Pass writes seconds, Firefox milliseconds, KeePassXC ISO 8601. Milliseconds are the larger numbers: as
    /// seconds they would be years after 4000.
    private static func date(_ text: String) -> Double? {
        if let date = CalendarDate(iso8601: text[...]) { return date.seconds }
        guard let number = Int64(text) else { return nil }
        let seconds = number < 1 << 36 ? Double(number) : Double(number) / 1000
        return seconds - Double(SystemClock.epochDifference)
    }
}
