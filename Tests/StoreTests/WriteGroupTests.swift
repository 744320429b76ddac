// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainModel
import StoreTestSupport
import Synchronization
import Testing

@testable import SwiftKeychainStore

@Suite struct WriteGroupTests {
    private func store(_ folder: Folder, isOwned: Bool = false) throws -> Store {
        let store = Store(directory: folder.directory, isOwned: isOwned, keys: SampleEngine.keys)
        if isOwned { try store.takeOwnership(deadline: .standard) }
        return store
    }

    private func count(_ store: Store) throws(KeychainError) -> Int {
        try store.read(deadline: .standard) { (reader) throws(KeychainError) in
            try reader.count(.genericPassword)
        }
    }

    /// Adds a row between two steps of the test.
    private func add(
        _ number: Int, _ store: Store,
        _ before: (StoreWriter) throws(KeychainError) -> Void = { _ in },
        _ after: (StoreWriter, _ committed: Int) throws(KeychainError) -> Void
    ) -> KeychainError.Code? {
        do throws(KeychainError) {
            try store.write(deadline: .standard) { (writer) throws(KeychainError) in
                // What other connections see: the rows that are committed.
                let committed = try count(store)
                try before(writer)
                _ = try writer.insert(Sample.row(number))
                try after(writer, committed)
            }
            return nil
        } catch {
            return error.code
        }
    }

    /// Adds row 1, and rows 2 to 9 while it is being written; returns when all calls have ended.
    private func addTogether(
        _ store: Store,
        _ before:
            @escaping @Sendable (StoreWriter, _ number: Int) throws(KeychainError) -> Void =
            { (_, _) in },
        _ after:
            @escaping @Sendable (StoreWriter, _ number: Int, _ committed: Int)
            throws(KeychainError) -> Void
    ) -> [Int: KeychainError.Code] {
        let (begun, proceed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let finished = DispatchSemaphore(value: 0)
        let failed = Mutex<[Int: KeychainError.Code]>([:])
        Thread.detachNewThread {
            var isFirst = true
            _ = add(1, store) { (_, _) in
                // It is written again when the transaction fails.
                if !isFirst { return }
                isFirst = false
                begun.signal()
                proceed.wait()
            }
            finished.signal()
        }
        begun.wait()
        for number in 2..<10 {
            Thread.detachNewThread {
                let code = add(number, store) { (writer) throws(KeychainError) in
                    try before(writer, number)
                } _: { (writer, committed) throws(KeychainError) in
                    try after(writer, number, committed)
                }
                if let code { failed.withLock { $0[number] = code } }
                finished.signal()
            }
        }
        // At most 10 s, so that writes that never wait together fail the test.
        let group = store.pool.current.group
        for _ in 0..<10_000 where group.waiting < 8 { usleep(1000) }
        proceed.signal()
        for _ in 1..<10 { finished.wait() }
        return failed.withLock { $0 }
    }

    @Test(arguments: [false, true])
    func writesThatWaitAreCommittedTogetherAndFailAlone(isOwned: Bool) throws {
        let folder = Folder()
        let store = try store(folder, isOwned: isOwned)
        try store.add([Sample.row(0)])
        let committed = Mutex<[Int]>([])
        let tallies = Mutex<[Int]>([])
        let failed = addTogether(store) { (writer, number) throws(KeychainError) in
            if number != 5 { return }
            writer.joint = Tally(after: writer.joint) { _ in Issue.record("not undone") }
            throw KeychainError(.parameter, "refused")
        } _: { (writer, number, count) in
            committed.withLock { $0.append(count) }
            writer.joint = Tally(after: writer.joint) { count in
                tallies.withLock { $0.append(count) }
            }
        }
        // In each of them, only the row before all was committed: they were added to the transaction of the first.
        #expect(committed.withLock { $0 } == [Int](repeating: 1, count: 7))
        #expect(failed == [5: .parameter])
        #expect(try count(store) == 9)
        // Written once, and without the part of the one that failed.
        #expect(tallies.withLock { $0 } == [7])
    }

    @Test func aWriteThatFailsHalfwayLeavesNothing() throws {
        let folder = Folder()
        let store = try store(folder)
        let failed = addTogether(store) { (_, number, _) throws(KeychainError) in
            if number == 5 { throw KeychainError(.parameter, "refused") }
        }
        #expect(failed == [5: .parameter])
        #expect(try count(store) == 8)
    }

    @Test func writesThatCannotBeCommittedTogetherAreMadeOneByOne() throws {
        let folder = Folder()
        let store = try store(folder)
        let failed = addTogether(store) { (writer, number, _) in
            writer.joint = Tally(after: writer.joint) { (count) throws(KeychainError) in
                if count > 1 || number == 5 { throw KeychainError(.diskFull, "no room") }
            }
        }
        #expect(failed == [5: .diskFull])
        #expect(try count(store) == 8)
    }

    /// As calls that wait for the lock do.
    @Test func aWriteWaitsBeyondItsDeadlineWhileKeysAreRewritten() throws {
        let folder = Folder()
        let store = try store(folder)
        try store.add([Sample.row(0)])
        try Data().write(to: URL(fileURLWithPath: store.paths.rewriting))
        let (begun, proceed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            _ = add(1, store) { (_, _) in
                begun.signal()
                proceed.wait()
            }
        }
        begun.wait()
        // Long after the deadline of the write below.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) {
            proceed.signal()
        }
        try store.write(deadline: .after(.milliseconds(1))) { (writer) throws(KeychainError) in
            _ = try writer.insert(Sample.row(2))
        }
        #expect(try count(store) == 3)
    }

    @Test func aWriteThatWaitsTooLongFailsWithoutBeingMade() throws {
        let folder = Folder()
        let store = try store(folder)
        let (begun, proceed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let finished = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            _ = add(1, store) { (_, _) in
                begun.signal()
                proceed.wait()
            }
            finished.signal()
        }
        begun.wait()
        let error = #expect(throws: KeychainError.self) {
            try store.write(deadline: .after(.milliseconds(1))) { (writer) throws(KeychainError) in
                _ = try writer.insert(Sample.row(2))
            }
        }
        #expect(error?.code == .notAvailable)
        proceed.signal()
        finished.wait()
        #expect(try count(store) == 1)
    }
}

/// The number of writes that are committed together.
private struct Tally: JointWrite {
    private let count: Int
    private let told: @Sendable (Int) throws(KeychainError) -> Void

    init(
        after other: (any JointWrite)?,
        _ told: @escaping @Sendable (Int) throws(KeychainError) -> Void
    ) {
        count = 1 + ((other as? Tally)?.count ?? 0)
        self.told = told
    }

    func write(to writer: StoreWriter) throws(KeychainError) { try told(count) }
}
