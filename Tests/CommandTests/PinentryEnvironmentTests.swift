// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// What a pinentry is started with, and which programs start none.
@Suite struct PinentryEnvironmentTests {
    /// Writes its environment to `seen` beside it, and answers every question with "x".
    private static let standIn = """
        #!/bin/sh
        env >"${0%/*}/seen"
        echo 'OK at your service'
        while IFS= read -r line; do
            case $line in
            GETPIN) printf 'D x\\nOK\\n' ;;
            BYE) echo 'OK closing'; exit 0 ;;
            *) echo OK ;;
            esac
        done

        """

    /// Returns a folder with the stand-in and a copy of the probe, which every user may run.
    private func workshop() throws -> Workshop {
        let workshop = try Workshop()
        let folder = workshop.folder.path
        try Data(Self.standIn.utf8).write(to: workshop.folder.appendingPathComponent("text"))
        // By another process: were a copy open for writing here, a child of another thread could
        // hold it open when it is to be run.
        for (mode, source, name) in [
            ("0755", folder + "/text", "pinentry"), ("0755", PinentryTests.probe, "probe"),
        ] {
            let words = ["install", "-m", mode, source, "\(folder)/\(name)"]
            try #require(workshop.run(words).status == 0)
        }
        chmod(folder, 0o777)
        workshop.environment["PATH"] = "\(folder):/usr/bin:/bin"
        workshop.environment["TERM"] = "xterm"
        return workshop
    }

    private func seen(_ workshop: Workshop) -> [String]? {
        let text = try? String(contentsOfFile: workshop.folder.path + "/seen", encoding: .utf8)
        return text?.split(separator: "\n").map { String($0.prefix { $0 != "=" }) }
    }

    /// Variables choose code that a toolkit loads, or files that it reads: none but those of the
    /// short list arrive.
    @Test func thePinentryGetsAShortListOfVariables() throws {
        let workshop = try workshop()
        for name in [
            "GTK_MODULES", "GTK_PATH", "QT_PLUGIN_PATH", "TERMINFO", "LD_LIBRARY_PATH", "LOCPATH",
            "KEYCHAIN_PASSCODE_FILE", "ANYTHING",
        ] { workshop.environment[name] = "/nowhere" }
        workshop.environment["LC_ALL"] = "C"
        workshop.environment["DISPLAY"] = ":9"
        let probe = workshop.folder.path + "/probe"
        let terminal = try PseudoTerminal([probe, "old", "60"], in: workshop)
        #expect(terminal.wait(for: "secret <x>"))
        #expect(terminal.end() == 0)
        // What the shell adds by itself.
        let names = Set(try #require(seen(workshop))).subtracting(["PWD", "SHLVL", "_", "OLDPWD"])
        #expect(names == ["DISPLAY", "LC_ALL", "PATH", "TERM"])
    }

    /// Equal ids do not make a program the user's: how it was started counts.
    @Test(
        .enabled(if: getuid() == 0, "needs root to make programs with raised privileges"),
        arguments: ["2755", "capability"])
    func raisedPrivilegesNeverPrompt(_ means: String) throws {
        let workshop = try workshop()
        let probe = workshop.folder.path + "/probe"
        let raise =
            means == "capability"
            ? ["setcap", "cap_net_raw+ep", probe] : ["chmod", means, probe]
        try #require(workshop.run(["chown", "0:2", probe]).status == 0)
        workshop.environment["PATH"]? += ":/usr/sbin:/sbin"
        try #require(workshop.run(raise).status == 0)
        let terminal = try PseudoTerminal(
            [
                "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--", probe,
                "equal", "60",
            ], in: workshop)
        #expect(terminal.wait(for: "privileges"))
        #expect(terminal.end() == 0)
        #expect(seen(workshop) == nil, "nothing was started")
    }
}
