import SwiftKeychain
import SwiftKeychainModel

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
