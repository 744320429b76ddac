// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let asksThroughPinentry = flag(
        "P", "prompt", "Ask the user for each password through pinentry")
    fileprivate static let force = flag(
        "f", "force", "Delete also the login keychain without a question")
}

extension Command {
    static let createKeychain = Command(
        name: "create-keychain",
        summary: "Create keychain files and add them to the search list.",
        options: [.asksThroughPinentry, .passwordOfKeychain],
        operands: "[keychain...]",
        notes: [
            "A name without a slash is a file in the folder of the login keychain.",
            "All get the same password; an empty one means none. With -P each gets its own.",
        ]
    ) { arguments, session in
        var names = arguments.operands
        if names.isEmpty { names = [try Self.askedName(session)] }
        _ = try KeychainArgument.named(names)
        let given = arguments.secret(.passwordOfKeychain)
        if arguments.has(.asksThroughPinentry), given != nil {
            throw CommandFailure.usage("-P and -p can't be combined")
        }
        var password: SecretBytes?
        if !arguments.has(.asksThroughPinentry) {
            password = try session.newPassword(given, "password for new keychain")
        }
        var result: Int32 = 0
        // The first failure ends the command, as on macOS; the keychains that were made before it stay.
        for name in names {
            let path = String(path: name)
            let shown = BufferFormat.escaped(name)
            let function = "SecKeychainCreate \(shown)"
            let keychain = try calling(function) {
                guard let password else {
                    return try Keychain.create(path: path, asking: Authentication())
                }
                return try Keychain.create(path: path, password: password)
            }
            let isUsable = try session.warnIfUnlockedHereOnly(
                keychain, shown, after: "created, but ", function)
            if !isUsable { result = 1 }
        }
        return result
    }

    /// Asks for the name of a keychain, with echo.
    private static func askedName(_ session: Session) throws(CommandFailure) -> [UInt8] {
        if session.isInteractive { throw .usage("no keychain was given") }
        StandardError.write("keychain to create: ")
        // The lines after it may be the password.
        guard let line = try SecretInput.line(), line.count > 0 else {
            throw .message("no keychain was given")
        }
        return line.withBytes { Array($0) }
    }

    static let deleteKeychain = Command(
        name: "delete-keychain",
        summary: "Delete keychains with all their items, and remove them from the search list.",
        options: [.force],
        operands: "keychain...",
        notes: ["The login keychain is deleted only after a question, or with -f."],
        deletes: true
    ) { arguments, session in
        guard !arguments.operands.isEmpty else {
            throw CommandFailure.usage("no keychain was given")
        }
        let keychains = try KeychainArgument.named(arguments.operands)
        if let login = keychains.first(where: \.isLogin), !arguments.has(.force) {
            try session.confirm(
                "delete the login keychain \(login.path) with everything in it", or: "--force")
        }
        for (word, keychain) in zip(arguments.operands, keychains) {
            try calling("SecKeychainDelete \(BufferFormat.escaped(word))") { try keychain.remove() }
            // Other keychains go without a word, as on macOS.
            if keychain.isLogin {
                session.note("security: deleted the login keychain \(keychain.path)")
            }
        }
        return 0
    }
}

extension Session {
    /// Prints a warning if a keychain is unlocked in this process only, and so is locked again when
    /// the command ends.
    ///
    /// - Parameters:
    ///   - shown: the name of the keychain in the message.
    ///   - function: the name of the call in messages, if the keychain can't be examined.
    /// - Returns: whether the keychain stays unlocked: for all programs, or for the next command of
    ///   an interactive session.
    func warnIfUnlockedHereOnly(
        _ keychain: Keychain, _ shown: String, after done: String = "", _ function: String
    ) throws(CommandFailure) -> Bool {
        let reason = try calling(function) { try keychain.reasonUnlockedHereAlone() }
        guard let reason else { return true }
        let state = isInteractive ? "unlocked for this session only" : "locked for all programs"
        StandardError.line(
            "security: \(shown): \(done)the keychain is \(state)"
                + " because the kernel keyring is unavailable (\(reason))")
        return isInteractive
    }
}
