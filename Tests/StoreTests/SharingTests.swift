// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Foundation
import Glibc
import SwiftKeychainModel
import StoreTestSupport
import Synchronization
import Testing

import SwiftKeychainRecovery
@testable import SwiftKeychainStore

@Suite struct SharingTests {
    private func probe(_ arguments: String...) -> ChildProcess {
        ChildProcess(ChildProcess.sibling("StoreProbe"), arguments)
    }

    @Test func threadsOfOneProcessWriteAndRead() async throws {
        let folder = Folder()
        let store = folder.store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    try store.add((0..<25).map { Sample.row(thread * 25 + $0) })
                    for row in try store.all(.genericPassword) { #expect(Sample.isIntact(row)) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.all(.genericPassword).count == 100)
    }

    /// A change of keys can take long, so a call waits for one beyond its deadline, but for nothing
    /// else.
    @Test(arguments: [true, false]) func callsWaitForAChangeOfKeys(_ changesKeys: Bool) throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let outcome = Mutex<KeychainError.Code?>(nil)
        let reader = Thread {
            begun.wait()
            do throws(KeychainError) {
                try folder.store.read(deadline: .after(.milliseconds(1))) { _ in }
            } catch { outcome.withLock { $0 = error.code } }
            ended.signal()
        }
        reader.start()
        /// Gives the other call time to give up, which it must not in the one case.
        func hold() {
            begun.signal()
            #expect(
                ended.wait(timeout: .now() + (changesKeys ? 0.3 : 30))
                    == (changesKeys ? .timedOut : .success))
        }
        if changesKeys {
            try folder.store.rewrite(deadline: .standard) { _ in
                hold()
            } afterwards: {
            }
            ended.wait()
            #expect(outcome.withLock { $0 } == nil)
        } else {
            let access = try folder.store.exclusiveAccess(deadline: .standard)
            hold()
            _ = consume access
            #expect(outcome.withLock { $0 } == .notAvailable)
        }
    }

    @Test func severalProcessesMakeOneStoreAndLoseNothing() throws {
        let folder = Folder()
        let children = (0..<4).map { probe("insert", folder.directory, "\($0 * 50)", "50") }
        for child in children {
            #expect(child.lines().count == 50)
            #expect(child.wait() == 0)
        }
        let rows = try folder.store.all(.genericPassword)
        #expect(Set(rows.map(unplaced).map(\.primaryKey)).count == 200)
        #expect(rows.allSatisfy(Sample.isIntact))
        #expect(
            try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
                try reader.keybags()
            } == [SampleEngine.keybag])
    }

    @Test func aKilledWriterLosesNothingItSaid() throws {
        let folder = Folder()
        var said: [String] = []
        for round in 0..<20 {
            let child = probe("insert", folder.directory, "\(round * 100_000)", "100000")
            // The first rounds die while the store is being made.
            let wanted = round < 5 ? 0 : Int.random(in: 1...40)
            for _ in 0..<wanted { child.line().map { said.append($0) } }
            if wanted == 0 { usleep(UInt32.random(in: 500...8000)) }
            child.kill()
            said += child.lines()
            child.wait()
        }
        let rows = try folder.store.all(.genericPassword)
        #expect(rows.allSatisfy(Sample.isIntact))
        let keys = Set(rows.map(\.primaryKey))
        let lost = said.filter { !keys.contains(Sample.digest("pkey", Int($0) ?? -1)) }
        #expect(lost.isEmpty)
        #expect(
            try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
                try reader.integrityCheck()
            }.isEmpty)
    }

    @Test func aDeadlineIsKept() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let holder = probe("hold", folder.directory, "60000")
        #expect(holder.line() == "held")
        let start = ContinuousClock.now
        do throws(KeychainError) {
            try folder.store.write(deadline: .after(.milliseconds(300))) {
                (_) throws(KeychainError) in
            }
            Issue.record("two wrote at once")
        } catch {
            #expect(error.code == .notAvailable)
            #expect(error.detail.contains("writer.lock") && error.detail.contains("waited "))
        }
        #expect(start.duration(to: .now) >= .milliseconds(300))
        // Readers do not wait for a writer.
        #expect(try folder.store.all(.genericPassword).count == 1)
        holder.kill()
        holder.wait()
        // The call that gave up has left no lock behind.
        try folder.store.add([Sample.row(2)])
        #expect(try folder.reopened().all(.genericPassword).count == 2)
    }

    @Test func salvageIsNotStarvedByReaders() throws {
        let folder = Folder()
        try folder.store.add((1...50).map { Sample.row($0) })
        let readers = (0..<8).map { _ in probe("read", folder.directory, "3000") }
        usleep(300_000)
        for round in 1...5 {
            let report = try folder.store.salvage(
                keys: SampleEngine.keys, deadline: .after(.seconds(30)), reason: "round \(round)")
            #expect(report.kept[.genericPassword] == 50)
        }
        for reader in readers {
            let words = reader.lines().joined().split(separator: " ").compactMap { Int($0) }
            #expect(words.count == 2 && words[0] > 0, "a reader failed")
            #expect(reader.wait() == 0)
        }
        #expect(try folder.store.all(.genericPassword).count == 50)
    }

    @Test func aMarkLeftByADeadProcessIsCleared() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let file = try LockFile(folder.directory + "/keychain.lock")
        var record = try #require(try LockRecord(reading: file))
        record.exclusiveIsWanted = true
        try record.write(to: file)
        #expect(try folder.store.all(.genericPassword).count == 1)
        #expect(try LockRecord(reading: file)?.exclusiveIsWanted == false)
    }

    @Test func aLockRecordOfAnythingElseIsWrittenAnew() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        for bytes in [[], Array("garbage".utf8), [UInt8](repeating: 0xff, count: 4096)] {
            Folder.write(folder.directory + "/keychain.lock", bytes)
            #expect(try folder.store.all(.genericPassword).count == 1)
        }
    }

    /// A copy of the folder has the number of the lock record, too.
    @Test func aFolderThatIsPutBackHasAnotherGeneration() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let copy = folder.directory + ".copy"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.copyItem(atPath: folder.directory, toPath: copy)
        try folder.store.add([Sample.row(2)])
        let before = try folder.store.read(deadline: .standard) { $0.generation }
        try FileManager.default.removeItem(atPath: folder.directory)
        try FileManager.default.moveItem(atPath: copy, toPath: folder.directory)
        #expect(try folder.store.all(.genericPassword).count == 1)
        #expect(try folder.store.read(deadline: .standard) { $0.generation } != before)
    }

    @Test func everyoneOpensTheNewFileAfterASalvage() throws {
        let folder = Folder()
        let other = folder.reopened()
        try folder.store.add([Sample.row(1)])
        let before = try other.read(deadline: .standard) { $0.generation }
        try folder.store.salvage(keys: SampleEngine.keys, deadline: .standard, reason: "a test")
        try folder.store.add([Sample.row(2)])
        try other.add([Sample.row(3)])
        #expect(try other.read(deadline: .standard) { $0.generation } != before)
        #expect(try folder.store.all(.genericPassword).count == 3)
    }

    @Test func aLogThatGrowsIsEmptied() throws {
        let folder = Folder()
        for batch in 0..<8 {
            try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
                for number in 0..<200 {
                    try writer.insert(Sample.row(batch * 200 + number, secretBytes: 3000))
                }
            }
        }
        var status = stat()
        lstat(folder.database, &status)
        #expect(status.st_size > 4_000_000, "no checkpoint was made")
        try folder.store.truncateLog(deadline: .standard)
        lstat(folder.database + "-wal", &status)
        #expect(status.st_size == 0)
        #expect(try folder.store.all(.genericPassword).count == 1600)
    }

    @Test func theFirstWriteOfAProcessLeavesAShortLog() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(0)])
        try folder.store.add((1..<100).map { Sample.row($0, secretBytes: 3000) })
        var status = stat()
        lstat(folder.database + "-wal", &status)
        #expect(status.st_size > 150 * 4096, "a later write leaves it to grow")
        try folder.reopened().add([Sample.row(100)])
        lstat(folder.database + "-wal", &status)
        #expect(status.st_size == 0)
        #expect(try folder.store.all(.genericPassword).count == 101)
    }
}
