// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

extension IntegrationTests {
    @Suite struct CopiedStores {
        let test = TestKeychain()
        let other = TemporaryHome()

        private func copy(_ name: String) throws {
            try FileManager.default.copyItem(
                atPath: test.home.path + "/" + name, toPath: other.path + "/" + name)
        }

        @Test func wholeHome() throws {
            try test.keychain.add(.password(service: "s", account: "a", secret: "s/a"))
            for name in ["keychains", "state"] { try copy(name) }
            let report = try Probe.run(["find", other.path])
            #expect(report.status == 0 && report["count"] == "1", "\(report)")
            let moved = TestKeychain(home: other)
            try moved.keychain.add(.password(service: "s", account: "b", secret: "s/b"))
            #expect(try moved.everything().count == 2)
            moved.expectHealthy()
            #expect(try test.everything().count == 1)
        }

        /// Without its device key a store can't be used, and is left as it is.
        @Test func storeWithoutItsKey() throws {
            try test.keychain.add(.password(service: "s", account: "a", secret: "s/a"))
            try copy("keychains")
            try expectRefused(mentions: "is missing")
            #expect(!FileManager.default.fileExists(atPath: other.deviceKeyPath))
        }

        @Test func storeWithAnotherKey() throws {
            try test.keychain.add(.password(service: "s", account: "a", secret: "s/a"))
            let stranger = TestKeychain()
            try stranger.keychain.add(.password(service: "x"))
            try copy("keychains")
            try FileManager.default.copyItem(
                atPath: stranger.home.path + "/state", toPath: other.path + "/state")
            try expectRefused(mentions: "made under device key")
        }

        private func expectRefused(mentions words: String) throws {
            // Except for the generation: reading the file by itself makes all processes reopen it.
            func files() throws -> [String: Data] {
                try other.files().filter { $0.key != "keychains/keychain.lock" }
            }
            let before = try files()
            for arguments in [["find", other.path], ["create", other.path, "s"]] {
                let probe = try Probe(arguments)
                probe.go()
                let report = probe.finish()
                #expect(report.status == KeychainError.Code.notAvailable.rawValue, "\(report)")
                for part in [words, other.databasePath, other.deviceKeyPath] {
                    #expect(report.detail.contains(part), "\(report)")
                }
            }
            let keychain = Keychain(home: other.path)
            #expect { try keychain.repair() } throws: { KeychainError.Code.notAvailable ~= $0 }
            #expect(keychain.diagnose().contains { $0.isProblem && $0.text.contains(words) })
            #expect(try files() == before)
        }

        /// Where nothing can be written a search works, and a change says why it does not.
        @Test(.enabled(if: isRoot, "needs root to become another user"), arguments: [false, true])
        func readOnlyFolder(_ filesToo: Bool) throws {
            chown(other.path, nobody, nobody)
            let made = try Probe.run(
                ["where"], environment: ["KEYCHAIN_HOME": other.path], user: nobody)
            #expect(made.status == 0, "\(made)")
            for name in try FileManager.default.contentsOfDirectory(
                atPath: other.path + "/keychains") where filesToo
            {
                chmod(other.path + "/keychains/" + name, 0o400)
            }
            chmod(other.path + "/keychains", 0o500)
            defer { chmod(other.path + "/keychains", 0o700) }
            let found = try Probe.run(["find", other.path], user: nobody)
            #expect(found.status == 0 && found["count"] == "1", "\(found)")
            guard filesToo else { return }
            let before = try other.files()
            let probe = try Probe(["create", other.path, "s"], user: nobody)
            probe.go()
            let refused = probe.finish()
            #expect(refused.status == KeychainError.Code.readOnly.rawValue, "\(refused)")
            #expect(refused.detail.contains(other.path + "/keychains"), "\(refused)")
            #expect(try other.files() == before)
        }
    }
}
