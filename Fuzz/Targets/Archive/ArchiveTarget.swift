// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension FuzzTarget {
    /// The target for archives: an edited file must be refused, and records that were sealed with the
    /// passphrase must be written back as the same bytes when they can be read.
    ///
    /// The first byte chooses whether the input is the records, edits an archive's records, or edits
    /// its file.
    public static let archive = FuzzTarget(name: "archive") { bytes throws(Finding) in
        var input = FuzzBytes(bytes)
        let genuine = SampleArchive.records
        switch input.choose(3) {
        case 0: return try ArchiveRules.readRecords(input.rest())
        case 1:
            var records = genuine
            while !input.isAtEnd { records = input.edit(records, other: genuine) }
            return try ArchiveRules.readRecords(records)
        default:
            let file = SampleArchive.sealed(genuine)
            var edited = file
            while !input.isAtEnd { edited = input.edit(edited, other: file) }
            let isRead = try ArchiveRules.read(edited)
            try require(isRead == (edited == file), "an archive opens that was never made")
            return isRead
        }
    }
}

private enum ArchiveRules {
    /// Seals records and reads them: an attacker who knows the passphrase could have made them.
    static func readRecords(_ records: [UInt8]) throws(Finding) -> Bool {
        records.isEmpty ? false : try read(SampleArchive.sealed(records))
    }

    static func read(_ file: [UInt8]) throws(Finding) -> Bool {
        do throws(KeychainError) {
            let header = try ArchiveHeader(Array(file.prefix(ArchiveHeader.byteCount)))
            // Another header has other keys, and deriving them is slow.
            guard header == SampleArchive.key.header else { return false }
            guard let again = try written(file), again != file else { return true }
            throw KeychainError(.internalComponent, "written again as other bytes")
        } catch {
            try require(error.code == .decode, "an archive is refused with \(error)")
            return false
        }
    }

    /// Reads an archive and writes it back; nil when something in it is bound to a device.
    private static func written(_ file: [UInt8]) throws(KeychainError) -> [UInt8]? {
        var position = ArchiveHeader.byteCount
        let reader = try ArchiveReader(
            SampleArchive.key, deviceKeys: DeviceKeys(SampleStore.deviceKey)
        ) {
            (buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) in
            let count = max(0, min(buffer.count, file.count - position))
            if count > 0 { buffer.copyBytes(from: file[position..<position + count]) }
            position += count
            return count
        }
        var bytes: [UInt8] = []
        let writer = try ArchiveWriter(
            SampleArchive.key, store: reader.storeIdentifier, deviceKey: SampleStore.deviceKey
        ) { (part: [UInt8]) throws(KeychainError) in bytes += part }
        var isBound = reader.deviceKeyIdentifier != SampleStore.deviceKey.identifier
        while true {
            switch try reader.next() {
            case .item(let item):
                isBound = isBound || item.protection.isThisDeviceOnly
                try writer.append(item)
            case .elsewhere: isBound = true
            case .end(let tally):
                try writer.finish(tally)
                return isBound ? nil : bytes
            }
        }
    }
}

/// A sample archive that is the same in every process.
enum SampleArchive {
    static let key: ArchiveKey = {
        do {
            return try ArchiveKey(
                passphrase: SecretBytes(copying: "fuzz".utf8), cost: .leastArchive,
                random: RandomSource { $0.initializeMemory(as: UInt8.self, repeating: 7) })
        } catch {
            fatalError("the sample archive: \(error)")
        }
    }()

    /// Its records: the beginning, two items, the end.
    static let records: [UInt8] = {
        var first = CanonicalCBOR.Encoder()
        first.array(3)
        first.text("keychain")
        first.data([UInt8](repeating: 1, count: 16))
        first.data(SampleStore.deviceKey.identifier)
        var last = CanonicalCBOR.Encoder()
        last.array(7)
        last.text("end")
        for number: UInt64 in [2, 0, 0, 1, 0, 300] { last.unsigned(number) }
        var records = sized(first.bytes)
        for (index, secret) in [SecretBytes(copying: "secret".utf8), nil].enumerated() {
            let item = ArchivedItem(
                reference: PersistentReference(
                    itemClass: .genericPassword,
                    uuid: [UInt8](repeating: UInt8(index), count: 16)),
                revision: 3, accessGroup: "group", protection: .whenUnlocked,
                synchronizable: false, isTombstone: false,
                attributes: [
                    .account: .string("alice"), .service: .data([0, 0xff]), .creator: .number(-7),
                    .isInvisible: .boolean(true), .modificationDate: .date(1.5),
                    .accessControl: .data(AccessControl(plain: .whenUnlocked).encoded()),
                ], secret: secret)
            records += sized(item.encodedHead())
            if let secret { records += sized(secret.withBytes { Array($0) }) }
        }
        return records + sized(last.bytes)
    }()

    static func sealed(_ records: [UInt8]) -> [UInt8] {
        let sealer = ArchiveSealer(key)
        let chunks = records.withUnsafeBytes { sealer.append($0) }
        return key.header.encoded() + chunks + sealer.finish()
    }

    private static func sized(_ bytes: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { Array($0) } + bytes
    }
}
