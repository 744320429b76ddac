// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore
import StoreTestSupport
import Testing

@Suite struct DamageTests {
    /// Makes a store of some classes with rows of many sizes, all of it in the database file.
    private func filled(_ folder: Folder, count: Int = 40, inLog: Bool = false) throws {
        try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            for number in 1...count {
                try writer.insert(
                    Sample.row(number, secretBytes: number % 10 == 0 ? 20_000 : number * 20))
                if number % 4 == 0 { try writer.insert(Sample.row(number, .key)) }
            }
            try writer.insert(Sample.row(0, .certificate))
            try writer.quarantine(.certificate, rowid: 1, reason: "a test")
            try writer.addIncident(kind: "test", detail: "to be kept")
        }
        if !inLog { try folder.store.truncateLog(deadline: .standard) }
    }

    /// Copies the files of a store to a folder of its own.
    private func copied(_ source: Folder, _ change: (inout [UInt8], String) -> Void) -> Folder {
        let copy = Folder()
        mkdir(copy.directory, 0o700)
        for name in source.names() where !name.hasSuffix("-shm") {
            var bytes = Folder.read(source.directory + "/" + name)
            change(&bytes, name)
            Folder.write(copy.directory + "/" + name, bytes)
        }
        return copy
    }

    @Test func everyPageMayBeZeroedAndNoWrongRowAppears() throws {
        let source = Folder()
        try filled(source)
        let pages = Folder.read(source.database).count / 4096
        #expect(pages > 40)
        var salvages = 0
        for page in 0..<pages {
            let folder = copied(source) { bytes, name in
                if name == "keychain-2.db" {
                    for index in page * 4096..<(page + 1) * 4096 { bytes[index] = 0 }
                }
            }
            // A call gives what it reaches, and changes nothing.
            let before = Folder.read(folder.database)
            let reached = (try? folder.store.all(.genericPassword)) ?? []
            #expect(Folder.read(folder.database) == before, "page \(page)")
            #expect(!Self.wasSalvaged(folder))
            try folder.store.repair()
            let passwords = try folder.store.all(.genericPassword)
            let keys = try folder.store.all(.key)
            // A row whose end was on the page is set aside.
            #expect(passwords.count >= reached.count(where: Sample.isIntact))
            let intact = (passwords + keys).filter(Sample.isIntact)
            let expected = (1...40).map {
                Sample.row($0, secretBytes: $0 % 10 == 0 ? 20_000 : $0 * 20)
            }
            for row in intact where row.itemClass == .genericPassword {
                #expect(expected.contains(unplaced(row)))
            }
            // A leaf holds a few rows; one page costs no more than those.
            #expect(intact.count >= 50 - 10, "page \(page): \(intact.count) rows")
            #expect(
                intact.map(\.rowid) == passwords.filter(Sample.isIntact).map(\.rowid).sorted()
                    + keys.filter(Sample.isIntact).map(\.rowid).sorted())
            try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
                #expect(try reader.keybags() == [SampleEngine.keybag], "page \(page)")
                #expect(try reader.integrityCheck().isEmpty || !Self.wasSalvaged(folder))
                if Self.wasSalvaged(folder) {
                    salvages += 1
                    #expect(try reader.incidents().last?.kind == "salvage")
                }
            }
            // The store goes on.
            try folder.store.add([Sample.row(1000)])
        }
        #expect(salvages > pages / 4)
    }

    /// The cells of a page are whole when its kind, its number of cells or a pointer isn't.
    @Test func aDamagedPageHeaderLosesNothing() throws {
        let source = Folder()
        try filled(source)
        let file = Folder.read(source.database)
        let leaves = (1..<file.count / 4096).map { $0 * 4096 }.filter { file[$0] == 0x0d }
        #expect(leaves.count > 20)
        let edits: [(String, (inout ArraySlice<UInt8>) -> Void)] = [
            ("inner kind", { $0[$0.startIndex] = 0x05 }),
            ("index kind", { $0[$0.startIndex] = 0x0a }),
            ("fewer cells", { if $0[$0.startIndex + 4] > 0 { $0[$0.startIndex + 4] -= 1 } }),
            ("no cells", { $0[$0.startIndex + 4] = 0 }),
            (
                "one cell twice",
                {
                    let first = $0.startIndex + 8
                    if $0[first - 4] > 1 { $0[first] = $0[first + 2] }
                    if $0[first - 4] > 1 { $0[first + 1] = $0[first + 3] }
                }
            ),
        ]
        for leaf in leaves {
            for (name, edit) in edits {
                let folder = copied(source) { bytes, name in
                    if name == "keychain-2.db" { edit(&bytes[leaf..<leaf + 4096]) }
                }
                try folder.store.repair()
                let rows =
                    try folder.store.all(.genericPassword) + folder.store.all(.key)
                #expect(
                    rows.count(where: Sample.isIntact) == 50,
                    "page \(leaf / 4096 + 1), \(name): \(rows.count) rows")
                try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
                    #expect(try reader.incidents().first?.kind == "test")
                    #expect(try reader.rowsSetAside("a test", since: 0).count == 1)
                }
            }
        }
    }

    /// A manifest that opens tells how many rows there were.
    @Test func aSalvageTellsThatRowsAreMissing() throws {
        for isLost in [false, true] {
            let source = Folder()
            try filled(source)
            try source.store.write(deadline: .standard) { (writer) throws(KeychainError) in
                try writer.setManifest(SampleEngine.manifest(50), revision: 2)
            }
            try source.store.truncateLog(deadline: .standard)
            let reference = Sample.row(1).persistentReference
            let folder = copied(source) { bytes, name in
                guard name == "keychain-2.db" else { return }
                // A fixed byte of the header.
                bytes[19] = 7
                let pages = stride(from: 4096, to: bytes.count, by: 4096).map { $0..<$0 + 4096 }
                for page in pages where isLost && bytes[page].firstRange(of: reference) != nil {
                    bytes.replaceSubrange(page, with: repeatElement(0, count: 4096))
                }
            }
            try folder.store.repair()
            try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
                let detail = try reader.incidents().last?.detail ?? ""
                #expect(detail.contains("the manifest counted 50") == isLost, "\(detail)")
            }
        }
    }

    /// Pages of an earlier state are among the others, before them or behind them.
    @Test(arguments: [false, true]) func theNewestVersionIsSalvaged(_ oldFirst: Bool) throws {
        let source = Folder()
        try source.store.add((1...3).map { Sample.row($0) })
        try source.store.truncateLog(deadline: .standard)
        let old = Folder.read(source.database)
        try source.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            try writer.delete(.genericPassword, rowid: 1)
            try writer.insert(Sample.row(1, revision: 2))
        }
        try source.store.truncateLog(deadline: .standard)
        let new = Folder.read(source.database)
        let reference = Sample.row(1).persistentReference
        let folder = copied(source) { bytes, name in
            guard name == "keychain-2.db" else { return }
            let (first, second) = oldFirst ? (old, new) : (new, old)
            bytes = first
            for start in stride(from: 0, to: second.count, by: 4096) {
                let page = second[start..<start + 4096]
                if page.firstRange(of: reference) != nil { bytes += page }
            }
            #expect(bytes.count > first.count)
        }
        try folder.store.salvage(keys: SampleEngine.keys, deadline: .standard, reason: "a test")
        let rows = try folder.store.all(.genericPassword)
        #expect(rows.count == 3 && rows.allSatisfy(Sample.isIntact))
        #expect(
            rows.filter { $0.persistentReference == reference }.map(\.revision) == [2])
    }

    private static func wasSalvaged(_ folder: Folder) -> Bool {
        folder.names().contains { $0.contains(".damaged-") }
    }

    @Test func everyFrameOfTheLogMayBeBroken() throws {
        let source = Folder()
        try filled(source, inLog: true)
        let log = Folder.read(source.database + "-wal")
        let frames = (log.count - 32) / 4120
        #expect(frames > 40)
        for frame in 0..<frames {
            let folder = copied(source) { bytes, name in
                if name.hasSuffix("-wal") { bytes[32 + frame * 4120 + 2000] ^= 0x10 }
            }
            let rows = try folder.store.all(.genericPassword)
            #expect(rows.allSatisfy(Sample.isIntact))
            // SQLite stops at the broken frame and calls it the end; a salvage looks beyond.
            try folder.store.salvage(keys: SampleEngine.keys, deadline: .standard, reason: "a test")
            #expect(try folder.store.all(.genericPassword).count >= rows.count)
        }
    }

    @Test(arguments: [false, true], [false, true])
    func aLogWithoutItsFileIsSalvagedByARepair(_ isEmpty: Bool, _ logHasKeybag: Bool) throws {
        let folder = Folder()
        try filled(folder, inLog: true)
        if logHasKeybag {
            try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
                try writer.setKeybag(SampleEngine.keybag, revision: 2)
            }
        }
        let log = Folder.read(folder.database + "-wal")
        for suffix in ["", "-shm"] { unlink(folder.database + suffix) }
        if isEmpty { Folder.write(folder.database, []) }
        let names = folder.names()
        #expect { try folder.reopened().all(.key) } throws: {
            KeychainError.Code.notAvailable ~= $0
        }
        #expect {
            try folder.reopened().add([Sample.row(1)])
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        #expect(folder.names() == names)
        try folder.reopened().repair()
        // Without a keybag the rows can't be opened, but their bytes are kept.
        #expect(try folder.reopened().all(.genericPassword).count == (logHasKeybag ? 40 : 0))
        let aside = try #require(
            folder.names().first { $0.contains(".damaged-") && $0.hasSuffix("-wal") })
        #expect(Folder.read(folder.directory + "/" + aside) == log)
    }

    @Test func garbageIsMovedAsideByARepairAndTheStoreGoesOn() throws {
        for bytes in [
            Array("this is no database".utf8), [UInt8](repeating: 0, count: 10_000),
            Array("SQLite format 3\0".utf8), [UInt8](repeating: 0x0d, count: 40_960),
            (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 2_654_435_761 >> 11) },
        ] {
            let folder = Folder()
            mkdir(folder.directory, 0o700)
            Folder.write(folder.database, bytes)
            #expect {
                try folder.store.add([Sample.row(1)])
            } throws: { KeychainError.Code.notAvailable ~= $0 }
            #expect(Folder.read(folder.database) == bytes)
            #expect(!folder.names().contains { $0.contains("damaged") })
            try folder.store.repair()
            try folder.store.add([Sample.row(1)])
            #expect(try folder.reopened().all(.genericPassword).map(unplaced) == [Sample.row(1)])
            let aside = try #require(
                folder.names().first { $0.hasPrefix("keychain-2.db.damaged-") })
            #expect(Folder.read(folder.directory + "/" + aside) == bytes)
            let incidents = try folder.store.read(deadline: .standard) {
                (reader) throws(KeychainError) in try reader.incidents()
            }
            #expect(incidents.map(\.kind) == ["salvage"])
            #expect(incidents[0].detail.contains(aside))
        }
    }

    @Test func aTruncatedFileKeepsItsIntactRows() throws {
        let source = Folder()
        try filled(source)
        let size = Folder.read(source.database).count
        var most = 0
        for share in 1..<16 {
            let folder = copied(source) { bytes, name in
                if name == "keychain-2.db" { bytes.removeLast(size - size * share / 16) }
            }
            try folder.store.repair()
            let rows = try folder.store.all(.genericPassword)
            #expect(rows.allSatisfy(Sample.isIntact))
            #expect(rows.count >= most, "more of the file, fewer rows")
            most = rows.count
            try folder.store.add([Sample.row(1000)])
        }
        #expect(most >= 28)
    }

    @Test func aKeybagOfAnotherDeviceMovesNothing() throws {
        let folder = Folder()
        try filled(folder)
        try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            try writer.setKeybag(Array("another device".utf8), revision: 2)
        }
        try folder.store.truncateLog(deadline: .standard)
        let damaged = copied(folder) { bytes, name in
            if name == "keychain-2.db" { for index in 0..<100 { bytes[index] = 0xff } }
        }
        let before = Folder.read(damaged.database)
        let names = damaged.names()
        #expect {
            try damaged.store.read(deadline: .standard) { _ in }
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        #expect { try damaged.store.repair() } throws: { KeychainError.Code.notAvailable ~= $0 }
        #expect(Folder.read(damaged.database) == before)
        #expect(damaged.names() == names)
    }

    @Test func aSalvageKeepsWhatLiesBesideTheItems() throws {
        let folder = Folder()
        try filled(folder)
        let highest = try folder.store.write(deadline: .standard) {
            (writer) throws(KeychainError) in
            let rowid = try writer.insert(Sample.row(500))
            try writer.delete(.genericPassword, rowid: rowid)
            return rowid
        }
        var progress: [Int] = []
        let report = try folder.store.salvage(
            keys: SampleEngine.keys, deadline: .standard, reason: "by hand"
        ) {
            progress.append($0)
        }
        #expect(
            report.kept == [.genericPassword: 40, .internetPassword: 0, .certificate: 0, .key: 10])
        #expect(report.refused == 0 && report.superseded == 0)
        #expect(progress.last == 50)
        #expect(access(report.asidePath, F_OK) == 0)
        try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
            #expect(try reader.rowsSetAside("a test", since: 0).count == 1)
            #expect(try reader.incidents().map(\.kind) == ["test", "salvage"])
            #expect(try reader.manifest()?.record == SampleEngine.manifest(50))
            #expect(try reader.manifest()?.revision == 2)
            #expect(try reader.integrityCheck().isEmpty)
        }
        // No rowid is given out twice, and nothing deleted has come back.
        let next = try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            try writer.insert(Sample.row(501))
        }
        #expect(next > highest)
    }

    @Test func nothingDeletedOrReplacedComesBack() throws {
        let folder = Folder()
        try filled(folder, inLog: true)
        try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            for rowid in stride(from: Int64(1), through: 40, by: 2) {
                try writer.delete(.genericPassword, rowid: rowid)
            }
            for rowid in stride(from: Int64(2), through: 40, by: 2) {
                var row = Sample.row(Int(rowid), revision: 2, secretBytes: 10)
                row.rowid = rowid
                try writer.update(row)
            }
        }
        let report = try folder.store.salvage(
            keys: SampleEngine.keys, deadline: .standard, reason: "a test")
        #expect(report.kept[.genericPassword] == 20)
        let rows = try folder.store.all(.genericPassword)
        #expect(rows.allSatisfy { $0.revision == 2 && Sample.isIntact($0) })
        #expect(rows.map(\.rowid) == Array(stride(from: Int64(2), through: 40, by: 2)))
    }

    @Test func aRowThatDoesNotOpenStaysInTheOldFileOnly() throws {
        let folder = Folder()
        try filled(folder)
        try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            var row = Sample.row(3)
            row.rowid = 3
            row.metadataBox[0] ^= 1
            try writer.update(row)
        }
        let report = try folder.store.salvage(
            keys: SampleEngine.keys, deadline: .standard, reason: "a test")
        #expect(report.kept[.genericPassword] == 39)
        #expect(report.refused == 1)
        #expect(try folder.store.all(.genericPassword).allSatisfy { $0.rowid != 3 })
    }

    @Test(arguments: [("pdmn", "x'616b'"), ("persistref", "zeroblob(15)")])
    func columnsOfAnotherTypeMakeAMalformedRow(_ column: String, _ value: String) throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1), Sample.row(2)])
        try folder.store.truncateLog(deadline: .standard)
        // SQL cannot write such a row as long as the table is STRICT.
        let made = ChildProcess(
            "python3",
            [
                "-c",
                """
                import sqlite3, sys
                for statement in [
                    "update sqlite_schema set sql=replace(sql,' STRICT','') where name='genp'",
                    "update genp set " + sys.argv[2] + " where rowid=1",
                    "update sqlite_schema set sql=sql||' STRICT' where name='genp'",
                ]:
                    base = sqlite3.connect(sys.argv[1])
                    base.execute("pragma writable_schema=1")
                    base.execute(statement)
                    base.commit()
                    base.close()
                """, folder.database, "\(column)=\(value)",
            ])
        #expect(made.wait() == 0)
        let changed = folder
        let rows = try changed.store.read(deadline: .standard) { (reader) throws(KeychainError) in
            try reader.allRows(.genericPassword, limit: 10)
        }
        guard case .malformed(.genericPassword, 1, let rule) = rows.first else {
            Issue.record("the row passed for whole: \(rows)")
            return
        }
        #expect(rule == "column \(column) of table genp holds another type")
        #expect(rows.count == 2)
        try changed.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            try writer.quarantine(.genericPassword, rowid: 1, reason: rule)
        }
        #expect(try changed.store.all(.genericPassword).map(\.rowid) == [2])
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() throws {
        let folder = Folder()
        mkdir(folder.directory, 0o700)
        let made = ChildProcess(
            "python3",
            [
                "-c",
                """
                import sqlite3, sys
                base = sqlite3.connect(sys.argv[1])
                base.execute("create table genp(rowid integer primary key, data blob)")
                base.execute("create table tversion(version integer, minor integer)")
                base.execute("insert into tversion values(12, 11)")
                base.commit()
                """, folder.database,
            ])
        #expect(made.wait() == 0)
        let before = Folder.read(folder.database)
        #expect {
            try folder.store.read(deadline: .standard) { _ in }
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        #expect(!folder.names().contains { $0.contains("damaged") })
        #expect(Folder.read(folder.database)[100...] == before[100...])
    }
}
