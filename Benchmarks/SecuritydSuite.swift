// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainRemote
import SwiftKeychainService

/// The time of finds and durable adds through securityd, in a process of its own, beside the same calls
/// without it on the same store.
struct SecuritydSuite {
    let items: SampleItems
    let home: String

    private static func socket(_ home: String) -> String { home + "/run/securityd.sock" }

    /// Serves the store at `home` until the process is ended.
    static func serve(_ home: String) throws {
        var configuration = Daemon.Configuration(
            mode: .user, socket: socket(home), home: Location(home: home))
        configuration.audit = configuration.auditLog
        try Daemon(configuration).run()
    }

    func run(into report: inout Report) throws {
        let embedded = Keychain(home: home, groups: nil)
        try measure(embedded, [(1, ", 1 thread"), (8, ", 8 threads")], into: &report)

        // Only the process of securityd may use the store now.
        let server = Process()
        server.executableURL = URL(fileURLWithPath: "/proc/self/exe")
        server.arguments = ["--serve", home]
        try server.run()
        defer {
            server.terminate()
            server.waitUntilExit()
        }
        let service = RemoteService(
            RemoteAddress(socket: Self.socket(home), home: Location(home: home)))
        let deadline = Date(timeIntervalSinceNow: 10)
        while (try? service.user()) == nil, Date() < deadline { usleep(10_000) }
        let remote = Keychain(home: home, service: service)
        try measure(
            remote, [(1, ", securityd"), (8, ", securityd, 8 clients")], into: &report)
    }

    private func measure(
        _ keychain: Keychain, _ ways: [(clients: Int, name: String)], into report: inout Report
    ) throws {
        for (clients, name) in ways {
            try time(clients, 4_000, "find" + name, "typed", &report) { client, index in
                let item = items.scattered(index &* 31 &+ client)
                let found = try keychain.find(items.query(item))
                precondition(found[0].secret?.count == items.secret.count)
            }
            try time(clients, 4_000, "find" + name, "SecItem", &report) { client, index in
                let query = items.dictionary(items.scattered(index &* 31 &+ client))
                var result: CFTypeRef?
                let status = Keychain.$override.withValue(keychain) {
                    SecItemCopyMatching(query, &result)
                }
                precondition(status == errSecSuccess)
            }
            try time(clients, 400, "add" + name, "typed", &report) { client, index in
                _ = try keychain.add(items.item("new\(name)", "\(client)-\(index)"))
            }
        }
    }

    /// Runs `body` `count` times in each of several threads at the same time.
    private func time(
        _ clients: Int, _ count: Int, _ operation: String, _ way: String, _ report: inout Report,
        _ body: @escaping @Sendable (_ client: Int, _ index: Int) throws -> Void
    ) throws {
        let results = Results()
        let finished = DispatchSemaphore(value: 0)
        let start = ContinuousClock.now
        for client in 0..<clients {
            Thread.detachNewThread {
                results.append(try? Samples.of(count) { try body(client, $0) })
                finished.signal()
            }
        }
        for _ in 0..<clients { finished.wait() }
        let duration = start.duration(to: .now) / .seconds(1)
        precondition(results.all.count == clients, "a call failed")
        let rate = Double(clients * count) / duration
        report.add(items.size, operation, way, Samples.merged(results.all), perSecond: rate)
    }
}
