// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainSecretBus
import SwiftKeychainService
import SwiftKeychainSystem

/// The change of the user's programs from another provider of the service to this one, and back.
package struct SecretServiceActivation {
    /// Whether the user would see a dialog in which the present service asks for its password.
    private let mayAsk: Bool
    /// Receives a line about each step.
    private let say: (String) -> Void

    package init(mayAsk: Bool, say: @escaping (String) -> Void) {
        (self.mayAsk, self.say) = (mayAsk, say)
    }

    /// Copies the items of the present service, and makes the files by which the session bus starts this one.
    ///
    /// - Returns: true, also without a session bus, where nothing is copied; false if an item or a file of the present
    ///   service wasn't copied, or a file of the user's has the place of one to make.
    package func enable(_ program: String) throws(KeychainError) -> Bool {
        let files = try SecretServiceFiles()
        let bus = try? BusConnection(.user)
        var (isImported, hasCopiedWallet) = (true, false)
        if let bus {
            if let owner = SecretServiceOwner.started(bus), !owner.isKeychain {
                say("the present service is \(owner.title)")
                let outcome = try migration(bus, owner).copyFromProvider(mayAsk: mayAsk)
                report(outcome, "into the login keychain")
                for path in outcome.unlistedKeyrings {
                    StandardStreams.writeError(
                        "\(path): the present service doesn't show this file; it may be damaged")
                }
                isImported = outcome.faults.isEmpty && outcome.unlistedKeyrings.isEmpty
                hasCopiedWallet = outcome.faults.isEmpty && owner.isWalletStore
            }
        } else {
            say("there is no session bus here: nothing is copied from another service")
        }
        let kept = try files.make(program: program, hasCopiedWallet: hasCopiedWallet)
        let notMade = "not made by this command, and left as it is"
        for path in kept.files { StandardStreams.writeError("\(path): \(notMade)") }
        for path in kept.portals {
            StandardStreams.writeError(
                "\(path): \(notMade); for the secrets of Flatpak applications put"
                    + " org.freedesktop.impl.portal.Secret=keychain into its group [preferred]")
        }
        if let bus { SecretServiceOwner.reload(bus) }
        if let bus, SecretServiceOwner(bus).map(\.isKeychain) ?? true {
            say("programs of the desktop use this keychain now")
        } else {
            say("from the next login on, programs of the desktop use this keychain")
            if bus != nil {
                say("what they store until then stays with the present service: log out now")
            }
        }
        if !(try Keychain.login.hasPasscode()) {
            say(
                "the login keychain has no password and is always open; to give it one:"
                    + " security set-keychain-password")
        }
        return isImported && kept.files.isEmpty && kept.portals.isEmpty
    }

    /// Removes these files, ends the service and copies the items to the one that takes its place.
    ///
    /// - Returns: true, also where no other service answers; false if an item wasn't copied.
    package func disable() throws(KeychainError) -> Bool {
        try SecretServiceFiles().remove()
        guard let bus = try? BusConnection(.user) else {
            say("there is no session bus here: nothing is copied to another service")
            return true
        }
        SecretServiceOwner.reload(bus)
        try SecretServiceOwner(bus)?.end(bus)
        guard let owner = SecretServiceOwner.started(bus), !owner.isKeychain else {
            say("no other service answers; all items stay in the login keychain")
            return true
        }
        say("the service is \(owner.title) again")
        let outcome = try migration(bus, owner).copyToProvider(mayAsk: mayAsk)
        report(outcome, "to it")
        say("dates of the items can't be given to it; they stay in the login keychain")
        if outcome.otherTypes > 0 {
            say("it gives another media type for \(outcome.otherTypes) of them")
        }
        return outcome.faults.isEmpty
    }

    /// Writes a setting of the service, `native` or `confine`, and ends the service, which reads it when it starts.
    ///
    /// - Returns: true.
    package func set(_ name: String, _ isOn: Bool) throws(KeychainError) -> Bool {
        let location = try Location.ofEnvironment()
        var settings = try SecretServiceSettings(location)
        if name == "native" { settings.offersNative = isOn } else { settings.confines = isOn }
        try settings.write(location)
        if isOn, name == "confine" {
            say("Flatpak and Snap applications no longer see the items that they made before")
        }
        // The bus starts it again with the new settings.
        if let bus = try? BusConnection(.user) { try SecretServiceOwner(bus)?.end(bus) }
        return true
    }

    /// - Parameter place: the end of "copied 2 items …", such as "into the login keychain".
    private func report(_ outcome: SecretServiceMigration.Outcome, _ place: String) {
        say(
            "copied \(ItemReport.items(outcome.copied)) \(place), each read back and compared;"
                + " \(outcome.present) there already")
        if outcome.replaced > 0 {
            say("replaced the earlier secret of \(ItemReport.items(outcome.replaced)) there")
        }
        if outcome.later > 0 {
            say("kept the later secret of \(ItemReport.items(outcome.later)) there")
        }
        for fault in outcome.faults { StandardStreams.writeError("not copied: \(fault)") }
    }

    private func migration(
        _ bus: BusConnection, _ owner: SecretServiceOwner
    ) throws(KeychainError) -> SecretServiceMigration {
        SecretServiceMigration(try SecretClient(bus), isKWallet: owner.isKWallet) { done, all in
            if done > 0, done % 1000 == 0 { say("\(done) of \(all) items") }
        }
    }
}

extension SecretServiceActivation {
    /// Says which service answers, with which settings, and what programs used.
    ///
    /// - Returns: whether this keychain has the name on the session bus.
    package func sayStatus() throws(KeychainError) -> Bool {
        let location = try Location.ofEnvironment()
        let settings = try SecretServiceSettings(location)
        let isEnabled = try SecretServiceFiles().areThere
        let owner = (try? BusConnection(.user)).flatMap { SecretServiceOwner($0) }
        say("enabled: \(isEnabled ? "yes" : "no")")
        say("running: \(owner?.title ?? "none")")
        let state = try Keychain.login.lockState()
        let items = try settings.countItems()
        say(
            "login keychain: \(state == .beforeFirstUnlock ? "locked" : "unlocked"),"
                + " \(ItemReport.items(items.count))"
                + (items.areMore ? ", and damaged ones: see security doctor" : ""))
        say("items of other programs (native): \(settings.offersNative ? "on" : "off")")
        say("confined applications apart (confine): \(settings.confines ? "on" : "off")")
        var reader = AuditReaders(path: location.secretServiceLogPath)
        let uses = Self.uses((try? reader.entries()) ?? [])
        for line in uses.isEmpty ? [] : [""] + uses { say(line) }
        return owner?.isKeychain == true
    }

    /// Returns a line for each program and what it used, with the number of calls.
    static func uses(_ entries: [AuditEntry]) -> [String] {
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
        return counts.sorted { $0.key < $1.key }.map { line, count in
            let numbers = [(count.done, ""), (count.failed, " failed")].filter { $0.0 != 0 }
            return "\(line) (\(numbers.map { "\($0)\($1)" }.joined(separator: ", and ")))"
        }
    }
}
