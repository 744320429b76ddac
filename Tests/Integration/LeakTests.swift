// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Testing

extension IntegrationTests {
    /// A secret that can be recognised is stored and found, let go of, and then looked for.
    ///
    /// The promise is about our own copies. What a caller gives as `NSData` or text, and what it
    /// makes of a result, lies in memory that is the caller's and Foundation's.
    @Suite struct Leaks {
        let home = TemporaryHome()

        private func run(_ scenario: String, bytes: Int = 64) throws -> Report {
            let report = try Probe.run(
                ["leak", home.path, scenario, "\(bytes)"],
                environment: ["KEYCHAIN_HOME": home.path])
            #expect(report.complaints.isEmpty && report.lines.last == "scanned", "\(report)")
            return report
        }

        private func found(_ report: Report) -> [String] {
            report.lines.filter { $0.hasPrefix("found ") }
        }

        /// Ciphers treat whole blocks, several blocks and the rest of one each in their own way.
        @Test(
            arguments: ["typed", "found", "dictionary", "found by dictionary"], [64, 192, 560])
        func nothingIsLeft(_ scenario: String, _ bytes: Int) throws {
            let report = try run(scenario, bytes: bytes)
            #expect(found(report).isEmpty, "\(report)")
        }

        /// The controls: a kept copy is found.
        @Test(arguments: ["kept copy", "kept device key"])
        func aKeptCopyIsCaught(_ scenario: String) throws {
            let report = try run(scenario)
            #expect(found(report).contains { $0.hasPrefix("found [heap]") }, "\(report)")
        }

        @Test func heldSecretsLieInLockedMemory() throws {
            // Four windows of one copy.
            #expect(try found(run("held")) == ["found locked 4"])
        }

        @Test func theDeviceKeyIsNotKept() throws {
            let report = try run("device key")
            #expect(found(report).isEmpty, "\(report)")
        }

        @Test(arguments: [64, 560, 200_000])
        func aBackupLeavesNothing(_ bytes: Int) throws {
            let report = try run("backup", bytes: bytes)
            #expect(found(report).isEmpty, "\(report)")
        }

        @Test func keysLieInTheArenaOnly() throws {
            let report = try run("derived keys")
            // Those of the keybag, and of the columns of one class.
            #expect((Int(report["keys"] ?? "") ?? 0) > 40, "\(report)")
            #expect(found(report).isEmpty, "\(report)")
        }

        /// The numbers of a private key, in either order of bytes: one of a curve, six of RSA.
        @Test(arguments: [
            "stored P-256", "stored P-521", "stored RSA", "released P-256", "released RSA",
            "file P-256", "file RSA",
        ])
        func nothingIsLeftOfAPrivateKey(_ scenario: String) throws {
            let report = try run(scenario)
            #expect(report["numbers"] == (scenario.hasSuffix("RSA") ? "12" : "2"))
            #expect(found(report).isEmpty, "\(report)")
        }

        /// The control: a key in memory is found in libcrypto and in locked memory.
        @Test(arguments: ["kept P-256", "kept RSA"])
        func aPrivateKeyInMemoryIsCaught(_ scenario: String) throws {
            let report = try run(scenario)
            #expect(found(report).contains { $0.hasPrefix("found [heap]") }, "\(report)")
            #expect(found(report).contains { $0.hasPrefix("found locked") }, "\(report)")
        }

        @Test func filesHoldNoSecret() throws {
            let report = try run("file")
            let digits = try #require(report["canary"])
            let canary = Data(
                stride(from: 0, to: digits.count, by: 2).map { index in
                    UInt8(digits.dropFirst(index).prefix(2), radix: 16)!
                })
            let files = try home.files()
            #expect(files.count >= 4)
            for (name, contents) in files {
                for start in stride(from: 0, to: canary.count, by: 16) {
                    let part = canary[start..<start + 16]
                    #expect(contents.range(of: part) == nil, "\(name)")
                    #expect(contents.range(of: part.base64EncodedData()) == nil, "\(name)")
                }
                #expect(contents.range(of: Data(digits.utf8)) == nil, "\(name)")
            }
        }
    }
}
