// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

extension IntegrationTests {
    @Suite struct EntitlementFiles {
        let home = TemporaryHome()
        static let denied = KeychainError.Code.missingEntitlement.rawValue

        private func plist(_ groups: String) -> String {
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>keychain-access-groups</key>
            <array>\(groups)</array></dict></plist>
            """
        }

        private func runNaming(_ contents: Data?) throws -> Report {
            let file = home.path + "/named.plist"
            try contents?.write(to: URL(fileURLWithPath: file))
            return try Probe.run(
                ["where"],
                environment: ["KEYCHAIN_HOME": home.path, "KEYCHAIN_ENTITLEMENTS": file])
        }

        @Test func xmlAndBinary() throws {
            let text = Data(plist("<string>first</string><string>second</string>").utf8)
            #expect(try runNaming(text)["group"] == "first")
            let value = ["keychain-access-groups": ["binary"]]
            let binary = try PropertyListSerialization.data(
                fromPropertyList: value, format: .binary, options: 0)
            #expect(try runNaming(binary)["group"] == "binary")
        }

        /// A program that may use every group still has one for what it adds.
        @Test func everyGroup() throws {
            #expect(try runNaming(Data(plist("<string>*</string>").utf8))["group"] == "unsigned")
            let both = Data(plist("<string>*</string><string>own</string>").utf8)
            let report = try runNaming(both)
            #expect(report["group"] == "own", "\(report)")
        }

        @Test func brokenFilesGrantNothing() throws {
            let broken = [
                Data(), Data("not a list".utf8), Data(plist("<integer>1</integer>").utf8),
                Data(plist("<string>cut").utf8), Data("bplist00".utf8),
            ]
            for contents in broken {
                let report = try runNaming(contents)
                #expect(report.status == Self.denied, "\(report)")
            }
            #expect(try home.files().keys.sorted() == ["named.plist"], "no store was made")
        }

        /// What `SecTask` says of the running program.
        @Test func theProgramReadsItsEntitlements() throws {
            let list = """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict><key>application-identifier</key>
                <string>ABCDE12345.org.example.app</string><key>keychain-access-groups</key>
                <array><string>$(AppIdentifierPrefix)shared</string></array>
                <key>com.apple.security.network.client</key><true/></dict></plist>
                """
            try home.write(list, to: "list")
            let named = ["KEYCHAIN_HOME": home.path, "KEYCHAIN_ENTITLEMENTS": home.path + "/list"]
            var report = try Probe.run(
                ["entitlement", "keychain-access-groups"], environment: named)
            #expect(report.lines.joined().contains("ABCDE12345.shared"), "\(report)")
            #expect(report["several"] == "1" && report["identifier"] == "org.example.app")
            #expect(report.status == -50, "\(report)")
            report = try Probe.run(
                ["entitlement", "com.apple.security.network.client"], environment: named)
            #expect(["1", "true"].contains(report["value"]), "\(report)")
            report = try Probe.run(
                ["entitlement", "absent"], environment: ["KEYCHAIN_HOME": home.path])
            #expect(report["value"] == "none" && report["several"] == "0", "\(report)")
            #expect(report["identifier"] == "KeychainProbe", "\(report)")
            try home.write("broken", to: "list")
            report = try Probe.run(["entitlement", "absent"], environment: named)
            #expect(report["task"] == "none", "\(report)")
        }

        @Test func noGroupsGrantNothing() throws {
            #expect(try runNaming(Data(plist("").utf8)).status == Self.denied)
            #expect(try runNaming(Data(plist("<string></string>").utf8)).status == Self.denied)
        }

        @Test func aNamedFileMustBeThere() throws {
            let report = try runNaming(nil)
            #expect(report.status == Self.denied && report.detail.contains("named.plist"))
        }

        @Test func besideTheExecutable() throws {
            let copy = home.path + "/program"
            try Probe.copyProgram(to: copy)
            let environment = ["KEYCHAIN_HOME": home.path]
            #expect(
                try Probe.run(["where"], environment: environment, executable: copy)["group"]
                    == "unsigned")
            try home.write(plist("<string>beside</string>"), to: "program.entitlements")
            let report = try Probe.run(["where"], environment: environment, executable: copy)
            #expect(report["group"] == "beside", "\(report)")
            try home.write("broken", to: "program.entitlements")
            #expect(
                try Probe.run(["where"], environment: environment, executable: copy).status
                    == Self.denied)
        }

        // MARK: What is replaced, and what cannot be read

        /// How an installer puts another program in the place of one that runs.
        enum Replacement: String, CaseIterable {
            case removed = "rm program"
            case replaced = "cp program new; mv new program"
            case movedAside = "mv program program.old; cp program.old program"
            case movedAway = "mkdir old; mv program old; cp old/program program"
        }

        /// Its list cannot be told any more: with another's, or none, its items would go where others
        /// see them.
        @Test(arguments: Replacement.allCases)
        func aReplacedProgramHasNoRights(_ replacement: Replacement) throws {
            let copy = home.path + "/program"
            try Probe.copyProgram(to: copy)
            try home.write(plist("<string>beside</string>"), to: "program.entitlements")
            let probe = try Probe(
                ["where-later"], environment: ["KEYCHAIN_HOME": home.path], executable: copy)
            _ = probe.awaiting("ready")
            let shell = try Probe(
                ["-c", replacement.rawValue], environment: ["PATH": "/usr/bin:/bin"],
                executable: "/bin/sh", folder: home.path)
            #expect(shell.finish().exit == 0)
            probe.go()
            let report = probe.finish()
            #expect(report.status == Self.denied, "\(report)")
            #expect(report.detail.contains("program"), "\(report)")
            #expect(
                try home.files().keys.allSatisfy { !$0.hasPrefix("keychains/") },
                "no store was made")
        }

        /// A list that moves along with its program stays its list, and a program without one is
        /// unsigned wherever it lies.
        @Test func aMovedFolder() throws {
            for (list, group) in [("<string>beside</string>", "beside"), (nil, "unsigned")] {
                let home = TemporaryHome()
                mkdir(home.path + "/a", 0o700)
                try Probe.copyProgram(to: home.path + "/a/program")
                if let list { try home.write(plist(list), to: "a/program.entitlements") }
                let probe = try Probe(
                    ["where-later"], environment: ["KEYCHAIN_HOME": home.path],
                    executable: home.path + "/a/program")
                _ = probe.awaiting("ready")
                #expect(rename(home.path + "/a", home.path + "/b") == 0)
                probe.go()
                let report = probe.finish()
                #expect(report["group"] == group, "\(report)")
            }
        }

        /// Files that cannot be opened at the first call say nothing about the second.
        @Test func anErrorOfOneMomentDoesNotStay() throws {
            let copy = home.path + "/program"
            try Probe.copyProgram(to: copy)
            try home.write(plist("<string>beside</string>"), to: "program.entitlements")
            let report = try Probe.run(
                ["where-scarce"], environment: ["KEYCHAIN_HOME": home.path], executable: copy)
            // Nobody was denied anything: the list couldn't be read now.
            let unavailable = KeychainError.Code.notAvailable.rawValue
            #expect(
                report.lines.filter { $0.hasPrefix("status") } == [
                    "status \(unavailable)", "status 0",
                ],
                "\(report)")
            #expect(report["group"] == "beside", "\(report)")
        }

        @Test(.enabled(if: isRoot, "needs root to become another user"))
        func aListThatMayNotBeReadGrantsNothing() throws {
            let own = home.path + "/own"
            mkdir(own, 0o700)
            chown(own, nobody, nobody)
            chmod(home.path, 0o755)
            let copy = home.path + "/program"
            try Probe.copyProgram(to: copy)
            chmod(copy, 0o755)
            try home.write(plist("<string>beside</string>"), to: "program.entitlements")
            chmod(copy + ".entitlements", 0o600)
            let report = try Probe.run(
                ["where"], environment: ["KEYCHAIN_HOME": own], executable: copy, user: nobody)
            #expect(report.status == Self.denied, "\(report)")
            #expect(report.detail.contains("program.entitlements"), "\(report)")
        }

        /// A program with raised privileges ignores the environment.
        @Test(.enabled(if: isRoot, "needs root to make a setgid program"))
        func raisedPrivileges() throws {
            chmod(home.path, 0o755)
            let own = home.path + "/own"
            mkdir(own, 0o700)
            chown(own, nobody, nobody)
            let copy = home.path + "/program"
            try Probe.copyProgram(to: copy)
            let environment = ["HOME": own, "KEYCHAIN_HOME": own, "XDG_DATA_HOME": own]
            func run(_ verb: String, _ more: [String: String] = [:]) throws -> Report {
                try Probe.run(
                    [verb], environment: environment.merging(more) { $1 }, executable: copy,
                    user: nobody)
            }
            // The control: without the bit they count.
            chmod(copy, 0o755)
            #expect(try run("path")["path"] == own + "/keychains/keychain-2.db")
            chown(copy, 0, 2)
            chmod(copy, 0o2755)
            let entry = try #require(getpwuid(nobody))
            let folder = String(cString: entry.pointee.pw_dir)
            #expect(
                try run("path")["path"] == folder + "/.local/share/keychains/keychain-2.db")
            // A named file that is not there would be refused, had the name been read.
            let report = try run(
                "where", ["KEYCHAIN_ENTITLEMENTS": "/nonexistent", "KEYCHAIN_SOCKET": "/s"])
            #expect(report.status == KeychainError.Code.notAvailable.rawValue, "\(report)")
            #expect(report.detail.contains(folder), "\(report)")
            // Nor is a log written where the variable says.
            #expect(
                try run("miss", ["KEYCHAIN_LOG": own + "/log", "KEYCHAIN_SOCKET": "/s"]).status
                    == KeychainError.Code.notAvailable.rawValue)
            #expect(try home.files().keys.sorted() == ["program"], "nothing was made")
        }
    }
}
