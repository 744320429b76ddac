// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let partitionList = word(
        "S", "partition-list", "list", "The partitions, separated by commas")
    fileprivate static let keychainPassword = CommandOption(
        "k", "keychain-password", .secret("password", isAskedFor: false),
        "The password of the keychain; `-` reads standard input")
}

extension Command {
    static let setGenericPasswordPartitionList = setPasswordPartitionList(
        .generic, summary: "Set the partition list of generic password items.")
    static let setInternetPasswordPartitionList = setPasswordPartitionList(
        .internet, summary: "Set the partition list of internet password items.")
    static let setKeyPartitionList = setPartitionList(
        "key", summary: "Set the partition list of keys.",
        options: CommandOption.keyMatch
    ) { arguments in
        var attributes = try arguments.keyAttributes()
        // Scripts give them, and on macOS they don't narrow a search for keys.
        for ignored in [Attribute.itemDescription, .comment] { attributes[ignored] = nil }
        return (.key, attributes)
    }

    /// Makes the command for one kind of password.
    private static func setPasswordPartitionList(_ kind: PasswordKind, summary: String) -> Command {
        setPartitionList(
            "\(kind.name)-password", summary: summary, options: kind.matchOptions
        ) { (kind.itemClass, try $0.attributes()) }
    }

    /// Makes a command that sets the partition list of items. The list is stored and shown, and has no effect here.
    private static func setPartitionList(
        _ name: String, summary: String, options: [CommandOption],
        matching match:
            @escaping @Sendable (Arguments) throws -> (ItemClass, [Attribute: AttributeValue])
    ) -> Command {
        Command(
            name: "set-\(name)-partition-list",
            summary: summary,
            options: options + [.partitionList, .keychainPassword],
            operands: "[keychain]",
            notes: [
                "-S is required. Shows every item that matches, in the default keychain if none is named.",
                "The list is kept but not enforced: access groups decide which programs see an item.",
            ]
        ) { arguments, session in
            let (itemClass, attributes) = try match(arguments)
            guard let list = try arguments.text(.partitionList) else {
                throw CommandFailure.usage("-S is required")
            }
            let (keychain, name) = try arguments.onlyKeychain()
            try unlock(keychain, name, arguments, session)
            let conditions = Query.Conditions.anywhere(attributes, limit: .all)
            let items = try calling("SecItemUpdate", exitStatus: 1) {
                let query = try Query(itemClass, conditions)
                _ = try keychain.update(query, Change([.partitionList: .string(list)]))
                return try keychain.find(query, returning: [.attributes])
            }
            for item in items { ItemListing().write(item, of: keychain.path, to: session.output) }
            session.note(
                "security: partition lists are kept but not enforced: access groups decide which"
                    + " programs see an item")
            return 0
        }
    }

    /// Checks the password of -k, or else what the user types, and unlocks the keychain. For a keychain that is
    /// unlocked, a wrong password is a warning: the list isn't enforced, so the password protects nothing.
    private static func unlock(
        _ keychain: Keychain, _ name: String, _ arguments: Arguments, _ session: Session
    ) throws(CommandFailure) {
        let function = "SecKeychainUnlock \(name)"
        // Report a wrong name before asking for the password.
        try calling(function, exitStatus: 1) { try keychain.requireFile() }
        let password = try session.password(
            arguments.secret(.keychainPassword),
            asking: "password to unlock \(arguments.operands.isEmpty ? "default" : name): ")
        try calling(function, exitStatus: 1) {
            do throws(KeychainError) {
                try keychain.unlock(passcode: password)
            } catch {
                // Tools give another password, such as that of the file that they imported, which macOS accepts.
                guard error.code == .authenticationFailed, try keychain.lockState() == .unlocked
                else { throw error }
                session.note(
                    "security: \(name): wrong password of the keychain, which is unlocked; going on"
                )
            }
        }
    }
}
