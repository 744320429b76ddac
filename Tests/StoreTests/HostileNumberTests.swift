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
