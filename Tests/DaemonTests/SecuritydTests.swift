// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem
import Testing

@Suite(.serialized) struct SecuritydTests {
    @Test func aProcessServesThePasswordsOfItsUser() throws {
        let daemon = try SecuritydProcess()
        _ = try daemon.keychain.add(.password(service: "a", secret: "s"))
        let found = try daemon.keychain.find(
            .password([.service: .string("a")]), returning: .secret)
        #expect(found.map { $0.secret?.copied } == [Array("s".utf8)])
        // The program doesn't reach the store past securityd.
        let embedded = Keychain(home: daemon.home.path)
        #expect { try embedded.find(.password([:])) } throws: {
            KeychainError.Code.notAvailable ~= $0
        }
        #expect(daemon.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: daemon.socket))
        #expect(try embedded.find(.password([:])).count == 1)
    }

    /// A copy of the file alone has every item, after a moment and when securityd has stopped.
    @Test func theLogIsEmptied() throws {
        let daemon = try SecuritydProcess()
        let log = daemon.location.databasePath + "-wal"
        func bytes() throws -> Int? { try System.status(log)?.st_size }
        _ = try daemon.keychain.add(.password(service: "a"))
        for _ in 0..<6000 where try bytes() != 0 { usleep(10_000) }
        #expect(try bytes() == 0)
        _ = try daemon.keychain.add(.password(service: "b"))
        #expect(daemon.stop() == 0)
        #expect(try bytes() == 0)
    }

    @Test func theNextCallReachesANewProcess() throws {
        let daemon = try SecuritydProcess()
        _ = try daemon.keychain.add(.password(service: "a"))
        daemon.kill()
        let error = #expect(throws: KeychainError.self) {
            try daemon.keychain.find(.password([:]))
        }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.hasPrefix(daemon.socket + ": ") == true)
        try daemon.crash()
        #expect(try daemon.keychain.find(.password([:])).count == 1)
    }

    @Test func aStoppedProcessIsGivenUp() throws {
        let daemon = try SecuritydProcess()
        _ = try daemon.keychain.add(.password(service: "a"))
        let number = daemon.process.processIdentifier
        kill(number, SIGSTOP)
        // Until every thread has stopped.
        var stopped = siginfo_t()
        #expect(waitid(P_PID, id_t(number), &stopped, WSTOPPED | WNOWAIT) == 0)
        let start = ContinuousClock.now
        #expect { try daemon.keychain.find(.password([:])) } throws: {
            KeychainError.Code.notAvailable ~= $0
        }
        #expect(start.duration(to: .now) < .seconds(60))
        kill(daemon.process.processIdentifier, SIGCONT)
        #expect(try daemon.keychain.find(.password([:])).count == 1)
    }

    @Test func nothingIsMadeWithoutSecurityd() throws {
        let home = TemporaryHome()
        let keychain = Keychain(
            home: home.path,
            service: RemoteService(
                RemoteAddress(socket: home.path + "/s", home: Location(home: home.path))))
        let error = #expect(throws: KeychainError.self) { try keychain.find(.password([:])) }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.hasPrefix(home.path + "/s: ") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
    }

    @Test func theLongestSecretIsServed() throws {
        let home = TemporaryHome()
        let daemon = try TestDaemon(home: home.path)
        defer { daemon.stop() }
        let keychain = Keychain(home: home.path, service: daemon.remote)
        try keychain.add(
            NewItem(
                .genericPassword, attributes: [.service: .string("long")],
                secret: SecretBytes(count: Limits.secretBytes) { _ in }))
        let query = try Query.password([.service: .string("long")])
        let found = try keychain.find(query, returning: .secret)
        #expect(found.first?.secret?.count == Limits.secretBytes)
        // A longer one, which no item has, isn't sent.
        let longer = SecretBytes(count: Message.longestSecret + 1) { _ in }
        let reply = daemon.remote.perform(
            Request(.verify(longer), at: daemon.home), from: .unsigned)
        guard case .failed(let error) = reply else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == .parameter)
        #expect(error.detail == "\(daemon.socket): the request is too long")
    }

    @Test func aSecondSecuritydForOneStoreIsRefused() throws {
        let home = TemporaryHome()
        let first = try TestDaemon(home: home.path)
        defer { first.stop() }
        let error = #expect(throws: KeychainError.self) { try TestDaemon(home: home.path) }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.hasPrefix(home.databasePath + ": ") == true)
    }

    @Test func aSocketThatAKilledProcessLeftIsReplaced() throws {
        let daemon = try SecuritydProcess()
        daemon.kill()
        #expect(FileManager.default.fileExists(atPath: daemon.socket))
        try daemon.crash()
        _ = try daemon.keychain.add(.password(service: "a"))
        let other = TemporaryHome()
        let error = #expect(throws: KeychainError.self) {
            _ = try TestDaemon(home: other.path) { $0.socket = daemon.socket }
        }
        #expect(error?.detail == "\(daemon.socket): another securityd answers there")
    }

    @Test func aFolderThatOthersMayWriteIsRefused() throws {
        let home = TemporaryHome()
        let daemon = try TestDaemon(home: home.path)
        defer { daemon.stop() }
        chmod(home.path + "/run", 0o770)
        daemon.remote.disconnect()
        let error = #expect(throws: KeychainError.self) {
            try daemon.keychain().find(.password([:]))
        }
        #expect(error?.detail.contains("other users can write its folder (mode 0770)") == true)
        #expect {
            try TestDaemon(home: TemporaryHome().path) { $0.socket = home.path + "/run/b" }
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    @Test func placesAreTheOnesThatAreKept() throws {
        let home = TemporaryHome()
        let daemon = try TestDaemon(home: home.path)
        defer { daemon.stop() }
        func failure(_ location: Location) -> KeychainError? {
            let reply = daemon.remote.perform(
                Request(.status, at: location), from: .unsigned, progress: nil)
            guard case .failed(let error) = reply else { return nil }
            return error
        }
        let (folder, key) = (home.path + "/keychains", home.deviceKeyPath)
        func named(_ name: String) -> Location {
            Location(directory: folder, fileName: name, deviceKeyPath: key)
        }
        #expect(failure(named("other.keychain-db")) == nil)
        for name in ["../x", "..", "", "mode", "keychain-2.db-wal", "keychain.lock"] {
            #expect(failure(named(name))?.code == .parameter, "\(name)")
        }
        let foreign = Location(directory: folder, deviceKeyPath: "/elsewhere/key")
        #expect(failure(foreign)?.code == .notAvailable)
    }

    @Test func aDamagedStoreIsRepairedAtStart() throws {
        let home = TemporaryHome()
        _ = try Keychain(home: home.path).add(.password(service: "a"))
        _ = try Keychain(home: home.path).find(.password([:]))
        let log = home.databasePath + "-wal"
        try? FileManager.default.removeItem(atPath: log)
        let file = try #require(FileHandle(forUpdatingAtPath: home.databasePath))
        try file.write(contentsOf: Data(repeating: 0xff, count: 4096))
        try file.close()
        let daemon = try SecuritydProcess(home: home)
        _ = try daemon.keychain.add(.password(service: "b"))
        let kept = try FileManager.default.contentsOfDirectory(atPath: home.path + "/keychains")
        #expect(kept.contains { $0.hasPrefix("keychain-2.db.damaged-") })
    }
}
