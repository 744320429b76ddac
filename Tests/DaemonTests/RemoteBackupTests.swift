// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainRemote
import SwiftKeychainSealing
import SwiftKeychainService
import Testing

/// Backups through securityd: the file is the program's.
@Suite struct RemoteBackupTests {
    private let home = TemporaryHome()
    private let passphrase = SecretBytes(copying: "p".utf8)
    private var path: String { home.path + "/archive" }

    private func daemon(
        _ mode: DaemonMode, _ configure: (inout Daemon.Configuration) -> Void = { _ in }
    ) throws -> TestDaemon {
        try TestDaemon(home: home.path) {
            $0.mode = mode
            if mode == .system {
                $0.home = nil
                $0.stores = home.path + "/stores"
            }
            configure(&$0)
        }
    }

    private func keychain(_ daemon: TestDaemon) -> Keychain {
        Keychain(home: home.path, service: daemon.remote)
    }

    @Test(arguments: [DaemonMode.user, .system])
    func itemsAreRestored(_ mode: DaemonMode) throws {
        let daemon = try daemon(mode)
        defer { daemon.stop() }
        let keychain = keychain(daemon)
        let secrets = (0..<300).map { String(repeating: "\($0) ", count: 100) }
        for secret in secrets {
            _ = try keychain.add(.password(service: "s", account: secret, secret: secret))
        }
        let tally = try keychain.backUp(to: path, passphrase: passphrase, cost: .leastArchive)
        #expect(tally.items == 300)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        // Longer than a frame for which nothing is claimed.
        #expect((attributes[.size] as? Int ?? 0) > FrameReader.shortBytes)

        let query = try Query.password([.service: .string("s")], limit: .all)
        #expect(try keychain.delete(query) == 300)
        let restored = try keychain.restore(from: path, passphrase: passphrase)
        #expect(restored.added == 300)
        let found = try keychain.find(query, returning: [.attributes, .secret])
        #expect(
            Set(found.map { $0.secret?.copied }) == Set(secrets.map { Array($0.utf8) }))
    }

    @Test(arguments: [DaemonMode.user, .system])
    func aBackupThatFailsLeavesNoFile(_ mode: DaemonMode) throws {
        let daemon = try daemon(mode)
        defer { daemon.stop() }
        let error = #expect(throws: KeychainError.self) {
            try keychain(daemon).backUp(to: path, passphrase: passphrase, cost: .leastArchive)
        }
        #expect(error?.code == .noSuchKeychain)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [DaemonMode.user, .system])
    func securitydOpensNoFileForAProgram(_ mode: DaemonMode) throws {
        let daemon = try daemon(mode)
        defer { daemon.stop() }
        _ = try keychain(daemon).add(.password(service: "s", secret: "s"))
        let client = try RawClient(daemon.socket)
        try client.open(daemon.home)
        for archive in [
            Request.Operation.backUp(ArchiveRequest(.file(path), passphrase: passphrase)),
            .restore(ArchiveRequest(.file("/etc/passwd"), passphrase: passphrase)),
        ] {
            client.send(
                .request(SentRequest(Request(archive, at: daemon.home)).encoded, groups: []))
            guard case .reply(let reply)? = try client.receive(),
                case .failed(let error) = try Reply(decoding: reply)
            else {
                Issue.record("not refused")
                continue
            }
            #expect(error.code == .notAvailable)
            #expect(error.detail.contains("opens no archives"))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// All programs of the user obey them, so that the administrator says which may change them.
    @Test(arguments: [DaemonMode.user, .system])
    func trustSettingsAreRestoredWhereTheProgramMayChangeThem(_ mode: DaemonMode) throws {
        let daemon = try daemon(mode)
        defer { daemon.stop() }
        let keychain = keychain(daemon)
        _ = try keychain.add(.password(service: "s", secret: "s"))
        _ = try keychain.backUp(to: path, passphrase: passphrase, cost: .leastArchive)
        func restore() throws -> Int {
            try keychain.restore(from: path, passphrase: passphrase, withTrust: true).kept
        }
        switch mode {
        case .user: #expect(try restore() == 1)
        case .system:
            #expect { try restore() } throws: { KeychainError.Code.missingEntitlement ~= $0 }
        }
    }

    /// Half of the bytes are for one user, and a derivation of least cost takes 64 MiB.
    @Test func theMemoryOfADerivationIsClaimed() throws {
        let daemon = try daemon(.system) { $0.mostLongBytes = 200 << 20 }
        defer { daemon.stop() }
        let keychain = keychain(daemon)
        _ = try keychain.add(.password(service: "s", secret: "s"))
        for _ in 0..<2 {
            _ = try keychain.backUp(to: path, passphrase: passphrase, cost: .leastArchive)
            try keychain.restore(from: path, passphrase: passphrase)
        }
        #expect { try keychain.backUp(to: path, passphrase: passphrase) } throws: {
            KeychainError.Code.notAvailable ~= $0
        }
    }
}
