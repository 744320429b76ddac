// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychain
import SwiftKeychainService
import Synchronization

/// Runs threads of one process that find, add, change and delete items of their own.
struct Mixing: Sendable {
    let keychain: Keychain
    let threads: Int
    let rounds: Int

    init(_ keychain: Keychain, threads: Int, rounds: Int) {
        self.keychain = keychain
        self.threads = threads
        self.rounds = rounds
    }

    func run() {
        Threads.run(threads) { thread in
            do throws(KeychainError) {
                try work(thread)
            } catch {
                Talk.say("failed thread \(thread): \(error)")
            }
        }
        Talk.say("done")
    }

    private func work(_ thread: Int) throws(KeychainError) {
        let service = "thread \(thread)"
        for round in 0..<rounds {
            let name = "\(round)"
            try keychain.add(try Items.item(service, name))
            let found = try keychain.find(try Items.one(service, name))
            expect(found.count == 1 && Items.isRight(found[0]), "finds what it added")
            let change = try Change([.label: .string(name)])
            expect(
                try keychain.update(try Items.one(service, name), change) == 1, "changes one item")
            expect(
                try keychain.find(try Items.one(service, name))[0][.label] == .string(name),
                "finds what it changed")
            // Every second item stays.
            if round % 2 == 0 {
                expect(try keychain.delete(try Items.one(service, name)) == 1, "deletes one item")
            }
            let left = (round + 1) / 2
            if left > 0 {
                expect(
                    try keychain.find(try Items.all(service), returning: []).count == left,
                    "counts its items")
            }
        }
    }

    private func expect(_ isTrue: Bool, _ what: String) {
        if !isTrue { Talk.say("failed: a thread that \(what)") }
    }
}

/// Forks again and again while other threads are inside calls; each child adds an item.
struct ForkAmongThreads: Sendable {
    let keychain: Keychain
    let forks: Int

    init(_ keychain: Keychain, forks: Int) {
        self.keychain = keychain
        self.forks = forks
    }

    func run() {
        // At first use the Swift runtime takes locks of its own, which may be held during fork(): so one
        // call of each kind comes before the threads, and one of each thread before the first fork
        // (Docs/internals/sharing.md).
        Talk.report { () throws(KeychainError) in
            try keychain.add(try Items.item("before", "threads"))
            _ = try keychain.find(try Items.one("before", "threads"))
        }
        let isOver = Flag()
        let busy = 4
        let begun = (0...busy).map { _ in Flag() }
        Threads.run(busy + 2) { thread in
            if thread < busy {
                keepBusy(thread, begun[thread], isOver)
            } else if thread == busy {
                repeat {
                    Self.readWhatIsKept()
                    begun[thread].raise()
                } while !isOver.isRaised
            } else {
                while !begun.allSatisfy(\.isRaised) { usleep(1000) }
                forkRepeatedly()
                isOver.raise()
            }
        }
        Talk.say("done")
    }

    /// Reads what a process determines once: its rights and the boot.
    private static func readWhatIsKept() {
        _ = Caller.current
        _ = SystemSources().boot()
    }

    private func keepBusy(_ thread: Int, _ begun: Flag, _ isOver: Flag) {
        // After a failure too, so that the test goes on.
        defer { begun.raise() }
        do throws(KeychainError) {
            var index = 0
            repeat {
                try keychain.add(try Items.item("busy \(thread)", "\(index)"))
                _ = try keychain.find(try Items.one("busy \(thread)", "\(index)"))
                index += 1
                begun.raise()
            } while !isOver.isRaised
        } catch {
            Talk.say("failed thread \(thread): \(error)")
        }
    }

    private func forkRepeatedly() {
        for index in 0..<forks {
            let child = keychain_fork()
            if child == 0 {
                alarm(60)
                Self.readWhatIsKept()
                do throws(KeychainError) {
                    try keychain.add(try Items.item("child", "\(index)"))
                    _exit(0)
                } catch {
                    Talk.say("failed in child \(index): \(error)")
                    _exit(1)
                }
            }
            if !Adding.succeeded(child) { Talk.say("failed child \(index)") }
        }
    }
}

final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isRaised: Bool { value.load(ordering: .acquiring) }
    func raise() { value.store(true, ordering: .releasing) }
}

/// Runs a closure on several threads and waits for all of them.
enum Threads {
    private final class Job {
        let body: @Sendable (Int) -> Void
        let index: Int
        init(_ body: @escaping @Sendable (Int) -> Void, _ index: Int) {
            self.body = body
            self.index = index
        }
    }

    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let threads = (0..<count).map { index in
            var thread = pthread_t()
            let job = Unmanaged.passRetained(Job(body, index)).toOpaque()
            let result = pthread_create(
                &thread, nil,
                { argument in
                    let job = Unmanaged<Job>.fromOpaque(argument!).takeRetainedValue()
                    job.body(job.index)
                    return nil
                }, job)
            precondition(result == 0, "no thread")
            return thread
        }
        for thread in threads { pthread_join(thread, nil) }
    }
}
