// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A keychain file of macOS: `login.keychain-db`, and `.keychain` before macOS 10.12.
///
/// The file is a database of tables with records, numbers with the highest byte first. A header names the schema, the
/// schema has the offset of each table, a table has those of its records, and a record those of its attributes. Nothing
/// is parsed in order, so each offset is checked when it is followed.
///
///     password of the keychain ── PBKDF2 (SHA-1, 1000 rounds) ─▶ opens the key of the database
///     key of the database ───────────────────────────────────▶ opens the key of each password, and private keys
///     key of a password, named by 20 bytes that begin "ssgp" ─▶ opens the password
///
/// Attributes aren't encrypted: a file shows its names, servers and accounts without the password. Every cipher is
/// triple DES.
struct MacKeychainFile {
    let bytes: UnsafeRawBufferPointer
    /// The places of the records, by the number of their table.
    private(set) var records: [UInt32: [Int]] = [:]

    private static let magic = Array("kych".utf8)
    /// The first number of an encrypted key, and of the record with the key of the database.
    static let blobMagic: UInt32 = 0xfade_0711
    /// The most numbers of records, used or not. Tables may repeat, so a small file could have any number.
    private static let mostRecords = 1 << 20

    /// The identifiers of the tables that are read (CSSM_DL_DB_RECORD); there are others, for settings and the schema.
    enum Table {
        static let privateKeys: UInt32 = 0x10
        static let symmetricKeys: UInt32 = 0x11
        static let genericPasswords: UInt32 = 0x8000_0000
        static let internetPasswords: UInt32 = 0x8000_0001
        static let certificates: UInt32 = 0x8000_1000
        static let database: UInt32 = 0x8000_8000
    }

    static func recognise(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: magic) }

    /// Finds the records.
    init(_ bytes: UnsafeRawBufferPointer) throws(ExchangeFault) {
        self.bytes = bytes
        guard Self.recognise(bytes) else { throw ExchangeFault("no keychain of macOS") }
        var header = BigEndianReader(bytes, at: 12)
        let schema = Int(try header.number())
        var tables = BigEndianReader(bytes, at: schema)
        _ = try tables.number()
        var count = 0
        // Records that overlap would let a small file name the same bytes many times.
        var rest = bytes.count
        for _ in 0..<(try tables.number()) {
            let start = schema + Int(try tables.number())
            var table = BigEndianReader(bytes, at: start)
            _ = try table.number()
            let kind = try table.number()
            _ = try table.slice(16)
            for _ in 0..<(try table.number()) {
                let offset = Int(try table.number())
                count += 1
                guard count <= Self.mostRecords else { throw ExchangeFault("too many records") }
                // Unused numbers of records are chained by odd numbers.
                guard offset > 0, offset % 4 == 0 else { continue }
                let place = start + offset
                records[kind, default: []].append(place)
                // One that is cut off is a fault of its own.
                var record = BigEndianReader(bytes, at: place)
                guard let size = (try? record.number()).map(Int.init),
                    size <= bytes.count - place
                else { continue }
                rest -= size
                guard rest >= 0 else { throw ExchangeFault("records overlap") }
            }
        }
    }

    /// Decrypts what the file contains.
    ///
    /// The order matters: the password opens the key of the database, this the keys of passwords, and those the
    /// passwords.
    ///
    /// - Throws: `wrongPassword`; a fault for a file without a key of the database. A record that can't be read is a
    ///   fault of the reading.
    func read(_ password: SecretBytes) throws(ExchangeFault) -> ExchangeReading {
        let databaseKey = try databaseKey(password)
        var reading = ExchangeReading()
        var keys: [[UInt8]: SecretBytes] = [:]
        for place in records[Table.symmetricKeys] ?? [] {
            // A key that is no password's has no label.
            guard let record = try? record(place, attributes: 27),
                let label = try? Self.label(record), let blob = try? KeyBlob(record.data),
                let key = try? unwrap(blob, databaseKey), key.count == 24
            else { continue }
            keys[label] = key
        }
        takePasswords(Table.genericPasswords, ": generic password", keys, &reading)
        takePasswords(Table.internetPasswords, ": internet password", keys, &reading)
        for place in records[Table.certificates] ?? [] {
            takeCertificate(place, &reading)
        }
        for place in records[Table.privateKeys] ?? [] {
            takePrivateKey(place, databaseKey, &reading)
        }
        return reading
    }

    /// Adds an entry for each password of a table to the reading, or the fault because of which it can't be read.
    private func takePasswords(
        _ table: UInt32, _ what: String, _ keys: [[UInt8]: SecretBytes],
        _ reading: inout ExchangeReading
    ) {
        for place in records[table] ?? [] {
            let name = "\(what) at byte \(place)"
            do throws(ExchangeFault) {
                let password = try password(
                    place, isInternet: table == Table.internetPasswords, keys)
                reading.entries.append(try password.entry(place: name, &reading))
            } catch {
                reading.faults.append(ExchangeFault(name, error.rule))
            }
        }
    }
}
