// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainExchange
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    static let deviceName = word(
        "n", "name", "name",
        "The name of this device (create, join, recover); its host name by default")
    static let everything = flag(
        "a", "all", "Include or exclude all passwords (create, join, include, exclude)")
}

// The membership of this device, and which items it shares.
extension SyncCommand {
    /// Makes a circle, shows its recovery code, and asks which passwords are synchronized.
    func create() throws(CommandFailure) -> Int32 {
        let name = try deviceName()
        try requireNoCircle()
        let relay = try place(for: "create")
        if try !heads(in: relay).isEmpty {
            throw .message(
                "\(relay.text): has the files of a circle already: join it (security sync"
                    + " invite on a device of it), recover it, or name another place")
        }
        try requireWritable(relay)
        let code = try CommandFailure.detail {
            try keychain.performAsking(.create(NewCircle(deviceName: name, relay: relay)))
        }
        try show(code, after: "\"\(name.printable)\" is the first device of a new circle.")
        return try begin()
    }

    func show(_ code: SecretBytes, after done: String) throws(CommandFailure) {
        try session.showRecoveryCode(
            code, after: done,
            "it is the only way back if all devices\nare lost. Whoever has it can read everything.")
    }

    /// Asks which passwords are synchronized, and exchanges for the first time.
    func begin() throws(CommandFailure) -> Int32 {
        let status = try status()
        let question =
            "Synchronize the login keychain's \(ItemReport.items(status.ordinary)) kept only on this"
            + " device?"
        var includes = arguments.has(.everything)
        if status.ordinary > 0, !includes { includes = try session.agrees(question) }
        if includes { _ = try CommandFailure.detail { try keychain.perform(.include(nil, true)) } }
        return try exchangeOnce()
    }

    /// Returns the name that -n gives this device, or that of the host.
    func deviceName() throws(CommandFailure) -> String {
        try arguments.text(.deviceName) ?? Self.hostName
    }

    /// The name of this machine as gethostname(2) returns it; "device" if it has none.
    private static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "device" }
        let name = String(path: buffer.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) })
        return name.isEmpty ? "device" : name
    }

    func rename(_ name: String) throws(CommandFailure) -> Int32 {
        try CommandFailure.detail { try keychain.perform(.rename(device: name)) }
        session.note("security: the other devices learn of it with the next exchange")
        return 0
    }

    /// Has passwords synchronized with their further secrets, or not any more.
    ///
    /// - Parameter names: as `security show` takes them; with -a all passwords are meant.
    func include(_ names: [[UInt8]], _ isIncluded: Bool) throws(CommandFailure) -> Int32 {
        if try status().isLocked, arguments.has(.everything) {
            throw .message("the keychain is locked; security unlock-keychain unlocks it")
        }
        let search = NamedItemSearch(
            session: session, keychains: [keychain],
            classes: ItemClass.stored.filter(\.isPassword), isForChange: true)
        var references: [PersistentReference] = []
        for name in names {
            let item = try search.item(CommandFailure.only { try ItemName(name) }).item
            let parts = try calling(KeychainSearch.function) {
                try EntryParts(of: item, in: keychain)
            }
            references += [item.reference] + parts.items.map(\.reference)
        }
        let chosen = arguments.has(.everything) ? nil : references
        let count = try CommandFailure.detail { try keychain.perform(.include(chosen, isIncluded)) }
        session.output.write(
            "\(ItemReport.items(count)) \(isIncluded ? "included" : "excluded")"
                + (count == 0 ? "\n" : "; the next exchange tells the other devices\n"))
        return 0
    }

    /// Ends the membership of this device, and announces that to the others as far as possible.
    func leave() throws(CommandFailure) -> Int32 {
        let obstacle = isDamaged ? "the circle's items here are damaged" : try announceLeave()
        try CommandFailure.detail { try keychain.perform(.forgetCircle) }
        session.output.write("This device has left the circle, and keeps its items.\n")
        if let obstacle {
            session.note(
                "security: the other devices weren't informed (\(obstacle)); run security sync remove"
                    + " on one of them")
        }
        return 0
    }

    /// Whether this device is in a circle of which it can't read its own items.
    private var isDamaged: Bool {
        do throws(KeychainError) { _ = try keychain.perform(.syncStatus) } catch {
            return error.code == .decode
        }
        return false
    }

    /// Announces to the other devices that this one leaves.
    ///
    /// - Returns: why that failed; nil if it didn't, or if this device is no member any more.
    private func announceLeave() throws(CommandFailure) -> String? {
        let status = try status()
        if status.isLocked, status.standing == .member, !arguments.has(.removesAtOnce) {
            throw .message(
                "the keychain is locked, so the other devices don't get what changed here; unlock"
                    + " it first (security unlock-keychain), or add --yes")
        }
        try CommandFailure.detail { try keychain.perform(.leaveCircle) }
        let obstacle: String?
        do throws(CommandFailure) {
            let outcome = try exchange()
            obstacle =
                outcome.refusedDeletions > 0
                ? "many deletions wait for consent"
                : outcome.waiting.first.map { "waiting for \($0)" }
        } catch {
            guard case .message(let text, _) = error else { throw error }
            obstacle = text
        }
        return try self.status().standing == .member ? obstacle : nil
    }
}
