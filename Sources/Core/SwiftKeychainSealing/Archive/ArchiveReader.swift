// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A reader of an archive, a record at a time. What it returns is authenticated up to that point, and
/// the whole archive once the end is reached.
///
///     ["keychain", store, device key]    the first record
///     ["item", …]                        then its secret, if it has one
///     ["bound", box, has secret]         then the box of its secret, if it has one
///     ["end", counts…]                   the last record
///
/// Each record and each secret has its length before it, four bytes, lowest first.
package final class ArchiveReader {
    /// A function that fills a buffer with the next bytes after the header and returns their number,
    /// which is smaller only at the end of the file.
    package typealias Source = (UnsafeMutableRawBufferPointer) throws(KeychainError) -> Int

    /// The next entry of an archive.
    package enum Entry: Sendable {
        case item(ArchivedItem)
        /// An item that opens only with its device key.
        case elsewhere
        /// The end of the archive.
        case end(ArchiveTally)
    }

    /// The maximum size of a record in bytes: all attributes of an item, with their names and boxes.
    fileprivate static let longestRecord = Limits.allAttributesBytes + (64 << 10)

    /// The identifier of the store that was archived, 16 bytes.
    package let storeIdentifier: [UInt8]
    /// The identifier of the device key that its bound items need, 16 bytes.
    package let deviceKeyIdentifier: [UInt8]
    private let opener: ArchiveOpener
    private let bound: BoundItems?
    private var items = 0
    private var boundItems = 0

    /// Begins to read.
    ///
    /// - Parameter deviceKeys: the keys of this device; items that are bound to another one, and all
    ///   bound ones where they are nil, stay closed.
    /// - Throws: `decode`, and what `source` throws.
    package init(
        _ key: ArchiveKey, deviceKeys: DeviceKeys?, from source: @escaping Source
    ) throws(KeychainError) {
        opener = ArchiveOpener(key, source)
        (storeIdentifier, deviceKeyIdentifier) = try Self.identifiers(in: opener.record())
        bound = deviceKeys?.key(deviceKeyIdentifier).map { BoundItems($0, key.header) }
    }

    /// Returns the next entry.
    ///
    /// - Throws: `decode` for anything that the format doesn't allow; what the source throws.
    package func next() throws(KeychainError) -> Entry {
        var decoder = CanonicalCBOR.Decoder(try opener.record())
        do {
            let count = try decoder.array()
            switch try decoder.text() {
            case "item":
                let head = try ArchivedItem.Head(&decoder, count: count)
                // An item that must stay on its device is in a box of its own: no version writes one here.
                guard decoder.isAtEnd, !head.item.protection.isThisDeviceOnly else { break }
                items += 1
                return .item(try item(head))
            case "bound":
                guard count == 3 else { break }
                let box = try decoder.data()
                let hasSecret = try decoder.boolean()
                guard decoder.isAtEnd else { break }
                (items, boundItems) = (items + 1, boundItems + 1)
                return try boundItem(box, hasSecret: hasSecret)
            case "end":
                let tally = try ArchiveTally(&decoder, count: count)
                guard decoder.isAtEnd, tally.items == items, tally.bound == boundItems else {
                    break
                }
                try opener.finish()
                return .end(tally)
            default: break
            }
        } catch let error as KeychainError {
            throw error
        } catch {}
        throw Self.malformed
    }

    /// Reads the secret that follows a head, into locked memory.
    private func item(_ head: ArchivedItem.Head) throws(KeychainError) -> ArchivedItem {
        guard head.hasSecret else { return head.item }
        let count = try opener.length(most: Limits.secretBytes)
        let secret = try translating {
            try SecretBytes(count: count) { try opener.read(into: $0) }
        }
        return head.item.with(secret: secret)
    }

    /// Reads an item that only the device key opens, and opens it if this device has that key; otherwise it is skipped.
    private func boundItem(
        _ head: [UInt8], hasSecret: Bool
    ) throws(KeychainError) -> Entry {
        let secret =
            hasSecret ? try opener.record(most: Limits.secretBytes + Box.overhead) : nil
        guard let bound else { return .elsewhere }
        return .item(try bound.open(BoundItems.Boxes(head: head, secret: secret)))
    }

    /// Reads the first record: the identifiers of the store and of the device key.
    private static func identifiers(
        in record: [UInt8]
    ) throws(KeychainError) -> (store: [UInt8], deviceKey: [UInt8]) {
        var decoder = CanonicalCBOR.Decoder(record)
        guard (try? decoder.array()) == 3, (try? decoder.text()) == "keychain",
            let store = try? decoder.data(), let deviceKey = try? decoder.data(),
            decoder.isAtEnd, store.count == 16, deviceKey.count == 16
        else { throw malformed }
        return (store, deviceKey)
    }

    fileprivate static var malformed: KeychainError {
        KeychainError(.decode, "archive: contains a record that this version doesn't know")
    }
}

extension ArchiveOpener {
    /// Reads a length of four bytes, lowest first.
    ///
    /// - Throws: `decode` for more than `most`.
    fileprivate func length(most: Int) throws(KeychainError) -> Int {
        let length = Int(UInt32(littleEndianBytes: try bytes(count: 4)))
        guard length <= most else { throw ArchiveReader.malformed }
        return length
    }

    /// Reads a length, and as many bytes.
    fileprivate func record(
        most: Int = ArchiveReader.longestRecord
    ) throws(KeychainError) -> [UInt8] {
        try bytes(count: try length(most: most))
    }

    private func bytes(count: Int) throws(KeychainError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try translating { try bytes.withUnsafeMutableBytes { try read(into: $0) } }
        return bytes
    }
}
