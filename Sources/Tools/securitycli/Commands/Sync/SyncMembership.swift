// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRelay
import SwiftKeychainSystem

/// What `security sync` does about the membership of this device, and about which items it shares.
struct SyncMembership {
    private let session: Session
    private let keychain = Keychain.login

    init(_ session: Session) { self.session = session }

    /// Makes a circle, shows its recovery code, and asks which passwords are synchronized.
    func create(
        _ options: RelayOptions, name: String?, includesAll: Bool
    ) throws(CommandFailure) -> Int32 {
        if try CommandFailure.detail({ try keychain.syncStatus() }) != nil {
            throw .message("this device is in a circle already; see security sync status")
        }
        let relay = try options.place(for: "create")
        if try Self.hasCircle(relay) {
            throw .message(
                "\(relay.text.printable): has the files of a circle already; to join it, run"
                    + " security sync invite on a device of it")
        }
        let name = name ?? Self.hostName
        let code = try CommandFailure.detail {
            try keychain.createCircle(deviceName: name, relay: relay)
        }
        session.output.write("\"\(name.printable)\" is the first device of a new circle.")
        try show(code)
        return try begin(includesAll: includesAll)
    }

    /// Shows a recovery code, before anything depends on it.
    func show(_ code: SecretBytes) throws(CommandFailure) {
        session.output.write(" Recovery code:\n\n    ")
        code.withBytes { session.output.write($0) }
        session.output.write(
            "\n\nWrite it down and keep it elsewhere. It isn't shown again, and it is the only way back if"
                + " all devices\nare lost. Whoever has it can read everything.\n")
        try session.output.flush()
    }

    /// Asks which passwords are synchronized, and exchanges for the first time.
    func begin(includesAll: Bool) throws(CommandFailure) -> Int32 {
        let status = try SyncCommand.status(of: keychain)
        let question =
            "Synchronize the \(ItemReport.items(status.ordinary)) of the login keychain that are on"
            + " this device alone?"
        var includes = includesAll
        if status.ordinary > 0, !includes { includes = try session.agrees(question) }
        if includes {
            _ = try CommandFailure.detail { try keychain.include(nil, true) }
        }
        return try SyncCommand(session).now(acceptsDeletions: false)
    }

    /// Whether a relay has files of a circle.
    static func hasCircle(_ place: RelayPlace) throws(CommandFailure) -> Bool {
        do throws(SyncFailure) {
            return try !SyncRound.heads(in: place.open()).isEmpty
        } catch { throw SyncCommand.failure(error) }
    }

    static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "device" }
        let name = String(path: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
        return name.isEmpty ? "device" : name
    }

    func rename(_ name: String) throws(CommandFailure) -> Int32 {
        try CommandFailure.detail { try keychain.rename(device: name) }
        session.note("security: the other devices learn of it with the next exchange")
        return 0
    }

    /// Has passwords synchronized, or not any more.
    ///
    /// - Parameter names: as `security show` takes them; nil for all passwords.
    func include(_ names: [[UInt8]]?, _ isIncluded: Bool) throws(CommandFailure) -> Int32 {
        _ = try SyncCommand.status(of: keychain)
        var references: [PersistentReference]?
        if let names {
            let search = NamedItemSearch(
                session: session, keychains: [keychain],
                classes: ItemClass.stored.filter(\.isPassword))
            references = []
            for word in names {
                let name = try CommandFailure.only { try ItemName(word) }
                references?.append(try search.item(name).item.reference)
            }
        }
        let chosen = references
        let count = try CommandFailure.detail { try keychain.include(chosen, isIncluded) }
        session.output.write(
            "\(ItemReport.items(count)) \(isIncluded ? "included" : "excluded")"
                + (count == 0 ? "\n" : "; the next exchange tells the other devices\n"))
        return 0
    }

    /// Ends the membership of this device, and tells the others as far as that is possible.
    func leave() throws(CommandFailure) -> Int32 {
        _ = try SyncCommand.status(of: keychain)
        try CommandFailure.detail { try keychain.leaveCircle() }
        var obstacle: String?
        do throws(CommandFailure) {
            let outcome = try SyncCommand(session).exchange()
            obstacle = outcome.waiting.first.map { "waiting for \($0)" }
            if outcome.refusedDeletions > 0 { obstacle = "many deletions wait for consent" }
        } catch {
            if case .message(let text, _) = error { obstacle = text } else { throw error }
        }
        try CommandFailure.detail { try keychain.forgetCircle() }
        session.output.write("This device has left the circle, and keeps its items.\n")
        if let obstacle {
            session.note(
                "security: the others weren't told (\(obstacle)); security sync remove on one of them"
                    + " does the same".printable)
        }
        return 0
    }
}
