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

        /// Reads a value; nil for an attribute without one.
        ///
        /// - Parameter count: the bytes of the value; nil for one with a length of four bytes before it.
        func bytes(_ index: Int, _ count: Int? = nil) throws(ExchangeFault) -> [UInt8]? {
            // The lowest bit says that there is a value.
            guard offsets[index] != 0 else { return nil }
            var reader = BigEndianReader(whole, at: offsets[index] & ~1)
            let size = if let count { count } else { Int(try reader.number()) }
            return Array(try reader.slice(size))
        }

        /// Returns the label of a certificate or a key; nil for one that can't be read.
        func label(_ index: Int) -> String? {
            ((try? bytes(index)) ?? nil).flatMap { String(validating: $0, as: UTF8.self) }
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

    /// The attributes of passwords by their positions in the schema that every keychain of macOS has.
    private static let tags: KeyValuePairs<Int, String> = [
        0: "cdat", 1: "mdat", 2: "desc", 3: "icmt", 4: "crtr", 5: "type", 7: "labl", 8: "alis",
        13: "acct",
    ]
    private static let genericTags: KeyValuePairs<Int, String> = [14: "svce", 15: "gena"]
    private static let internetTags: KeyValuePairs<Int, String> = [
        14: "sdmn", 15: "srvr", 16: "ptcl", 17: "atyp", 18: "port", 19: "path",
    ]
    /// The bytes of dates and numbers; all other values have a length.
    private static let sizes = [
        "cdat": 15, "mdat": 15, "crtr": 4, "type": 4, "ptcl": 4, "port": 4,
    ]

    /// Reads a password.
    func password(
        _ place: Int, isInternet: Bool, _ keys: [[UInt8]: SecretBytes]
    ) throws(ExchangeFault) -> MacPassword {
        let record = try record(place, attributes: isInternet ? 20 : 16)
        var password = MacPassword(isInternet: isInternet)
        password.secret = try secret(record.data, keys)
        for (index, tag) in Array(Self.tags) + (isInternet ? Self.internetTags : Self.genericTags) {
            password.attributes[tag] = try record.bytes(index, Self.sizes[tag])
        }
        return password
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
        reading.keys.append(ImportedItem(.certificate(certificate), label: record.label(2)))
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
            reading.keys.append(ImportedItem(.key(key), label: record.label(1)))
        } catch {
            reading.faults.append(ExchangeFault(name, error.rule))
        }
    }
}
