// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// The decrypted folders of a wallet, as Qt serializes them: for each its name, the number of entries,
/// and for each entry its name, its type and its value.
enum KWalletEntries {
    /// The types of entries in a wallet.
    ///
    /// A stream is bytes of any kind; a map has names and texts, such as the fields of a web form.
    private enum Kind: UInt32 {
        case password = 1
        case stream = 2
        case map = 3
    }

    /// Reads folders, each with a name and its entries, as Qt's QDataStream writes them. Entries that aren't understood are
    /// listed.
    ///
    /// A value of an unknown type has a size too, so reading goes on behind it. A malformed size ends the reading.
    static func read(_ bytes: UnsafeRawBufferPointer) -> ExchangeReading {
        var reading = ExchangeReading()
        var reader = BigEndianReader(bytes)
        var number = 0
        do throws(ExchangeFault) {
            while reader.rest > 0 {
                let folder = try reader.qtText()
                for _ in 0..<(try reader.number()) {
                    number += 1
                    let name = try reader.qtText()
                    let kind = Kind(rawValue: try reader.number())
                    let value = try reader.secret()
                    do throws(ExchangeFault) {
                        reading.entries.append(
                            try entry(folder, name, kind, value, place: ": entry \(number)"))
                    } catch {
                        reading.faults.append(ExchangeFault(": entry \(number)", error.rule))
                    }
                }
            }
        } catch {
            reading.faults.append(
                ExchangeFault(": entry \(number)", "malformed; nothing behind it was read"))
        }
        return reading
    }

    /// Makes an entry by its kind: a password, a map of texts, which become fields, or bytes.
    private static func entry(
        _ folder: String, _ name: String, _ kind: Kind?, _ value: SecretBytes, place: String
    ) throws(ExchangeFault) -> ExchangeEntry {
        var entry = ExchangeEntry(place: place)
        entry.title = name
        if !folder.isEmpty { entry.folder = [folder] }
        switch kind {
        case .password: entry.secret = try value.withBytes(text)
        case .stream: entry.secret = value
        case .map: entry.take(try value.withBytes(pairs))
        case nil: throw ExchangeFault("an entry of an unknown type")
        }
        return entry
    }

    /// Reads the value of a password, which is one text.
    private static func text(
        _ bytes: UnsafeRawBufferPointer
    ) throws(ExchangeFault) -> SecretBytes {
        var reader = BigEndianReader(bytes)
        return try reader.qtSecret()
    }

    /// Reads a map: the number of its pairs, then a name and a value each.
    private static func pairs(
        _ bytes: UnsafeRawBufferPointer
    ) throws(ExchangeFault) -> [(String, SecretBytes)] {
        var reader = BigEndianReader(bytes)
        var pairs: [(String, SecretBytes)] = []
        for _ in 0..<(try reader.number()) {
            pairs.append((try reader.qtText(), try reader.qtSecret()))
        }
        return pairs
    }
}

extension ExchangeEntry {
    /// Takes the values of a map.
    fileprivate mutating func take(_ pairs: [(name: String, value: SecretBytes)]) {
        // In the order of their names, so that two imports of one wallet make the same items.
        for (name, value) in pairs.sorted(by: { $0.name < $1.name }) {
            switch name.lowercased() {
            case "password" where secret == nil: secret = value
            case "login" where user.isEmpty, "user" where user.isEmpty,
                "username" where user.isEmpty:
                user = value.text ?? ""
            default: fields.append(.init(name, value))
            }
        }
    }
}

extension BigEndianReader {
    /// Reads text as Qt writes it: its size in bytes, and UTF-16; no text for the size 0xffffffff.
    fileprivate mutating func qtText() throws(ExchangeFault) -> String {
        try qtSecret().text ?? ""
    }

    /// Reads the same into locked memory.
    fileprivate mutating func qtSecret() throws(ExchangeFault) -> SecretBytes {
        let bytes = try counted()
        guard bytes.count % 2 == 0 else { throw ExchangeFault("text that isn't UTF-16") }
        let first = bytes.startIndex
        let units = (0..<bytes.count / 2).lazy.map {
            UInt16(bytes[first + 2 * $0]) << 8 | UInt16(bytes[first + 2 * $0 + 1])
        }
        return SecretBytes { put in
            _ = transcode(
                units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: false,
                into: put)
        }
    }
}
