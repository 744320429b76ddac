// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// A set-group-ID program that connects and gives up its group.
@Suite(.serialized, .enabled(if: Machine.isPossible, Machine.reason))
struct GroupTests {
    let machine: Machine
    let daemon: Child
    var socket: String { machine.path + "/daemon.sock" }

    init() throws {
        machine = try Machine()
        daemon = try Child([
            Child.probe, "securityd", machine.path + "/daemon.sock", machine.path + "/stores",
            String(Machine.mailGroup),
        ])
        try #require(daemon.line() == "ready")
    }

    @Test func theConnectionsKeepTheRightsThatTheProgramGaveUp() throws {
        let program = try Child([machine.program(.strong), "drop", socket], user: Machine.user)
        #expect(program.line() == "groups true true")
        #expect(program.line()?.hasPrefix("own -25300") == true)
        #expect(program.line()?.hasPrefix("child -34018") == true)
        #expect(program.line()?.hasPrefix("own -25300") == true)
        // Without these connections there are none: no call continues with fewer rights.
        daemon.end()
        let again = try Child([
            Child.probe, "securityd", socket, machine.path + "/stores", String(Machine.mailGroup),
        ])
        #expect(again.line() == "ready")
        program.tell("go")
        for _ in 0..<3 {
            let line = try #require(program.line())
            #expect(line.hasPrefix("later -25291") && line.hasSuffix("start it again"), "\(line)")
        }
    }

    @Test func aProgramWithoutAGroupIsRefused() throws {
        let lines = try Child.run([machine.evil, "drop", socket], user: Machine.user)
        #expect(lines == ["failed -50"])
    }
}
