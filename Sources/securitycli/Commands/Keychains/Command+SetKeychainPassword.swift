import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainSystem

extension Command {
    static let setKeychainPassword = Command(
        name: "set-keychain-password",
        summary: "Set, change or remove the password of a keychain.",
        options: [.oldPassword, .changedPassword],
        operands: "[keychain]",
        notes: [
            "An empty old password: there is none yet. An empty new one removes it.",
            "Other users can see the command line: let -o and -p ask, or give one of them `-`.",
        ]
    ) { (arguments, session) throws(CommandFailure) in
        guard arguments.operands.count <= 1 else { throw .usage("more than one keychain") }
        let keychain = try KeychainArgument.keychains(arguments.operands)[0]
        let name = arguments.operands.first.map { BufferFormat.escaped($0) } ?? "<NULL>"
        let function = "SecKeychainChangePassword \(name)"
        let shown = arguments.operands.isEmpty ? "default" : name
        let (given, chosen) = (arguments.secret(.oldPassword), arguments.secret(.changedPassword))
        if given.map(\.isStandardInput) == true, chosen.map(\.isStandardInput) == true {
            throw .usage("-o and -p cannot both be standard input")
        }
        let hasOne = try calling(function) { () throws(KeychainError) in
            try keychain.hasPasscode()
        }
        let source = PasswordSource(session: session)
        var old: SecretBytes?
        if let given {
            old = try source.password(given, asking: "old password: ")
        } else if hasOne {
            old = try source.password(.asked, asking: "old password: ")
        }
        let new = try source.newPassword(chosen ?? .asked, "new password")
        if new.count == 0, hasOne {
            let count = try calling(function) { () throws(KeychainError) in
                try keychain.itemsThatNeedPasscode()
            }
            if count > 0 {
                session.note(
                    "security: \(count) \(count == 1 ? "item that needs" : "items that need")"
                        + " a password go with it")
            }
        }
        _ = try calling(function) { () throws(KeychainError) in
            try keychain.setPasscode(new, old: old)
        }
        // The password is set all the same.
        _ = try session.tellWhetherUnlocked(keychain, "\(shown): has its password, and", function)
        guard new.count > 0, !hasOne else { return 0 }
        let files = try calling(function) { () throws(KeychainError) in
            try keychain.filesSetAside()
        }
        for file in files {
            session.note(
                "security: \(file.printable): set aside by a repair; the password"
                    + " does not protect it")
        }
        return 0
    }
}

extension CommandOption {
    fileprivate static let oldPassword = CommandOption(
        "o", "old-password", .secret("password", isAskedFor: true), "The password it has")
    fileprivate static let changedPassword = CommandOption(
        "p", "password", .secret("password", isAskedFor: true), "The password it is to have")
}
