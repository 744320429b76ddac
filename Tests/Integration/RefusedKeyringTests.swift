// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Tells whether the kernel can be made to refuse.
enum Refusal {
    static let isPossible: Bool = {
        let report = try? Probe.run(["without-keyring", "\(EPERM)", "/bin/true"])
        return report?.exit == 0
    }()
}

extension IntegrationTests {
    /// The kernel refuses its key retention service, as in some containers: each process is unlocked
    /// by itself, and a lock is for all.
    @Suite(.enabled(if: Refusal.isPossible, "no filter of system calls is to be had"))
    struct StateWithoutKeyring {
        let home = TemporaryHome()
        static let locked = KeychainError.Code.interactionNotAllowed.rawValue
        static let wrong = KeychainError.Code.authenticationFailed.rawValue
        static let classes = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"]
        /// Refused by a filter, absent from the kernel, another user namespace, a full quota.
        static let errors = [EPERM, ENOSYS, EACCES, EDQUOT]

        private func start(refusing error: Int32?) throws -> Probe {
            let words = [Probe.executable, "obey", home.path]
            let probe =
                if let error {
                    try Probe(["without-keyring", "\(error)"] + words)
                } else {
                    try Probe(Array(words.dropFirst()))
                }
            _ = probe.awaiting("ready")
            return probe
        }

        private func state(_ probe: Probe) -> String? { probe.order("state")["state"] }

        private func readable(_ probe: Probe) -> [String] {
            Self.classes.filter { name in
                let report = probe.order("read", name)
                #expect(report.complaints == [])
                #expect(report.status == 0 || report.status == Self.locked, "\(name): \(report)")
                return report.status == 0
            }
        }

        private func place(_ probe: Probe) -> String? {
            probe.order("doctor").lines.first { $0.hasPrefix("finding passcode: ") }
        }

        @Test(arguments: errors) func oneUnlocksForItself(_ error: Int32) throws {
            let one = try start(refusing: error)
            let other = try start(refusing: error)
            #expect(one.order("set", "1234").status == 0)
            for name in Self.classes { #expect(one.order("add", name).status == 0, "\(name)") }
            #expect(readable(one) == Self.classes)

            #expect(state(other) == "beforeFirstUnlock")
            #expect(readable(other) == ["dk", "dku"])
            #expect(other.order("unlock", "12345").status == Self.wrong)
            #expect(readable(other) == ["dk", "dku"])
            #expect(other.order("unlock", "1234").status == 0)
            #expect(readable(other) == Self.classes)

            #expect(one.order("lock").status == 0)
            #expect(state(one) == "locked" && state(other) == "locked", "a lock is for all")
            for probe in [one, other] { #expect(readable(probe) == ["ck", "dk", "cku", "dku"]) }

            #expect(other.order("forget").status == 0)
            #expect(state(one) == "beforeFirstUnlock" && state(other) == "beforeFirstUnlock")
            #expect(one.order("unlock", "1234").status == 0)
            #expect(state(one) == "unlocked" && state(other) == "beforeFirstUnlock")

            // The state ends with its process.
            #expect(one.order("lock").status == 0)
            let third = try start(refusing: error)
            #expect(state(third) == "beforeFirstUnlock")
        }

        /// A process that was unlocked with an earlier passcode isn't unlocked by the next one.
        @Test func aChangeLocksTheOthers() throws {
            let (one, other) = (try start(refusing: EPERM), try start(refusing: EPERM))
            #expect(one.order("set", "old").status == 0)
            #expect(one.order("add", "ak").status == 0)
            #expect(other.order("unlock", "old").status == 0)
            #expect(other.order("read", "ak").status == 0)
            #expect(one.order("set", "new", "old").status == 0)
            #expect(one.order("read", "ak").status == 0)
            #expect(other.order("read", "ak").status == Self.locked)
            #expect(state(other) == "beforeFirstUnlock")
            #expect(other.order("unlock", "old").status == Self.wrong)
            #expect(other.order("unlock", "new").status == 0)
            #expect(other.order("read", "ak").status == 0)
            #expect(one.order("set", "", "new").status == 0)
            #expect(other.order("read", "ak").status == 0)
            #expect(state(other) == "unlocked")
        }

        @Test(arguments: errors) func theDoctorSaysWhich(_ error: Int32) throws {
            let refused = try start(refusing: error)
            #expect(refused.order("set", "1234").status == 0)
            let own = "kept in this process alone: the kernel's keyring is unavailable"
            for order in ["state", "lock", "forget"] {
                #expect(refused.order(order).status == 0)
                #expect(place(refused)?.contains(own) == true, "\(place(refused) ?? "nothing")")
            }
        }

        @Test(
            .enabled(if: UserKeyring.isUsable, "the kernel keeps no keys for this process"),
            arguments: errors)
        func aProcessThatTheKernelServesUnlocksForOthers(_ error: Int32) throws {
            let refused = try start(refusing: error)
            #expect(refused.order("set", "1234").status == 0)
            for order in ["lock", "forget"] { #expect(refused.order(order).status == 0) }
            let granted = try start(refusing: nil)
            #expect(place(granted)?.contains("the kernel's keyring, for all programs") == true)
            // One that the kernel serves unlocks for the others that it serves, and for no more.
            #expect(granted.order("unlock", "1234").status == 0)
            defer { granted.order("forget") }
            #expect(state(try start(refusing: nil)) == "unlocked")
            #expect(state(refused) == "beforeFirstUnlock")
            #expect(refused.order("unlock", "1234").status == 0)
            #expect(refused.order("lock").status == 0)
            #expect(state(refused) == "locked" && state(granted) == "locked", "a lock is for all")
        }
    }
}
