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
        guard let isAgreed = try asks("\(deed)?") else {
            throw .message("nothing was done; to \(deed), add \(option)")
        }
        if !isAgreed { throw .message("nothing was done") }
    }

    /// Asks the user a question; where the user can't be asked, the answer is no.
    func agrees(_ question: String) throws(CommandFailure) -> Bool {
        try asks(question) ?? false
    }

    /// - Returns: whether the answer is yes; nil where the user can't be asked.
    private func asks(_ question: String) throws(CommandFailure) -> Bool? {
        guard isatty(STDIN_FILENO) == 1, let terminal = Terminal.forQuestions() else { return nil }
        let answer = try terminal.answer("\(question) [y/N] ", echoes: true)
        let text = answer.withBytes { String(decoding: $0, as: UTF8.self) }
        return ["y", "yes"].contains(text.lowercased())
    }
}
