// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainRemote
import SwiftKeychainService
import Synchronization
import Testing

/// Calls that take longer than securityd may be silent. One at a time with those that measure memory.
extension HostileClientTests {
    private static let count = 2000
    private static let query = try! Query.password([.service: .string("many")], limit: .all)

    private func withItems(
        patience: Duration = .milliseconds(400),
        _ configure: (inout Daemon.Configuration) -> Void = { _ in },
        _ body: (TestDaemon, Keychain) throws -> Void
    ) throws {
        let items = try (0..<Self.count).map {
            [try NewItem.password(service: "many", account: "\($0)", secret: "s")]
        }
        guard
            case .stored = EmbeddedService().perform(
                Request(.add(items, duplicates: .refused), at: Location(home: home.path)),
                from: .unsigned)
        else {
            Issue.record("not added")
            return
        }
        Engines.forget(Location(home: home.path))
        let daemon = try TestDaemon(home: home.path, configure)
        defer { daemon.stop() }
        let service = RemoteService(
            RemoteAddress(socket: daemon.socket, home: daemon.home), patience: patience)
        try body(daemon, Keychain(home: home.path, service: service))
    }

    /// Sends a request to a securityd that tells of each step, and returns how often it did.
    private func reports(
        of operation: Request.Operation, _ daemon: TestDaemon, _ first: @escaping () -> Void = {}
    ) throws -> (count: Int, reply: Reply) {
        let count = Mutex(0)
        nonisolated(unsafe) let first = first
        let reply = RemoteService(RemoteAddress(socket: daemon.socket, home: daemon.home)).perform(
            Request(operation, at: daemon.home), from: .unsigned
        ) { (_, _) in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { first() }
        }
        return (count.withLock { $0 }, reply)
    }

    /// securityd says that it is still searching, and other programs write in between.
    @Test func aFindOfAllItemsTakesItsTime() throws {
        try withItems({ $0.silence = .zero }) { (daemon: TestDaemon, keychain: Keychain) throws in
            let find = Find(
                Self.query, returning: [.attributes, .secret], skips: false)
            let writer = Keychain(home: home.path, service: daemon.remote)
            let (count, reply) = try reports(of: .find(find), daemon) {
                #expect(throws: Never.self) {
                    try writer.add(.password(service: "other", account: "a"))
                }
            }
            guard case .items(let found) = reply else { throw Failure(reply: "\(reply)") }
            #expect(found.count == Self.count)
            #expect(Set(found.compactMap { $0[.account]?.text }).count == Self.count)
            #expect(count > 1)
            #expect(try keychain.find(.password([.service: .string("other")])).count == 1)
        }
    }

    private struct Failure: Error {
        let reply: String
    }

    @Test func changesOfAllItemsTakeTheirTime() throws {
        try withItems({ $0.silence = .zero }) { (daemon: TestDaemon, _: Keychain) throws in
            let change = try Change([.label: .string("l")])
            for operation in [Request.Operation.update(Self.query, change), .delete(Self.query)] {
                let (count, reply) = try reports(of: operation, daemon)
                guard case .count(Self.count) = reply else { throw Failure(reply: "\(reply)") }
                #expect(count > 1)
            }
        }
    }

    /// What a call finds needs room before the reply is complete, and more than its bytes in the store.
    @Test func foundItemsShareTheRoomOfReplies() throws {
        try withItems(patience: .seconds(60), { $0.mostLongBytes = 4 << 20 }) {
            (_: TestDaemon, keychain: Keychain) throws in
            let error = #expect(throws: KeychainError.self) {
                try keychain.find(Self.query, returning: [.attributes, .secret])
            }
            #expect(error?.code == .notAvailable)
            #expect(error?.detail.contains("ask for fewer items at a time") == true)
            #expect(try keychain.find(.password([:])).count == 1)
        }
    }
}
