// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainSystem

/// `git-credential-keychain`, a credential helper of git (gitcredentials(7)).
///
/// This module has the helpers of git and Docker, which are the command `security` under other names. They speak the
/// protocols of those programs, and use the typed API as any program. Their idea is to share the items of Apple's
/// helpers: an internet password with the protocol, server, port, path and account of the URL.
///
///     git ── get, "protocol=https", "host=…" ─▶ find ─▶ "username=…", "password=…"
///         ── store, the same and a password ──▶ add or update
///         ── erase, the same ─────────────────▶ delete
///
/// 1. Standard output has only what the protocol allows; everything else goes to standard error.
/// 2. Input, output and secrets are in locked memory, or in buffers that are wiped.
/// 3. An unknown operation does nothing and succeeds, as git's documentation demands.
/// 4. Exit status 0 with no output means that there is no such credential.
package enum GitHelper {
    /// Carries out the operation that the arguments name, and returns the exit status.
    package static func run(_ arguments: [String]) -> Int32 {
        // Where git mustn't ask at the terminal, its helpers mustn't either (git(1)).
        let mayAsk = Environment.value("GIT_TERMINAL_PROMPT")?.lowercased()
        if let mayAsk, ["0", "false", "no", "off"].contains(mayAsk) {
            UserInteraction.isAllowed = false
        }
        guard arguments.count == 1, let operation = arguments.first else {
            StandardStreams.writeError("usage: git-credential-keychain (get|store|erase)")
            return 2
        }
        do throws(HelperFailure) {
            try run(operation)
            return 0
        } catch {
            StandardStreams.writeError("git-credential-keychain: \(error.text)")
            return 1
        }
    }

    /// Carries out an operation. Unknown ones do nothing, as git's documentation demands.
    private static func run(_ operation: String) throws(HelperFailure) {
        guard ["get", "store", "erase"].contains(operation) else { return }
        let credential = try GitCredential(try HelperStreams.input())
        // Without a server and a protocol of servers there is nothing to find or to store.
        guard let address = credential.address else { return }
        switch operation {
        case "get": try get(credential, address)
        case "store": try store(credential, address)
        default: try erase(credential, address)
        }
    }

    /// Prints the account and the password of the oldest match, one without a path first.
    private static func get(
        _ credential: GitCredential, _ address: ServerAddress
    ) throws(HelperFailure) {
        let found = try credential.matches(address)
        // An item with a path was stored for one repository; one without is meant for the server.
        let general = found.filter { $0.item[.path]?.bytes == [] }
        guard let best = try calling({ try StoredCredential.read(general + found) }) else { return }
        let account = best.item[.account]?.bytes ?? []
        guard !account.contains(where: GitSecret.isUnfit) else {
            throw HelperFailure("the account of the password contains a line break or NUL")
        }
        let lines = try GitSecret.lines(of: best.secret)
        let output = DescriptorOutput(descriptor: STDOUT_FILENO)
        if credential.lists("state", as: "capability[]") {
            output.write("capability[]=state\nstate[]=\(GitSecret.state(of: lines[0]))\n")
        }
        output.write("username=")
        account.withUnsafeBytes { output.write($0) }
        output.write("\npassword=")
        for line in lines {
            line.withBytes { output.write($0) }
            output.write("\n")
        }
        try HelperStreams.finish(output)
    }

    /// Stores a complete credential; another kind, such as a token of `authtype`, is not stored.
    ///
    /// git stores what it used, also what it got from here. By then another process or device may have stored a renewed
    /// one, which must stay.
    private static func store(
        _ credential: GitCredential, _ address: ServerAddress
    ) throws(HelperFailure) {
        guard let account = credential["username"], let password = credential.secret("password")
        else {
            return
        }
        if credential.lists(GitSecret.state(of: password), as: "state[]") { return }
        var key = address.attributes
        key[.account] = AttributeValue(bytes: account)
        key[.path] = AttributeValue(bytes: credential["path"] ?? [])
        let secret = GitSecret.joined(password, credential.secret)
        // It may have the default port, which another program stored.
        let present = try credential.matches(address, isToStore: true).first {
            $0.item[.path]?.bytes == key[.path]?.bytes
        }
        // A write with nothing new would be sent to other devices, and replace what they renewed. An item that requires
        // the user isn't read, as that would ask.
        if let present, !present.item.accessControl.isConstrained,
            (try? present.secret()) == secret
        {
            return
        }
        try calling {
            try StoredCredential.store(
                secret, in: present, else: key, label: address.conditions[.server]!)
        }
    }

    /// Deletes every match; with a password, only those that have it.
    ///
    /// git sends the password that a server refused. A newer one, which another program stored meanwhile, must stay.
    private static func erase(
        _ credential: GitCredential, _ address: ServerAddress
    ) throws(HelperFailure) {
        for match in try credential.matches(address) {
            if let password = credential.secret("password") {
                let stored = try calling { try StoredCredential.read([match]) }
                guard let stored, (try? GitSecret.lines(of: stored.secret))?[0] == password else {
                    continue
                }
            }
            try calling { try StoredCredential.delete(match) }
        }
    }
}
