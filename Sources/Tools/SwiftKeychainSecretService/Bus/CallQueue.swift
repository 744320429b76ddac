// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

/// Threads that carry out the calls of clients: those of one client in their order, those of several in turn.
///
/// A client whose calls are slow, or that sends very many, keeps one thread busy; others go on.
final class CallQueue: @unchecked Sendable {
    private let mostThreads: Int
    private let mostWaiting: Int
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// The calls of each client that waits or works.
    private var calls: [String: [@Sendable () -> Void]] = [:]
    /// The clients with calls that wait and none in progress; the next one first.
    private var turns: [String] = []
    private var threads = 0
    private var idle = 0

    /// - Parameter waiting: the most calls of one client that wait.
    init(threads: Int, waiting: Int) {
        (mostThreads, mostWaiting) = (threads, waiting)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(arrived, nil)
    }

    private func withLock<R>(_ body: () -> R) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Adds a call of a client.
    ///
    /// - Returns: false if too many wait already.
    func add(of client: String, _ call: @escaping @Sendable () -> Void) -> Bool {
        let (isAdded, needsThread) = withLock { () -> (Bool, Bool) in
            if let waiting = calls[client] {
                // The client waits for its turn, or one of its calls is in progress.
                guard waiting.count < mostWaiting else { return (false, false) }
                calls[client]?.append(call)
                return (true, false)
            }
            calls[client] = [call]
            turns.append(client)
            if idle > 0 {
                pthread_cond_signal(arrived)
                return (true, false)
            }
            guard threads < mostThreads else { return (true, false) }
            threads += 1
            return (true, true)
        }
        if needsThread, !DetachedThread.start({ self.run() }) {
            let isAlone = withLock { () -> Bool in
                threads -= 1
                return threads == 0
            }
            // Without any thread, the calls are carried out here.
            if isAlone { while let (client, call) = next(waits: false) { finish(client, call) } }
        }
        return isAdded
    }

    /// Drops the calls of a client that wait.
    func drop(_ client: String) {
        let dropped = withLock { () -> [@Sendable () -> Void]? in
            guard let waiting = calls[client] else { return nil }
            if let index = turns.firstIndex(of: client) {
                turns.remove(at: index)
                calls[client] = nil
            } else {
                calls[client] = []
            }
            return waiting
        }
        withExtendedLifetime(dropped) {}
    }

    private func next(waits: Bool) -> (String, @Sendable () -> Void)? {
        withLock {
            while turns.isEmpty {
                guard waits else { return nil }
                idle += 1
                pthread_cond_wait(arrived, mutex)
                idle -= 1
            }
            let client = turns.removeFirst()
            return (client, calls[client]!.removeFirst())
        }
    }

    /// Carries out a call, and puts its client at the end of the queue if it has more.
    private func finish(_ client: String, _ call: @Sendable () -> Void) {
        call()
        withLock {
            if calls[client]?.isEmpty == false {
                turns.append(client)
                if idle > 0 { pthread_cond_signal(arrived) }
            } else {
                calls[client] = nil
            }
        }
    }

    private func run() {
        while let (client, call) = next(waits: true) { finish(client, call) }
    }
}
