// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

// The records of a keychain file of macOS.
extension MacKeychainFile {
    /// A record: its data, and its attributes.
    struct Record {
        let data: UnsafeRawBufferPointer
        fileprivate let whole: UnsafeRawBufferPointer
        /// The offsets of the attributes from the beginning of the record; 0 for an attribute without a value.
        fileprivate let offsets: [Int]

        private func reader(_ index: Int) -> BigEndianReader? {
            // The lowest bit says that there is a value.
            offsets[index] == 0 ? nil : BigEndianReader(whole, at: offsets[index] & ~1)
        }

        /// Reads a length of four bytes and that many bytes; nil for an attribute without a value.
        func bytes(_ index: Int) throws(ExchangeFault) -> [UInt8]? {
            guard var reader = reader(index) else { return nil }
            return Array(try reader.slice(Int(try reader.number())))
        }

        /// Reads text; it is empty for an attribute without a value.
        ///
        /// - Parameter tag: the four characters of the attribute, for an error.
        func text(_ index: Int, _ tag: String) throws(ExchangeFault) -> String {
            try ExchangeEntry.text(try bytes(index) ?? [], tag)
        }

        /// Reads a number of four bytes; 0 for an attribute without a value.
        func number(_ index: Int) throws(ExchangeFault) -> UInt32 {
            guard var reader = reader(index) else { return 0 }
            return try reader.number()
        }

        /// Reads `YYYYMMDDhhmmssZ`.
        func date(_ index: Int) throws(ExchangeFault) -> Double? {
            guard var reader = reader(index) else { return nil }
            return CalendarDate(try reader.slice(15), pattern: "ddddddddddddddZ")?.seconds
        }
    }

    /// Reads a record: a header with sizes, the offsets of its attributes, its data, and the attributes.
    ///
    ///     size of the record, 12 bytes unused here, size of the data, 4 bytes unused here
    ///     the offset of each attribute
    ///     the data, then the values of the attributes
    ///
    /// - Parameter attributes: the number of attributes in the schema of its table. With a wrong number, offsets
    ///   would be read as data or data as offsets.
    func record(_ place: Int, attributes: Int) throws(ExchangeFault) -> Record {
        var reader = BigEndianReader(bytes, at: place)
        let size = Int(try reader.number())
        var all = BigEndianReader(bytes, at: place)
        let whole = UnsafeRawBufferPointer(rebasing: try all.slice(size))
        _ = try reader.slice(12)
        let dataSize = Int(try reader.number())
        _ = try reader.number()
        var offsets: [Int] = []
        for _ in 0..<attributes { offsets.append(Int(try reader.number())) }
        var body = BigEndianReader(whole, at: 24 + 4 * attributes)
        return Record(
            data: UnsafeRawBufferPointer(rebasing: try body.slice(dataSize)), whole: whole,
            offsets: offsets)
    }

    /// Reads the attributes that both classes of passwords have, in the order of the file.
    ///
    ///     0  created     2  description  5  type   8  alias
    ///     1  modified    3  comment      7  label  13 account
    private func password(
        _ record: Record, _ keys: [[UInt8]: SecretBytes]
    ) throws(ExchangeFault) -> ExchangeEntry {
        var entry = ExchangeEntry(place: "")
        entry.secret = try secret(record.data, keys)
        entry.created = try record.date(0)
        entry.modified = try record.date(1)
        entry.appendAttribute(.itemDescription, try record.text(2, "desc"))
        entry.notes = try record.text(3, "icmt")
        entry.isNote = try record.number(5) == UInt32(EntryItems.note)
        entry.title = try record.text(7, "labl")
        entry.appendAttribute(.alias, try record.text(8, "alis"))
        entry.user = try record.text(13, "acct")
        return entry
    }

    /// Reads a generic password. The positions of attributes are those of the schema that every keychain of macOS has.
    ///
    /// 14 is the service, and 15 the generic attribute.
    func genericPassword(
        _ place: Int, _ keys: [[UInt8]: SecretBytes], _ reading: inout ExchangeReading
    ) throws(ExchangeFault) -> ExchangeEntry {
        let record = try record(place, attributes: 16)
        var entry = try password(record, keys)
        entry.appendAttribute(.service, try record.text(14, "svce"))
        entry.append(generic: try record.bytes(15) ?? [], &reading)
        return entry
    }

    /// Reads an internet password, and makes its URL from protocol, server, port and path.
    ///
    ///     14  security domain   16  protocol, 4 characters   18  port
    ///     15  server            17  authentication type      19  path
    func internetPassword(
        _ place: Int, _ keys: [[UInt8]: SecretBytes]
    ) throws(ExchangeFault) -> ExchangeEntry {
        let record = try record(place, attributes: 20)
        var entry = try password(record, keys)
        entry.realm = try record.text(14, "sdmn")
        entry.take(
            WebAddress(
                code: Int64(try record.number(16)), server: try record.text(15, "srvr"),
                port: Int64(try record.number(18)), path: try record.text(19, "path")))
        entry.appendAttribute(.authenticationType, try record.text(17, "atyp"))
        return entry
    }

    /// Adds a certificate to the reading, or a fault.
    func takeCertificate(_ place: Int, _ reading: inout ExchangeReading) {
        let name = ": certificate at byte \(place)"
        guard let record = try? record(place, attributes: 9),
            let certificate = try? Certificate(der: [UInt8](record.data))
        else {
            reading.faults.append(ExchangeFault(name, "not a certificate"))
            return
        }
        let label = try? record.text(2, "labl")
        reading.keys.append(ImportedItem(.certificate(certificate), label: label))
    }

    /// Adds a private key to the reading, or a fault. The key is unwrapped with the key of the database, then read as
    /// PKCS#8.
    func takePrivateKey(
        _ place: Int, _ databaseKey: SecretBytes, _ reading: inout ExchangeReading
    ) {
        let name = ": private key at byte \(place)"
        do throws(ExchangeFault) {
            let record = try record(place, attributes: 27)
            let plain = try unwrap(try KeyBlob(record.data), databaseKey)
            let file = plain.withBytes { try? ImportedFile.read($0) }
            guard let key = file?.items.first?.key else {
                throw ExchangeFault("a kind of key that isn't known")
            }
            reading.keys.append(ImportedItem(.key(key), label: try? record.text(1, "labl")))
        } catch {
            reading.faults.append(ExchangeFault(name, error.rule))
        }
    }
}
