// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Testing

/// What the modes of files forbid, which root does not see: run as a user without an entry.
@Suite(.enabled(if: geteuid() == 0, "needs root, to become another user"))
struct PermissionTests {
    private func run(
        _ workshop: Workshop, _ variables: [String: String], _ words: String...
    ) throws -> Workshop.Result {
        workshop.environment = variables
        return try workshop.run(
            ["/usr/bin/setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"]
                + [Workshop.command] + words)
    }

    /// Checks that a failure is one line, which names what is at fault.
    private func expect(
        _ result: Workshop.Result, names text: String, status: Int32 = 53,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(result.status == status, sourceLocation: location)
        #expect(result.output.isEmpty, sourceLocation: location)
        #expect(result.errors.hasPrefix("security: "), sourceLocation: location)
        #expect(result.errors.contains(text), "\(result.errors)", sourceLocation: location)
        #expect(result.errors.filter { $0 == "\n" }.count == 1, sourceLocation: location)
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func noHome(variables: [String: String]) throws {
        let workshop = try Workshop()
        expect(
            try run(workshop, variables, "add-generic-password", "-a", "a", "-s", "b", "-w", "x"),
            names: "HOME")
        expect(try run(workshop, variables, "find-generic-password", "-s", "b"), names: "HOME")
        expect(try run(workshop, variables, "dump-keychain"), names: "HOME", status: 1)
    }

    @Test func doctorSaysThatNoStoreCanBeCreated() throws {
        let result = try run(try Workshop(), ["HOME": "/nonexistent"], "doctor")
        #expect(result.status == 1)
        #expect(
            result.text.hasPrefix(
                "problem: store: none, and /nonexistent/.local/share/keychains/keychain-2.db can't be created:"
                    + " this user can't write to /; set HOME or KEYCHAIN_HOME to a folder of the user\n"
            ),
            "\(result.text)")
    }

    @Test func certificatesWithoutAHome() throws {
        let workshop = try Workshop()
        let words = ["sh", "-c", "cp $F/root.pem $F/server.pem $T && chmod 644 $T/*.pem"]
        #expect(try workshop.run(words).status == 0)
        let (root, server) = (
            workshop.folder.path + "/root.pem", workshop.folder.path + "/server.pem"
        )
        expect(try run(workshop, [:], "find-certificate"), names: "HOME")
        expect(try run(workshop, [:], "find-identity"), names: "HOME")
        expect(try run(workshop, [:], "find-key"), names: "HOME", status: 1)
        expect(try run(workshop, [:], "add-certificates", root), names: "HOME", status: 1)
        expect(try run(workshop, [:], "import", root), names: "HOME", status: 1)
        expect(try run(workshop, [:], "export"), names: "HOME", status: 1)
        expect(try run(workshop, [:], "add-trusted-cert", root), names: "HOME", status: 1)
        expect(try run(workshop, [:], "create-keypair", "-a", "ec"), names: "HOME", status: 1)
        // What needs no keychain works without one.
        let verified = try run(workshop, [:], "verify-cert", "-c", server, "-r", root)
        #expect(verified.status == 0, "\(verified.errors)")
    }

    @Test func rootsOfTheSystemAreForRoot() throws {
        let workshop = try Workshop()
        #expect(
            try workshop.run(["sh", "-c", "cp $F/root.pem $T && chmod 644 $T/*.pem"]).status == 0)
        let root = workshop.folder.path + "/root.pem"
        for command in ["add-trusted-cert", "remove-trusted-cert"] {
            expect(
                try run(workshop, [:], command, "-d", root), names: "use sudo", status: 1)
        }
    }

    @Test func keychainFilesInAFolderThatIsNotOurs() throws {
        let workshop = try Workshop()
        _ = try workshop.security("create-keychain", "-p", "", "work")
        let home = workshop.folder.appendingPathComponent("home").path
        let variables = ["KEYCHAIN_HOME": home]
        for path in [home, home + "/keychains"] { #expect(chmod(path, 0o755) == 0) }
        expect(try run(workshop, variables, "create-keychain", "-p", "", "new"), names: home)
        expect(try run(workshop, variables, "delete-keychain", "work"), names: home)
        expect(
            try run(workshop, variables, "list-keychains", "-s", "work"), names: home, status: 1)
        expect(try run(workshop, variables, "default-keychain"), names: home, status: 1)
        workshop.environment = variables.merging(["PATH": "/usr/bin"]) { $1 }
        let listed = try workshop.security("list-keychains")
        #expect(listed.text.contains("/work\"") && !listed.text.contains("/new\""))
    }

    @Test func aHomeThatIsNotOurs() throws {
        let workshop = try Workshop()
        let folder = workshop.folder.appendingPathComponent("mine").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755])
        let variables = ["HOME": folder]
        expect(
            try run(
                workshop, variables, "add-generic-password", "-a", "a", "-s", "b", "-w", "x"),
            names: folder)
    }

    @Test func aStoreThatIsNotOurs() throws {
        let workshop = try Workshop()
        _ = try workshop.security("add-generic-password", "-a", "a", "-s", "b", "-w", "x")
        let variables = workshop.environment
        expect(try run(workshop, variables, "find-generic-password", "-s", "b"), names: "home")
    }

    @Test func aStoreThatCanOnlyBeRead() throws {
        let workshop = try Workshop()
        let variables = workshop.environment
        let owned = try workshop.run(["sh", "-c", "mkdir -p $T/home && chown 54321:54321 $T/home"])
        #expect(owned.status == 0)
        let added = try run(
            workshop, variables, "add-generic-password", "-a", "a", "-s", "b", "-w", "x")
        #expect(added.status == 0, "\(added.errors)")
        workshop.environment = variables
        #expect(
            try workshop.run([
                "sh", "-c", "chmod 400 $T/home/keychains/*; chmod 500 $T/home/keychains",
            ])
            .status == 0)
        let refused = try run(
            workshop, variables, "add-generic-password", "-a", "c", "-s", "b", "-w", "hidden")
        #expect(refused.status != 0)
        #expect(refused.errors.filter { $0 == "\n" }.count == 1, "\(refused.errors)")
        #expect(refused.errors.contains("keychains"), "\(refused.errors)")
        #expect(!refused.errors.contains("hidden"))
    }

    /// Root with the user's HOME, as `sudo -E` runs, makes no file that locks the user out.
    @Test func rootLeavesNothingBehind() throws {
        let workshop = try Workshop()
        chmod(workshop.folder.path, 0o777)
        let variables = workshop.environment
        let added = try run(
            workshop, variables, "add-generic-password", "-a", "a", "-s", "b", "-w", "x")
        #expect(added.status == 0, "\(added)")
        for words in [
            ["create-keychain", "-p", "", "other"], ["list-keychains", "-s", "login"],
            ["default-keychain", "-s", "login"], ["adopt", "embedded"],
        ] {
            let refused = try workshop.run([Workshop.command] + words)
            #expect(refused.status != 0, "\(words): \(refused)")
            #expect(refused.errors.contains("belongs to user 54321"), "\(words): \(refused)")
        }
        let made = try run(workshop, variables, "create-keychain", "-p", "", "own")
        #expect(made.status == 0, "\(made)")
        let found = try run(workshop, variables, "find-generic-password", "-s", "b", "-w")
        #expect(found.text == "x\n", "\(found)")
    }
}
