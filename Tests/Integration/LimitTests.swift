// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

extension IntegrationTests {
    /// What a process may not exceed is an error of the call, and ends no process.
    @Suite struct Limits {
        let home = TemporaryHome()

        private func run(_ line: String, environment: [String: String] = [:]) throws -> Report {
            try Probe.run(
                ["-c", line, Probe.executable],
                environment: ["KEYCHAIN_HOME": home.path, "PATH": "/usr/bin:/bin:/usr/sbin"],
                executable: "/bin/sh")
        }

        /// Of files that grow: the device key, the new database, the log of one that is there.
        @Test(arguments: [0, 1, 16, 64]) func sizesOfFiles(_ blocks: Int) throws {
            let limited = "ulimit -f \(blocks); exec \"$0\" where"
            var report = try run(limited)
            #expect(report.exit == 0, "\(report)")
            #expect(report.status == KeychainError.Code.diskFull.rawValue, "\(report)")
            #expect(try run("exec \"$0\" where").status == 0)
            report = try run(limited)
            #expect(report.exit == 0, "\(report)")
            #expect(try Probe.run(["find", home.path]).status == 0)
        }

        /// A file system that takes no more files, and has room.
        @Test(.enabled(if: isRoot, "needs a mount namespace of its own"))
        func inodes() throws {
            var told = 0
            for count in 2...12 {
                let report = try run(
                    "mkdir -p \"$KEYCHAIN_HOME\"; exec unshare -m sh -c 'mount -t tmpfs -o "
                        + "nr_inodes=\(count),size=64m none \"$KEYCHAIN_HOME\" && exec \"$0\" where'"
                        + " \"$0\"")
                #expect(report.exit == 0, "\(report)")
                if report.status == 0 { continue }
                #expect(
                    report.status == KeychainError.Code.diskFull.rawValue, "\(count): \(report)")
                #expect(report.detail.contains("no inodes are left"), "\(count): \(report)")
                told += 1
            }
            #expect(told > 3)
        }
    }
}
