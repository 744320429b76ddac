import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension Command {
    static let createKeychain = Command(
        name: "create-keychain",
        summary: "Make keychains, and add them to those that are searched.",
        options: [.asksPerson, .newKeychainPassword],
        operands: "[keychain...]",
        notes: [
            "A name without a slash lies beside the login keychain.",
            "All of them get the same password, an empty one: none; with -P each gets its own.",
        ]
    ) { (arguments, session) throws(CommandFailure) in
        var names = arguments.operands
        if names.isEmpty { names = [try Self.askedName(session)] }
        _ = try KeychainArgument.named(names)
        let given = arguments.secret(.newKeychainPassword)
        if arguments.has(.asksPerson), given != nil { throw .usage("both -P and -p") }
        var password: SecretBytes?
        if !arguments.has(.asksPerson) {
            password = try PasswordSource(session: session).newPassword(
                given ?? .asked, "password for new keychain")
        }
        var result: Int32 = 0
        for name in names {
            let path = String(path: name)
            let shown = BufferFormat.escaped(name)
            let function = "SecKeychainCreate \(shown)"
            let keychain = try calling(function) { () throws(KeychainError) in
                guard let password else {
                    return try Keychain.create(path: path, asking: Authentication())
                }
                return try Keychain.create(path: path, password: password)
            }
            let text = "\(shown): was made, and"
            if try !session.tellWhetherUnlocked(keychain, text, function) { result = 1 }
        }
        return result
    }

    /// Asks for the name of a keychain, which may be seen.
    private static func askedName(_ session: Session) throws(CommandFailure) -> [UInt8] {
        if session.isInteractive { throw .usage("no keychain is named") }
        StandardError.write("keychain to create: ")
        guard let line = readLine(), !line.isEmpty else { throw .said("no keychain is named") }
        return Array(line.utf8)
    }
}

extension CommandOption {
    fileprivate static let asksPerson = CommandOption(
        "P", "prompt", .none, "Ask a person for each password through pinentry")
    fileprivate static let newKeychainPassword = CommandOption(
        "p", "password", .secret("password", isAskedFor: true),
        "The password; `-` reads standard input")
}

extension Command {
    static let deleteKeychain = Command(
        name: "delete-keychain",
        summary: "Delete keychains with everything in them, and take them off the list.",
        operands: "keychain..."
    ) { (arguments, session) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage("no keychain is named") }
        for word in arguments.operands {
            let keychain = try KeychainArgument.keychain(word)
            try calling("SecKeychainDelete \(BufferFormat.escaped(word))") {
                () throws(KeychainError) in
                try keychain.remove()
            }
        }
        return 0
    }
}

extension Session {
    /// Tells that a keychain was unlocked in this process alone, and so is locked when the command
    /// ends.
    ///
    /// - Parameters:
    ///   - name: the keychain, and what was done to it, for the line.
    ///   - function: the call that is named where the keychain cannot be looked at.
    /// - Returns: whether what was unlocked is of use: to all programs, or to the next command of
    ///   an interactive session.
    func tellWhetherUnlocked(
        _ keychain: Keychain, _ name: String, _ function: String
    ) throws(CommandFailure) -> Bool {
        let reason = try calling(function) { () throws(KeychainError) in
            try keychain.reasonUnlockedHereAlone()
        }
        guard let reason else { return true }
        let place =
            isInteractive ? "is unlocked for this session alone" : "is locked for all programs"
        StandardError.line(
            "security: \(name) \(place): the kernel's keyring is unavailable (\(reason))")
        return isInteractive
    }
}
