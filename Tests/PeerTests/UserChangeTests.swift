// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// A program of root that becomes one user after the other, as an SSH server or a mail server does.
@Suite(.serialized, .enabled(if: Machine.isPossible, Machine.reason))
struct UserChangeTests {
    @Test func eachUserHasItsOwnItems() throws {
        let machine = try Machine()
        let socket = machine.path + "/daemon.sock"
        let daemon = try Child([
            Child.probe, "securityd", socket, machine.path + "/stores", "\(Machine.mailGroup)",
        ])
        try #require(daemon.line() == "ready")
        let (user, other) = ("\(Machine.user)", "\(Machine.otherUser)")
        let lines = try Child.run([Child.probe, "become-users", socket, user, other, user])
        #expect(lines == ["\(user) 0", "\(other) 0", "\(user) 1"])
    }
}
