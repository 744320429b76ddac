// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing
import VectorSupport

@testable import SwiftKeychainSealing

/// Writes archives to memory and reads them again, whole and damaged.
@Suite struct ArchiveTests {
    private static let passphrase = SecretBytes(copying: "an archive's passphrase".utf8)
    private static let deviceKey = Result { try DeviceKey.generate() }
    /// Derived once: a derivation is slow on purpose.
    private static let key = Result {
        try ArchiveKey(passphrase: passphrase, cost: .leastArchive, random: .system)
    }

    private let key: ArchiveKey
    private let deviceKey: DeviceKey

    init() throws {
        key = try Self.key.get()
        deviceKey = try Self.deviceKey.get()
    }

    // MARK: Making and reading

    private static func item(
        _ number: UInt8, protection: ProtectionClass = .whenUnlocked, secret: [UInt8]? = [1, 2, 3],
        isTombstone: Bool = false
    ) -> ArchivedItem {
        var attributes = Sample.attributes
        attributes[.accessControl] = .data(AccessControl(plain: protection).encoded())
        return ArchivedItem(
            reference: PersistentReference(
                itemClass: .genericPassword, uuid: Array(repeating: number, count: 16)),
            revision: Int64(number) + 1, accessGroup: "com.example.one", protection: protection,
            synchronizable: isTombstone, isTombstone: isTombstone, attributes: attributes,
            secret: secret.map { SecretBytes(copying: $0) })
    }

    private func archive(_ items: [ArchivedItem]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let writer = try ArchiveWriter(
            key, store: Array(repeating: 7, count: 16), deviceKey: deviceKey
        ) { bytes += $0 }
        for item in items { try writer.append(item) }
        var leftOut = ArchiveTally()
        leftOut.damaged = 2
        try writer.finish(leftOut)
        return bytes
    }

    private func read(
        _ archive: [UInt8], deviceKey: DeviceKey?
    ) throws(KeychainError) -> (entries: [ArchiveReader.Entry], tally: ArchiveTally) {
        let header = try ArchiveHeader(Array(archive.prefix(ArchiveHeader.byteCount)))
        guard header == key.header else { throw KeychainError(.decode, "another header") }
        var position = ArchiveHeader.byteCount
        let reader = try ArchiveReader(key, deviceKeys: deviceKey.map { DeviceKeys($0) }) {
            buffer in
            let count = max(0, min(buffer.count, archive.count - position))
            if count > 0 { buffer.copyBytes(from: archive[position..<position + count]) }
            position += count
            return count
        }
        var entries: [ArchiveReader.Entry] = []
        while true {
            let entry = try reader.next()
            if case .end(let tally) = entry { return (entries, tally) }
            entries.append(entry)
        }
    }

    private func isRefused(_ archive: [UInt8]) -> Bool {
        do {
            _ = try read(archive, deviceKey: deviceKey)
            return false
        } catch {
            return error.code == .decode
        }
    }

    private func expectSame(_ left: ArchivedItem, _ right: ArchivedItem) {
        #expect(left.encodedHead() == right.encodedHead())
        #expect(left.secret == right.secret)
    }

    // MARK: Round trips

    @Test func itemsComeBackAsTheyWere() throws {
        let items = [
            Self.item(1), Self.item(2, secret: nil), Self.item(3, secret: []),
            Self.item(4, secret: nil, isTombstone: true),
            Self.item(5, secret: Array(repeating: 0x5a, count: 3 * (64 << 10))),
            Self.item(6, protection: .alwaysThisDeviceOnly),
            Self.item(7, protection: .whenUnlockedThisDeviceOnly, secret: nil),
        ]
        let archive = try archive(items)
        let (entries, tally) = try read(archive, deviceKey: deviceKey)
        #expect(tally.items == 7 && tally.bound == 2 && tally.damaged == 2 && tally.leftOut == 2)
        try #require(entries.count == items.count)
        for (entry, item) in zip(entries, items) {
            guard case .item(let read) = entry else {
                Issue.record("an item does not open")
                continue
            }
            expectSame(read, item)
        }
        // Elsewhere, and without any device key, those that are bound stay closed.
        for other in [try DeviceKey.generate(), nil] {
            let (entries, _) = try read(archive, deviceKey: other)
            let closed = entries.map { if case .elsewhere = $0 { true } else { false } }
            #expect(closed == [false, false, false, false, false, true, true])
        }
    }

    /// The end of the records meets the end of a chunk.
    @Test func everyLengthAroundAChunk() throws {
        let base = try archive([Self.item(1, secret: [])]).count - ArchiveHeader.byteCount - 17
        for distance in -2...2 {
            let secret = [UInt8](repeating: 9, count: (64 << 10) - base + distance)
            let made = try archive([Self.item(1, secret: secret)])
            let (entries, _) = try read(made, deviceKey: deviceKey)
            let chunks = distance <= 0 ? 1 : 2
            #expect(
                made.count == ArchiveHeader.byteCount + (64 << 10) + distance + 17 * chunks)
            guard case .item(let read) = entries.first else {
                Issue.record("no item at distance \(distance)")
                continue
            }
            #expect(read.secret?.withBytes { Array($0) } == secret)
        }
    }

    // MARK: Damage

    @Test func everyBitCounts() throws {
        let archive = try archive([Self.item(1), Self.item(2, protection: .alwaysThisDeviceOnly)])
        #expect(!isRefused(archive))
        for bit in 0..<8 * archive.count {
            var flipped = archive
            flipped[bit / 8] ^= 1 << (bit % 8)
            if !isRefused(flipped) { Issue.record("bit \(bit) of \(8 * archive.count)") }
        }
    }

    @Test func everyLengthCounts() throws {
        let archive = try archive([Self.item(1)])
        for count in 0..<archive.count where !isRefused(Array(archive.prefix(count))) {
            Issue.record("\(count) of \(archive.count) bytes")
        }
        for more: [UInt8] in [[0], Array(archive.suffix(100)), archive] {
            #expect(isRefused(archive + more))
        }
    }

    @Test func chunksStandInTheirOrder() throws {
        let long = Self.item(1, secret: Array(repeating: 1, count: 200 << 10))
        let archive = try archive([long, Self.item(2)])
        let header = Array(archive.prefix(ArchiveHeader.byteCount))
        let stream = Array(archive.dropFirst(ArchiveHeader.byteCount))
        let size = (64 << 10) + 17
        let chunks = stride(from: 0, to: stream.count, by: size).map {
            Array(stream[$0..<min($0 + size, stream.count)])
        }
        try #require(chunks.count == 4)
        func joined(_ order: [Int]) -> [UInt8] { header + order.flatMap { chunks[$0] } }
        #expect(!isRefused(joined([0, 1, 2, 3])))
        for order in [
            [1, 0, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2], [0, 1, 2], [0, 1], [0], [], [0, 2, 3],
            [1, 2, 3], [0, 1, 1, 2, 3], [0, 1, 2, 3, 3], [0, 1, 2, 2], [3], [0, 3],
        ] {
            #expect(isRefused(joined(order)), "\(order)")
        }
    }

    // MARK: Header and passphrase

    @Test func anotherKindOfFileIsToldFromADamagedOne() throws {
        let header = key.header.encoded()
        #expect(try ArchiveHeader(header) == key.header)
        for text in ["", "a", "SQLite format 3\0", String(repeating: "x", count: 200)] {
            #expect {
                try ArchiveHeader(Array(text.utf8))
            } throws: { error in
                (error as? KeychainError)?.code == .decode
                    && (error as? KeychainError)?.detail.contains("not a keychain archive") == true
            }
        }
        var newer = header
        newer[8] = 2
        #expect {
            try ArchiveHeader(newer)
        } throws: { error in
            (error as? KeychainError)?.detail.contains("version 2") == true
        }
    }

    /// A hostile header burns neither time nor memory: it is refused before any derivation.
    @Test func costsAreBounded() throws {
        func header(_ cost: Argon2Cost) -> [UInt8] {
            ArchiveHeader(
                cost: cost, salt: key.header.salt, streamHeader: key.header.streamHeader,
                verifier: key.header.verifier
            ).encoded()
        }
        let (least, most) = (Argon2Cost.archiveLimits.least, Argon2Cost.archiveLimits.most)
        for cost in [least, most, .archive] {
            #expect(try ArchiveHeader(header(cost)).cost == cost)
        }
        for cost in [
            Argon2Cost(operations: 0, memory: least.memory),
            Argon2Cost(operations: least.operations - 1, memory: most.memory),
            Argon2Cost(operations: most.operations + 1, memory: least.memory),
            Argon2Cost(operations: UInt64(UInt32.max), memory: UInt64(UInt32.max) << 10),
            Argon2Cost(operations: least.operations, memory: least.memory - 1024),
            Argon2Cost(operations: least.operations, memory: most.memory + 1024),
            Argon2Cost(operations: least.operations, memory: 0),
        ] {
            #expect { try ArchiveHeader(header(cost)) } throws: { KeychainError.Code.decode ~= $0 }
        }
    }

    @Test func passphrases() throws {
        let opened = try ArchiveKey(header: key.header, passphrase: Self.passphrase)
        #expect(opened.withKey { own in key.withKey { own[0] == $0[0] && own[31] == $0[31] } })
        let long = SecretBytes(count: ArchiveKey.longestPassphrase) { $0.copyBytes(from: [1]) }
        let longer = SecretBytes(count: ArchiveKey.longestPassphrase + 1) { _ in }
        let empty = SecretBytes(copying: [])
        for wrong in [SecretBytes(copying: "wrong".utf8), empty, long, longer] {
            #expect {
                try ArchiveKey(header: key.header, passphrase: wrong)
            } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        }
        for refused in [empty, longer] {
            #expect {
                try ArchiveKey(passphrase: refused, cost: .leastArchive, random: .system)
            } throws: { KeychainError.Code.parameter ~= $0 }
        }
        // A long one counts to its last byte.
        let header = try ArchiveKey(passphrase: long, cost: .leastArchive, random: .system).header
        let almost = SecretBytes(count: long.count) {
            $0.copyBytes(from: [1])
            $0[$0.count - 1] = 1
        }
        #expect {
            try ArchiveKey(header: header, passphrase: almost)
        } throws: { KeychainError.Code.authenticationFailed ~= $0 }
        _ = try ArchiveKey(header: header, passphrase: long)
    }

    // MARK: Known answers

    @Test func vectors() throws {
        for vector in try VectorFile<ArchiveVector>("archive").vectors {
            let random = RandomSource.fixed(try bytes(vector.random))
            let passphrase = SecretBytes(copying: try bytes(vector.passphrase))
            let key = try ArchiveKey(
                passphrase: passphrase,
                cost: Argon2Cost(
                    operations: UInt64(vector.operations), memory: UInt64(vector.memory) << 10),
                random: random)
            var made: [UInt8] = []
            let writer = try ArchiveWriter(
                key, store: try bytes(vector.store), deviceKey: vector.key(), random: random
            ) { made += $0 }
            for item in vector.items { try writer.append(item.archivedItem()) }
            var leftOut = ArchiveTally()
            leftOut.needPasscode = vector.leftOut[0]
            leftOut.onTokens = vector.leftOut[1]
            leftOut.constrained = vector.leftOut[2]
            leftOut.damaged = vector.leftOut[3]
            try writer.finish(leftOut)
            #expect(made.count == vector.length, "\(vector.name)")
            if let archive = vector.archive {
                #expect(made.hexadecimal == archive, "\(vector.name)")
            }
            let digest = KeyedHash.digest(made, under: [UInt8](repeating: 0, count: 32))
            #expect(digest.hexadecimal == vector.digest, "\(vector.name)")
        }
    }
}

struct ArchiveVector: Decodable {
    let name: String
    let passphrase: String
    let operations: UInt32
    let memory: UInt32
    let deviceKey: String
    let store: String
    let random: String
    let items: [Item]
    let leftOut: [Int]
    let length: Int
    /// The whole archive; only of a short one.
    let archive: String?
    /// BLAKE2b-128 under a key of zeros.
    let digest: String

    struct Item: Decodable {
        let `class`: String
        let persistref: String
        let rev: Int64
        let agrp: String
        let pdmn: String
        let sync: Bool
        let tomb: Bool
        let attributes: [String: TypedValue]
        let secret: String?
        /// How often the bytes of the secret are repeated.
        let times: Int?

        func archivedItem() throws -> ArchivedItem {
            let secret = try secret.map { try bytes($0) }.map { secret in
                (0..<(times ?? 1)).flatMap { _ in secret }
            }
            return ArchivedItem(
                reference: PersistentReference(
                    itemClass: try #require(ItemClass(rawValue: `class`)),
                    uuid: try bytes(persistref)),
                revision: rev, accessGroup: agrp,
                protection: try #require(ProtectionClass(rawValue: pdmn)), synchronizable: sync,
                isTombstone: tomb, attributes: try VectorSupport.attributes(attributes),
                secret: secret.map { SecretBytes(copying: $0) })
        }
    }

    func key() throws -> DeviceKey {
        try DeviceKey(bytes: SecretBytes(copying: bytes(deviceKey)))
    }
}
