// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel
import SwiftKeychainStore
import StoreTestSupport
import Testing

@Suite struct RowTests {
    @Test(arguments: ItemClass.stored)
    func aRowComesBackAsItWasStored(_ itemClass: ItemClass) throws {
        let folder = Folder()
        var empty = Sample.row(2, itemClass)
        empty.secretBox = []
        var none = Sample.row(3, itemClass, group: "")
        none.secretBox = nil
        none.tombstone = true
        none.synchronizable = true
        let rows = [Sample.row(1, itemClass, secretBytes: 100_000), empty, none]
        try folder.store.add(rows)
        #expect(try folder.store.all(itemClass).map(unplaced) == rows)
        #expect(try folder.reopened().all(itemClass).map(unplaced) == rows)
    }

    @Test func rowsComeOldestFirstAndPageByPage() throws {
        let folder = Folder()
        try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            for number in [5, 3, 9, 1, 7] { _ = try writer.insert(Sample.row(number)) }
        }
        try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
            let query = StoreQuery(itemClass: .genericPassword)
            var (seen, last): ([Int64], Int64) = ([], 0)
            while true {
                let page = try reader.rows(query, after: last, limit: 2)
                seen += page.map(\.rowid)
                guard page.count == 2, let rowid = page.last?.rowid else { break }
                last = rowid
            }
            #expect(seen == [1, 2, 3, 4, 5])
            #expect(try reader.count(.genericPassword) == 5)
            #expect(try reader.rows(query, limit: 0).isEmpty)
        }
    }

    /// A row with more lookup attributes than columns may match any search for one, and isn't counted with those that have it.
    @Test func rowsWithALookupAttributeComeOldestFirstAndPageByPage() throws {
        let folder = Folder()
        var rows = (1...30).map { Sample.row($0) }
        let columns = ItemClass.genericPassword.attributes.lookupColumns
        let (wanted, overflow) = (Sample.digest("lookup", 0), Sample.digest("overflow", 0))
        for index in 0..<28 { rows[index].digests[columns.upperBound - 1] = overflow }
        for index in 28..<30 { rows[index].digests[columns.lowerBound] = wanted }
        try folder.store.add(rows)
        let query = StoreQuery(
            itemClass: .genericPassword, lookup: .init([wanted], overflow: overflow))
        for limit in [1, 7, 30, 64] {
            try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
                var (seen, outlined, last): ([Int64], [Int64], Int64) = ([], [], 0)
                while let page = try reader.outlines(query, after: last, limit: limit),
                    !page.isEmpty
                {
                    seen += try reader.rows(query, after: last, limit: limit).map(\.rowid)
                    outlined += page.map(\.rowid)
                    last = page[page.count - 1].rowid
                }
                #expect(seen == Array(1...30) && outlined == seen)
            }
        }
    }

    @Test func everyConditionNarrowsTheSearch() throws {
        let folder = Folder()
        var rows = (1...20).map { Sample.row($0, group: $0 % 2 == 0 ? "even" : "odd") }
        let columns = ItemClass.genericPassword.attributes.digestColumns
        let service = try #require(columns.firstIndex { $0.attribute == .service })
        let account = try #require(columns.firstIndex { $0.attribute == .account })
        let type = try #require(columns.firstIndex { $0.attribute == .type })
        for index in rows.indices {
            rows[index].digests[service] = Sample.digest("shared", 0)
            rows[index].digests[type] = Sample.digest("type", index % 3)
            rows[index].synchronizable = index < 4
            rows[index].tombstone = index == 0
            rows[index].protection = index < 10 ? "ak" : "ck"
        }
        try folder.store.add(rows)
        func found(
            groups: StoreQuery.Groups = .all, protection: String? = nil,
            synchronizable: Bool? = nil, tombstone: Bool? = nil,
            persistentReferences: [[UInt8]]? = nil, primaryKey: [UInt8]? = nil,
            digests: [(column: Int, digest: [UInt8])] = []
        ) throws -> [Int64] {
            let query = StoreQuery(
                itemClass: .genericPassword, groups: groups, protection: protection,
                synchronizable: synchronizable, tombstone: tombstone,
                persistentReferences: persistentReferences, primaryKey: primaryKey,
                digests: digests)
            return try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
                try reader.rows(query, limit: 100).map(\.rowid)
            }
        }
        #expect(try found() == Array(1...20))
        #expect(
            try found(groups: .some(["even"])) == Array(stride(from: 2, through: 20, by: 2)))
        #expect(try found(groups: .some(["even", "odd", "none"])).count == 20)
        #expect(try found(groups: .some([])).isEmpty)
        #expect(try found(protection: "ck") == Array(11...20))
        #expect(try found(synchronizable: true) == [1, 2, 3, 4])
        #expect(try found(synchronizable: false).count == 16)
        #expect(try found(tombstone: true) == [1])
        #expect(try found(primaryKey: rows[6].primaryKey) == [7])
        #expect(try found(persistentReferences: []).isEmpty)
        #expect(try found(digests: [(service, Sample.digest("shared", 0))]).count == 20)
        #expect(
            try found(digests: [
                (service, Sample.digest("shared", 0)), (account, rows[4].digests[account]!),
            ]) == [5])
        #expect(
            try found(digests: [
                (account, rows[4].digests[account]!), (account, rows[5].digests[account]!),
            ]).isEmpty)
        #expect(
            try found(
                groups: .some(["odd"]),
                digests: [
                    (type, Sample.digest("type", 1)), (service, Sample.digest("shared", 0)),
                ]) == [5, 11, 17])
        for count in [1, 2, 3, 7, 20] {
            #expect(
                try found(persistentReferences: rows[..<count].map(\.persistentReference))
                    == (1...count).map(Int64.init))
        }
        #expect(
            try found(
                persistentReferences: (100...500).map { Sample.digest("ref", $0) } + [
                    rows[2].persistentReference
                ]) == [3])
    }

    @Test func twoRowsOfOnePrimaryKeyAreRefused() throws {
        let folder = Folder()
        var twin = Sample.row(2)
        twin.primaryKey = Sample.row(1).primaryKey
        try folder.store.add([Sample.row(1)])
        #expect { try folder.store.add([twin]) } throws: { KeychainError.Code.duplicateItem ~= $0 }
        twin.primaryKey = Sample.row(2).primaryKey
        try folder.store.add([twin])
        twin.rowid = 2
        twin.primaryKey = Sample.row(1).primaryKey
        let moved = twin
        #expect {
            try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
                try writer.update(moved)
            }
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        #expect(try folder.store.all(.genericPassword).count == 2)
    }

    @Test func updateAndDeleteChangeOneRow() throws {
        let folder = Folder()
        try folder.store.add((1...3).map { Sample.row($0, .key) })
        var changed = Sample.row(2, .key, group: "other", revision: 2)
        changed.rowid = 2
        let update = changed
        try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            try writer.update(update)
            try writer.delete(.key, rowid: 1)
        }
        #expect(
            try folder.store.all(.key).map(unplaced) == [unplaced(update), Sample.row(3, .key)])
        for rowid: Int64 in [1, 99] {
            #expect {
                try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
                    try writer.delete(.key, rowid: rowid)
                }
            } throws: { KeychainError.Code.itemNotFound ~= $0 }
        }
    }

    @Test func aRowidIsNeverUsedTwice() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1), Sample.row(2)])
        let third = try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            try writer.delete(.genericPassword, rowid: 2)
            return try writer.insert(Sample.row(3))
        }
        #expect(third == 3)
    }

    @Test func aThrowUndoesEverything() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        #expect {
            try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
                try writer.insert(Sample.row(2))
                try writer.delete(.genericPassword, rowid: 1)
                try writer.setKeybag([1], revision: 9)
                throw KeychainError(.parameter, "changed its mind")
            }
        } throws: { KeychainError.Code.parameter ~= $0 }
        #expect(try folder.store.all(.genericPassword).map(unplaced) == [Sample.row(1)])
        try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
            #expect(try reader.keybags() == [SampleEngine.keybag])
            #expect(try reader.manifestRevision() == 1)
        }
    }

    /// SQLite undoes a transaction after some errors, also where the caller goes on without what it couldn't read.
    @Test(arguments: [false, true])
    func nothingIsWrittenOnceSQLiteHasUndoneAWrite(writesOn: Bool) throws {
        let folder = Folder()
        try folder.store.add([Sample.row(0)])
        let error = #expect(throws: KeychainError.self) {
            try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
                _ = try writer.insert(Sample.row(1))
                try writer.execute("ROLLBACK")
                if writesOn { _ = try writer.insert(Sample.row(2)) }
            }
        }
        #expect(error?.code == .notAvailable)
        #expect(try folder.store.all(.genericPassword).map(unplaced) == [Sample.row(0)])
    }

    @Test func aRowSetAsideLeavesItsTableAndKeepsItsBytes() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1), Sample.row(2)])
        try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            try writer.quarantine(.genericPassword, rowid: 1, reason: "does not open")
            try writer.addIncident(kind: "damage", detail: "one row")
        }
        #expect(try folder.store.all(.genericPassword).map(\.rowid) == [2])
        func acknowledged() throws -> [Bool] {
            try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
                let aside = try reader.rowsSetAside("", since: 0)
                #expect(aside.map(\.row).map(unplaced) == [Sample.row(1)])
                #expect(aside.map(\.reason) == ["does not open"])
                return try reader.quarantineAcknowledgements()
                    + reader.incidents().map(\.isAcknowledged)
            }
        }
        #expect(try acknowledged() == [false, false])
        try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            try writer.acknowledgeAll()
        }
        #expect(try acknowledged() == [true, true])
    }

    @Test func aReaderIsUselessAfterItsCall() throws {
        let folder = Folder()
        nonisolated(unsafe) var kept: StoreReader?
        try folder.store.read(deadline: .standard) { kept = $0 }
        #expect { try kept?.count(.key) } throws: { KeychainError.Code.internalComponent ~= $0 }
    }
}
