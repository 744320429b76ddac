// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// Hides /proc from what a line of shell runs, by an empty file system above it.
private enum WithoutProc {
    static func run(_ line: String, in workshop: Workshop) throws -> Workshop.Result {
        try workshop.run(["unshare", "-m", "sh", "-c", "mount -t tmpfs none /proc && " + line])
    }

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
