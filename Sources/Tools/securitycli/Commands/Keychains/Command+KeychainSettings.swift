// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

extension CommandOption {
    fileprivate static let salt = absent("s", "salt", "the salt is never shown")
    fileprivate static let lockOnSleep = flag("l", "lock-on-sleep", "Lock when the system sleeps")
    /// Has no effect alone, as on macOS: only -t gives a time.
    fileprivate static let usesTimeout = flag(
        "u", "use-timeout", "Lock after a time; implied by -t")
    fileprivate static let timeout = word(
        "t", "timeout", "seconds", "Lock this long after unlocking")
}

extension Command {
    static let showKeychainInfo = Command(
        name: "show-keychain-info",
        summary: "Show when a keychain locks itself, on standard error.",
        options: [.salt],
        operands: "[keychain]",
        notes: ["The status is 36 if the keychain is locked."]
    ) { arguments, session in
        let (keychain, name) = try arguments.onlyKeychain()
        let settings = try calling("SecKeychainCopySettings \(name)") {
            let settings = try keychain.settings()
            // Scripts ask this way whether a keychain is locked.
            guard try keychain.lockState() == .unlocked else {
                throw KeychainError(.interactionNotAllowed, keychain.lockedDetail)
            }
            return settings
        }
        var text = "Keychain \"\(name)\""
        if settings.lockOnSleep { text += " lock-on-sleep" }
        if let seconds = settings.lockAfter {
            text += " use-lock-interval timeout=\(seconds)s"
        } else {
            text += " no-timeout"
        }
        StandardError.line(text)
        return 0
    }

    static let setKeychainSettings = Command(
        name: "set-keychain-settings",
        summary: "Set when a keychain locks itself.",
        options: [.lockOnSleep, .usesTimeout, .timeout],
        operands: "[keychain]",
        notes: ["Replaces all settings; without options the keychain never locks itself."],
        changesAlone: true
    ) { arguments, _ in
        // INT_MAX, as on macOS.
        let never = Int(Int32.max)
        var settings = LockSettings(lockOnSleep: arguments.has(.lockOnSleep))
        let seconds = try arguments.number(.timeout, 1...never)
        settings.lockAfter = seconds == never ? nil : seconds
        let (keychain, name) = try arguments.onlyKeychain()
        try calling("SecKeychainSetSettings \(name)") { try keychain.setSettings(settings) }
        return 0
    }
}
