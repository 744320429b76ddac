// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainABI
import Security

/// The time of every operation on stores of one size, for the floor and the library in turn.
struct Suite {
    let size: Int
    let home: String
    let items: SampleItems

    init(size: Int, home: String) {
        self.size = size
        self.home = home
        items = SampleItems(size: size)
    }

    func run(command: String, into report: inout Report) throws {
        let keychain = Keychain(home: home, groups: nil)
        try items.fill(keychain)
        let floor = Floor(path: home + "/floor.db", model: keychain.path)
        floor.bulk {
            for index in 0..<size { floor.add(items, index, bulk: true) }
        }
        // What was added here must not be written to the disk during the measurements.
        sync()
        try find(keychain, floor, &report)
        try change(keychain, floor, &report)
        try opening(&report)
        try ProcessSuite(items: items, home: home, command: command).run(into: &report)
        try wholeStore(keychain, &report)
        try SecuritydSuite(items: items, home: home).run(into: &report)
        try passcode(keychain, &report)
        try sizes(keychain, &report)
    }

    private func find(_ keychain: Keychain, _ floor: Floor, _ report: inout Report) throws {
        let runs = 5_000
        let dictionaries = (0..<runs).map { items.dictionary(items.scattered($0)) }
        let objectsOfC = dictionaries.map { CoreFoundationCopy.make($0)! }
        defer { objectsOfC.forEach(release) }
        try Keychain.$override.withValue(keychain) {
            var result: CFTypeRef?
            precondition(SecItemCopyMatching(dictionaries[0], &result) == errSecSuccess)
            let keys = (result as! NSDictionary).allKeys.map { $0 as! NSObject }
            let objects = (result as! NSDictionary).allValues.map { $0 as AnyObject }
            try report.add(
                size, "find", runs: runs,
                [
                    (
                        "floor",
                        { index in precondition(floor.find(items, items.scattered(index))) }
                    ),
                    ("typed", { index in try find(keychain, index) }),
                    (
                        "SecItem",
                        { index in
                            var result: CFTypeRef?
                            let status = SecItemCopyMatching(dictionaries[index], &result)
                            precondition(status == errSecSuccess)
                        }
                    ),
                    ("C", { index in copyMatching(objectsOfC[index]) }),
                    // The part of SecItem that Foundation takes to make the result of objects that
                    // are there.
                    (
                        "dictionary",
                        { _ in
                            _ = NSDictionary(objects: objects, forKeys: keys, count: keys.count)
                        }
                    ),
                ])
        }
        try report.add(
            size, "find, miss", runs: runs,
            [
                (
                    "floor",
                    { index in
                        precondition(!floor.find(service: "no such \(index)", account: "x"))
                    }
                ),
                (
                    "typed",
                    { index in
                        let missing = try Query(
                            .genericPassword, .init([.service: .string("no such \(index)")]))
                        precondition((try? keychain.find(missing)) == nil)
                    }
                ),
            ])
        report.add(
            size, "attributes only", "typed",
            try Samples.of(runs) { index in
                _ = try keychain.find(
                    items.query(items.scattered(index)), returning: .attributes)
            })
        report.add(
            size, "all of a service", "typed",
            try Samples.of(500) { index in
                let service = items.service(items.scattered(index))
                var conditions = Query.Conditions([.service: .string(service)])
                conditions.limit = .all
                let found = try keychain.find(Query(.genericPassword, conditions))
                precondition(found.count == min(size, items.perService))
            })
    }

    private func find(_ keychain: Keychain, _ index: Int) throws {
        let found = try keychain.find(items.query(items.scattered(index)))
        precondition(found[0].secret?.count == items.secret.count)
    }

    private func change(_ keychain: Keychain, _ floor: Floor, _ report: inout Report) throws {
        let runs = 1_000
        try report.add(
            size, "add, durable", runs: runs,
            [
                (
                    "floor",
                    { index in
                        floor.add(service: "new", account: "floor-\(index)", secret: items.secret)
                    }
                ),
                ("typed", { index in try keychain.add(items.item("new", "typed-\(index)")) }),
            ])
        report.add(
            size, "update, durable", "typed",
            try Samples.of(runs) { index in
                try keychain.update(
                    items.query("new", "typed-\(index)"),
                    Change([:], secret: SecretBytes(copying: "changed \(index)".utf8)))
            })
        report.add(
            size, "delete, durable", "typed",
            try Samples.of(runs) { index in
                try keychain.delete(items.query("new", "typed-\(index)"))
            })
    }

    private func opening(_ report: inout Report) throws {
        report.add(
            size, "open cold and find", "typed",
            try Samples.of(50) { index in
                // A path with another spelling has its own engine, which has nothing open yet.
                let spelling = home + String(repeating: "/", count: index + 1)
                try find(Keychain(home: spelling, groups: nil), index)
            })
    }

    /// Measures what `doctor` and `keychain-export` do, which read every item.
    private func wholeStore(_ keychain: Keychain, _ report: inout Report) throws {
        let runs = size > 100_000 ? 1 : 5
        report.add(
            size, "doctor", "typed",
            Samples.of(runs) { _ in precondition(!keychain.diagnose().contains(where: \.isProblem))
            })
        let passphrase = SecretBytes(copying: "a passphrase".utf8)
        report.add(
            size, "export", "typed",
            try Samples.of(runs) { _ in
                let tally = try keychain.backUp(to: home + "/archive", passphrase: passphrase)
                precondition(tally.items >= size)
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
            report.add(size, name, "typed", try Samples.of(5_000) { try find(keychain, $0) })
        }
        report.add(
            size, "unlock", "typed",
            try Samples.of(10) { _ in try keychain.unlock(passcode: passcode) })
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
final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var samples: [Samples] = []

    func append(_ sample: Samples?) {
        lock.withLock { if let sample { samples.append(sample) } }
    }

    var all: [Samples] { lock.withLock { samples } }
}
