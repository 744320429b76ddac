// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainRemote
import SwiftKeychainService
import Synchronization
import Testing

/// Calls of many clients, and a securityd that is killed under them. `KEYCHAIN_TEST_SCALE=10` does ten
/// times as much.
@Suite(.serialized) struct SecuritydLoadTests {
    private static let scale =
        Int(ProcessInfo.processInfo.environment["KEYCHAIN_TEST_SCALE"] ?? "") ?? 1

    @Test func nothingAcknowledgedIsLostWhenItIsKilled() throws {
        let daemon = try SecuritydProcess()
        let keychain = daemon.keychain
        let acknowledged = Mutex<[String]>([])
        let isOver = Atomic(false)
        let writers = (0..<4).map { writer in
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                var number = 0
                while !isOver.load(ordering: .relaxed) {
                    let account = "\(writer)-\(number)"
                    number += 1
                    if let item = try? NewItem.password(service: "load", account: account),
                        (try? keychain.add(item)) != nil
                    {
                        acknowledged.withLock { $0.append(account) }
                    } else {
                        // It is being started again.
                        usleep(5_000)
                    }
                }
                done.signal()
            }
            return done
        }
        for _ in 0..<10 * Self.scale {
            usleep(UInt32.random(in: 5_000...40_000))
            try daemon.crash()
        }
        isOver.store(true, ordering: .relaxed)
        writers.forEach { $0.wait() }
        // Without securityd, which must answer within five seconds however many items there are.
        #expect(daemon.stop() == 0)
        let store = Keychain(home: daemon.home.path)
        let found = try store.find(
            .password([.service: .string("load")], limit: .all), returning: .attributes)
        let stored = Set(found.compactMap { $0[.account]?.text })
        let names = acknowledged.withLock { $0 }
        print("\(10 * Self.scale) kills: \(names.count) acknowledged, \(stored.count) stored")
        #expect(names.count > 10)
        #expect(Set(names).subtracting(stored).isEmpty)
        let problems = store.diagnose().filter(\.isProblem)
        #expect(problems.isEmpty, "\(problems)")
    }

    /// In a process of its own, as other tests open descriptors, too.
    @Test func clientsThatMixCallsFinish() async {
        await #expect(processExitsWith: .success) { try SecuritydLoadTests().mixCalls() }
    }

    private func mixCalls() throws {
        let home = TemporaryHome()
        let daemon = try TestDaemon(home: home.path)
        defer { daemon.stop() }
        let keychain = Keychain(home: home.path, service: daemon.remote)
        _ = try keychain.add(.password(service: "first"))
        @Sendable func round(_ client: Int) throws {
            let name = "client-\(client)"
            let query = try Query.password([.service: .string(name)], limit: .all)
            for number in 0..<20 * Self.scale {
                _ = try keychain.add(.password(service: name, account: "\(number)"))
                let found = try keychain.find(query)
                #expect(found.count == 1)
                _ = try keychain.update(query, Change([.label: .string("l")]))
                #expect(try keychain.delete(query) == 1)
            }
        }
        @Sendable func all() {
            DispatchQueue.concurrentPerform(iterations: 8) { client in
                #expect(throws: Never.self) { try round(client) }
            }
        }
        all()
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        all()
        all()
        let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        // Connections and databases are kept for the next call, up to a limit.
        #expect(after < before + 80)
        #expect(try keychain.find(.password([:], limit: .all)).count == 1)
    }

    @Test func addsAtTheSameTimeAreCountedAndRefusedEachByItself() throws {
        let home = TemporaryHome()
        let daemon = try TestDaemon(home: home.path)
        defer { daemon.stop() }
        let keychain = Keychain(home: home.path, service: daemon.remote)
        _ = try keychain.add(.password(service: "first"))
        let added = Mutex<[Int: Int]>([:])
        DispatchQueue.concurrentPerform(iterations: 8) { client in
            for number in 0..<20 {
                // Every client adds the same items; each is new once.
                guard let item = try? NewItem.password(service: "same", account: "\(number)"),
                    (try? keychain.add(item)) != nil
                else { continue }
                added.withLock { $0[number, default: 0] += 1 }
            }
        }
        #expect(added.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, 1) }))
        #expect(try keychain.find(.password([:], limit: .all)).count == 21)
        let problems = keychain.diagnose().filter(\.isProblem)
        #expect(problems.isEmpty, "\(problems)")
    }

    @Test func theConfigurationLeadsThere() throws {
        let home = TemporaryHome()
        let keychain = Keychain(location: Location(home: home.path))
        let daemon = try TestDaemon(home: home.path)
        defer { daemon.stop() }
        try ServiceMode.securityd(socket: daemon.socket).write(for: Location(home: home.path))
        _ = try keychain.add(.password(service: "a"))
        #expect(try keychain.find(.password([:])).count == 1)
        let mode = keychain.diagnose().first { $0.subject == "mode" }
        #expect(mode?.text == "securityd at \(daemon.socket)")
    }

    @Test func aProgramFollowsTheConfigurationThatItRemembers() throws {
        let home = TemporaryHome()
        let location = Location(home: home.path)
        let keychain = Keychain(location: location)
        let daemon = try TestDaemon(home: home.path)
        try ServiceMode.securityd(socket: daemon.socket).write(for: location)
        _ = try keychain.add(.password(service: "a"))
        // A file that has just changed isn't remembered yet.
        sleep(3)
        for _ in 0..<2 { #expect(try keychain.find(.password([:])).count == 1) }
        daemon.stop()
        // Written in place, with the same length.
        let path = location.directory + "/mode"
        let other = String(daemon.socket.dropLast()) + "x"
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.write(contentsOf: Data("securityd \(other)\n".utf8))
        try handle.close()
        let error = #expect(throws: KeychainError.self) { try keychain.find(.password([:])) }
        #expect(error?.detail.contains(other) == true)
        try ServiceMode.embedded.write(for: location)
        #expect(try keychain.find(.password([:])).count == 1)
    }

    @Test func aProgramThatHadTheStoreOpenFollowsTheConfiguration() throws {
        let home = TemporaryHome()
        let keychain = Keychain(location: Location(home: home.path))
        _ = try keychain.add(.password(service: "a"))
        let daemon = try TestDaemon(home: home.path)
        defer { daemon.stop() }
        try ServiceMode.securityd(socket: daemon.socket).write(for: Location(home: home.path))
        #expect(try keychain.find(.password([:])).count == 1)
    }
}
