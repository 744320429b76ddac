// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import StoreTestSupport
import Testing

import SwiftKeychainRecovery
@testable import SwiftKeychainStore

@Suite struct VersionTests {
    private static let second = Schema(
        version: 3,
        steps: [
            2: { (writer, _) throws(KeychainError) in
                try writer.execute("CREATE TABLE extra(value INTEGER) STRICT")
            }
        ])

    private func store(_ folder: Folder, _ schema: Schema) -> Store {
        Store(directory: folder.directory, keys: SampleEngine.keys, schema: schema)
    }

    @Test func anOlderFileIsMigratedOnceAndKeepsItsRows() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let newer = store(folder, Self.second)
        #expect(try newer.all(.genericPassword).map(unplaced) == [Sample.row(1)])
        #expect(try newer.read(deadline: .standard) { $0.schemaVersion } == 3)
        #expect(try store(folder, Self.second).all(.genericPassword).count == 1)
    }

    @Test func aFailedMigrationLeavesTheFileAsItWas() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let broken = Schema(
            version: 3,
            steps: [
                2: { (writer, _) throws(KeychainError) in
                    try writer.execute("DROP TABLE genp")
                    throw KeychainError(.diskFull, "in the middle")
                }
            ])
        #expect {
            try store(folder, broken).read(deadline: .standard) { _ in }
        } throws: { KeychainError.Code.diskFull ~= $0 }
        #expect(try folder.store.all(.genericPassword).count == 1)
    }

    @Test func aNewerFileIsRefusedByNameAndUntouched() throws {
        let folder = Folder()
        let newer = store(folder, Self.second)
        try newer.add([Sample.row(1)])
        try newer.truncateLog(deadline: .standard)
        let before = Folder.read(folder.database)
        for _ in 0..<2 {
            do throws(KeychainError) {
                try folder.store.add([Sample.row(2)])
                Issue.record("a newer file was opened")
            } catch {
                #expect(error.code == .notAvailable)
                #expect(error.detail.contains(folder.database))
                #expect(error.detail.contains("version 3") && error.detail.contains("than 2"))
            }
        }
        #expect(Folder.read(folder.database) == before)
        #expect(try newer.all(.genericPassword).count == 1)
    }

    /// A connection that is open when another build migrates the file meets the new version.
    @Test func anOpenConnectionMeetsTheMigration() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        try store(folder, Self.second).add([Sample.row(2)])
        #expect {
            try folder.store.read(deadline: .standard) { _ in }
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }
}
