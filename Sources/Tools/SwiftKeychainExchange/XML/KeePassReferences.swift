// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// The entries of a KeePass database to which others refer.
///
///     {REF:P@I:46C9B1FFBD4ABC4BBB260C6190BAD20C}   the password of the entry with this identifier
///
/// The fields are T, U, P, A and N: title, user, password, address and notes. References in a value are resolved; if
/// one can't be, the value stays as it is and is a fault.
struct KeePassReferences {
    /// The entries by their identifiers of 16 bytes, also those in the recycle bin.
    private var entries: [[UInt8]: ExchangeEntry] = [:]

    /// The most references that are followed for one value; more are a circle.
    private static let most = 32

    /// - Parameter identifier: in base64, as the file writes it.
    mutating func add(_ entry: ExchangeEntry, _ identifier: String) {
        guard let bytes = Base64.bytes(Array(identifier.utf8)) else { return }
        entries[bytes] = entry
    }

    /// Replaces the references in the values of an entry.
    func resolve(_ entry: inout ExchangeEntry) {
        guard entry.hasReference else { return }
        func resolved(_ value: SecretBytes) -> SecretBytes {
            var left = Self.most
            return replaced(value, &left) ?? value
        }
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

    /// Returns a value with what its references refer to, whose references are replaced too; nil if one can't be.
    private func replaced(_ value: SecretBytes, _ left: inout Int) -> SecretBytes? {
        value.withBytes { bytes in
            var parts: [SecretBytes] = []
            var rest = bytes[...]
            while let start = rest.firstReference {
                guard left > 0, let end = rest[start...].firstIndex(of: UInt8(ascii: "}")) else {
                    return nil
                }
                left -= 1
                guard let target = target(of: rest[start...end]),
                    let text = replaced(target, &left)
                else { return nil }
                parts += [SecretBytes(copying: rest[..<start]), text]
                rest = rest[(end + 1)...]
            }
            return parts.isEmpty
                ? value : SecretBytes(joining: parts + [SecretBytes(copying: rest)])
        }
    }

    /// Returns what a reference refers to; nil for an entry or a field that isn't known.
    private func target(of reference: Slice<UnsafeRawBufferPointer>) -> SecretBytes? {
        let parts = String(decoding: reference, as: UTF8.self).uppercased()
            .split(separator: ":" as Character)
        guard parts.count == 3, let identifier = Hexadecimal.bytes(parts[2].dropLast().utf8),
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
    /// The start of the first reference in the bytes.
    fileprivate var firstReference: Index? {
        [firstRange(ofPart: "{REF:".utf8), firstRange(ofPart: "{ref:".utf8)]
            .compactMap { $0?.lowerBound }.min()
    }

    /// Whether a reference begins in the bytes.
    fileprivate var hasReference: Bool { firstReference != nil }
}
