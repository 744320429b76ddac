// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

extension IntegrationTests {
    @Suite struct PasscodesAcrossProcesses {
        let home = TemporaryHome()
        static let locked = KeychainError.Code.interactionNotAllowed.rawValue
        static let wrong = KeychainError.Code.authenticationFailed.rawValue
        static let classes = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]

        @discardableResult
        private func run(_ words: String..., environment: [String: String] = [:]) throws -> Report {
            var variables = Probe.homeless
            for (name, value) in environment { variables[name] = value }
            let place = environment["KEYCHAIN_HOME"] == nil ? home.path : "-"
            let report = try Probe.run(["passcode", place] + words, environment: variables)
            #expect(report.complaints == [])
            return report
        }

        private func fill() throws {
            #expect(try run("set", "1234").status == 0)
            for name in Self.classes { #expect(try run("add", name).status == 0, "\(name)") }
        }

        private func readable(environment: [String: String] = [:]) throws -> [String] {
            try Self.classes.filter { name in
                let status = try run("read", name, environment: environment).status
                #expect(status == 0 || status == Self.locked, "\(name): \(status ?? 1)")
                return status == 0
            }
        }

        @Test(.enabled(if: UserKeyring.isUsable, "the kernel keeps no keys for this process"))
        func oneUnlocksForAll() throws {
            #expect(try run("set", "1234").status == 0)
            defer { _ = try? run("forget") }
            for name in Self.classes { #expect(try run("add", name).status == 0, "\(name)") }
            #expect(try readable() == Self.classes)
            try run("lock")
            #expect(try run("state")["state"] == "locked")
            #expect(try readable() == ["ck", "dk", "cku", "dku"])
            try run("forget")
            #expect(try run("state")["state"] == "beforeFirstUnlock")
            #expect(try readable() == ["dk", "dku"])
            #expect(try run("unlock", "12345").status == Self.wrong)
            #expect(try readable() == ["dk", "dku"])
            #expect(try run("unlock", "1234").status == 0)
            #expect(try readable() == Self.classes)
        }

        /// A process that has read already finds out at its next call what others did.
        @Test func othersNoticeEveryChange() throws {
            #expect(try run("add", "ak").status == 0)
            let reader = try Probe(["follow", home.path, "ak"])
            _ = reader.awaiting("ready")
            func status() -> Int32? {
                reader.go()
                return reader.awaiting("status").flatMap { Int32($0) }
            }
            #expect(status() == 0)
            #expect(try run("set", "one").status == 0)
            defer { _ = try? run("forget") }
            let open: Int32 = UserKeyring.isUsable ? 0 : Self.locked
            #expect(status() == open)
            #expect(try run("set", "two", "one").status == 0)
            #expect(status() == open)
            try run("lock")
            #expect(status() == Self.locked)
            #expect(try run("unlock", "two").status == 0)
            #expect(status() == open)
            #expect(try run("set", "", "two").status == 0)
            #expect(status() == 0)
            #expect(reader.complaints == [])
        }

        /// The machine sleeps while the keychain is unlocked: the first process that looks locks it for
        /// all, and one that was asleep itself cannot bring it back.
        @Test(.enabled(if: UserKeyring.isUsable, "the kernel keeps no keys for this process"))
        func sleepLocksForAll() throws {
            func asleep(_ seconds: Int) -> [String: String] { ["PROBE_ASLEEP": "\(seconds)"] }
            #expect(try run("set", "1234", environment: asleep(100)).status == 0)
            defer { _ = try? run("forget") }
            for name in Self.classes { #expect(try run("add", name).status == 0, "\(name)") }
            #expect(try readable(environment: asleep(5000)) == Self.classes, "not told yet")
            #expect(try run("sleepy", environment: asleep(100)).status == 0)
            #expect(try readable(environment: asleep(101)) == Self.classes)
            #expect(try readable(environment: asleep(110)) == ["ck", "dk", "cku", "dku"])
            #expect(try readable(environment: asleep(100)) == ["ck", "dk", "cku", "dku"])
            #expect(try run("unlock", "1234", environment: asleep(110)).status == 0)
            #expect(try readable(environment: asleep(110)) == Self.classes)
            #expect(try run("state", environment: asleep(200))["state"] == "locked")
        }

        @Test func wrongOnesAreCountedAcrossProcesses() throws {
            #expect(try run("set", "1234").status == 0)
            defer { _ = try? run("forget") }
            for _ in 0..<5 { #expect(try run("verify", "no").detail == "passcode: wrong") }
            let report = try run("verify", "no")
            #expect(report.status == Self.wrong)
            #expect(report.detail.contains("try again in") || report.detail == "passcode: wrong")
            #expect(
                try run("doctor").lines.contains {
                    $0.contains("5 incorrect") || $0.contains("6 incorrect")
                })
        }

        // MARK: Servers

        private func serverEnvironment(_ passcode: String) throws -> [String: String] {
            try home.write(passcode, to: "passcode")
            chmod(home.path + "/passcode", 0o600)
            return ["KEYCHAIN_HOME": home.path, "KEYCHAIN_PASSCODE_FILE": home.path + "/passcode"]
        }

        @Test(arguments: ["1234", "1234\n"]) func aFileUnlocksAtNeed(_ text: String) throws {
            try fill()
            defer { _ = try? run("forget") }
            try run("forget")
            let environment = try serverEnvironment(text)
            #expect(try run("read", "dk", environment: environment).status == 0)
            #expect(
                try run("state", environment: environment)["state"] == "beforeFirstUnlock",
                "nothing needed it yet")
            #expect(try readable(environment: environment) == Self.classes)
        }

        @Test func aCredentialUnlocksAtNeed() throws {
            try fill()
            defer { _ = try? run("forget") }
            try run("forget")
            try home.write("1234", to: "credentials/keychain.passcode")
            let environment = [
                "KEYCHAIN_HOME": home.path, "CREDENTIALS_DIRECTORY": home.path + "/credentials",
            ]
            #expect(try readable(environment: environment) == Self.classes)
        }

        @Test func aFileThatDoesNotUnlock() throws {
            try fill()
            defer { _ = try? run("forget") }
            try run("forget")
            var environment = try serverEnvironment("12345")
            #expect(try run("read", "ak", environment: environment).status == Self.locked)
            environment = try serverEnvironment("1234")
            chmod(home.path + "/passcode", 0o644)
            #expect(try run("read", "ak", environment: environment).status == Self.locked)
            environment["KEYCHAIN_PASSCODE_FILE"] = home.path + "/none"
            #expect(try run("read", "ak", environment: environment).status == Self.locked)
            #expect(try run("read", "dk", environment: environment).status == 0)
            // Nothing but the default keychain is meant.
            #expect(
                try run(
                    "read", "ak",
                    environment: ["KEYCHAIN_PASSCODE_FILE": home.path + "/passcode"]
                ).status == Self.locked)
        }
    }
}
