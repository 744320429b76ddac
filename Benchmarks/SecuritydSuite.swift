import Foundation
import Security
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainRemote
import SwiftKeychainService

/// The time of finds and durable adds through securityd, on a thread of its own in this process, beside
/// the same calls without it.
struct SecuritydSuite {
    let items: SampleItems
    let home: String

    func run(into report: inout Report) throws {
        let size = items.size
        let embedded = Keychain(home: home, groups: nil)
        report.add(size, "add, durable, 8 threads", "typed", try adds(embedded, clients: 8, "e"))

        let socket = home + "/run/securityd.sock"
        let daemon = try Daemon(
            Daemon.Configuration(mode: .user, socket: socket, home: Location(home: home)))
        Thread.detachNewThread { daemon.run() }
        defer { daemon.stop() }
        let service = RemoteService(RemoteAddress(socket: socket, home: Location(home: home)))
        let keychain = Keychain(home: home, service: service)
        report.add(size, "find, securityd", "typed", try finds(keychain, clients: 1))
        report.add(size, "find, securityd, 8 clients", "typed", try finds(keychain, clients: 8))
        report.add(size, "find, securityd", "SecItem", try copies(keychain, clients: 1))
        report.add(size, "find, securityd, 8 clients", "SecItem", try copies(keychain, clients: 8))
        report.add(size, "add, securityd", "typed", try adds(keychain, clients: 1, "s"))
        report.add(size, "add, securityd, 8 clients", "typed", try adds(keychain, clients: 8, "t"))
    }

    private func finds(_ keychain: Keychain, clients: Int) throws -> Samples {
        try concurrently(clients, 2_000) { client, index in
            let found = try keychain.find(items.query(items.scattered(index &* 31 &+ client)))
            precondition(found[0].secret?.count == items.secret.count)
        }
    }

    private func copies(_ keychain: Keychain, clients: Int) throws -> Samples {
        try concurrently(clients, 2_000) { client, index in
            let query = items.dictionary(items.scattered(index &* 31 &+ client))
            var result: CFTypeRef?
            let status = Keychain.$override.withValue(keychain) {
                SecItemCopyMatching(query, &result)
            }
            precondition(status == errSecSuccess)
        }
    }

    private func adds(_ keychain: Keychain, clients: Int, _ name: String) throws -> Samples {
        try concurrently(clients, 200) { client, index in
            _ = try keychain.add(items.item("new", "\(name)-\(clients)-\(client)-\(index)"))
        }
    }

    private func concurrently(
        _ clients: Int, _ count: Int, _ body: @Sendable (_ client: Int, _ index: Int) throws -> Void
    ) throws -> Samples {
        let results = Results()
        DispatchQueue.concurrentPerform(iterations: clients) { client in
            results.append(try? Samples.of(count) { try body(client, $0) })
        }
        precondition(results.all.count == clients, "a call failed")
        return Samples.merged(results.all)
    }
}
