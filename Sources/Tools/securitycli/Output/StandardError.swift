// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// Standard error, unbuffered.
enum StandardError {
    static let descriptor = STDERR_FILENO
    static let isTerminal = isatty(descriptor) == 1

    /// Writes one line, with unprintable characters as `\ooo`.
    static func line(_ text: String) {
        write(text.printable + "\n")
    }

    /// Writes text at once. Errors are ignored, because there is no other place to report them.
    static func write(_ text: String) {
        let output = Output(descriptor: descriptor)
        output.write(text)
        _ = output.finish()
    }
}

/// The progress of long work, on one line of a terminal; silent anywhere else.
final class ProgressLine: Sendable {
    private let isShown: Bool
    /// Whether a text must be removed at the end.
    private let isOnScreen = Atomic(false)

    init(_ session: Session) { isShown = StandardError.isTerminal && !session.isQuiet }

    /// Replaces the text that is shown.
    func show(_ text: String) {
        guard isShown else { return }
        // The sequence clears the line: the old text may be longer than the new one.
        StandardError.write("\r\u{1b}[K" + text.printable)
        isOnScreen.store(true, ordering: .relaxed)
    }

    /// Removes the line.
    /// Later calls have no effect until a text is shown again.
    func end() {
        guard isOnScreen.exchange(false, ordering: .relaxed) else { return }
        StandardError.write("\r\u{1b}[K")
    }
}

extension Session {
    /// Returns the note about items that can't be read without asking the user.
    static func leftOut(_ count: Int) -> String {
        "security: left out \(ItemReport.items(count)) that \(count == 1 ? "requires" : "require") authentication"
    }
}
