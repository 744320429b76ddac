// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import StoreTestSupport
import Testing

import SwiftKeychainRecovery
@testable import SwiftKeychainStore

@Suite struct VersionTests {
    /// The sample engine, with a migration that executes statements.
    private struct Keys: StoreKeyProvider {
        let statement: String
        let error: KeychainError?

        func makeRecords() -> NewStoreRecords { SampleEngine.keys.makeRecords() }

        func migrate(_ writer: StoreWriter) throws(KeychainError) {
            try writer.execute(statement)
            if let error { throw error }
        }
    }

    /// A store of a newer build.
    private func newer(
        _ folder: Folder, _ statement: String = "CREATE TABLE extra(value INTEGER) STRICT",
        failing error: KeychainError? = nil
    ) -> Store {
        Store(
            directory: folder.directory, keys: Keys(statement: statement, error: error),
            schema: Schema(version: 3, minor: 0))
    }

    @Test func anOlderFileIsMigratedOnceAndKeepsItsRows() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let newer = newer(folder)
        #expect(try newer.all(.genericPassword).map(unplaced) == [Sample.row(1)])
        #expect(try newer.read(deadline: .standard) { $0.schemaVersion } == 3)
        #expect(try self.newer(folder).all(.genericPassword).count == 1)
    }

    @Test func aFailedMigrationLeavesTheFileAsItWas() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let error = KeychainError(.diskFull, "in the middle")
        #expect {
            try newer(folder, "DROP TABLE genp", failing: error).read(deadline: .standard) { _ in }
        } throws: { KeychainError.Code.diskFull ~= $0 }
        #expect(try folder.store.all(.genericPassword).count == 1)
    }

    @Test func aNewerFileIsRefusedByNameAndUntouched() throws {
        let folder = Folder()
        let newer = newer(folder)
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
        try newer(folder).add([Sample.row(2)])
        #expect {
            try folder.store.read(deadline: .standard) { _ in }
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }
}
