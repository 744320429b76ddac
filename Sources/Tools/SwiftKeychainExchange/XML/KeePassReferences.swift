// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The entries of a KeePass database to which others refer.
///
///     {REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}   the password of the entry with this identifier
///
/// The fields are T, U, P, A and N: title, user, password, address and notes. Only a value that is nothing but such a
/// reference is resolved; other references are faults.
struct KeePassReferences {
    /// The entries by their identifiers of 16 bytes, also those in the recycle bin.
    private var entries: [[UInt8]: ExchangeEntry] = [:]

    /// More references in a row than any database has are a circle.
    private static let longest = 10

    /// - Parameter identifier: in base64, as the file writes it.
    mutating func add(_ entry: ExchangeEntry, _ identifier: String) {
        guard let bytes = Base64.bytes(Array(identifier.utf8)) else { return }
        entries[bytes] = entry
    }

    /// Replaces the values of an entry that are references.
    func resolve(_ entry: inout ExchangeEntry) {
        guard entry.hasReference else { return }
        func text(_ text: String) -> String { resolved(SecretBytes(text: text)).text ?? text }
        entry.title = text(entry.title)
        entry.user = text(entry.user)
        entry.notes = text(entry.notes)
        entry.urls = entry.urls.map(text)
        entry.secret = entry.secret.map(resolved).flatMap { $0.count == 0 ? nil : $0 }
        entry.oneTimePassword = entry.oneTimePassword.map(resolved)
        for (index, field) in entry.fields.enumerated() where field.value.hasReference {
            // It may be that of a password.
            entry.fields[index] = .init(field.name, resolved(field.value))
        }
    }

    /// Returns the value at the end of the references; `value` itself if there is none.
    private func resolved(_ value: SecretBytes) -> SecretBytes {
        var result = value
        for _ in 0..<Self.longest {
            guard let next = referred(by: result) else { break }
            result = next
        }
        return result.hasReference ? value : result
    }

    /// Returns what a reference refers to; nil for anything else.
    private func referred(by value: SecretBytes) -> SecretBytes? {
        guard value.hasReference, let text = value.text?.uppercased() else { return nil }
        let parts = text.split(separator: ":" as Character)
        guard parts.count == 3, parts[0] == "{REF", parts[2].hasSuffix("}"),
            let identifier = Hexadecimal.bytes(parts[2].dropLast().utf8),
            let entry = entries[identifier]
        else { return nil }
        switch parts[1] {
        case "T@I": return SecretBytes(text: entry.title)
        case "U@I": return SecretBytes(text: entry.user)
        case "P@I": return entry.secret ?? SecretBytes(copying: EmptyCollection())
        case "A@I": return SecretBytes(text: entry.urls.first ?? "")
        case "N@I": return SecretBytes(text: entry.notes)
        default: return nil
        }
    }
}

extension ExchangeEntry {
    /// Whether a value has a reference of KeePass's to another entry.
    fileprivate var hasReference: Bool {
        let secrets = [secret, oneTimePassword].compactMap { $0 } + fields.map(\.value)
        return ([title, user, notes] + urls).contains { $0.utf8.hasReference }
            || secrets.contains(where: \.hasReference)
    }

    /// The fault of an entry with a reference, which isn't what the user stored; nil for one without.
    var referenceFault: ExchangeFault? {
        hasReference
            ? ExchangeFault(place, "a reference to another entry, which can't be resolved") : nil
    }
}

extension SecretBytes {
    fileprivate var hasReference: Bool { withBytes { $0.hasReference } }
}

extension Collection<UInt8> {
    /// Whether a reference begins in the bytes.
    fileprivate var hasReference: Bool {
        contains(part: "{REF:".utf8) || contains(part: "{ref:".utf8)
    }
}
