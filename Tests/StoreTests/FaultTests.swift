// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import StoreTestSupport
import SwiftKeychainSystem
import Synchronization
import Testing

import SwiftKeychainRecovery
@testable import SwiftKeychainStore

/// Fails every system call of ours in turn.
@Suite(.serialized) struct FaultTests {
    /// Fails call number `nth` below `folder` with `number`; tells whether it came to that.
    private func failing<R>(
        _ nth: Int, _ number: Int32, below folder: Folder, _ body: () throws(KeychainError) -> R
    ) -> (Result<R, KeychainError>, reached: Bool) {
        let counter = Counter()
        let rule: SystemFaults.Rule = { _, path in
            guard path.hasPrefix(folder.path) else { return nil }
            return counter.next() == nth ? number : nil
        }
        do throws(KeychainError) {
            return (.success(try SystemFaults.inject(rule, during: body)), counter.count >= nth)
        } catch {
            return (.failure(error), counter.count >= nth)
        }
    }

    private final class Counter: Sendable {
        private let value = Atomic<Int>(0)
        func next() -> Int { value.add(1, ordering: .relaxed).newValue }
        var count: Int { value.load(ordering: .relaxed) }
    }

    @Test(arguments: [EIO, ENOSPC, EACCES, ENOMEM])
    func anyCallOfTheMakingMayFail(_ number: Int32) throws {
        for nth in 1... {
            let folder = Folder()
            let (result, reached) = failing(nth, number, below: folder) {
                () throws(KeychainError) in try folder.store.add([Sample.row(1)])
            }
            if !reached { break }
            if case .failure(let error) = result { check(error, number) }
            // Whatever was left behind, the next engine goes on from there.
            let there = try folder.reopened().all(.genericPassword).map(unplaced)
            #expect(there == ((try? result.get()) == nil ? [] : [Sample.row(1)]), "call \(nth)")
            try folder.reopened().add([Sample.row(2)])
            #expect(!folder.names().contains { $0.contains("damaged") || $0.contains("building") })
        }
    }

    @Test(arguments: [EIO, ENOSPC])
    func anyCallOfASalvageMayFailAndNoRowIsLost(_ number: Int32) throws {
        for nth in 1... {
            let folder = Folder()
            try folder.store.add((1...5).map { Sample.row($0) })
            try folder.store.truncateLog(deadline: .standard)
            let (result, reached) = failing(nth, number, below: folder) {
                () throws(KeychainError) in
                _ = try folder.store.salvage(
                    keys: SampleEngine.keys, deadline: .standard, reason: "a test")
            }
            if !reached { break }
            if case .failure(let error) = result { check(error, number) }
            try folder.reopened().repair()
            #expect(
                try folder.reopened().all(.genericPassword).map(unplaced)
                    == (1...5).map { Sample.row($0) }, "call \(nth)")
            try folder.store.add([Sample.row(6)])
            #expect(try folder.reopened().all(.genericPassword).count == 6)
        }
    }

    /// Cells that overlap, each with a chain of overflow pages that leads to itself.
    @Test func aRepairReadsTheFileAFewTimesHoweverPagesLead() throws {
        let folder = Folder()
        mkdir(folder.directory, 0o700)
        let pages = 40
        var bytes = Array("no header".utf8) + [UInt8](repeating: 0, count: 4087)
        for _ in 2..<22 { bytes += Self.leafOfChains(beginningAt: 22, payload: 100_000) }
        for number in 22...pages {
            bytes += Self.page(leadingTo: number == pages ? 22 : number + 1)
        }
        Folder.write(folder.database, bytes)
        let reads = Counter()
        let repair = try SystemFaults.inject({ call, path in
            if call == .pread, path == folder.database { _ = reads.next() }
            return nil
        }) { try folder.store.repair() }
        let report = try #require(repair?.salvage)
        #expect(report.unread > 0)
        #expect(report.description.contains("claim too many pages"))
        #expect(reads.count < 20 * pages, "\(reads.count) reads")
    }

    /// A page on which every four bytes name the same page.
    private static func page(leadingTo number: Int) -> [UInt8] {
        (0..<4096).map { $0 % 4 == 3 ? UInt8(number) : 0 }
    }

    /// A table leaf with a cell every 12 bytes.
    private static func leafOfChains(beginningAt number: Int, payload: Int) -> [UInt8] {
        let cells = 200
        var page = page(leadingTo: number)
        page[0] = 0x0d
        (page[3], page[4]) = (0, UInt8(cells))
        for cell in 0..<cells {
            let offset = 512 + 12 * cell
            (page[8 + 2 * cell], page[9 + 2 * cell]) = (UInt8(offset >> 8), UInt8(offset & 0xff))
            // Payload, rowid, and a header of 6: null, blob, the integer 1.
            let blob = 12 + 2 * (payload - 6)
            page.replaceSubrange(
                offset..<offset + 10,
                with: varint(payload) + [1, 6, 0] + varint(blob) + [9])
        }
        return page
    }

    private static func varint(_ value: Int) -> [UInt8] {
        [UInt8(value >> 14) | 0x80, UInt8(value >> 7 & 0x7f) | 0x80, UInt8(value & 0x7f)]
    }

    @Test(arguments: [EIO, ENOLCK])
    func anyCallOfAnOrdinaryWriteMayFail(_ number: Int32) throws {
        let folder = Folder()
        try folder.store.add([Sample.row(0)])
        var expected = 1
        for nth in 1... {
            let (result, reached) = failing(nth, number, below: folder) {
                () throws(KeychainError) in try folder.store.add([Sample.row(nth)])
            }
            if (try? result.get()) != nil { expected += 1 }
            #expect(try folder.store.all(.genericPassword).count == expected, "call \(nth)")
            if !reached { break }
        }
        #expect(expected >= 2)
    }

    private func check(_ error: KeychainError, _ number: Int32) {
        switch number {
        case EIO: #expect(error.code == .inputOutput, "\(error)")
        case ENOSPC: #expect(error.code == .diskFull, "\(error)")
        case ENOMEM: #expect(error.code == .allocation, "\(error)")
        default: #expect(error.code == .notAvailable, "\(error)")
        }
        #expect(error.detail.contains("/tmp/keychain-store-"), "\(error)")
    }
}
