// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainSecretService
import SwiftKeychainService
import SwiftKeychainSystem

extension Command {
    static let secretService = Command(
        name: "secret-service",
        summary: "Give the programs of the desktop this keychain (org.freedesktop.secrets).",
        operands: "enable|status|disable|native|confine [on|off]",
        notes: [
            "enable copies what the present service keeps (gnome-keyring, KWallet, KeePassXC), and takes its place",
            "from the next login on. Nothing is deleted there. disable copies everything back, and gives the name",
            "back.",
            "native off hides from these programs the items made through Apple's interface.",
            "confine on shows Flatpak and Snap applications only the items that they made.",
        ],
        changesAlone: true
    ) { arguments, session in
        let words = arguments.operands.map { String(path: $0) }
        let command = SecretServiceCommand(session: session)
        switch (words.first, words.count) {
        case ("enable", 1): return try command.enable()
        case ("disable", 1): return try command.disable()
        case ("status", 1): return try command.status()
        case ("native", 2), ("confine", 2):
            guard let isOn = ["on": true, "off": false][words[1]] else { break }
            return try command.set(words[0], isOn)
        default: break
        }
        throw CommandFailure.usage("name enable, status, disable, native on|off or confine on|off")
    }
}

/// The steps of `security secret-service`.
private struct SecretServiceCommand {
    let session: Session

    private func write(_ line: String) { session.output.write(line.printable + "\n") }

    /// Runs calls of the keychain.
    private func calling<Result>(_ body: () throws -> Result) throws(CommandFailure) -> Result {
        try CommandFailure.detail(exitStatus: nil, body)
    }

    /// Returns the path of the program, next to this one or in a usual folder.
    private func program() throws(CommandFailure) -> String {
        let name = "keychain-secret-service"
        let own = try? ProgramFile.path().parentFolder
        let folders = (own.map { [$0] } ?? []) + ["/usr/local/bin", "/usr/bin"]
        guard let found = folders.first(where: { System.exists("\($0)/\(name)") }) else {
            throw .message("\(name) isn't installed")
        }
        return "\(found)/\(name)"
    }

    private func files() throws(CommandFailure) -> SecretServiceFiles {
        try calling { try SecretServiceFiles() }
    }

    /// Whether the user would see a dialog in which the present service asks for its password.
    private var mayAsk: Bool { PromptEnvironment.current.hasDisplay }

    /// - Parameter where: the end of "copied 2 items …", such as "into the login keychain".
    private func report(_ outcome: SecretServiceMigration.Outcome, _ where: String) {
        write(
            "copied \(ItemReport.items(outcome.copied)) \(`where`), each read back and compared;"
                + " \(outcome.present) there already")
        if outcome.replaced > 0 {
            write("replaced the earlier secret of \(ItemReport.items(outcome.replaced)) there")
        }
        if outcome.later > 0 {
            write("kept the later secret of \(ItemReport.items(outcome.later)) there")
        }
        for fault in outcome.faults { StandardStreams.writeError("not copied: \(fault)") }
    }

    private func migration(
        _ bus: BusConnection, _ owner: SecretServiceOwner
    ) throws(KeychainError) -> SecretServiceMigration {
        let session = session
        return SecretServiceMigration(try SecretClient(bus), isKWallet: owner.isKWallet) {
            done, all in
            if done > 0, done % 1000 == 0 { session.output.write("\(done) of \(all) items\n") }
        }
    }

    /// Copies the items of the present service, and makes the files by which the session bus starts this one.
    ///
    /// - Returns: 0, also without a session bus, where nothing is copied; 1 if an item or a file of the present service
    ///   wasn't copied, or a file of the user's has the place of one to make.
    func enable() throws(CommandFailure) -> Int32 {
        let (files, program) = (try files(), try program())
        let bus = try? BusConnection(.user)
        var (isImported, hasCopiedWallet) = (true, false)
        if let bus {
            if let owner = SecretServiceOwner.started(bus), !owner.isKeychain {
                write("the present service is \(owner.title)")
                let outcome = try calling {
                    try migration(bus, owner).copyFromProvider(mayAsk: mayAsk)
                }
                report(outcome, "into the login keychain")
                for path in outcome.unlistedKeyrings {
                    StandardStreams.writeError(
                        "\(path): the present service doesn't show this file; it may be damaged")
                }
                isImported = outcome.faults.isEmpty && outcome.unlistedKeyrings.isEmpty
                hasCopiedWallet = outcome.faults.isEmpty && owner.isWalletStore
            }
        } else {
            write("there is no session bus here: nothing is copied from another service")
        }
        let kept = try calling {
            try files.make(program: program, hasCopiedWallet: hasCopiedWallet)
        }
        for path in kept.files {
            StandardStreams.writeError("\(path): not made by this command, and left as it is")
        }
        for path in kept.portals {
            StandardStreams.writeError(
                "\(path): not made by this command, and left as it is; for the secrets of Flatpak"
                    + " applications put org.freedesktop.impl.portal.Secret=keychain into its"
                    + " group [preferred]")
        }
        if let bus { SecretServiceOwner.reload(bus) }
        if let bus, SecretServiceOwner(bus).map(\.isKeychain) ?? true {
            write("programs of the desktop use this keychain now")
        } else {
            write("from the next login on, programs of the desktop use this keychain")
            if bus != nil {
                write("what they store until then stays with the present service: log out now")
            }
        }
        if !(try calling { try Keychain.login.hasPasscode() }) {
            write(
                "the login keychain has no password and is always open; to give it one:"
                    + " security set-keychain-password")
        }
        return isImported && kept.files.isEmpty && kept.portals.isEmpty ? 0 : 1
    }

    /// Removes these files, ends the service and copies the items to the one that takes its place.
    ///
    /// - Returns: 0, also where no other service answers; 1 if an item wasn't copied.
    func disable() throws(CommandFailure) -> Int32 {
        let files = try files()
        try calling { try files.remove() }
        guard let bus = try? BusConnection(.user) else {
            write("there is no session bus here: nothing is copied to another service")
            return 0
        }
        SecretServiceOwner.reload(bus)
        try calling { try SecretServiceOwner(bus)?.end(bus) }
        guard let owner = SecretServiceOwner.started(bus), !owner.isKeychain else {
            write("no other service answers; all items stay in the login keychain")
            return 0
        }
        write("the service is \(owner.title) again")
        let outcome = try calling {
            try migration(bus, owner).copyToProvider(mayAsk: mayAsk)
        }
        report(outcome, "to it")
        write("dates of the items can't be given to it; they stay in the login keychain")
        if outcome.otherTypes > 0 {
            write("it gives another media type for \(outcome.otherTypes) of them")
        }
        return outcome.faults.isEmpty ? 0 : 1
    }

    /// - Returns: 0 if this keychain has the name on the session bus, otherwise 1.
    func status() throws(CommandFailure) -> Int32 {
        let location = try calling { try Location.ofEnvironment() }
        let settings = try calling { try SecretServiceSettings(location) }
        let isEnabled = try files().areThere
        let owner = (try? BusConnection(.user)).flatMap { SecretServiceOwner($0) }
        write("enabled: \(isEnabled ? "yes" : "no")")
        write("running: \(owner?.title ?? "none")")
        let state = try calling { try Keychain.login.lockState() }
        let items = try calling { try settings.countItems() }
        write(
            "login keychain: \(state == .beforeFirstUnlock ? "locked" : "unlocked"),"
                + " \(ItemReport.items(items.count))"
                + (items.areMore ? ", and damaged ones: see security doctor" : ""))
        write("items of other programs (native): \(settings.offersNative ? "on" : "off")")
        write("confined applications apart (confine): \(settings.confines ? "on" : "off")")
        try writeUse(location)
        return owner?.isKeychain == true ? 0 : 1
    }

    /// Lists what each program used, from the log.
    private func writeUse(_ location: Location) throws(CommandFailure) {
        var reader = AuditReaders(path: location.secretServiceLogPath)
        guard let entries = try? reader.entries(), !entries.isEmpty else { return }
        var counts: [String: (done: Int, failed: Int)] = [:]
        for entry in entries {
            var line = entry.program ?? "an unknown program"
            if let application = entry.accessGroup { line += " (\(application))" }
            line += ": \(entry.call)"
            if let schema = entry.itemClass { line += " \(schema)" }
            if entry.isFailure {
                counts[line, default: (0, 0)].failed += entry.count
            } else {
                counts[line, default: (0, 0)].done += entry.count
            }
        }
        write("")
        for (line, count) in counts.sorted(by: { $0.key < $1.key }) {
            let numbers = [(count.done, ""), (count.failed, " failed")].filter { $0.0 != 0 }
            let text = numbers.map { "\($0)\($1)" }.joined(separator: ", and ")
            write("\(line) (\(text))")
        }
    }

    /// Writes a setting of the service, `native` or `confine`, and ends the service, which reads it when it starts.
    func set(_ name: String, _ isOn: Bool) throws(CommandFailure) -> Int32 {
        try calling {
            let location = try Location.ofEnvironment()
            var settings = try SecretServiceSettings(location)
            if name == "native" { settings.offersNative = isOn } else { settings.confines = isOn }
            try settings.write(location)
            if isOn, name == "confine" {
                write("Flatpak and Snap applications no longer see the items that they made before")
            }
            // The bus starts it again with the new settings.
            if let bus = try? BusConnection(.user) { try SecretServiceOwner(bus)?.end(bus) }
        }
        return 0
    }
}
