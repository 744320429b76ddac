// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainSystem

/// An encrypted keyring of gnome-keyring, `~/.local/share/keyrings/*.keyring`.
///
/// The layout, with numbers of four bytes, the highest first, and texts with their length before them:
///
///     magic, version 0.0, cipher 0 (AES-128 in CBC mode), hash 0 (MD5)
///     name, two dates, flags, lock timeout, rounds, salt (8 bytes), 16 unused bytes
///     for each item: identifier, kind, and its attributes as digests
///     encrypted: MD5 of the rest (16 bytes), then name, secret, dates, attributes of each item
///
/// The key and the vector are the two halves of SHA-256, made `rounds` times over the password and the salt. A wrong
/// password is known by the MD5. A malformed item ends the reading, because nothing says where the next one begins.
struct GnomeKeyringFile {
    private static let magic = Array("GnomeKeyring\n\r\0\n".utf8)
    /// More rounds than any keyring has would only keep the machine busy.
    private static let mostRounds = 10_000_000

    /// An item before its encrypted part is read.
    private struct Header {
        var identifier: UInt32
        var kind: UInt32
    }

    private var headers: [Header] = []
    private let salt: [UInt8]
    private let rounds: Int
    private let encrypted: Slice<UnsafeRawBufferPointer>

    static func recognise(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: magic) }

    /// Reads the clear header and the digests of attributes, up to the encrypted part.
    init(_ bytes: UnsafeRawBufferPointer) throws(ExchangeFault) {
        guard Self.recognise(bytes) else { throw ExchangeFault("no keyring of gnome-keyring") }
        var reader = BigEndianReader(bytes, at: Self.magic.count)
        // The version, the cipher (AES-128) and the hash (MD5).
        guard try reader.number() == 0 else {
            throw ExchangeFault("a keyring of an unknown version")
        }
        _ = try reader.text()
        _ = try reader.slice(8 + 8 + 4 + 4)
        rounds = Int(try reader.number())
        salt = Array(try reader.slice(8))
        _ = try reader.slice(16)
        for _ in 0..<(try reader.number()) {
            headers.append(Header(identifier: try reader.number(), kind: try reader.number()))
            for _ in 0..<(try reader.number()) {
                _ = try reader.text()
                // The type of an attribute: 0 is text, whose digest is written as text; any other is a number.
                if try reader.number() == 0 {
                    _ = try reader.text()
                } else {
                    _ = try reader.number()
                }
            }
        }
        encrypted = try reader.slice(Int(try reader.number()))
    }

    /// Decrypts the items.
    func read(_ password: SecretBytes) throws(ExchangeFault) -> ExchangeReading {
        guard (1...Self.mostRounds).contains(rounds), !encrypted.isEmpty else {
            throw ExchangeFault("no valid parameters of the encryption")
        }
        let plain: SecretBytes
        let digest: SecretBytes
        do {
            let derived = try KeyDerivation.pbkdf1(
                password, salt: salt, iterations: rounds, digest: "SHA256", count: 32)
            plain = try BlockCipher.aes128.decrypt(
                [UInt8](encrypted), key: derived.prefix(16),
                vector: derived.withBytes { [UInt8]($0[16...]) }, isPadded: false)
            let items = plain.withBytes { SecretBytes(copying: $0.dropFirst(16)) }
            digest = try KeyDerivation.pbkdf1(
                items, salt: [], iterations: 1, digest: "MD5", count: 16)
        } catch {
            throw ExchangeFault("it can't be decrypted")
        }
        // A block cipher without padding decrypts anything: only the digest reveals a wrong password.
        let isRight = plain.withBytes { plain in
            digest.withBytes { plain.prefix(16).elementsEqual($0) }
        }
        guard isRight else { throw .wrongPassword }
        var reading = ExchangeReading()
        plain.withBytes { plain in
            var reader = BigEndianReader(plain, at: 16)
            for (index, header) in headers.enumerated() {
                do throws(ExchangeFault) {
                    reading.entries.append(try Self.item(header, &reader))
                } catch {
                    reading.faults.append(
                        ExchangeFault(
                            ": item \(header.identifier)",
                            "malformed; \(headers.count - index - 1) items behind it were not read")
                    )
                    return
                }
            }
        }
        return reading
    }

    /// Reads the encrypted part of an item: its name, secret, dates and attributes.
    ///
    ///     name, secret, created and modified (8 bytes each), a reserved text, 16 reserved bytes
    ///     for each attribute: name, type (0 text, 1 number), value
    ///     for each program that may see the item: a number, three texts, a number
    private static func item(
        _ header: Header, _ reader: inout BigEndianReader
    ) throws(ExchangeFault) -> ExchangeEntry {
        var entry = ExchangeEntry(place: ": item \(header.identifier)")
        entry.title = try reader.text()
        entry.secret = try reader.secret()
        entry.created = ExchangeEntry.date(try reader.wide())
        entry.modified = ExchangeEntry.date(try reader.wide())
        _ = try reader.text()
        _ = try reader.slice(16)
        var attributes: [(String, String)] = []
        for _ in 0..<(try reader.number()) {
            let name = try reader.text()
            let isText = try reader.number() == 0
            attributes.append((name, isText ? try reader.text() : String(try reader.number())))
        }
        for _ in 0..<(try reader.number()) {
            // The programs that may see the item: access groups have that part here.
            _ = try reader.number()
            for _ in 0..<3 { _ = try reader.text() }
            _ = try reader.number()
        }
        // 1 is a network password, 2 a note.
        entry.take(attributes, isNote: header.kind & 0xffff == 2)
        return entry
    }
}

extension ExchangeFault {
    /// The password of an encrypted file is wrong.
    package static let wrongPassword = ExchangeFault("the password is wrong")
}

extension ExchangeEntry {
    /// Takes the attributes of an item of the Secret Service.
    ///
    /// The names are a convention of each program: `server`, `protocol`, `port`, `object` and `domain` are those of
    /// network passwords in GNOME, `origin_url` and `username_value` those of Chrome. An attribute without a meaning
    /// here becomes a field that is no secret, because a Secret Service doesn't keep attributes secret.
    mutating func take(_ attributes: [(name: String, value: String)], isNote: Bool) {
        self.isNote = isNote
        var rest = attributes.sorted { $0.name < $1.name }
        func value(_ names: String...) -> String? {
            for name in names {
                guard let index = rest.firstIndex(where: { $0.name == name }) else { continue }
                return rest.remove(at: index).value
            }
            return nil
        }
        user = value("user", "username", "username_value", "account") ?? ""
        if let origin = value("origin_url") { urls = [origin] }
        if let server = value("server"), !server.isEmpty {
            var address = value("protocol").map { "\($0)://" } ?? ""
            address += server
            if let port = value("port"), port != "0" { address += ":\(port)" }
            if let object = value("object"), !object.isEmpty {
                address += object.hasPrefix("/") ? object : "/\(object)"
            }
            urls.append(address)
            realm = value("domain") ?? ""
        }
        if urls.isEmpty, let service = value("service") {
            fields.append(.init("kSecAttrService", SecretBytes(text: service), isProtected: false))
        }
        fields += rest.map { .init($0.name, SecretBytes(text: $0.value), isProtected: false) }
    }

    /// Returns the date of an item, which has seconds since 1970; nil for one without a date.
    ///
    /// A later second than the end of the year 9999 isn't a date, but damage.
    static func date(_ seconds: UInt64) -> Double? {
        seconds == 0 || seconds > 253_402_300_799
            ? nil : Double(seconds) - Double(SystemClock.epochDifference)
    }
}
