// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel

/// The work that waits for threads, and which of it may begin: users take turns, and each has a share of the threads.
///
/// While several users make calls, each has no more of them carried out at once than the machine has processors: the
/// threads of one user would otherwise take the processors from the others.
struct WorkQueues {
    /// Work of one user that is limited together.
    struct Lane: Hashable {
        let user: UInt32
        let kind: Kind
    }

    enum Kind {
        /// Meets the program of a new connection.
        case greeting
        case calls
        /// Derives a key from a password, which takes a core and much memory.
        case derivation
        /// Closes a connection. What was passed in it may hold the thread.
        case closing
        /// Empties logs, which waits for the disk.
        case emptying

        /// The most threads of a user; nil: its share of all, and fewer while other users make calls.
        var most: Int? {
            switch self {
            case .calls: nil
            case .greeting: 2
            case .derivation, .closing, .emptying: 1
            }
        }
    }

    /// Work in the order of arrival. Taken work is removed from the array now and then, not each time.
    private struct Queue {
        var works: [() -> Void] = []
        var first = 0

        mutating func takeFirst() -> () -> Void {
            let work = works[first]
            works[first] = {}
            first += 1
            if first == works.count || first > 256 {
                works.removeFirst(first)
                first = 0
            }
            return work
        }
    }

    private var threads: UserShares
    /// The threads that carry out work of each lane; a lane without any is missing.
    private var running: [Lane: Int] = [:]
    private var queues: [Lane: Queue] = [:]
    /// The lanes with work that waits, in the order of their turns.
    private var turns: [Lane] = []
    /// The user of the last call, and the last other user; each counts until its deadline.
    private var callers: [(user: UInt32, until: Deadline)] = []
    private let patience: Duration
    private let processors = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// - Parameters:
    ///   - threads: how many there are.
    ///   - patience: how long after a call its user still counts as one who makes calls.
    init(threads: Int, patience: Duration = .seconds(1)) {
        self.threads = UserShares(most: threads)
        self.patience = patience
    }

    /// Whether a thread could begin with work.
    var canBegin: Bool { turns.contains(where: mayBegin) }

    /// Returns whether calls of a user wait.
    func hasCalls(of user: UInt32) -> Bool {
        turns.contains { $0.user == user && $0.kind == .calls }
    }

    /// Whether there is work that isn't the end of a connection.
    var isBusy: Bool { (running.keys + turns).contains { $0.kind != .closing } }

    mutating func add(_ work: @escaping () -> Void, to lane: Lane) {
        if queues[lane] == nil { turns.append(lane) }
        queues[lane, default: Queue()].works.append(work)
    }

    /// Takes the work that is to begin now; nil when none may.
    mutating func begin() -> (Lane, () -> Void)? {
        guard let index = turns.firstIndex(where: mayBegin) else { return nil }
        let lane = turns.remove(at: index)
        let work = queues[lane]!.takeFirst()
        if queues[lane]!.works.isEmpty { queues[lane] = nil } else { turns.append(lane) }
        _ = threads.claim(1, of: lane.user)
        if lane.kind == .calls {
            if callers.first?.user != lane.user {
                callers.removeAll { $0.user == lane.user }
                callers = [(lane.user, .after(.zero))] + callers.prefix(1)
            }
            callers[0].until = .after(patience)
        }
        running[lane, default: 0] += 1
        return (lane, work)
    }

    /// Records that work has ended.
    mutating func end(_ lane: Lane) {
        threads.release(1, of: lane.user)
        let rest = running[lane]! - 1
        running[lane] = rest == 0 ? nil : rest
    }

    /// Removes the work that waits, and returns it.
    ///
    /// The caller releases it outside of its lock: the closures may own the last references to connections, which are
    /// closed then.
    mutating func removeAll() -> some Any {
        defer { (queues, turns) = ([:], []) }
        return queues
    }

    private func mayBegin(_ lane: Lane) -> Bool {
        running[lane, default: 0] < lane.kind.most ?? mostCalls(of: lane.user)
            && threads.allow(1, of: lane.user)
    }

    /// Returns the most calls of a user that are carried out at once: without a limit while no other user makes calls.
    private func mostCalls(of user: UInt32) -> Int {
        callers.contains { $0.user != user && !$0.until.hasPassed } ? processors : .max
    }
}
