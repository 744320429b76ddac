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
