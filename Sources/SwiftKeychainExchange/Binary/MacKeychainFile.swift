import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

/// A keychain file of macOS: `login.keychain-db`, and `.keychain` before macOS 10.12.
///
/// A database of tables with records, numbers with the highest byte first. Each password is encrypted
/// with a key of its own, which is a record too, encrypted with the key of the database; that is
/// encrypted with the password of the keychain.
struct MacKeychainFile {
    let bytes: UnsafeRawBufferPointer
    /// The places of the records, by the number of their table.
    private var records: [UInt32: [Int]] = [:]

    private static let magic = Array("kych".utf8)
    private static let blobMagic: UInt32 = 0xfade_0711
    private static let mostRecords = 1 << 20

    private enum Table {
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
        guard Self.recognise(bytes) else { throw ExchangeFault("", "no keychain of macOS") }
        var header = BigEndianReader(bytes, at: 12)
        let schema = Int(try header.number())
        var tables = BigEndianReader(bytes, at: schema)
        _ = try tables.number()
        var count = 0
        for _ in 0..<(try tables.number()) {
            let start = schema + Int(try tables.number())
            var table = BigEndianReader(bytes, at: start)
            _ = try table.number()
            let kind = try table.number()
            _ = try table.slice(16)
            for _ in 0..<(try table.number()) {
                let offset = Int(try table.number())
                // Unused numbers of records are chained by odd numbers.
                guard offset > 0, offset % 4 == 0 else { continue }
                count += 1
                guard count <= Self.mostRecords else { throw ExchangeFault("", "too many records") }
                records[kind, default: []].append(start + offset)
            }
        }
    }

    /// Decrypts what the file contains.
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
        for place in records[Table.genericPasswords] ?? [] {
            take(place, ": generic password", &reading) { (place) throws(ExchangeFault) in
                try genericPassword(place, keys)
            }
        }
        for place in records[Table.internetPasswords] ?? [] {
            take(place, ": internet password", &reading) { (place) throws(ExchangeFault) in
                try internetPassword(place, keys)
            }
        }
        for place in records[Table.certificates] ?? [] {
            takeCertificate(place, &reading)
        }
        for place in records[Table.privateKeys] ?? [] {
            takePrivateKey(place, databaseKey, &reading)
        }
        return reading
    }

    private func take(
        _ place: Int, _ what: String, _ reading: inout ExchangeReading,
        _ read: (Int) throws(ExchangeFault) -> ExchangeEntry
    ) {
        do throws(ExchangeFault) {
            var entry = try read(place)
            entry.place = "\(what) at byte \(place)"
            reading.entries.append(entry)
        } catch {
            reading.faults.append(ExchangeFault("\(what) at byte \(place)", error.rule))
        }
    }
}

// Encryption.
extension MacKeychainFile {
    /// Returns the 20 bytes by which passwords name a key, which are its label and its name; nil for a
    /// key that is no password's.
    private static func label(_ record: Record) throws(ExchangeFault) -> [UInt8]? {
        for index in [6, 1] {
            if let bytes = try record.bytes(index), bytes.count == 20,
                bytes.starts(with: Array("ssgp".utf8))
            {
                return bytes
            }
        }
        return nil
    }

    /// An encrypted key.
    private struct KeyBlob {
        let encrypted: Slice<UnsafeRawBufferPointer>

        init(_ data: UnsafeRawBufferPointer) throws(ExchangeFault) {
            var reader = BigEndianReader(data)
            guard try reader.number() == MacKeychainFile.blobMagic else {
                throw ExchangeFault("", "no encrypted key")
            }
            _ = try reader.number()
            let (start, end) = (Int(try reader.number()), Int(try reader.number()))
            guard start <= end else { throw ExchangeFault("", "no encrypted key") }
            var body = BigEndianReader(data, at: start)
            encrypted = try body.slice(end - start)
        }
    }

    /// Decrypts the key of the database.
    private func databaseKey(_ password: SecretBytes) throws(ExchangeFault) -> SecretBytes {
        guard let place = records[Table.database]?.first else {
            throw ExchangeFault("", "it has no key of the database")
        }
        let data = try record(place, attributes: 0).data
        var reader = BigEndianReader(data)
        guard try reader.number() == Self.blobMagic else {
            throw ExchangeFault("", "it has no key of the database")
        }
        _ = try reader.number()
        let (start, end) = (Int(try reader.number()), Int(try reader.number()))
        _ = try reader.slice(16 + 12)
        let salt = Array(try reader.slice(20))
        let vector = Array(try reader.slice(8))
        guard start <= end else { throw ExchangeFault("", "it has no key of the database") }
        var body = BigEndianReader(data, at: start)
        let encrypted = try body.slice(end - start)
        do throws(PKIError) {
            let master = try KeyDerivation.pbkdf2(
                password, salt: salt, iterations: 1000, .sha1, count: 24)
            let plain = try Self.decrypt(encrypted, master, vector)
            if plain.count >= 24 { return plain.withBytes { SecretBytes(copying: $0.prefix(24)) } }
        } catch {
            // The padding shows that the password is wrong.
        }
        throw .wrongPassword
    }

    private static func decrypt(
        _ encrypted: Slice<UnsafeRawBufferPointer>, _ key: SecretBytes, _ vector: [UInt8]
    ) throws(PKIError) -> SecretBytes {
        try vector.lending { (vector) throws(PKIError) in
            try BlockCipher.tripleDES.decrypt(
                UnsafeRawBufferPointer(rebasing: encrypted), key: key, vector: vector)
        }
    }

    private static let wrappingVector: [UInt8] = [0x4a, 0xdd, 0xa2, 0x2c, 0x79, 0xe8, 0x21, 0x05]

    /// Decrypts a key: twice, reversed in between, and without the description before it. The vector of the
    /// inner encryption is in front of its ciphertext (as in RFC 3217, section 3).
    private func unwrap(
        _ blob: KeyBlob, _ databaseKey: SecretBytes
    ) throws(ExchangeFault) -> SecretBytes {
        let plain: SecretBytes
        do throws(PKIError) {
            let outer = try Self.decrypt(blob.encrypted, databaseKey, Self.wrappingVector)
            let reversed = outer.withBytes { SecretBytes(copying: $0.reversed()) }
            plain = try reversed.withBytes { (reversed) throws(PKIError) in
                guard reversed.count > 8 else { throw .malformed("key", "cut short") }
                return try Self.decrypt(reversed[8...], databaseKey, Array(reversed[..<8]))
            }
        } catch {
            throw ExchangeFault("", "the key can't be decrypted")
        }
        return try plain.withBytes { (plain) throws(ExchangeFault) in
            var reader = BigEndianReader(plain)
            _ = try reader.slice(Int(try reader.number()))
            return SecretBytes(copying: try reader.slice(reader.rest))
        }
    }

    /// Decrypts a password.
    private func secret(
        _ data: UnsafeRawBufferPointer, _ keys: [[UInt8]: SecretBytes]
    ) throws(ExchangeFault) -> SecretBytes? {
        if data.isEmpty { return nil }
        var reader = BigEndianReader(data)
        let label = Array(try reader.slice(20))
        let vector = Array(try reader.slice(8))
        guard let key = keys[label] else {
            throw ExchangeFault("", "the key of its password is missing")
        }
        let encrypted = try reader.slice(reader.rest)
        do throws(PKIError) {
            return try Self.decrypt(encrypted, key, vector)
        } catch {
            throw ExchangeFault("", "its password can't be decrypted")
        }
    }
}

// Records.
extension MacKeychainFile {
    /// A record: its data, and its attributes.
    private struct Record {
        let data: UnsafeRawBufferPointer
        let whole: UnsafeRawBufferPointer
        private let offsets: [Int]

        init(
            _ whole: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer, _ offsets: [Int]
        ) {
            (self.whole, self.data, self.offsets) = (whole, data, offsets)
        }

        private func reader(_ index: Int) -> BigEndianReader? {
            // The lowest bit says that there is a value.
            offsets[index] == 0 ? nil : BigEndianReader(whole, at: offsets[index] & ~1)
        }

        func bytes(_ index: Int) throws(ExchangeFault) -> [UInt8]? {
            guard var reader = reader(index) else { return nil }
            return Array(try reader.slice(Int(try reader.number())))
        }

        func text(_ index: Int) throws(ExchangeFault) -> String {
            String(decoding: try bytes(index) ?? [], as: UTF8.self)
        }

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

    private func record(_ place: Int, attributes: Int) throws(ExchangeFault) -> Record {
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
        return Record(whole, UnsafeRawBufferPointer(rebasing: try body.slice(dataSize)), offsets)
    }

    /// Reads the attributes that both classes of passwords have, in the order of the file.
    private func password(
        _ record: Record, _ keys: [[UInt8]: SecretBytes]
    ) throws(ExchangeFault) -> ExchangeEntry {
        var entry = ExchangeEntry(place: "")
        entry.secret = try secret(record.data, keys)
        entry.created = try record.date(0)
        entry.modified = try record.date(1)
        entry.append(.itemDescription, try record.text(2))
        entry.notes = try record.text(3)
        entry.isNote = try record.number(5) == UInt32(EntryItems.note)
        entry.title = try record.text(7)
        entry.append(.alias, try record.text(8))
        entry.user = try record.text(13)
        return entry
    }

    private func genericPassword(
        _ place: Int, _ keys: [[UInt8]: SecretBytes]
    ) throws(ExchangeFault) -> ExchangeEntry {
        let record = try record(place, attributes: 16)
        var entry = try password(record, keys)
        entry.append(.service, try record.text(14))
        if let bytes = try record.bytes(15), let text = String(validating: bytes, as: UTF8.self) {
            entry.append(.generic, text)
        }
        return entry
    }

    private func internetPassword(
        _ place: Int, _ keys: [[UInt8]: SecretBytes]
    ) throws(ExchangeFault) -> ExchangeEntry {
        let record = try record(place, attributes: 20)
        var entry = try password(record, keys)
        entry.realm = try record.text(14)
        let code = try record.number(16)
        let characters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
        let address = WebAddress(
            code: code == 0 ? nil : String(decoding: characters, as: UTF8.self),
            server: try record.text(15), port: Int64(try record.number(18)),
            path: try record.text(19))
        entry.urls = [address.text]
        let authentication = try record.text(17)
        if authentication != "dflt" { entry.append(.authenticationType, authentication) }
        return entry
    }

    private func takeCertificate(_ place: Int, _ reading: inout ExchangeReading) {
        let name = ": certificate at byte \(place)"
        guard let record = try? record(place, attributes: 9),
            let certificate = try? Certificate(der: [UInt8](record.data))
        else {
            reading.faults.append(ExchangeFault(name, "not a certificate"))
            return
        }
        let label = try? record.text(2)
        reading.keys.append(ImportedItem(.certificate(certificate), label: label))
    }

    private func takePrivateKey(
        _ place: Int, _ databaseKey: SecretBytes, _ reading: inout ExchangeReading
    ) {
        let name = ": private key at byte \(place)"
        do throws(ExchangeFault) {
            let record = try record(place, attributes: 27)
            let plain = try unwrap(try KeyBlob(record.data), databaseKey)
            let file = plain.withBytes { try? ImportedFile.read($0) }
            guard let key = file?.items.first?.key else {
                throw ExchangeFault("", "a kind of key that isn't known")
            }
            reading.keys.append(ImportedItem(.key(key), label: try record.text(1)))
        } catch {
            reading.faults.append(ExchangeFault(name, error.rule))
        }
    }
}

extension ExchangeEntry {
    /// Takes an attribute without a place of its own.
    fileprivate mutating func append(_ attribute: Attribute, _ value: String) {
        guard !value.isEmpty else { return }
        fields.append(.init(attribute.constant, SecretBytes(text: value), isProtected: false))
    }
}
