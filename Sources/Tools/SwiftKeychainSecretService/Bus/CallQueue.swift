// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The threads that read calls and carry them out: those of one client in their order, those of several in turn.
///
/// One thread at a time reads. It then carries out the call that it read, and another thread reads on ("leader/followers",
/// Schmidt et al., 2000): no call waits until a thread wakes up. If the call is brief and arrived alone, no thread is woken.
/// A client whose calls are slow, or that sends very many, keeps one thread busy; others go on.
final class CallQueue: @unchecked Sendable {
    struct Call: Sendable {
        /// Whether it neither writes, derives a key nor asks the user.
        var isBrief = false
        let body: @Sendable () -> Void
    }

    /// What a reader did.
    enum Reading {
        case nothing
        /// It took a message that was there already. More may be.
        case next
        /// It waited for a message, so that no other is there.
        case single
        /// There will be no more.
        case end
    }

    /// Reads a message and adds what it calls for; waits for one if asked to.
    typealias Reader = @Sendable (_ waits: Bool) -> Reading

    private let mostThreads: Int
    private let mostWaiting: Int
    private let lock = ThreadLock()
    private let changed = ThreadCondition()
    /// The calls of each client that waits or works.
    private var calls: [String: [Call]] = [:]
    /// The clients with calls that wait and none in progress; the next one first.
    private var turns: [String] = []
    /// The threads that run, with the one that called ``run(_:)``.
    private var threads = 1
    /// The threads that wait for something to do.
    private var idle = 0
    private var isReading = false
    private var isOver = false

    /// - Parameters:
    ///   - threads: the most threads, with the one that calls ``run(_:)``.
    ///   - waiting: the most calls of one client that wait.
    init(threads: Int, waiting: Int) {
        (mostThreads, mostWaiting) = (threads, waiting)
    }

    /// Adds a call of a client. Only a reader calls it.
    ///
    /// - Returns: false if too many wait already.
    func add(of client: String, _ call: Call) -> Bool {
        lock.withLock {
            if let waiting = calls[client] {
                // The client waits for its turn, or one of its calls is in progress.
                guard waiting.count < mostWaiting else { return false }
                calls[client]?.append(call)
                return true
            }
            calls[client] = [call]
            turns.append(client)
            return true
        }
    }

    /// Drops the calls of a client that wait.
    ///
    /// A call in progress is completed, and its answer is discarded.
    func drop(_ client: String) {
        let dropped = lock.withLock { () -> [Call]? in
            guard let waiting = calls[client] else { return nil }
            if let index = turns.firstIndex(of: client) {
                turns.remove(at: index)
                calls[client] = nil
            } else {
                // One of its calls is in progress: ``finish(_:)`` removes the entry.
                calls[client] = []
            }
            return waiting
        }
        // The secrets in the calls are wiped without the lock.
        withExtendedLifetime(dropped) {}
    }

    /// Reads calls and carries them out, until `read` returns the end.
    func run(_ read: @escaping Reader) {
        // nil after a call.
        var reading: Reading?
        while true {
            switch turn(after: reading) {
            case .read(let waits):
                let new = read(waits)
                lock.withLock {
                    isReading = false
                    if new == .end { isOver = true }
                }
                if new == .end { changed.broadcast() }
                reading = new
            case .carryOut(let client, let call, let follower):
                switch follower {
                case .none: break
                // Woken while the lock was held, it would wait for it.
                case .idle: changed.signal()
                case .new:
                    if !DetachedThread.start({ self.run(read) }) { lock.withLock { threads -= 1 } }
                }
                call.body()
                finish(client)
                reading = nil
            case .end: return
            }
        }
    }

    private enum Turn {
        case read(waits: Bool)
        case carryOut(String, Call, Follower)
        case end
    }

    /// The thread that reads on.
    private enum Follower { case none, idle, new }

    /// Waits for something to do.
    ///
    /// - Parameter reading: what the thread has just read. If it hasn't, and no other thread reads, it reads before it
    ///   carries out the next call: otherwise no thread would read while each always finds a call.
    private func turn(after reading: Reading?) -> Turn {
        lock.withLock {
            while !isOver {
                if !turns.isEmpty, isReading || reading != nil {
                    let client = turns.removeFirst()
                    let call = calls[client]!.removeFirst()
                    let isAlone = call.isBrief && reading == .single && turns.isEmpty
                    return .carryOut(client, call, isAlone ? .none : follower())
                }
                if !isReading {
                    isReading = true
                    return .read(waits: turns.isEmpty)
                }
                idle += 1
                changed.wait(lock)
                idle -= 1
            }
            return .end
        }
    }

    /// Chooses the thread that reads while this one carries out a call. Needs the lock.
    private func follower() -> Follower {
        if isReading { return .none }
        if idle > 0 { return .idle }
        // Without one, the next thread that finishes a call reads.
        guard threads < mostThreads else { return .none }
        threads += 1
        return .new
    }

    /// Puts a client at the end of the queue if it has more calls.
    private func finish(_ client: String) {
        lock.withLock {
            if calls[client]?.isEmpty == false {
                turns.append(client)
            } else {
                calls[client] = nil
            }
        }
    }
}
