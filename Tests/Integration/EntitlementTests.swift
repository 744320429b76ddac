import Foundation
import Glibc
import Keychain
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

        /// In a program with raised privileges nobody's variables count.
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
            #expect(try home.files().keys.sorted() == ["program"], "nothing was made")
        }
    }
}
