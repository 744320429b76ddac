// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// Hides /proc from what a line of shell runs, by an empty file system above it.
private enum WithoutProc {
    static func run(_ line: String, in workshop: Workshop) throws -> Workshop.Result {
        try workshop.run(["unshare", "-m", "sh", "-c", "mount -t tmpfs none /proc && " + line])
    }

    static let hasCompiler: Bool = {
        (try? Workshop().run(["sh", "-c", "command -v cc"]))?.status == 0
    }()

    static let isPossible: Bool = {
        (try? run("! test -e /proc/self", in: Workshop()))?.status == 0
    }()
}

/// The command where no /proc is mounted, as in some containers and chroots.
@Suite(.enabled(if: WithoutProc.isPossible, "needs a mount namespace of its own"))
struct WithoutProcTests {
    private func hidden(_ workshop: Workshop, _ line: String) throws -> Workshop.Result {
        try WithoutProc.run(line, in: workshop)
    }

    @Test func theCommandSeesItsArguments() throws {
        let workshop = try Workshop()
        let added = try hidden(
            workshop, "security add-generic-password -a 'an account' -s s -w hidden")
        #expect(added.status == 0, "\(added)")
        let found = try hidden(workshop, "security find-generic-password -s s -w")
        #expect(found.text == "hidden\n", "\(found)")
        #expect(try workshop.security("find-generic-password", "-s", "s", "-w").text == "hidden\n")
    }

    @Test func anArchiveIsWritten() throws {
        let workshop = try Workshop()
        let line = "security add-generic-password -a a -s s -w hidden && cd $T && "
        let result = try hidden(
            workshop, line + "security keychain-export -P pw archive && ls archive*")
        #expect(result.text == "1 item exported.\narchive\n", "\(result)")
    }

    /// A library that is loaded before the program moves the environment, behind the arguments.
    @Test(.enabled(if: WithoutProc.hasCompiler, "needs a C compiler"))
    func everyProgramSeesItsArgumentsThoughTheEnvironmentMoved() throws {
        let workshop = try Workshop()
        let source = """
            #include <stdlib.h>
            __attribute__((constructor)) static void move(void) { setenv("MOVED", "1", 1); }
            """
        let path = workshop.folder.path + "/moving"
        try source.write(toFile: path + ".c", atomically: true, encoding: .utf8)
        let words = ["cc", "-shared", "-fPIC", "-o", path + ".so", path + ".c"]
        try #require(workshop.run(words).status == 0)
        func output(_ line: String) throws -> String {
            let result = try hidden(workshop, "export LD_PRELOAD=$T/moving.so; \(line)")
            return result.text + result.errors
        }
        #expect(try output("security error -25300").hasPrefix("Error: 0xFFFF9D2C -25300 "))
        let place = "printf 'protocol=https\\nhost=a.example\\nusername=u\\n"
        #expect(try output("\(place)password=p\\n\\n' | git-credential-keychain store") == "")
        let found = try output("\(place)\\n' | git-credential-keychain get")
        #expect(found.contains("password=p"), "\(found)")
        #expect(
            try output("docker-credential-keychain version").hasPrefix(
                "docker-credential-keychain ("))
        #expect(try output("securityd --version").hasPrefix("securityd "))
    }

    private func plist(_ group: String) -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>keychain-access-groups</key>
            <array><string>\(group)</string></array></dict></plist>
            """.utf8)
    }

    /// The list is found beside the path that the program was started with.
    @Test func aProgramHasItsEntitlements() throws {
        let workshop = try Workshop()
        let folder = workshop.folder.path
        try #require(
            workshop.run(["install", "-m", "0700", Workshop.command, folder + "/copy"]).status == 0)
        try #require(workshop.run(["ln", "-s", "copy", folder + "/link"]).status == 0)
        func group(_ program: String) throws -> String {
            let line =
                "cd $T && \(program) add-generic-password -a a -s s -w x && "
                + "\(program) item class=genp | grep agrp; \(program) item -D class=genp"
            let result = try hidden(workshop, line)
            #expect(result.status == 0, "\(result)")
            return result.text
        }
        #expect(try group("$T/copy").contains("unsigned"))
        try plist("beside").write(to: workshop.folder.appendingPathComponent("copy.entitlements"))
        for program in ["$T/copy", "./copy", "./link"] {
            #expect(try group(program).contains("beside"), "\(program)")
        }
    }
}
