// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let withTrust = flag("t", "with-trust", "Also restore trust settings")
}

extension Command {
    static let keychainExport = Command(
        name: "keychain-export",
        summary: "Write a whole keychain to one encrypted file.",
        options: [.keychain, .passphrase],
        operands: "file",
        notes: [
            "Without -P the command asks for the passphrase. ThisDeviceOnly items can be restored on",
            "this device only. Items that need a passcode, are on a token or require authentication",
            "are left out. The status is 1 if damaged items were left out.",
        ]
    ) { arguments, session in
        let path = try String(path: arguments.newFile(of: "an archive"))
        try KeychainFiles.refuse(path)
        let keychain = try arguments.wholeKeychain()
        let passphrase = try session.newPassword(
            arguments.secret(.passphrase), "passphrase for the archive")
        let progress = ProgressLine(session)
        defer { progress.end() }
        let tally = try calling("keychain-export") {
            try keychain.backUp(to: path, passphrase: passphrase) {
                progress.show("\($0) of \($1) items exported")
            }
        }
        progress.end()
        session.writeCounts([(tally.items, "exported")], always: true)
        session.writeCounts([
            (tally.bound, "of these can be restored on this device only"),
            (tally.needPasscode, "left out: bound to the passcode of this device"),
            (tally.onTokens, "left out: on a token"),
            (tally.constrained, "left out: protected by user authentication"),
        ])
        try session.output.flush()
        if tally.damaged == 0 { return 0 }
        throw CommandFailure.message(
            "\(ItemReport.items(tally.damaged)) damaged and left out of the archive; run security doctor"
        )
    }

    static let keychainImport = Command(
        name: "keychain-import",
        summary: "Restore a keychain from a file that keychain-export wrote.",
        options: [.keychain, .passphrase, .withTrust],
        operands: "file",
        notes: [
            "Restores all items or none. If an item exists already, the newer one is kept; nothing is",
            "deleted. Without -P the command asks for the passphrase. Trust settings are restored only",
            "with --with-trust: anyone who knows the passphrase of an archive could have added some.",
        ]
    ) { arguments, session in
        let path = try String(path: arguments.onlyFile())
        let keychain = try arguments.wholeKeychain()
        // The user isn't asked for the passphrase of a file that can't be restored; restore says why.
        let passphrase =
            Keychain.isArchive(path)
            ? try session.passphrase(arguments.secret(.passphrase), of: path)
            : SecretBytes(copying: [UInt8]())
        let progress = ProgressLine(session)
        defer { progress.end() }
        let tally = try calling("keychain-import") {
            try keychain.restore(
                from: path, passphrase: passphrase, withTrust: arguments.has(.withTrust)
            ) {
                progress.show("\($0) of \($1) items restored")
            }
        }
        progress.end()
        session.writeCounts([(tally.added + tally.replaced, "restored")], always: true)
        session.writeCounts([
            (tally.replaced, "replaced older ones"),
            (tally.kept, "already there, the same or newer"),
            (tally.elsewhere, "left out: bound to another device"),
        ])
        session.writeCounts(
            [
                (tally.trust.restored, "restored"),
                (tally.trust.kept, "already there, the same or newer"),
                (tally.trust.leftOut, "left out; use --with-trust to restore them"),
            ], of: "trust setting")
        return 0
    }
}

extension Arguments {
    /// Returns the keychain that -k names, with all its access groups because it belongs to the
    /// user.
    fileprivate func wholeKeychain() throws(CommandFailure) -> Keychain {
        try chosenKeychain().acting(for: ["*"])
    }
}

extension Session {
    /// Prints lines like "3 items exported." for the numbers above 0.
    ///
    /// - Parameter one: what is counted.
    fileprivate func writeCounts(
        _ counts: [(count: Int, what: String)], of one: String = "item", always: Bool = false
    ) {
        for (count, what) in counts where !isQuiet && (always || count > 0) {
            output.write("\(count) \(one)\(count == 1 ? "" : "s") \(what).\n")
        }
    }
}
