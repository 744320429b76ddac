// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainCircle
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    static let isUnattended = flag(
        "u", "unattended",
        "Compare no codes: whoever has the invitation can join for an hour (invite)")
}

// The two ends of a pairing.
extension SyncCommand {
    /// Prints an invitation, and waits for the device that joins with it.
    func invite() throws(CommandFailure) -> Int32 {
        let isUnattended = arguments.has(.isUnattended)
        _ = try status()
        let relay = try CommandFailure.detail { try keychain.perform(.relay) }
        try requireWritable(relay)
        let text = try CommandFailure.detail {
            try keychain.performAsking(.invite(isUnattended: isUnattended))
        }
        if isUnattended {
            // Another program reads it.
            text.withBytes { session.output.write($0) }
            session.output.write("\n")
        } else {
            session.output.write(
                "On the new device, run security sync join within 10 minutes, and enter:\n\n    ")
            text.withBytes { session.output.write($0) }
            session.output.write("\n\n")
            try showPicture(of: text)
        }
        try session.output.flush()
        try pair(relay, isMember: true) { text in
            if isUnattended {
                session.note("security: " + text)
            } else {
                session.output.write(text + "\n")
            }
        }
        _ = try exchange()
        try CommandFailure.detail { try keychain.perform(.acknowledgeMembers) }
        return 0
    }

    /// Shows an invitation as a QR code on a terminal, where qrencode is installed.
    private func showPicture(of text: SecretBytes) throws(CommandFailure) {
        guard isatty(1) == 1, ChildProcess.path(of: "qrencode") != nil else { return }
        try session.output.flush()
        // The text isn't an argument, which other users could read.
        let words = ["qrencode", "-t", "ANSIUTF8", "-l", "L"]
        guard let child = ChildProcess(words, piped: 0, silenced: [2]) else { return }
        text.withBytes { _ = Glibc.write(child.descriptor, $0.baseAddress, $0.count) }
        _ = child.end()
    }

    /// Joins a circle.
    ///
    /// - Parameter text: the invitation, or `-` for standard input; nil to ask for it.
    func join(_ text: String?) throws(CommandFailure) -> Int32 {
        let name = try deviceName()
        try requireNoCircle()
        let paths = try paths()
        let invitation: SecretBytes
        switch text {
        case "-"? where session.isInteractive:
            throw .message("standard input contains the commands")
        case "-"?: invitation = try SecretInput.line() ?? SecretBytes(count: 0) { _ in }
        case let text?:
            invitation = SecretBytes(copying: text.utf8)
            // The keychain refuses what is no invitation.
            if let reason = (try? Invitation(text: invitation))?.reasonForSecrecy {
                throw .message(
                    "an invitation that \(reason) can't be an argument, which other users can read;"
                        + " nothing was done. Make a new one, and give - for standard input, or"
                        + " nothing to be asked for it", status: 2)
            }
        case nil: invitation = try session.password(asking: "invitation: ")
        }
        let device = JoiningDevice(invitation: invitation, deviceName: name, paths: paths)
        let relay = try CommandFailure.detail { try keychain.performAsking(.join(device)) }
        if try heads(in: relay).isEmpty {
            session.note(
                "security: \(relay.text) has no files of a circle yet; waiting for them")
        }
        try pair(relay, isMember: false) { session.output.write($0 + "\n") }
        return try begin()
    }

    /// Exchanges messages with the other device until it has joined.
    ///
    /// - Parameter write: writes a line about the state.
    private func pair(
        _ place: RelayPlace, isMember: Bool, _ write: (String) -> Void
    ) throws(CommandFailure) {
        var shown: String?
        try CommandFailure.only {
            let relay = try place.open()
            let loop = PairingLoop(keychain, through: relay)
            if isMember { try loop.clearAll() }
            try loop.run { pairing in
                guard let text = pairing.text(isMember: isMember), text != shown else { return }
                shown = text
                write(text)
                try? session.output.flush()
            } ask: { pairing in
                try code(shownBy: pairing.otherName ?? "the other device")
            }
        }
    }

    /// Asks for the code that the other device shows.
    private func code(shownBy other: String) throws(CommandFailure) -> String {
        let prompt = "Code that \"\(other.printable)\" shows: "
        let typed =
            if let terminal = Terminal.forQuestions() {
                try terminal.answer(prompt, echoes: true)
            } else {
                try session.password(asking: prompt)
            }
        return typed.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
