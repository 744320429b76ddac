// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

extension IntegrationTests {
    @Suite struct EnvironmentVariables {
        let home = TemporaryHome()
        static let notAvailable = KeychainError.Code.notAvailable.rawValue

        private func path(_ environment: [String: String], folder: String = "/") throws -> String? {
            try Probe.run(["path"], environment: environment, folder: folder)["path"]
        }

        @Test func homeFolder() throws {
            let name = "/.local/share/keychains/keychain-2.db"
            #expect(try path(["HOME": home.path]) == home.path + name)
            // Without one, and with one that is no path, the user database answers.
            let entry = try #require(getpwuid(geteuid()))
            let folder = String(cString: entry.pointee.pw_dir)
            #expect(try path([:]) == folder + name)
            #expect(try path(["HOME": ""]) == folder + name)
            #expect(try path(["HOME": "relative"]) == folder + name)
        }

        @Test func twoFoldersOfTheHome() throws {
            let report = try Probe.run(["where"], environment: ["HOME": home.path])
            #expect(report.status == 0 && report["group"] == "unsigned", "\(report)")
            let names = try home.files().keys.sorted()
            #expect(names.contains(".local/share/keychains/keychain-2.db"))
            #expect(names.contains(".local/state/keychains/device.key"))
        }

        @Test func baseDirectories() throws {
            let (data, state) = (home.path + "/d", home.path + "/s")
            let variables = ["HOME": home.path, "XDG_DATA_HOME": data, "XDG_STATE_HOME": state]
            let report = try Probe.run(["where"], environment: variables)
            #expect(report.status == 0, "\(report)")
            #expect(report["path"] == data + "/keychains/keychain-2.db")
            let names = try home.files().keys
            #expect(names.contains("s/keychains/device.key"))
            #expect(!names.contains { $0.hasPrefix(".local") })
            // A relative one does not count.
            #expect(
                try path(["HOME": home.path, "XDG_DATA_HOME": "relative"])
                    == home.path + "/.local/share/keychains/keychain-2.db")
        }

        /// The control of the program with raised privileges, which writes none.
        @Test func logOfFailingCalls() throws {
            let log = home.path + "/log"
            let report = try Probe.run(
                ["miss"], environment: ["HOME": home.path, "KEYCHAIN_LOG": log])
            #expect(report.status == KeychainError.Code.itemNotFound.rawValue, "\(report)")
            let lines = try String(contentsOfFile: log, encoding: .utf8)
            #expect(
                lines.contains("]: SecItemCopyMatching: errSecItemNotFound (-25300): "), "\(lines)")
            #expect(lines.contains(".swift:") && !lines.contains("Needle"), "\(lines)")
            _ = try Probe.run(["evaluate"], environment: ["HOME": home.path, "KEYCHAIN_LOG": log])
            let more = try String(contentsOfFile: log, encoding: .utf8)
            #expect(
                more.contains("]: LAContext.evaluatePolicy: errSecAuthFailed (-25293): "), "\(more)"
            )
        }

        @Test func ownHome() throws {
            #expect(
                try path(["HOME": "/nonexistent", "KEYCHAIN_HOME": home.path])
                    == home.path + "/keychains/keychain-2.db")
            let report = try Probe.run(
                ["where"], environment: ["HOME": "/nonexistent", "KEYCHAIN_HOME": "below"],
                folder: home.path)
            #expect(report.status == 0, "\(report)")
            #expect(report["path"] == home.path + "/below/keychains/keychain-2.db")
            #expect(try home.files().keys.contains("below/state/device.key"))
        }

        @Test(.enabled(if: isRoot, "needs root to become another user"))
        func unwritableHome() throws {
            chmod(home.path, 0o755)
            let report = try Probe.run(["where"], environment: ["HOME": home.path], user: nobody)
            #expect(report.status == Self.notAvailable, "\(report)")
            #expect(
                report.detail.contains(home.path) && report.detail.contains("Permission denied"))
            #expect(try home.files().isEmpty)
        }

        // MARK: The way that is written down

        @Test(arguments: ["securityd /run/securityd.sock", "securityd\t/s.sock\n"])
        func daemonIsWrittenDown(_ mode: String) throws {
            try home.write(mode, to: "keychains/mode")
            try expectNothingMade(
                ["KEYCHAIN_HOME": home.path], mentions: ".sock: securityd doesn't answer")
        }

        @Test(arguments: ["", "nonsense", "securityd", "embedded today", "securityd a b", "\u{0}"])
        func nonsenseIsWrittenDown(_ mode: String) throws {
            try home.write(mode, to: "keychains/mode")
            try expectNothingMade(
                ["KEYCHAIN_HOME": home.path], mentions: home.path + "/keychains/mode: must contain")
        }

        @Test func embeddedIsWrittenDown() throws {
            try home.write("embedded\n", to: "keychains/mode")
            let report = try Probe.run(["where"], environment: ["KEYCHAIN_HOME": home.path])
            #expect(report.status == 0, "\(report)")
        }

        @Test func socketVariable() throws {
            try home.write("embedded\n", to: "keychains/mode")
            try expectNothingMade(
                ["KEYCHAIN_HOME": home.path, "KEYCHAIN_SOCKET": "/run/nobody.sock"],
                mentions: "/run/nobody.sock")
        }

        private func expectNothingMade(
            _ environment: [String: String], mentions words: String,
            _ location: SourceLocation = #_sourceLocation
        ) throws {
            let report = try Probe.run(["where"], environment: environment)
            #expect(report.status == Self.notAvailable, "\(report)", sourceLocation: location)
            #expect(report.detail.contains(words), "\(report)", sourceLocation: location)
            #expect(try Array(home.files().keys) == ["keychains/mode"], sourceLocation: location)
        }
    }
}
