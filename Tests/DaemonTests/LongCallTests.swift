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
    private static let count = 8000
    private static let query = try! Query.password([.service: .string("many")], limit: .all)

    private func withItems(
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
            RemoteAddress(socket: daemon.socket, home: daemon.home), patience: .milliseconds(400))
        try body(daemon, Keychain(home: home.path, service: service))
    }

    /// securityd says that it is still searching, and other programs write in between.
    @Test func aFindOfAllItemsTakesItsTime() throws {
        try withItems { (daemon: TestDaemon, keychain: Keychain) throws in
            let written = Mutex(0)
            let isOver = Atomic(false)
            let done = DispatchSemaphore(value: 0)
            let writer = Keychain(
                home: String(daemon.home.directory.dropLast("/keychains".count)),
                service: daemon.remote)
            Thread.detachNewThread {
                while !isOver.load(ordering: .relaxed) {
                    if (try? writer.add(.password(service: "other", account: UUID().uuidString)))
                        != nil
                    {
                        written.withLock { $0 += 1 }
                    }
                    usleep(10_000)
                }
                done.signal()
            }
            let start = ContinuousClock.now
            let found = try keychain.find(Self.query, returning: [.attributes, .secret])
            let time = start.duration(to: .now)
            isOver.store(true, ordering: .relaxed)
            done.wait()
            #expect(found.count == Self.count)
            #expect(Set(found.compactMap { $0[.account]?.text }).count == Self.count)
            #expect(time > .milliseconds(400), "\(time): not a test of a long call")
            #expect(written.withLock { $0 } > 0)
        }
    }

    @Test func changesOfAllItemsTakeTheirTime() throws {
        try withItems { (_: TestDaemon, keychain: Keychain) throws in
            let start = ContinuousClock.now
            #expect(try keychain.update(Self.query, Change([.label: .string("l")])) == Self.count)
            #expect(try keychain.delete(Self.query) == Self.count)
            let time = start.duration(to: .now)
            #expect(time > .milliseconds(800), "\(time): not a test of a long call")
        }
    }

    /// What a call finds needs room before the reply is complete.
    @Test func foundItemsShareTheRoomOfReplies() throws {
        try withItems({ $0.mostLongBytes = 1 << 20 }) {
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
