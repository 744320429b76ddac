import SwiftKeychain

extension Command {
    static let lockKeychain = Command(
        name: "lock-keychain",
        summary: "Lock a keychain, or all that are searched.",
        options: [.lockAll],
        operands: "[keychain]",
        notes: ["Without a keychain the default one is meant."]
    ) { (arguments, session) throws(CommandFailure) in
        if arguments.has(.lockAll) {
            guard arguments.operands.isEmpty else { throw .usage("-a, and a keychain") }
            try calling("SecKeychainLockAll") { () throws(KeychainError) in try Keychain.lockAll() }
            return 0
        }
        guard arguments.operands.count <= 1 else { throw .usage("more than one keychain") }
        let keychain = try KeychainArgument.keychains(arguments.operands)[0]
        let name = arguments.operands.first.map { BufferFormat.escaped($0) } ?? "<NULL>"
        let isLocked = try calling("SecKeychainLock \(name)") { () throws(KeychainError) in
            try keychain.lock()
            return try keychain.hasPasscode()
        }
        if !isLocked {
            session.note("security: \(keychain.path): has no password, and stays unlocked")
        }
        return 0
    }

    static let unlockKeychain = Command(
        name: "unlock-keychain",
        summary: "Unlock a keychain.",
        options: [.givesNone, .unlockPassword],
        operands: "[keychain]",
        notes: ["Other users can see the command line: let -p ask, or give it `-`."]
    ) { (arguments, session) throws(CommandFailure) in
        guard arguments.operands.count <= 1 else { throw .usage("more than one keychain") }
        let keychain = try KeychainArgument.keychains(arguments.operands)[0]
        let name = arguments.operands.first.map { BufferFormat.escaped($0) } ?? "<NULL>"
        let function = "SecKeychainUnlock \(name)"
        let shown = arguments.operands.isEmpty ? "default" : name
        if arguments.has(.givesNone) {
            try calling(function) { () throws(KeychainError) in try keychain.unlock() }
            return try session.tellWhetherUnlocked(keychain, shown, function) ? 0 : 1
        }
        // A name that is wrong is told before anything is asked.
        try calling(function) { () throws(KeychainError) in try keychain.requireFile() }
        let password = try PasswordSource(session: session).password(
            arguments.secret(.unlockPassword) ?? .asked,
            asking: "password to unlock \(shown): ")
        try calling(function) { () throws(KeychainError) in
            try keychain.unlock(passcode: password)
        }
        return try session.tellWhetherUnlocked(keychain, shown, function) ? 0 : 1
    }
}

extension CommandOption {
    fileprivate static let lockAll = CommandOption(
        "a", "all", .none, "Lock every keychain that is searched")
    fileprivate static let givesNone = CommandOption(
        "u", "no-password", .none,
        "Give no password: unless it is unlocked, a person is asked through pinentry")
    fileprivate static let unlockPassword = CommandOption(
        "p", "password", .secret("password", isAskedFor: true),
        "The password; `-` reads standard input")
}
