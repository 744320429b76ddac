// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The threads that read calls and carry them out: those of one client in their order, those of several in turn.
///
/// One thread at a time reads. It then carries out the call that it read, and another thread reads on ("leader/followers",
/// Schmidt et al., 2000): no call waits until a thread wakes up. If the call is brief and arrived alone, another thread is
/// woken only when the call takes long after all, as behind a lock or a daemon that doesn't answer.
///
/// A client whose calls are slow, or that sends very many, keeps one thread busy; others go on.
final class CallQueue: @unchecked Sendable {
    struct Call: Sendable {
        /// Whether it neither writes, derives a key nor asks the user.
        var isBrief = false
        /// The length of its values.
        var bytes = 0
        let body: @Sendable () -> Void
    }

    /// The calls of a client, in their order.
    private struct Waiting {
        private var arriving: [Call] = []
        /// Those before them, the first one last.
        private var leaving: [Call] = []
        /// The length of their values.
        private(set) var bytes = 0
        var count: Int { arriving.count + leaving.count }

        mutating func append(_ call: Call) {
            arriving.append(call)
            bytes += call.bytes
        }

        mutating func removeFirst() -> Call {
            if leaving.isEmpty { (arriving, leaving) = ([], arriving.reversed()) }
            let call = leaving.removeLast()
            bytes -= call.bytes
            return call
        }
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
    private let mostBytes: Int
    private let lock = ThreadLock()
    private let changed = ThreadCondition()
    /// The calls of each client that waits or works.
    private var calls: [String: Waiting] = [:]
    /// The clients with calls that wait and none in progress; the next one first.
    private var turns: [String] = []
    /// The threads that run, with the one that called ``run(_:)``.
    private var threads = 1
    /// The threads that wait for something to do.
    private var idle = 0
    private var isReading = false
    private var isOver = false
    /// Whether a thread waits for ``timer``. Without one, another thread reads on at once after a brief call, too.
    private var isWatched = false
    /// Runs while a call is carried out that came alone.
    private let timer = CallTimer()
    /// How long such a call may take before another thread reads, in microseconds: most take a tenth of it.
    private static let patience = 5000

    /// - Parameters:
    ///   - threads: the most threads, with the one that calls ``run(_:)``.
    ///   - waiting: the most calls of one client that wait.
    ///   - bytes: the most bytes of these calls.
    init(threads: Int, waiting: Int, bytes: Int = 32 << 20) {
        (mostThreads, mostWaiting, mostBytes) = (threads, waiting, bytes)
    }

    /// Adds a call of a client. Only a reader calls it.
    ///
    /// - Returns: false if too many wait already, or too many bytes would.
    func add(of client: String, _ call: Call) -> Bool {
        lock.withLock {
            if let waiting = calls[client] {
                // The client waits for its turn, or one of its calls is in progress.
                guard waiting.count < mostWaiting, waiting.bytes + call.bytes <= mostBytes else {
                    return false
                }
            } else {
                turns.append(client)
            }
            calls[client, default: Waiting()].append(call)
            return true
        }
    }

    /// Drops the calls of a client that wait.
    ///
    /// A call in progress is completed, and its answer is discarded.
    func drop(_ client: String) {
        let dropped = lock.withLock { () -> Waiting? in
            guard let waiting = calls[client] else { return nil }
            if let index = turns.firstIndex(of: client) {
                turns.remove(at: index)
                calls[client] = nil
            } else {
                // One of its calls is in progress: ``finish(_:)`` removes the entry.
                calls[client] = Waiting()
            }
            return waiting
        }
        // The secrets in the calls are wiped without the lock.
        withExtendedLifetime(dropped) {}
    }

    /// Reads calls and carries them out, until `read` returns the end.
    func run(_ read: @escaping Reader) {
        let isWatched = timer.isUsable && DetachedThread.start { self.watch(read) }
        lock.withLock { self.isWatched = isWatched }
        work(read)
        // Ends the thread that waits for it.
        timer.start(microseconds: 1)
    }

    /// Has another thread read when a call takes long that came alone.
    private func watch(_ read: @escaping Reader) {
        while true {
            timer.wait()
            let next = lock.withLock { isOver ? nil : follower() }
            guard let next else { return }
            wake(next, read)
        }
    }

    /// Has a thread read on.
    private func wake(_ follower: Follower, _ read: @escaping Reader) {
        switch follower {
        case .none: break
        case .late: timer.start(microseconds: Self.patience)
        // Woken while the lock was held, it would wait for it.
        case .idle: changed.signal()
        case .new:
            if !DetachedThread.start({ self.work(read) }) { lock.withLock { threads -= 1 } }
        }
    }

    /// Reads and carries out calls in one of the threads.
    private func work(_ read: @escaping Reader) {
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
                wake(follower, read)
                call.body()
                // This thread reads next, unless another one does already.
                if follower == .late { timer.stop() }
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

    /// The thread that reads on. `late` is one that is chosen when the call takes long.
    private enum Follower { case none, late, idle, new }

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
                    let isAlone =
                        isWatched && call.isBrief && reading == .single && turns.isEmpty
                    return .carryOut(client, call, isAlone ? .late : follower())
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
            if let waiting = calls[client], waiting.count > 0 {
                turns.append(client)
            } else {
                calls[client] = nil
            }
        }
    }
}
