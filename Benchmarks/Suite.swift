import Foundation
import SwiftKeychain
import Security

/// The time of every operation on stores of one size, for the floor and the library in turn.
struct Suite {
    let size: Int
    let home: String
    let command: String

    /// The number of items with the same service, for "all of a service".
    private let perService = 20
    private let secret = [UInt8]("correct horse battery staple".utf8)

    private func service(_ index: Int) -> String { "service-\(index / perService)" }
    private func account(_ index: Int) -> String { "account-\(index)" }
    /// Returns the index of the next item, in an order that defeats caches of neighbours.
    private func scattered(_ index: Int) -> Int { (index &* 7919) % size }

    func run(into report: inout Report) throws {
        let keychain = Keychain(home: home, groups: nil)
        try keychain.add(item(0))
        let floor = Floor(path: home + "/floor.db", model: keychain.path)
        floor.bulk {
            for index in 0..<size {
                floor.add(
                    service: service(index), account: account(index), secret: secret, bulk: true)
            }
        }
        try fill(keychain)
        try find(keychain, floor, &report)
        try dictionaries(keychain, &report)
        try change(keychain, floor, &report)
        try clients(keychain, &report)
        try opening(&report)
        try processes(&report)
        try passcode(keychain, &report)
        try sizes(keychain, &report)
    }

    private func item(_ index: Int) throws -> NewItem {
        try NewItem(
            .genericPassword,
            attributes: [
                .service: .string(service(index)), .account: .string(account(index)),
                .label: .string("a label of the usual length"),
            ], secret: SecretBytes(copying: secret))
    }

    private func query(_ index: Int) throws -> Query {
        try Query(
            .genericPassword,
            .init([.service: .string(service(index)), .account: .string(account(index))]))
    }

    private func fill(_ keychain: Keychain) throws {
        for index in 1..<size { try keychain.add(item(index)) }
    }

    private func find(_ keychain: Keychain, _ floor: Floor, _ report: inout Report) throws {
        let runs = 5_000
        report.add(
            size, "find", "floor",
            Samples.of(runs) { index in
                let wanted = scattered(index)
                precondition(floor.find(service: service(wanted), account: account(wanted)))
            })
        report.add(
            size, "find", "typed",
            try Samples.of(runs) { index in
                let found = try keychain.find(query(scattered(index)))
                precondition(found[0].secret?.count == secret.count)
            })
        report.add(
            size, "find, miss", "floor",
            Samples.of(runs) { index in
                precondition(!floor.find(service: "no such \(index)", account: "x"))
            })
        report.add(
            size, "find, miss", "typed",
            try Samples.of(runs) { index in
                let missing = try Query(
                    .genericPassword, .init([.service: .string("no such \(index)")]))
                precondition((try? keychain.find(missing)) == nil)
            })
        report.add(
            size, "attributes only", "typed",
            try Samples.of(runs) { index in
                _ = try keychain.find(query(scattered(index)), returning: .attributes)
            })
        report.add(
            size, "all of a service", "typed",
            try Samples.of(500) { index in
                var conditions = Query.Conditions([.service: .string(service(scattered(index)))])
                conditions.limit = .all
                let found = try keychain.find(Query(.genericPassword, conditions))
                precondition(found.count >= min(size, perService) - 1)
            })
    }

    private func dictionaries(_ keychain: Keychain, _ report: inout Report) throws {
        report.add(
            size, "find", "SecItem",
            Keychain.$override.withValue(keychain) {
                Samples.of(5_000) { index in
                    let wanted = scattered(index)
                    let query: [String: Any] = [
                        kSecClass as String: kSecClassGenericPassword,
                        kSecAttrService as String: service(wanted),
                        kSecAttrAccount as String: account(wanted),
                        kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
                        kSecMatchLimit as String: kSecMatchLimitOne,
                        kSecReturnData as String: true,
                        kSecReturnAttributes as String: true,
                        kSecUseDataProtectionKeychain as String: true,
                    ]
                    var result: CFTypeRef?
                    let status = SecItemCopyMatching(query as CFDictionary, &result)
                    precondition(status == errSecSuccess)
                }
            })
    }

    private func change(_ keychain: Keychain, _ floor: Floor, _ report: inout Report) throws {
        let runs = 1_000
        report.add(
            size, "add, durable", "floor",
            Samples.of(runs) { index in
                floor.add(service: "new", account: "floor-\(index)", secret: secret)
            })
        report.add(
            size, "add, durable", "typed",
            try Samples.of(runs) { index in
                try keychain.add(
                    NewItem(
                        .genericPassword,
                        attributes: [
                            .service: .string("new"), .account: .string("typed-\(index)"),
                            .label: .string("a label of the usual length"),
                        ], secret: SecretBytes(copying: secret)))
            })
        report.add(
            size, "update, durable", "typed",
            try Samples.of(runs) { index in
                let query = try Query(
                    .genericPassword,
                    .init([.service: .string("new"), .account: .string("typed-\(index)")]))
                try keychain.update(
                    query, Change([:], secret: SecretBytes(copying: "changed \(index)".utf8)))
            })
        report.add(
            size, "delete, durable", "typed",
            try Samples.of(runs) { index in
                let query = try Query(
                    .genericPassword,
                    .init([.service: .string("new"), .account: .string("typed-\(index)")]))
                try keychain.delete(query)
            })
    }

    private func clients(_ keychain: Keychain, _ report: inout Report) throws {
        let results = Results()
        DispatchQueue.concurrentPerform(iterations: 8) { client in
            let samples = try? Samples.of(2_000) { index in
                _ = try keychain.find(query(scattered(index &* 31 &+ client)))
            }
            results.append(samples)
        }
        report.add(size, "find, 8 threads", "typed", Samples.merged(results.all))
    }

    private func opening(_ report: inout Report) throws {
        report.add(
            size, "open cold and find", "typed",
            try Samples.of(50) { index in
                // A path with another spelling has its own engine, which has nothing open yet.
                let spelling = home + String(repeating: "/", count: index + 1)
                _ = try Keychain(home: spelling, groups: nil).find(query(scattered(index)))
            })
    }

    /// Repeats the finds with a passcode, when the unlocked keys come from where they are kept.
    private func passcode(_ keychain: Keychain, _ report: inout Report) throws {
        let passcode = SecretBytes(copying: "a passcode".utf8)
        report.add(
            size, "first passcode", "typed",
            try Samples.of(1) { _ in try keychain.setPasscode(passcode, old: nil) })
        defer { try? keychain.forgetUnlocked() }
        for (name, settings) in [
            ("find, with a passcode", LockSettings()),
            ("find, locking on sleep", LockSettings(lockOnSleep: true)),
        ] {
            try keychain.setSettings(settings)
            report.add(
                size, name, "typed",
                try Samples.of(5_000) { index in
                    let found = try keychain.find(query(scattered(index)))
                    precondition(found[0].secret?.count == secret.count)
                })
        }
        report.add(
            size, "unlock", "typed",
            try Samples.of(10) { _ in try keychain.unlock(passcode: passcode) })
    }

    private func processes(_ report: inout Report) throws {
        guard FileManager.default.isExecutableFile(atPath: command) else {
            return report.note("\(command): not built, so the command was not measured")
        }
        let child = Child(command, environment: ["KEYCHAIN_HOME": home])
        report.add(
            size, "find", "command",
            try Samples.of(100) { index in
                let wanted = scattered(index)
                try child.run([
                    "find-generic-password", "-s", service(wanted), "-a", account(wanted), "-w",
                ])
            })
        report.add(
            size, "add, durable", "command",
            try Samples.of(100) { index in
                try child.run(
                    ["add-generic-password", "-s", "new", "-a", "command-\(index)", "-w", "-"],
                    input: secret)
            })
        guard size <= 1_000, let peer = Child.peer else { return }
        for index in 0..<size {
            try peer.run(
                ["store", "--label=x", "service", service(index), "account", account(index)],
                input: secret)
        }
        report.add(
            size, "find", "secret-tool",
            try Samples.of(100) { index in
                let wanted = scattered(index)
                try peer.run(["lookup", "service", service(wanted), "account", account(wanted)])
            })
        report.add(
            size, "add, durable", "secret-tool",
            try Samples.of(40) { index in
                try peer.run(
                    ["store", "--label=x", "service", "new", "account", "peer-\(index)"],
                    input: secret)
            })
    }

    private func sizes(_ keychain: Keychain, _ report: inout Report) throws {
        let bytes = ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(
                atPath: keychain.path + suffix)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
        report.note("\(size) items: \(bytes / size) bytes an item on disk, \(resident)")
    }
}

/// The samples of several threads.
private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var samples: [Samples] = []

    func append(_ sample: Samples?) {
        lock.withLock { if let sample { samples.append(sample) } }
    }

    var all: [Samples] { lock.withLock { samples } }
}
