import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

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

extension Command {
    static let listKeychains = Command(
        name: "list-keychains",
        summary: "Show or set the keychains that are searched.",
        options: [.preferencesDomain, .setList],
        operands: "[keychain...]",
        notes: ["With -s the keychains that follow become the list; without any, it is empty."]
    ) { (arguments, session) throws(CommandFailure) in
        let domain = try PreferencesDomain(arguments)
        guard arguments.has(.setList) else {
            guard arguments.operands.isEmpty else { throw .usage("keychains, but no -s") }
            let keychains = try attempting("SecKeychainCopySearchList") {
                () throws(KeychainError) in
                domain == .user ? try Keychain.searchList() : []
            }
            for keychain in keychains { KeychainName.write(keychain, to: session.output) }
            return 0
        }
        try domain.requireUser()
        let keychains = try KeychainArgument.named(arguments.operands)
        try attempting("SecKeychainSetSearchList") { () throws(KeychainError) in
            try Keychain.setSearchList(keychains)
        }
        return 0
    }
}

extension CommandOption {
    fileprivate static let setList = CommandOption("s", "set", .none, "Set the list")
    static let preferencesDomain = CommandOption(
        "d", "domain", .word("domain"), "user, system, common or dynamic; only user has any")
}

/// Prints the path of a keychain as the commands that show one do.
enum KeychainName {
    static func write(_ keychain: Keychain, to output: Output) {
        output.write("    \"\(keychain.path.printable)\"\n")
    }
}

/// Says whose list is meant. There is one, the user's: the others are empty.
enum PreferencesDomain: String, CaseIterable {
    case user, system, common, dynamic

    /// Reads -d, which may be shortened; without it, the user's.
    init(_ arguments: Arguments) throws(CommandFailure) {
        guard let word = arguments.word(.preferencesDomain) else {
            self = .user
            return
        }
        guard !word.isEmpty,
            let domain = Self.allCases.first(where: { $0.rawValue.utf8.starts(with: word) })
        else { throw .usage("-d: no domain of that name: \(BufferFormat.escaped(word))") }
        self = domain
    }

    /// Refuses to set what does not exist.
    func requireUser() throws(CommandFailure) {
        if self != .user { throw .said("-d \(rawValue): only the user has a list") }
    }
}
