// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore
import StoreTestSupport
import Testing

/// Numbers in clear that nothing vouches for: whatever they are, a store goes on.
@Suite struct HostileNumberTests {
    /// Behind the highest rowid there is, SQLite gives out no more.
    @Test(arguments: [Int64.max, 1 << 62, -5])
    func aRowidThatWasNeverGivenOut(_ rowid: Int64) throws {
        let folder = Folder()
        var row = Sample.row(1)
        row.rowid = rowid
        try folder.store.add([row, Sample.row(2, .key)])
        try folder.store.salvage(keys: SampleEngine.keys, deadline: .standard, reason: "a test")
        #expect(try folder.store.all(.genericPassword).map(unplaced) == [Sample.row(1)])
        try folder.store.add([Sample.row(3)])
        #expect(try folder.store.all(.genericPassword).map(\.rowid) == [1, 2])
    }

    /// A search continues behind a page that it can't read, unless the row before it has the highest rowid there is.
    @Test func theHighestRowidBeforeADamagedPage() throws {
        let folder = Folder()
        try folder.store.add(
            (0..<40).map { number in
                var row = Sample.row(number)
                row.rowid = 1 << 62 + Int64(number)
                return row
            })
        try folder.store.truncateLog(deadline: .standard)
        var file = Folder.read(folder.database)
        let pages = stride(from: 0, to: file.count, by: 4096).map { $0..<$0 + 4096 }
        /// The position of the 9-byte varint of a rowid in a leaf of a table.
        func place(_ number: UInt8) -> Int? {
            let varint = [0xa0] + [UInt8](repeating: 0x80, count: 7) + [number]
            return pages.lazy.filter { file[$0.lowerBound] == 0x0d }
                .compactMap { file[$0].firstRange(of: varint)?.lowerBound }.first
        }
        let first = try #require((0..<39).first { place($0)! / 4096 != place($0 + 1)! / 4096 })
        let next = place(first + 1)! / 4096
        file.replaceSubrange(
            place(first)!..<place(first)! + 9, with: [0xbf] + [UInt8](repeating: 0xff, count: 8))
        file.replaceSubrange(pages[next], with: [UInt8](repeating: 0, count: 4096))
        Folder.write(folder.database, file)
        let found = try folder.reopened().all(.genericPassword)
        // SQLite looks for the patched row on the damaged page.
        #expect(found.map(\.rowid) == (0..<Int64(first)).map { 1 << 62 + $0 })
    }

    @Test func aSequenceAtItsEnd() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1), Sample.row(2)])
        let made = ChildProcess(
            "python3",
            [
                "-c",
                """
                import sqlite3, sys
                base = sqlite3.connect(sys.argv[1])
                base.execute("update sqlite_sequence set seq=9223372036854775807")
                base.commit()
                """, folder.database,
            ])
        #expect(made.wait() == 0)
        try folder.store.salvage(keys: SampleEngine.keys, deadline: .standard, reason: "a test")
        try folder.store.add([Sample.row(3)])
        #expect(try folder.store.all(.genericPassword).map(\.rowid) == [1, 2, 3])
    }

    @Test(
        arguments: [
            (0, "19700101T000000Z"), (253_402_300_800, "100000101T000000Z"),
            (67_768_036_191_676_799, "21474855471231T235959Z"),
            (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
        ] as [(Int64, String)])
    func aMomentOfAnyNumber(_ seconds: Int64, _ date: String) {
        let incident = Incident(seconds: seconds, kind: "", detail: "", isAcknowledged: false)
        #expect(incident.date == date)
    }
}
