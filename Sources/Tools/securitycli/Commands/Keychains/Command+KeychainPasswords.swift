// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let lockAll = flag("a", "all", "Lock every keychain that is searched")
    fileprivate static let noPassword = flag(
        "u", "no-password",
        "Pass no password; unless it is unlocked, the user is asked through pinentry")
    static let passwordOfKeychain = CommandOption(
        "p", "password", .secret("password", isAskedFor: true),
        "The password; `-` reads standard input")
    fileprivate static let atLogin = flag(
        "l", "login",
        "For PAM: only root's files name the service; no keychain or password is created")
    fileprivate static let oldPassword = CommandOption(
        "o", "old-password", .secret("password", isAskedFor: true), "The current password")
    fileprivate static let changedPassword = CommandOption(
        "p", "password", .secret("password", isAskedFor: true), "The new password")
}

extension Command {
    static let lockKeychain = Command(
        name: "lock-keychain",
        summary: "Lock a keychain, or every keychain that is searched.",
        options: [.lockAll],
        operands: "[keychain]",
        notes: ["Without a name, the default keychain is locked."]
    ) { arguments, session in
        if arguments.has(.lockAll) {
            guard arguments.operands.isEmpty else {
                throw CommandFailure.usage("-a can't be combined with a keychain")
            }
            try calling("SecKeychainLockAll") { try Keychain.lockAll() }
            return 0
        }
        let (keychain, name) = try arguments.onlyKeychain()
        let isLocked = try calling("SecKeychainLock \(name)") {
            if arguments.operands.isEmpty {
                try Keychain.lockDefault()
            } else {
                try keychain.lock()
            }
            return try keychain.hasPasscode()
        }
        if !isLocked {
            session.note("security: \(keychain.path): stays unlocked because it has no password")
        }
        return 0
    }

    static let unlockKeychain = Command(
        name: "unlock-keychain",
        summary: "Unlock a keychain.",
        options: [.noPassword, .passwordOfKeychain, .atLogin],
        operands: "[keychain]",
        notes: ["Other users can see the command line: leave out -p to be asked, or use `-p -`."]
    ) { arguments, session in
        try arguments.changingPasswords { try unlock($0, $1, arguments, session) }
    }

    /// Unlocks a keychain with the password of -p or a typed one; with -u through pinentry, if it is locked.
    private static func unlock(
        _ keychain: Keychain, _ name: String, _ arguments: Arguments, _ session: Session
    ) throws(CommandFailure) -> Int32 {
        let function = "SecKeychainUnlock \(name)"
        let shown = arguments.operands.isEmpty ? "default" : name
        // Each `sudo` is a login, and each attempt takes a quarter of a second.
        if arguments.has(.atLogin), try calling(function, { try keychain.lockState() }) == .unlocked
        {
            return 0
        }
        if arguments.has(.noPassword) {
            try calling(function) { try keychain.unlock() }
        } else {
            // Report a wrong name before asking for the password.
            try calling(function) { try keychain.requireFile() }
            let password = try session.password(
                arguments.secret(.passwordOfKeychain), asking: "password to unlock \(shown): ")
            try calling(function) { try keychain.unlock(passcode: password) }
        }
        return try session.warnIfUnlockedHereOnly(keychain, shown, function) ? 0 : 1
    }

    static let setKeychainPassword = Command(
        name: "set-keychain-password",
        summary: "Set, change or remove the password of a keychain.",
        options: [.oldPassword, .changedPassword, .atLogin],
        operands: "[keychain]",
        notes: [
            "An empty old password means that none is set; an empty new one removes it.",
            "Other users can see the command line: leave out -o and -p to be asked, or use `-`.",
        ]
    ) { arguments, session in
        try arguments.changingPasswords { try setPassword($0, $1, arguments, session) }
    }

    /// Sets or changes the password of a keychain.
    private static func setPassword(
        _ keychain: Keychain, _ name: String, _ arguments: Arguments, _ session: Session
    ) throws(CommandFailure) -> Int32 {
        let function = "SecKeychainChangePassword \(name)"
        let shown = arguments.operands.isEmpty ? "default" : name
        let (given, chosen) = (arguments.secret(.oldPassword), arguments.secret(.changedPassword))
        if given.map(\.isStandardInput) == true, chosen.map(\.isStandardInput) == true {
            throw .usage("-o and -p can't both read standard input")
        }
        let hasOne = try calling(function) { try keychain.hasPasscode() }
        if arguments.has(.atLogin), !hasOne { return 0 }
        var old: SecretBytes?
        if given != nil || hasOne { old = try session.password(given, asking: "old password: ") }
        let new = try session.newPassword(chosen, "new password")
        if new.count == 0, hasOne {
            let count = try calling(function) { try keychain.itemsThatNeedPasscode() }
            if count > 0 {
                session.note(
                    "security: removing the password deletes \(ItemReport.items(count))"
                        + " that \(count == 1 ? "requires" : "require") it")
            }
        }
        _ = try calling(function) { try keychain.setPasscode(new, old: old) }
        // The password has been set in any case.
        _ = try session.warnIfUnlockedHereOnly(
            keychain, shown, after: "password set, but ", function)
        guard new.count > 0, !hasOne else { return 0 }
        for file in try calling(function, { try keychain.filesSetAside() }) {
            session.note(
                "security: \(file): set aside by a repair; the password"
                    + " does not protect it")
        }
        return 0
    }
}

extension Arguments {
    /// Calls `body` with the keychain that is named, or the default one, and its name; for a login with the login
    /// keychain.
    fileprivate func changingPasswords(
        _ body: (Keychain, String) throws -> Int32
    ) throws -> Int32 {
        guard has(.atLogin) else {
            let (keychain, name) = try onlyKeychain()
            return try body(keychain, name)
        }
        guard operands.isEmpty else {
            throw CommandFailure.usage("-l can't be combined with a keychain")
        }
        return try Keychain.forLogin {
            try calling("login") { try Keychain.requireForLogin() }
            return try body(.login, "<NULL>")
        }
    }
}
