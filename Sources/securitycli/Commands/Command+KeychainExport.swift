import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension Command {
    static let keychainExport = Command(
        name: "keychain-export",
        summary: "Write a whole keychain to one encrypted file.",
        options: [.keychain, .passphrase],
        operands: "file",
        notes: [
            "The passphrase is asked for when it is not given. Items that stay on this device are",
            "restored on this device only; those that need a passcode, lie on a token or demand a",
            "person are left out. The status is 1 when damaged items had to be left out.",
        ]
    ) { (arguments, session) throws(CommandFailure) in
        let path = try arguments.archivePath()
        let keychain = try arguments.wholeKeychain()
        let passphrase = try PasswordSource(session: session).newPassword(
            arguments.secret(.passphrase) ?? .asked, "passphrase for the archive")
        let progress = ProgressLine(session)
        defer { progress.end() }
        let tally = try calling("keychain-export") { () throws(KeychainError) in
            try keychain.backUp(to: path, passphrase: passphrase) {
                progress.show("\($0) of \($1) items exported")
            }
        }
        progress.end()
        session.count(tally.items, "exported")
        session.tellLeftOut(tally)
        try session.output.flush()
        if tally.damaged == 0 { return 0 }
        throw .said(
            "\(Session.items(tally.damaged)) damaged and not in the archive; see security doctor")
    }

    static let keychainImport = Command(
        name: "keychain-import",
        summary: "Restore a keychain from a file that keychain-export wrote.",
        options: [.keychain, .passphrase, .withTrust],
        operands: "file",
        notes: [
            "All items are restored or none. Of an item that is there already the newer one stays,",
            "and nothing is deleted. The passphrase is asked for when it is not given. Trust settings",
            "are left out unless --with-trust is given: whoever knows the passphrase of an archive can",
            "have written into it which certificates to trust.",
        ]
    ) { (arguments, session) throws(CommandFailure) in
        let path = try arguments.archivePath()
        let keychain = try arguments.wholeKeychain()
        let passphrase = try PasswordSource(session: session).passphrase(
            arguments.secret(.passphrase) ?? .asked, of: path)
        let progress = ProgressLine(session)
        defer { progress.end() }
        let tally = try calling("keychain-import") { () throws(KeychainError) in
            try keychain.restore(
                from: path, passphrase: passphrase, withTrust: arguments.has(.withTrust)
            ) {
                progress.show("\($0) of \($1) items restored")
            }
        }
        progress.end()
        session.count(tally.added + tally.replaced, "restored")
        for (count, what) in [
            (tally.replaced, "replaced older ones"),
            (tally.kept, "there already, the same or newer"),
            (tally.elsewhere, "left out: bound to another device"),
        ] where count > 0 {
            session.count(count, what)
        }
        for (count, what) in [
            (tally.trust.restored, "restored"),
            (tally.trust.kept, "there already, the same or newer"),
            (tally.trust.leftOut, "left out: --with-trust restores them, too"),
        ] where count > 0 {
            session.countTrust(count, what)
        }
        return 0
    }
}

extension CommandOption {
    fileprivate static let withTrust = CommandOption(
        "t", "with-trust", .none, "Restore trust settings, too")
}

extension Arguments {
    /// Gives the one file that is named.
    fileprivate func archivePath() throws(CommandFailure) -> String {
        guard let word = operands.first, !word.isEmpty else { throw .usage("no file is named") }
        guard operands.count == 1 else { throw .usage("more than one file") }
        return String(path: word)
    }

    /// Gives the keychain that -k names with all its access groups: it is its user's.
    fileprivate func wholeKeychain() throws(CommandFailure) -> Keychain {
        try chosenKeychain().acting(for: ["*"])
    }
}

extension Session {
    /// Prints a line such as "3 items exported."
    fileprivate func count(_ count: Int, _ what: String) {
        if !isQuiet { output.write("\(Self.items(count)) \(what).\n") }
    }

    /// Prints a line such as "3 trust settings restored."
    fileprivate func countTrust(_ count: Int, _ what: String) {
        let settings = count == 1 ? "trust setting" : "trust settings"
        if !isQuiet { output.write("\(count) \(settings) \(what).\n") }
    }

    fileprivate func tellLeftOut(_ tally: ArchiveTally) {
        for (number, what) in [
            (tally.bound, "of these can be restored on this device only"),
            (tally.needPasscode, "left out: only with a passcode on this device"),
            (tally.onTokens, "left out: on a token"),
            (tally.constrained, "left out: access control demands a person"),
        ] where number > 0 {
            count(number, what)
        }
    }
}
