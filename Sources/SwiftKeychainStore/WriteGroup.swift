import CKeychainSQLite
import Glibc
import SwiftKeychainModel

/// The writes of several threads that are committed in one transaction, and so with one synchronization.
///
/// While one thread commits, the writes of others queue. The first thread that finds no other committing carries
/// out all that wait, and each of them returns after the commit.
final class WriteGroup: @unchecked Sendable {
    /// One write that waits.
    final class Member: @unchecked Sendable {
        fileprivate enum State {
            case waiting, running, over
        }

        /// Writes what the caller wants; nil when it can't be called any more.
        fileprivate(set) var body: ((StoreWriter) throws(KeychainError) -> Void)?
        /// What came of it. Nil when the transaction failed as a whole: then nothing was written.
        var outcome: Result<Void, KeychainError>?
        fileprivate var state = State.waiting
        /// Signalled when the write is over, or the thread is to commit. Each has its own: if all threads
        /// were woken by every commit, most of them would only find that they have to wait on.
        fileprivate let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

        init(_ body: @escaping (StoreWriter) throws(KeychainError) -> Void) {
            self.body = body
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(changed, &attributes)
            pthread_condattr_destroy(&attributes)
        }

        deinit {
            pthread_cond_destroy(changed)
            changed.deallocate()
        }
    }

    /// The most writes of a transaction, so that none waits long for the others.
    private static let most = 64

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var queue: [Member] = []
    private var isCommitting = false

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// The number of writes that wait.
    var waiting: Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return queue.count
    }

    /// Returns when `commit`, called with this write among others by this thread or another, has returned.
    ///
    /// - Throws: `notAvailable` when the deadline passes before it is called.
    func run(
        _ member: Member, _ deadline: Deadline, _ commit: ([Member]) -> Void
    ) throws(KeychainError) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        queue.append(member)
        while member.state != .over {
            if !isCommitting, member.state == .waiting {
                let members = Array(queue.prefix(Self.most))
                queue.removeFirst(members.count)
                for each in members { each.state = .running }
                isCommitting = true
                pthread_mutex_unlock(mutex)
                commit(members)
                pthread_mutex_lock(mutex)
                isCommitting = false
                for each in members { (each.body, each.state) = (nil, .over) }
                let next = queue.first
                // Without the mutex, for which the threads would wait at once.
                pthread_mutex_unlock(mutex)
                if let next { pthread_cond_signal(next.changed) }
                for each in members where each !== member { pthread_cond_signal(each.changed) }
                pthread_mutex_lock(mutex)
            } else if member.state == .waiting, deadline.hasPassed {
                queue.removeAll { $0 === member }
                throw KeychainError(.notAvailable, "the writes before this one took too long")
            } else {
                wait(member, deadline)
            }
        }
    }

    private func wait(_ member: Member, _ deadline: Deadline) {
        let left = deadline.remaining.components
        var moment = timespec()
        clock_gettime(CLOCK_MONOTONIC, &moment)
        moment.tv_sec += Int(left.seconds) + 1
        pthread_cond_timedwait(member.changed, mutex, &moment)
    }
}

extension Store {
    /// Runs the writes of a group in one transaction. Returns after the commit, or when nothing was written: also
    /// when one of them fails after it has changed something. Savepoints, which could undo it alone, would copy every
    /// page that any write changes.
    func commit(_ members: [WriteGroup.Member], _ deadline: Deadline) {
        if members.count == 1 {
            // A write that no other waits with fails as it would alone.
            let member = members[0]
            do throws(KeychainError) {
                try writeAlone(deadline) { (writer) throws(KeychainError) in
                    try member.body?(writer)
                }
                member.outcome = .success(())
            } catch {
                member.outcome = .failure(error)
            }
            return
        }
        do throws(KeychainError) {
            try writeAlone(deadline) { (writer) throws(KeychainError) in
                for member in members {
                    member.outcome = try writer.outcome { () throws(KeychainError) in
                        try member.body?(writer)
                    }
                }
            }
        } catch {
            for member in members { member.outcome = nil }
        }
    }
}

extension StoreWriter {
    /// Runs `body`.
    ///
    /// - Returns: what came of it.
    /// - Throws: the error of a `body` that has changed something before it failed: then the transaction must not be
    ///   committed.
    fileprivate func outcome(
        _ body: () throws(KeychainError) -> Void
    ) throws(KeychainError) -> Result<Void, KeychainError> {
        let (changes, joint) = (sqlite3_total_changes(lent.handle), joint)
        do throws(KeychainError) {
            try body()
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
