import SwiftKeychain

extension Command {
    static let defaultKeychain = Command(
        name: "default-keychain",
        summary: "Show or set the keychain that is used where none is named.",
        options: [.preferencesDomain, .setDefault],
        operands: "[keychain]",
        notes: ["-s without a keychain makes the login keychain the default one again."]
    ) { (arguments, session) throws(CommandFailure) in
        let domain = try PreferencesDomain(arguments)
        guard arguments.operands.count <= (arguments.has(.setDefault) ? 1 : 0) else {
            throw .usage(
                arguments.has(.setDefault) ? "more than one keychain" : "a keychain, but no -s")
        }
        try domain.requireUser()
        let named = try KeychainArgument.named(arguments.operands).first
        guard arguments.has(.setDefault) else {
            try show(.default, "SecKeychainCopyDefault", session)
            return 0
        }
        try attempting("SecKeychainSetDefault") { () throws(KeychainError) in
            try Keychain.setDefault(named)
        }
        return 0
    }

    static let loginKeychain = Command(
        name: "login-keychain",
        summary: "Show the keychain that every user has.",
        options: [.preferencesDomain, .setDefault]
    ) { (arguments, session) throws(CommandFailure) in
        if arguments.has(.setDefault) {
            throw .said("-s: where it lies is said by KEYCHAIN_HOME")
        }
        guard arguments.operands.isEmpty else { throw .usage("a keychain cannot be given") }
        if arguments.word(.preferencesDomain) != nil { throw .said("-d: only the user has one") }
        try show(.login, "SecKeychainCopyLogin", session)
        return 0
    }

    private static func show(
        _ keychain: Keychain, _ function: String, _ session: Session
    ) throws(CommandFailure) {
        try attempting(function) { () throws(KeychainError) in try keychain.requirePlace() }
        KeychainName.write(keychain, to: session.output)
    }
}

extension CommandOption {
    fileprivate static let setDefault = CommandOption("s", "set", .none, "Set it")
}
