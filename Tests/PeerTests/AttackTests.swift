// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychainPeers
import SwiftKeychainService
import Testing

extension PeerStrength {
    static let all: [PeerStrength] = [.strong, .medium, .weak]

    /// The access group of the program of this strength in a ``Machine``.
    var group: String {
        switch self {
        case .strong: "mail"
        case .medium: "installed"
        case .weak: "own"
        }
    }
}

/// Attacks on programs of each strength by other programs of the same user. Those on a strong program all fail; those
/// on the others that succeed are the holes that SECURITY.md names.
@Suite(.serialized, .enabled(if: Machine.isPossible, Machine.reason))
struct AttackTests {
    /// Returns whether the service gave the group to a connection whose message it read.
    private func gave(_ strength: PeerStrength, _ lines: [String]) -> Bool {
        lines.contains("group: \(strength.group)") && lines.contains { $0.hasPrefix("message") }
    }

    @Test func programsHaveTheirStrength() throws {
        let machine = try Machine()
        for strength in PeerStrength.all {
            let lines = try machine.judgement(of: [
                machine.program(strength), "connect", machine.socket,
            ])
            #expect(lines.contains("strength: \(strength.rawValue)"), "\(lines)")
            #expect(lines.filter { $0.hasPrefix("group: ") } == ["group: \(strength.group)"])
            #expect(gave(strength, lines), "\(lines)")
        }
        let lines = try machine.judgement(of: [machine.evil, "connect", machine.socket])
        #expect(lines.contains("group: unsigned") && lines.contains("message hello"), "\(lines)")
    }

    /// A service that can't see programs gives rights to strong ones alone, and as root to medium ones.
    @Test func theSystemService() throws {
        for (user, seen) in [(Machine.otherUser as uid_t?, false), (nil, true)] {
            let machine = try Machine(.system, as: user)
            for strength in PeerStrength.all {
                let lines = try machine.judgement(of: [
                    machine.program(strength), "connect", machine.socket,
                ])
                let isHeld = strength == .strong || strength == .medium && seen
                #expect(
                    lines.contains("group: \(isHeld ? strength.group : "unsigned")"), "\(lines)")
            }
        }
    }

    @Test func anotherUserIsNotServed() throws {
        let machine = try Machine()
        let lines = try machine.judgement(
            of: [machine.program(.strong), "connect", machine.socket], user: Machine.otherUser)
        #expect(lines == ["refused: connection: user 61236 isn't served, only user 61234"])
    }

    // MARK: Becoming the program

    @Test(arguments: PeerStrength.all)
    func argumentsAndEnvironmentAreNoEvidence(_ strength: PeerStrength) throws {
        let machine = try Machine()
        let list = machine.program(.weak) + ".entitlements"
        let name = machine.program(strength)
        let lines = try machine.judgement(
            of: ["/bin/bash", "-c", "exec -a \(name) \(machine.evil) connect \(machine.socket)"],
            environment: ["KEYCHAIN_ENTITLEMENTS": list, "_": name])
        #expect(lines.contains("group: unsigned"), "\(lines)")
        #expect(!gave(strength, lines))
    }

    @Test(arguments: PeerStrength.all)
    func aPreloadedLibrary(_ strength: PeerStrength) throws {
        let machine = try Machine()
        let library = machine.path + "/home/evil.so"
        let source = machine.path + "/home/evil.c"
        try configurationFile(
            source,
            """
            #include <unistd.h>
            __attribute__((constructor)) static void run(void) { write(1, "hijacked\\n", 9); }
            """)
        _ = try Child.run(["/usr/bin/env", "cc", "-shared", "-fPIC", "-o", library, source])
        try #require(access(library, R_OK) == 0, "no C compiler")
        chmod(library, 0o755)
        let child = try Child(
            [machine.program(strength), "wait"], user: Machine.user,
            environment: ["LD_PRELOAD": library])
        child.tell("end")
        var lines: [String] = []
        while let line = child.line() { lines.append(line) }
        // env is hijacked before it runs the program.
        #expect(lines.count { $0 == "hijacked" } == (strength == .strong ? 0 : 1), "\(lines)")
    }

    private func configurationFile(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test(arguments: PeerStrength.all)
    func tracingAndMemory(_ strength: PeerStrength) throws {
        let machine = try Machine()
        let victim = try Child(
            [machine.program(strength), "hold", machine.socket], user: Machine.user)
        #expect(machine.judgement(until: "judged").contains("group: \(strength.group)"))
        let line = try #require(victim.line())
        let number = String(try #require(line.split(separator: " ").last))
        for verb in ["trace", "memory"] {
            let lines = try Child.run([machine.evil, verb, number], user: Machine.user)
            // Yama may forbid it for the others.
            if strength == .strong { #expect(lines == ["\(verb) refused"]) }
        }
        victim.tell("go")
        #expect(machine.judgement() == ["message hello", "message later"])
    }

    @Test(arguments: PeerStrength.all)
    func aProgramAtItsPathInANamespace(_ strength: PeerStrength) throws {
        let machine = try Machine()
        let program = machine.program(strength)
        for (words, user) in [
            (["/usr/bin/unshare", "-U", "-r", "-m"], Machine.user as uid_t?),
            (["/usr/bin/unshare", "-m"], nil),
        ] {
            var command = "exec \(program) connect \(machine.socket)"
            if user == nil {
                command =
                    "exec setpriv --reuid 61234 --regid 61234 --clear-groups "
                    + command.dropFirst("exec ".count)
            }
            let lines = try machine.judgement(
                of: words + [
                    "/bin/sh", "-c", "mount --bind \(machine.evil) \(program); " + command,
                ],
                user: user)
            #expect(!gave(strength, lines), "\(lines)")
            #expect(lines.contains("strength: none"), "\(lines)")
        }
    }

    /// The very program in a user namespace, where a set-group-ID bit of an unmapped group has no effect.
    @Test(arguments: [PeerStrength.strong, .medium])
    func theProgramInAUserNamespace(_ strength: PeerStrength) throws {
        let machine = try Machine()
        let lines = try machine.judgement(of: [
            "/usr/bin/unshare", "-U", "-r", machine.program(strength), "connect", machine.socket,
        ])
        #expect(!gave(strength, lines), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("process ") })
    }

    @Test func aCopyOfTheProgram() throws {
        let machine = try Machine()
        for strength in [PeerStrength.strong, .medium] {
            let copy = machine.path + "/home/copy"
            _ = try Child.run(
                ["/bin/cp", "-p", machine.program(strength), copy], user: Machine.user)
            let lines = try machine.judgement(of: [copy, "connect", machine.socket])
            #expect(lines.contains("group: unsigned"), "\(lines)")
            unlink(copy)
        }
    }

    // MARK: Speaking in its connection

    @Test(arguments: PeerStrength.all)
    func aChildInTheConnection(_ strength: PeerStrength) throws {
        let machine = try Machine()
        let lines = try machine.judgement(of: [machine.program(strength), "child", machine.socket])
        #expect(lines.last?.contains("sent bytes in the connection of process") == true, "\(lines)")
        #expect(!lines.contains("judged"))
    }

    @Test(arguments: PeerStrength.all)
    func aPassedDescriptor(_ strength: PeerStrength) throws {
        let machine = try Machine()
        let lines = try machine.judgement(of: [machine.program(strength), "pass", machine.socket])
        #expect(lines.last == "refused: connection: a descriptor was passed", "\(lines)")
    }

    /// Connects, and becomes the program before the service looks, while a child speaks.
    @Test(arguments: PeerStrength.all)
    func connectForkAndBecome(_ strength: PeerStrength) throws {
        let machine = try Machine()
        let lines = try machine.judgement(of: [
            machine.evil, "become", machine.socket, machine.program(strength), "wait",
        ])
        #expect(lines.last?.contains("sent bytes in the connection of process") == true, "\(lines)")
    }

    /// Becomes the program while the service waits for the nonce.
    @Test(arguments: PeerStrength.all)
    func becomeDuringTheHandshake(_ strength: PeerStrength) throws {
        let machine = try Machine()
        let lines = try machine.judgement(of: [
            machine.evil, "swap", machine.socket, machine.program(strength),
        ])
        #expect(lines.last?.contains("became another program") == true, "\(lines)")
    }

    /// In a process namespace of the user, a child may send in the name of its parent.
    @Test(arguments: [PeerStrength.strong, .medium])
    func forgedSenders(_ strength: PeerStrength) throws {
        let machine = try Machine()
        var lines: [String] = []
        // Again if it becomes the program while the service looks.
        repeat {
            let forger = try Child(
                [
                    "/usr/bin/unshare", "-U", "-r", "-p", "-f", machine.evil, "forge",
                    machine.socket, machine.program(strength), "wait",
                ], user: Machine.user)
            defer { forger.end() }
            // Not until the connection ends: the service waits for the program's next message.
            lines = machine.judgement(until: "judged")
        } while lines.last?.contains("became another program") == true
        // The forgery was believed, so that the namespace is what counts.
        #expect(lines.contains { $0.hasPrefix("strength: ") }, "\(lines)")
        #expect(!lines.contains("group: \(strength.group)"), "\(lines)")
    }

    /// The process that connected has ended, and another has its number.
    @Test(arguments: PeerStrength.all)
    func aNumberUsedAgain(_ strength: PeerStrength) throws {
        let machine = try Machine()
        // In a small process namespace, where the next number can be chosen.
        let (socket, output) = (machine.path + "/run/inner", machine.path + "/run/output")
        let service =
            "\(Child.probe) serve \(socket) system \(machine.configuration.path)"
            + " \(machine.configuration.accounts)"
        let lines = try Child.run([
            "/usr/bin/unshare", "-p", "-f", "--mount-proc", "--kill-child", "/bin/sh", "-c",
            """
            mkfifo \(output); exec 3<>\(output)
            \(service) >&3 & service=$!
            read -r line <&3
            \(machine.evil) leave \(socket) \(machine.program(strength)) wait </dev/null >&3
            until test "$reused" && test "$answer" || test "$failed"; do
                read -r line <&3; echo "$line"
                case $line in
                reused*) reused=1 ;;
                refused* | judged) answer=1 ;;
                failed*) failed=1 ;;
                esac
            done
            kill $service
            """,
        ])
        #expect(lines.contains("reused true"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("refused: connection: process ") }, "\(lines)")
        #expect(!lines.contains("judged"), "\(lines)")
    }
}
