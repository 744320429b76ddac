// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

extension CommandOption {
    /// The number of seconds follows at once (`-K30`, `--clip=30`) or as the next word.
    static let clip = CommandOption(
        "K", "clip", .optionalNumber("seconds"),
        "Copy the password to the clipboard, and clear it after 45 seconds")
}

extension Clipboard {
    /// - Returns: nil without --clip.
    /// - Throws: as ``init(clearedAfter:_:)``.
    convenience init?(_ arguments: Arguments) throws(CommandFailure) {
        guard arguments.has(.clip) else { return nil }
        try self.init(clearedAfter: arguments, .clip)
    }

    /// - Parameter option: the option that gives the seconds; 45 without it.
    /// - Throws: wrong usage for seconds outside of 1 to 86400; a message where there is no clipboard.
    convenience init(
        clearedAfter arguments: Arguments, _ option: CommandOption
    ) throws(CommandFailure) {
        let seconds = UInt32(try arguments.number(option, 1...86_400) ?? 45)
        do throws(ClipboardFailure) {
            try self.init(clearedAfter: seconds)
        } catch {
            throw .message(error.text)
        }
    }

    /// Copies `secret`, and says when the clipboard is cleared.
    func take(_ secret: SecretBytes, _ session: Session) throws(CommandFailure) {
        do throws(ClipboardFailure) { try take(secret) } catch { throw .message(error.text) }
        session.note(
            "security: copied the password; the clipboard is cleared in \(seconds) seconds")
    }
}
