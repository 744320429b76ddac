// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let setDefault = flag("s", "set", "Set the keychain")
    fileprivate static let setList = flag("s", "set", "Set the list")
    static let preferencesDomain = word(
        "d", "domain", "domain", "user, system, common or dynamic; only user has a list")
}

extension Command {
    static let defaultKeychain = Command(
        name: "default-keychain",
        summary: "Show or set the default keychain.",
        options: [.preferencesDomain, .setDefault, .asJSON],
        operands: "[keychain]",
        notes: ["-s without a keychain makes the login keychain the default again."]
    ) { arguments, session in
        let domain = try PreferencesDomain(arguments)
        guard arguments.operands.isEmpty || arguments.has(.setDefault) else {
            throw CommandFailure.usage("use -s to set the keychain")
        }
        try domain.requireUser()
        let named = try KeychainArgument.named(arguments.operands).first
        guard arguments.has(.setDefault) else {
            try show(.default, "SecKeychainCopyDefault", arguments, session)
            return 0
        }
        try calling("SecKeychainSetDefault", exitStatus: 1) { try Keychain.setDefault(named) }
        return 0
    }

    static let loginKeychain = Command(
        name: "login-keychain",
        summary: "Show the login keychain.",
        options: [.preferencesDomain, .setDefault, .asJSON],
        unexpectedOperand: nil
    ) { arguments, session in
        if arguments.has(.setDefault) {
            throw CommandFailure.message(
                "-s: the login keychain can't be set; KEYCHAIN_HOME moves it")
        }
        if !arguments.operands.isEmpty { throw CommandFailure.usage("unexpected argument") }
        if arguments.word(.preferencesDomain) != nil {
            throw CommandFailure.message("-d: only the user domain has a login keychain")
        }
        try show(.login, "SecKeychainCopyLogin", arguments, session)
        return 0
    }

    private static func show(
        _ keychain: Keychain, _ function: String, _ arguments: Arguments, _ session: Session
    ) throws(CommandFailure) {
        try calling(function, exitStatus: 1) { try keychain.requirePlace() }
        KeychainName.write([keychain], arguments, to: session.output)
    }

    static let listKeychains = Command(
        name: "list-keychains",
        summary: "Show or set the keychain search list.",
        options: [.preferencesDomain, .setList, .asJSON],
        operands: "[keychain...]",
        notes: ["With -s the given keychains become the list; without any, it becomes empty."]
    ) { arguments, session in
        let domain = try PreferencesDomain(arguments)
        guard arguments.has(.setList) else {
            guard arguments.operands.isEmpty else {
                throw CommandFailure.usage("use -s to set the list")
            }
            let keychains = try calling("SecKeychainCopySearchList", exitStatus: 1) {
                domain == .user ? try Keychain.searchList() : []
            }
            KeychainName.write(keychains, arguments, to: session.output)
            return 0
        }
        try domain.requireUser()
        let keychains = try KeychainArgument.named(arguments.operands)
        try calling("SecKeychainSetSearchList", exitStatus: 1) {
            try Keychain.setSearchList(keychains)
        }
        return 0
    }
}

/// The path of a keychain, as the commands print it.
enum KeychainName {
    /// Writes the paths of keychains, in quotes on a line each, or with -J as objects.
    static func write(_ keychains: [Keychain], _ arguments: Arguments, to output: Output) {
        guard arguments.has(.asJSON) else {
            for keychain in keychains { output.write("    \"\(keychain.path.printable)\"\n") }
            return
        }
        var list = JSONList(output)
        let standard = Keychain.default
        for keychain in keychains {
            list.add([
                ("path", .text(keychain.path)), ("default", .boolean(keychain == standard)),
                ("login", .boolean(keychain.isLogin)),
            ])
        }
        list.end()
    }
}

/// The owner of a list. Only the user has one; the other lists are empty.
enum PreferencesDomain: String, CaseIterable {
    case user, system, common, dynamic

    /// Reads -d, which may be shortened; the default is the user.
    init(_ arguments: Arguments) throws(CommandFailure) {
        guard let word = arguments.word(.preferencesDomain) else {
            self = .user
            return
        }
        guard !word.isEmpty,
            let domain = Self.allCases.first(where: { $0.rawValue.utf8.starts(with: word) })
        else { throw .usage("-d: unknown domain: \(BufferFormat.escaped(word))") }
        self = domain
    }

    /// Rejects changes of the other domains.
    func requireUser() throws(CommandFailure) {
        if self != .user { throw .message("-d \(rawValue): only the user domain has a list") }
    }
}
