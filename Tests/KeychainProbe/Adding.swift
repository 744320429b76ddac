// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychain
import SwiftKeychainService
import SwiftKeychainSystem

/// Adds items one after the other and times each call.
struct Adding {
    let keychain: Keychain
    let service: String
    let count: Int
    let forkEvery: Int

    init(_ keychain: Keychain, service: String, count: Int, forkEvery: Int) {
        self.keychain = keychain
        self.service = service
        self.count = count
        self.forkEvery = forkEvery
    }

    /// Adds `count` items; after every `forkEvery` of them a child adds one at the same time.
    func run() {
        Talk.awaitGo()
        var microseconds: [Int] = []
        var children: [pid_t] = []
        for index in 0..<count {
            let start = ContinuousClock.now
            add("\(index)")
            let spent = start.duration(to: .now).components
            microseconds.append(
                Int(spent.seconds) * 1_000_000 + Int(spent.attoseconds / 1_000_000_000_000))
            if forkEvery > 0, index % forkEvery == forkEvery - 1 {
                children.append(fork(account: "child \(index)"))
            }
            if (index + 1) % max(1, count / 4) == 0 { Talk.say("at \(index + 1)") }
        }
        for child in children where !Self.succeeded(child) { Talk.say("failed child") }
        Talk.say("children \(children.count)")
        Talk.say("times " + microseconds.map(String.init).joined(separator: " "))
        Talk.say("done")
    }

    /// Adds until it is killed, and says so after each item.
    func runForEver() {
        var index = 0
        while true {
            add("\(index)")
            Talk.say("added \(index)")
            index += 1
        }
    }

    private func add(_ account: String) {
        do throws(KeychainError) {
            try addUnrefused(account)
        } catch {
            Talk.say("failed \(service) \(account): \(error)")
        }
    }

    /// Adds an item, again where the call has waited in vain for the others, as on a machine that does more than these
    /// tests. What is refused isn't stored, or the next attempt finds a duplicate.
    private func addUnrefused(_ account: String) throws(KeychainError) {
        for attempt in 1... {
            do throws(KeychainError) {
                try keychain.add(try Items.item(service, account))
                return
            } catch {
                guard error.code == .notAvailable, attempt < 20 else { throw error }
            }
        }
    }

    private func fork(account: String) -> pid_t {
        let child = keychain_fork()
        guard child == 0 else { return child }
        // A child that hangs is ended, and counts as failed.
        alarm(120)
        do throws(KeychainError) {
            try addUnrefused(account)
            _exit(0)
        } catch {
            Talk.say("failed in a child: \(error)")
            _exit(1)
        }
    }

    static func succeeded(_ child: pid_t) -> Bool {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            if errno != EINTR { return false }
        }
        return status == 0
    }
}

/// Salvages the store below a folder each time the test says so.
struct Salvaging {
    let home: String

    func run() {
        Talk.say("ready")
        while Talk.hear() {
            Talk.report { () throws(KeychainError) in
                let report = try EmbeddedService().salvage(
                    Location(home: home), reason: "a test asked for it")
                Talk.say("refused \(report.refused) superseded \(report.superseded)")
            }
        }
    }
}

/// Changes all items of a service at once, again and again.
struct Rewriting {
    let keychain: Keychain
    let service: String
    let rounds: Int

    init(_ keychain: Keychain, service: String, rounds: Int) {
        self.keychain = keychain
        self.service = service
        self.rounds = rounds
    }

    func run() {
        Talk.awaitGo()
        Talk.report { () throws(KeychainError) in
            for round in 1...max(1, rounds) {
                let change = try Change([.comment: .string("round \(round)")])
                try keychain.update(try Items.all(service), change)
            }
        }
    }
}

/// Stops itself in the middle of a write: the writer lock is held by a process that does nothing.
enum Holding {
    static func run() {
        let system = SystemSources(now: {
            Talk.say("holding")
            raise(SIGSTOP)
            return SystemClock.absoluteTime()
        })
        Talk.report { () throws(KeychainError) in
            try keychain(system: system).add(try Items.item(text(2), "held"))
        }
    }
}
