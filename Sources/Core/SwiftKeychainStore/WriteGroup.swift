// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel
import SwiftKeychainSystem

/// The writes of several threads that are committed in one transaction, and so with one fsync.
///
/// The first thread that finds no commit in progress becomes the leader. It waits for the writes of other processes, and
/// runs the bodies of all waiting threads in its transaction, and those that arrive meanwhile, up to a limit. A write
/// that arrives during the commit waits for the next leader:
///
///     thread 1  ── run ─▶ leads: body 1 ── body 2 ── body 3 ── COMMIT ─▶ returns, wakes 2, 3 and the next leader
///     thread 2  ── run ─▶ waits ······························ returns, its body ran in thread 1
///     thread 3      ── run ─▶ waits ·························· returns, its body ran in thread 1
///     thread 4                            ── run ─▶ waits ···· leads the next batch
///
/// A body that throws has one of two results:
///
/// 1. It had changed nothing: only its own thread fails, and the batch goes on.
/// 2. It had changed something, or the commit failed: the whole transaction is rolled back. In a batch of one the write
///    fails; otherwise each thread writes alone.
///
/// Case 2 is why a body may run twice, and must not change anything outside the store.
final class WriteGroup: @unchecked Sendable {
    /// One write that waits.
    final class Member: @unchecked Sendable {
        fileprivate enum State {
            case waiting, running, over
        }

        /// Writes what the caller wants; nil after the batch, because the closure doesn't outlive the caller's call.
        fileprivate(set) var body: ((StoreWriter) throws -> Void)?
        /// The outcome; nil when the transaction failed as a whole, and nothing was written.
        var outcome: Result<Void, KeychainError>?
        fileprivate var state = State.waiting
        fileprivate let deadline: Deadline
        /// Signalled when the write is over, or when this thread must lead the next batch. Each member has a condition
        /// variable, because one for all would wake every thread at every commit, and most would have to wait again.
        fileprivate let changed = ThreadCondition()

        init(_ deadline: Deadline, _ body: @escaping (StoreWriter) throws -> Void) {
            (self.deadline, self.body) = (deadline, body)
        }
    }

    /// The writes of one transaction, to which waiting ones are added until it is committed.
    final class Batch {
        /// The most writes of one transaction: it bounds the time that the first thread waits for the others.
        private static let most = 64

        private let group: WriteGroup
        private(set) var members: [Member]

        fileprivate init(_ group: WriteGroup, _ first: Member) {
            (self.group, members) = (group, [first])
        }

        /// Returns the write at an index. One past the last, takes a waiting write into the batch; nil when none waits
        /// or the batch is full.
        func member(at index: Int) -> Member? {
            if index == members.count, index < Self.most, let next = group.next() {
                members.append(next)
            }
            return index < members.count ? members[index] : nil
        }
    }

    private let lock = ThreadLock()
    private var queue: [Member] = []
    private var isCommitting = false

    /// The number of writes that wait.
    var waiting: Int { lock.withLock { queue.count } }

    /// Takes the write that has waited for longest.
    private func next() -> Member? { lock.withLock { queue.isEmpty ? nil : takeFirst() } }

    /// Takes the first waiting write. The lock must be held, and the queue must not be empty.
    private func takeFirst() -> Member {
        let first = queue.removeFirst()
        first.state = .running
        return first
    }

    /// Returns when `commit`, called by this thread or another, has returned and has taken this write into its batch.
    ///
    /// - Parameter isPatient: whether to go on waiting after the deadline, for a minute at most.
    /// - Throws: `notAvailable` when the deadline passes before that.
    func run(
        _ member: Member, while isPatient: () -> Bool, _ commit: (Batch) -> Void
    ) throws(KeychainError) {
        let deadline = member.deadline
        let last = deadline.later(by: LockFile.patience)
        lock.lock()
        defer { lock.unlock() }
        queue.append(member)
        while member.state != .over {
            if !isCommitting, member.state == .waiting {
                isCommitting = true
                let batch = Batch(self, takeFirst())
                lock.unlock()
                commit(batch)
                lock.lock()
                isCommitting = false
                for each in batch.members { (each.body, each.state) = (nil, .over) }
                let next = queue.first
                // Without the lock, for which the threads would wait at once.
                lock.unlock()
                if let next { next.changed.signal() }
                for each in batch.members where each !== member {
                    each.changed.signal()
                }
                lock.lock()
            } else if member.state == .waiting, deadline.hasPassed, last.hasPassed || !isPatient() {
                queue.removeAll { $0 === member }
                throw KeychainError(.notAvailable, "the writes before this one took too long")
            } else {
                let most = deadline.hasPassed ? .seconds(1) : deadline.remaining
                member.changed.wait(lock, until: SystemClock.monotonicTime(after: most))
            }
        }
    }
}

extension Store {
    /// Runs the writes of a batch in one transaction. Returns after the commit, or when nothing was written: also
    /// when one of them fails after it has changed something. Savepoints, which could undo it alone, would copy every
    /// page that any write changes.
    func commit(_ batch: WriteGroup.Batch) {
        do throws(KeychainError) {
            // The deadline of the first write: when it passes, that write fails, and no other one.
            try writeAlone(batch.members[0].deadline) { writer in
                var index = 0
                while let member = batch.member(at: index) {
                    member.outcome = try writer.outcome { try member.body?(writer) }
                    index += 1
                }
            }
        } catch {
            let isAlone = batch.members.count == 1
            for member in batch.members { member.outcome = isAlone ? .failure(error) : nil }
        }
    }
}

extension StoreWriter {
    /// Runs `body`.
    ///
    /// - Returns: the outcome.
    /// - Throws: the error of a `body` that has changed something before it failed: then the transaction must not be
    ///   committed.
    fileprivate func outcome(
        _ body: () throws -> Void
    ) throws(KeychainError) -> Result<Void, KeychainError> {
        let (changes, joint) = (sqlite3_total_changes(lent.handle), joint)
        do throws(KeychainError) {
            try translating { try body() }
            return .success(())
        } catch {
            guard lent.isOwn, lent.isInTransaction, lent.corruption == nil, !lent.mustReopen,
                sqlite3_total_changes(lent.handle) == changes
            else { throw error }
            self.joint = joint
            forgetEvents()
            return .failure(error)
        }
    }
}
