// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

extension Session {
    /// Asks the user to confirm what can't be undone, or refuses where the user can't be asked.
    ///
    /// - Parameters:
    ///   - deed: what the command is about to do, such as "delete 3 items".
    ///   - option: the option that makes the command do so without a question.
    /// - Throws: a message unless the user answers "y" or "yes".
    func confirm(_ deed: String, or option: String) throws(CommandFailure) {
        guard isatty(STDIN_FILENO) == 1, let terminal = Terminal.forQuestions() else {
            throw .message("would \(deed); nothing was done: confirm it with \(option)")
        }
        let answer = try terminal.answer("\(deed)? [y/N] ", echoes: true)
        let text = answer.withBytes { String(decoding: $0, as: UTF8.self) }
        guard ["y", "yes"].contains(text.lowercased()) else { throw .message("nothing was done") }
    }
}
