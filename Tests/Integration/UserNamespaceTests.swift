// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Tells whether a user namespace with a keyring of its own can be had.
private enum Namespace {
    static let words = ["-U", "-r", Probe.executable]

    static let isPossible: Bool = {
        let report = try? Probe.run(["-U", "-r", "/bin/true"], executable: "/usr/bin/unshare")
        return report?.exit == 0
    }()
}

extension IntegrationTests {
    /// The kernel keeps one keyring of the user in each user namespace; a store is shared by all.
    @Suite(.enabled(if: Namespace.isPossible, "no user namespace is to be had"))
    struct UserNamespaces {
        let home = TemporaryHome()

        private func start(inside: Bool) throws -> Probe {
            let words = ["obey", home.path]
            let probe =
                inside
                ? try Probe(Namespace.words + words, executable: "/usr/bin/unshare")
                : try Probe(words)
            _ = probe.awaiting("ready")
            return probe
        }

        private func state(_ probe: Probe) -> String? { probe.order("state")["state"] }

        private func passcode(_ probe: Probe) -> String {
            probe.order("doctor").lines.first { $0.hasPrefix("finding passcode: ") } ?? ""
        }

        @Test func lockReachesEveryNamespace() throws {
            let (inside, outside) = (try start(inside: true), try start(inside: false))
            #expect(outside.order("set", "1234").status == 0)
            defer { outside.order("forget") }
            #expect(outside.order("add", "ak").status == 0)
            #expect(inside.order("unlock", "1234").status == 0)
            #expect(inside.order("read", "ak").status == 0)

            #expect(outside.order("lock").status == 0)
            #expect(state(inside) == "locked")
            #expect(
                inside.order("read", "ak").status
                    == KeychainError.Code.interactionNotAllowed.rawValue)

            // And the other way, with what was unlocked after a lock.
            #expect(inside.order("unlock", "1234").status == 0)
            #expect(outside.order("unlock", "1234").status == 0)
            #expect(state(inside) == "unlocked" && state(outside) == "unlocked")
            #expect(inside.order("lock").status == 0)
            #expect(state(inside) == "locked" && state(outside) == "locked")

            #expect(outside.order("unlock", "1234").status == 0)
            #expect(inside.order("forget").status == 0)
            #expect(state(outside) == "beforeFirstUnlock")
        }

        @Test(.enabled(if: UserKeyring.isUsable, "the kernel keeps no keys for this process"))
        func theDoctorNamesTheNamespace() throws {
            let (inside, outside) = (try start(inside: true), try start(inside: false))
            #expect(outside.order("set", "1234").status == 0)
            defer { outside.order("forget") }
            let here = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/ns/user")
            #expect(passcode(outside).contains("user namespace"), "\(passcode(outside))")
            #expect(passcode(outside).contains(here), "\(passcode(outside))")
            #expect(passcode(inside).contains("user namespace"), "\(passcode(inside))")
            #expect(!passcode(inside).contains(here), "\(passcode(inside))")
        }
    }
}
