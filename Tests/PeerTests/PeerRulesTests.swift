// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport
import SwiftKeychainModel
import SwiftKeychainSystem
import Testing

@testable import SwiftKeychainPeers
@testable import SwiftKeychainService

/// What programs get, by the files of the administrator.
@Suite struct PeerRulesTests {
    let home = TemporaryHome()
    let configuration: Configuration
    /// The group to which the tests map access groups.
    static let group: gid_t = 61235
    /// A program that only root can change; its folders are those of the machine.
    static let program = "/usr/bin/env"

    init() throws { configuration = try Configuration(in: home.path) }

    private func process(
        group: gid_t = 1000, user: uid_t = 1000, program: String = "/opt/nothing",
        unit: String? = nil, isInSameNamespaces: Bool = true
    ) -> ProcessEvidence {
        var path = program
        if let resolved = realpath(program, nil) {
            path = String(cString: resolved)
            free(resolved)
        }
        let file = ProcessEvidence(startingProgramAt: path, user: user, group: group)
        return ProcessEvidence(
            user: user, group: group, program: file.program, unit: unit,
            isInSameNamespaces: isInSameNamespaces)
    }

    private func copy(_ name: String = "program") throws -> String {
        let path = home.path + "/" + name
        try configuration.write(path, "", mode: 0o755)
        return path
    }

    // MARK: Strong

    @Test func aMappedGroup() throws {
        try configuration.map(["keychain-mail": ["mail", "mail.shared"]])
        for mode in [DaemonMode.user, .system] {
            let rights = configuration.rules(mode).rights(of: process(group: Self.group))
            #expect(rights.strength == .strong)
            #expect(rights.caller.groups == ["mail", "mail.shared"])
            #expect(rights.source.contains("access-groups.plist: the Unix group keychain-mail"))
            #expect(!rights.caller.isUnsigned)
        }
        // One name is a list of one.
        try configuration.map(["keychain-mail": "mail"])
        let rights = configuration.rules(.user).rights(of: process(group: Self.group))
        #expect(rights.caller.groups == ["mail"])
        #expect(configuration.rules(.user).check().allSatisfy { !$0.isProblem })
    }

    /// What all programs of the user obey is read by each, and changed by those that the administrator named.
    @Test func theItemsOfTheLibrary() throws {
        let trust = Caller.trustSettingsGroup
        let other = Caller.identityPreferencesGroup
        try configuration.map(["keychain-mail": ["mail", trust]])
        func groups(_ process: ProcessEvidence, _ asked: [String], _ mode: DaemonMode) -> [String] {
            let rights = configuration.rules(mode).rights(of: process)
            let reading = rights.callerOfLibrary(asked, changes: false, mode)
            #expect(reading.groups == asked)
            return rights.callerOfLibrary(asked, changes: true, mode).groups
        }
        let strong = process(group: Self.group)
        for asked in [[trust], [other], [trust, other]] {
            #expect(groups(strong, asked, .user) == asked)
            #expect(groups(process(), asked, .user) == asked)
            #expect(groups(strong, asked, .system) == (asked == [trust] ? asked : []))
            #expect(groups(process(), asked, .system) == [])
        }
        // That is no right to name the group, or to reach its items without a name.
        let rights = configuration.rules(.system).rights(of: strong)
        #expect(rights.caller.groups == ["mail"])
        #expect(rights.lines.contains("group: \(trust), in the calls for trust settings"))
    }

    /// A weak program doesn't undo how the administrator guards the keychains of the system's service.
    @Test func theDeviceKeyAndTheAnchor() throws {
        try configuration.map(["keychain-mail": "mail"])
        func isRefused(_ process: ProcessEvidence, _ mode: DaemonMode) -> Bool {
            let rights = configuration.rules(mode).rights(of: process)
            do throws(KeychainError) {
                try rights.requireRight(to: .status, mode)
            } catch {
                return true
            }
            let changes: [Request.Operation] = [
                .moveDeviceKey(.toFile), .changeAnchor(AnchorChange(.disable)), .acceptKeychain,
            ]
            return changes.allSatisfy { change in
                do throws(KeychainError) {
                    try rights.requireRight(to: change, mode)
                    return false
                } catch {
                    return error.code == .missingEntitlement
                }
            }
        }
        #expect(isRefused(process(), .system))
        #expect(!isRefused(process(), .user))
        for mode in [DaemonMode.user, .system] {
            #expect(!isRefused(process(group: Self.group), mode))
        }
    }

    @Test(arguments: [
        ("group", "keychain-mail:x:61235:eve\n", "has a member, eve"),
        ("group", "keychain-mail:x:61235:\nother:x:61235:eve\n", "has a member, eve"),
        ("group", "keychain-mail:$6$salt$hash:61235:\n", "has a password"),
        ("gshadow", "keychain-mail:$6$salt$hash::\n", "has a password"),
        ("gshadow", "keychain-mail:!:eve:\n", "has a member, eve"),
        ("gshadow", "keychain-mail:!::eve\n", "has a member, eve"),
        ("passwd", "eve:x:1000:61235::/home/eve:/bin/sh\n", "primary group of a user, eve"),
        ("subgid", "eve:61000:65536\n", "range of eve"),
        ("group", "keychain-mail:x:0:\n", "root's own group"),
        ("group", "keychain-mail:x:65534:\n", "overflow group"),
        ("group", "other:x:61235:\n", "no such Unix group"),
    ])
    func aGroupThatUsersCanHave(_ file: String, _ line: String, _ reason: String) throws {
        try configuration.map(["keychain-mail": "mail"])
        try configuration.write("\(configuration.accounts)/\(file)", line)
        let rules = configuration.rules(.user)
        let number = line.contains(":0:") ? 0 : line.contains(":65534:") ? 65534 : Self.group
        if reason == "no such Unix group" {
            #expect(rules.rights(of: process(group: number)).strength == nil)
        } else {
            let rights = rules.rights(of: process(group: number))
            #expect(rights.strength == nil && rights.caller.groups.isEmpty)
            #expect(rights.caller.failure?.detail.contains(reason) == true, "\(rights.source)")
        }
        let problems = rules.check().filter(\.isProblem)
        #expect(problems.count == 1 && problems[0].text.contains(reason), "\(problems)")
        #expect(problems.first?.text.contains("keychain-mail") == true)
    }

    @Test func theEndsOfASubordinateRange() throws {
        try configuration.map(["keychain-mail": "mail"])
        for (range, isFit) in [("61236:10", true), ("61225:10", true), ("61226:10", false)] {
            try configuration.write(configuration.accounts + "/subgid", "eve:\(range)\n")
            let rights = configuration.rules(.user).rights(of: process(group: Self.group))
            #expect((rights.strength == .strong) == isFit, "\(range)")
        }
    }

    @Test func aUnitOfTheSystem() throws {
        try configuration.map(["mail.service": "mail"])
        let rules = configuration.rules(.system)
        let own = rules.rights(of: process(user: 61200, unit: "mail.service"))
        #expect(own.strength == .strong && own.caller.groups == ["mail"])
        #expect(rules.rights(of: process(user: 61200, unit: "other.service")).strength == .weak)
        // A user that logs in could trace it.
        for user: uid_t in [0, 1000] {
            let rights = rules.rights(of: process(user: user, unit: "mail.service"))
            #expect(rights.strength == nil && rights.source.contains("user \(user)"))
        }
    }

    @Test(arguments: [
        ("0::/system.slice/mail.service\n", "mail.service"),
        ("0::/system.slice/system-mail.slice/mail@1.service/inner\n", "mail@1.service"),
        ("9:name=systemd:/system.slice/mail.service\n0::/\n", "mail.service"),
        ("9:name=systemd:/\n0::/system.slice/mail.service\n", nil),
        ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/mail.service\n", nil),
        ("0::/user.slice/system.slice/mail.service\n", nil),
        ("0::/system.slice/run.scope/mail.service\n", nil),
        ("0::/system.slice\n", nil), ("", nil),
    ])
    func unitsInControlGroups(_ text: String, _ unit: String?) {
        #expect(ProcessEvidence.unit(text) == unit)
    }

    @Test(arguments: ["unsigned", "*", "", "com.apple.token"])
    func groupsThatNoProgramCanHaveAlone(_ group: String) throws {
        try configuration.map(["keychain-mail": group])
        let rules = configuration.rules(.user)
        #expect(rules.rights(of: process(group: Self.group)).strength == nil)
        #expect(rules.check().count { $0.isProblem } == 1)
    }

    // MARK: Medium

    @Test(.enabled(if: geteuid() == 0, "needs files that only root can change"))
    func anInstalledList() throws {
        let path = try #require(realpath("/usr/bin/mount", nil).map { String(cString: $0) })
        try configuration.install("mount", path, ["own", "*"])
        for mode in [DaemonMode.user, .system] {
            let rights = configuration.rules(mode).rights(of: process(program: path))
            #expect(rights.strength == .medium && rights.caller.groups == ["own", "*"])
            #expect(rights.source.hasSuffix("entitlements.d/mount.plist"))
        }
        let rules = configuration.rules(.user)
        let elsewhere = rules.rights(of: process(program: path, isInSameNamespaces: false))
        #expect(elsewhere.strength == nil && elsewhere.source.contains("namespace"))
        // Groups of stronger programs, and with them every group, are left out.
        try configuration.map(["keychain-mail": "mail"])
        try configuration.install("mount", path, ["mail", "own", "*"])
        let rights = rules.rights(of: process(program: path))
        #expect(rights.caller.groups == ["own"])
        #expect(rights.refused.map(\.group) == ["mail", "*"])
        #expect(rules.check().count { $0.isProblem } == 2)
    }

    @Test func aProgramThatUsersCanChange() throws {
        let path = try copy()
        try configuration.install("own", path, ["own"])
        let rules = configuration.rules(.user)
        let rights = rules.rights(of: process(program: path))
        // The folder of temporary files can be written by all.
        #expect(rights.strength == nil && rights.source.contains("others than its owner"))
        #expect(rules.check().filter(\.isProblem).count == 1)
    }

    @Test func interpretersAttestNothing() throws {
        for path in [
            "/bin/sh", "/usr/bin/python3.12", "/usr/bin/perl5.36.0", "/usr/bin/node",
            "/lib64/ld-linux-x86-64.so.2", "/usr/bin/qemu-aarch64", "/usr/bin/lua5.4",
            "/usr/bin/python3.12-dbg", "/usr/bin/ruby3.1",
            "/lib/ld-linux-aarch64.so.1", "/usr/libexec/valgrind/memcheck-amd64-linux",
            "/usr/libexec/valgrind/callgrind-arm64-linux",
        ] {
            #expect(Interpreters.contains(path), "\(path)")
        }
        for path in ["/usr/bin/shred", "/usr/bin/nodeinfo", "/usr/bin/mail", "/usr/bin/led"] {
            #expect(!Interpreters.contains(path), "\(path)")
        }
        try configuration.install("python", "/usr/bin/python3.12", ["own"])
        let problems = configuration.rules(.user).check().filter(\.isProblem)
        #expect(problems.count == 1 && problems[0].text.contains("interpreter"))
    }

    // MARK: Weak

    @Test func theListBesideTheProgram() throws {
        let path = try copy()
        let rules = configuration.rules(.user)
        #expect(rules.rights(of: process(program: path)).caller == .unsigned)
        try configuration.write(
            path + ".entitlements", Configuration.list(["keychain-access-groups": ["mine", "*"]]))
        var rights = rules.rights(of: process(program: path))
        #expect(rights.strength == .weak && rights.caller.groups == ["mine", "*"])
        // The system service gives nothing for it.
        #expect(
            configuration.rules(.system).rights(of: process(program: path)).caller == .unsigned)
        // Groups of stronger programs are left out, and the next group receives new items.
        try configuration.map(["keychain-mail": "mail"])
        try configuration.install("other", "/usr/bin/other", ["installed"])
        try configuration.write(
            path + ".entitlements",
            Configuration.list(["keychain-access-groups": ["mail", "installed", "mine", "*"]]))
        rights = rules.rights(of: process(program: path))
        #expect(rights.caller.groups == ["mine"])
        #expect(rights.refused.map(\.group) == ["mail", "installed", "*"])
        #expect(rights.refused[0].reason.contains("access-groups.plist"))
        #expect(rights.refused[1].reason.contains("entitlements.d"))
        #expect(rights.lines.contains("refused: mail: \(rights.refused[0].reason)"))
    }

    @Test func unreadableAndWrongListsGiveNothing() throws {
        let path = try copy()
        let rules = configuration.rules(.user)
        for text in [
            "", "nonsense", "<plist><dict><key>keychain-access-groups</key><true/></dict></plist>",
        ] {
            try configuration.write(path + ".entitlements", text)
            let rights = rules.rights(of: process(program: path))
            #expect(rights.strength == nil && rights.caller.groups.isEmpty)
            #expect(rights.caller.failure?.detail.contains("program.entitlements") == true)
        }
    }

    /// The package of a program is upgraded while it runs.
    @Test func theListBesideAProgramThatWasReplaced() throws {
        let path = home.path + "/cat"
        func install() throws { try FileManager.default.copyItem(atPath: "/bin/cat", toPath: path) }
        try install()
        try configuration.write(
            path + ".entitlements", Configuration.list(["keychain-access-groups": ["mine"]]))
        let child = try Child([path])
        defer { child.end() }
        child.tell("runs")
        #expect(child.line() == "runs")
        var rights: PeerRights {
            let evidence = ProcessEvidence(process: child.number, user: getuid(), group: getgid())
            return configuration.rules(.user).rights(of: evidence)
        }
        #expect(rights.caller.groups == ["mine"])
        unlink(path)
        #expect(rights.strength == nil && rights.source.contains("moved or removed"))
        try install()
        #expect(rights.strength == .weak && rights.caller.groups == ["mine"])
    }

    @Test func aProgramThatCannotBeSeen() {
        for program in [ProcessEvidence.Program.hidden, .elsewhere(path: "/usr/bin/a (deleted)")] {
            let process = ProcessEvidence(user: 1000, group: 1000, program: program)
            #expect(configuration.rules(.user).rights(of: process).strength == nil)
            #expect(configuration.rules(.system).rights(of: process).caller == .unsigned)
        }
    }

    // MARK: Files of the administrator

    @Test func aMapThatIsWrongGivesNobodyRights() throws {
        let path = configuration.path + "/access-groups.plist"
        let rules = configuration.rules(.user)
        for text in [
            "", "nonsense", "<plist><array/></plist>",
            "<plist><dict><key>a</key><true/></dict></plist>",
        ] {
            try configuration.write(path, text)
            let rights = rules.rights(of: process(program: try copy()))
            #expect(rights.strength == nil && rights.source.contains("access-groups.plist"))
            #expect(rules.check().contains { $0.isProblem && $0.text.contains(path) })
        }
    }

    /// A connection isn't judged by files that securityd lacked descriptors or memory to read.
    @Test(arguments: [EMFILE, ENFILE, ENOMEM])
    func aShortageRefusesNoProgram(_ number: Int32) throws {
        let path = try copy()
        try configuration.map(["keychain-mail": "mail"])
        try configuration.write(
            path + ".entitlements", Configuration.list(["keychain-access-groups": ["mine"]]))
        let rules = configuration.rules(.user)
        for file in [
            configuration.path + "/access-groups.plist", configuration.path + "/entitlements.d",
            configuration.accounts + "/group", configuration.accounts + "/gshadow",
            path + ".entitlements",
        ] {
            let rights = SystemFaults.inject {
                $0 == .open && $1 == file ? number : nil
            } during: {
                rules.rights(of: process(program: path))
            }
            let failure = rights.caller.failure
            #expect(failure != nil && failure?.code != .missingEntitlement, "\(file)")
        }
        #expect(rules.rights(of: process(program: path)).caller.groups == ["mine"])
    }

    @Test func filesThatOthersCanWriteCountAsWrong() throws {
        try configuration.map(["keychain-mail": "mail"])
        chmod(configuration.path + "/access-groups.plist", 0o664)
        let rights = configuration.rules(.user).rights(of: process(group: Self.group))
        #expect(rights.strength == nil && rights.source.contains("others than its owner"))
    }

    /// A list that can't be read may be that of any program that only root can change.
    @Test func aBrokenInstalledList() throws {
        let path = try copy()
        let broken = configuration.path + "/entitlements.d/broken.plist"
        for (text, reason) in [
            ("nonsense", "not a property list"),
            (try Configuration.list(["keychain-access-groups": ["a"]]), "Program"),
            (try Configuration.list(["Program": "relative"]), "Program"),
        ] {
            try configuration.write(broken, text)
            let rules = configuration.rules(.user)
            #expect(rules.rights(of: process(program: path)).caller == .unsigned)
            #expect(rules.check().contains { $0.isProblem && $0.text.contains(reason) })
            let installed = rules.rights(of: process(program: "/usr/bin/mount"))
            if geteuid() == 0 { #expect(installed.strength == nil, "\(installed.source)") }
            // Nor can a list beside a program name groups that may be those of another.
            try configuration.write(
                path + ".entitlements", Configuration.list(["keychain-access-groups": ["mine"]]))
            #expect(rules.rights(of: process(program: path)).strength == nil)
            unlink(path + ".entitlements")
        }
        // One that names its program takes only this one's rights, but those of lists beside programs.
        let other = try copy("other")
        try configuration.write(
            other + ".entitlements", Configuration.list(["keychain-access-groups": ["a", "o"]]))
        try configuration.write(
            broken,
            Configuration.list([
                "Program": path, "keychain-access-groups": ["$(AppIdentifierPrefix)a"],
            ]))
        #expect(configuration.rules(.user).rights(of: process(program: path)).strength == nil)
        #expect(configuration.rules(.user).rights(of: process(program: other)).strength == nil)
        try configuration.install("a", path, ["a"])
        try configuration.install("broken", path, ["b"])
        let rights = configuration.rules(.user).rights(of: process(program: path))
        #expect(rights.source.contains("same program"))
        let weak = configuration.rules(.user).rights(of: process(program: other))
        #expect(weak.caller.groups == ["o"] && weak.refused.map(\.group) == ["a"])
    }
}
