// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A writer of an archive, a record at a time (Docs/reference/backup.md §4).
package final class ArchiveWriter {
    /// A function that writes the next bytes of the file.
    package typealias Sink = ([UInt8]) throws(KeychainError) -> Void

    private let sealer: ArchiveSealer
    private let bound: BoundItems
    private let random: RandomSource
    private let sink: Sink
    private var items = 0
    private var boundItems = 0

    /// Begins an archive of one store, and passes its header to the sink.
    ///
    /// - Parameters:
    ///   - key: a key made for this archive; each archive needs a new one.
    ///   - deviceKey: the key of the device that items may be bound to.
    package init(
        _ key: ArchiveKey, store: [UInt8], deviceKey: DeviceKey, random: RandomSource = .system,
        to sink: @escaping Sink
    ) throws(KeychainError) {
        sealer = ArchiveSealer(key)
        bound = BoundItems(deviceKey, key.header)
        self.random = random
        self.sink = sink
        try sink(key.header.encoded())
        try append(
            CanonicalCBOR.array([.text("keychain"), .data(store), .data(deviceKey.identifier)]))
    }

    /// Adds an item, sealed under the device key too when its class keeps it on the device.
    package func append(_ item: ArchivedItem) throws(KeychainError) {
        items += 1
        if item.protection.isThisDeviceOnly {
            boundItems += 1
            let boxes = bound.seal(item, random)
            try append(boxes.encodedHead())
            if let secret = boxes.secret {
                try append(secret)
            }
        } else {
            try append(item.encodedHead())
            if let secret = item.secret {
                try write(secret.withBytes { sealSized($0) })
            }
        }
    }

    /// Ends the archive.
    ///
    /// - Parameter leftOut: the counts of what was left out.
    /// - Returns: The same counts with those of the items.
    @discardableResult
    package func finish(_ leftOut: ArchiveTally) throws(KeychainError) -> ArchiveTally {
        var tally = leftOut
        tally.items = items
        tally.bound = boundItems
        try append(tally.encoded())
        try sink(sealer.finish())
        return tally
    }

    private func append(_ record: [UInt8]) throws(KeychainError) {
        try write(record.withUnsafeBytes { sealSized($0) })
    }

    /// Seals the length, 32 bits little-endian, and the bytes.
    private func sealSized(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let length = UInt32(bytes.count).littleEndianBytes
        return length.withUnsafeBytes { sealer.append($0) } + sealer.append(bytes)
    }

    private func write(_ chunks: [UInt8]) throws(KeychainError) {
        if !chunks.isEmpty { try sink(chunks) }
    }
}

extension ArchiveTally {
    /// Encodes as the CBOR array ["end", items, bound, left out…], in the order of the fields.
    func encoded() -> [UInt8] {
        CanonicalCBOR.array(
            [.text("end")] + Self.counts.map { .unsigned(UInt64(self[keyPath: $0])) })
    }

    /// Reads what ``encoded()`` wrote, after its first element.
    init(
        _ decoder: inout CanonicalCBOR.Decoder, count: Int
    ) throws(CanonicalCBOR.Malformed) {
        self.init()
        guard count == 1 + Self.counts.count else { throw CanonicalCBOR.Malformed() }
        for count in Self.counts {
            let number = try decoder.unsigned()
            // Larger than any store, and small enough that sums don't overflow.
            guard number < 1 << 48 else { throw CanonicalCBOR.Malformed() }
            self[keyPath: count] = Int(number)
        }
    }
}
