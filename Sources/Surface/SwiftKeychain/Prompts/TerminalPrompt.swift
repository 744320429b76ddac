// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A prompt at the terminal itself, for commands on machines without a pinentry.
///
/// Only a command asks this way: the terminal of another program is its own, which a library mustn't write to. The
/// program is in the foreground of the terminal and waits for the user, so there is no time limit.
enum TerminalPrompt {
    /// Asks for a secret; for a new one twice, until both entries match.
    ///
    /// - Throws: `canceled` at the end of the input, or if the terminal went away; `unavailable` without one.
    static func secret(_ prompt: Prompt) throws(PromptFailure) -> SecretBytes {
        guard let terminal = Terminal() else { throw .unavailable("no terminal") }
        var lines = prompt.description.split(separator: "\n").map(String.init)
        if let error = prompt.error { lines = [error] }
        do throws(TerminalFailure) {
            while true {
                let first = try terminal.ask(prompt.label + " ", below: lines)
                guard prompt.isNew else { return first }
                if try first == terminal.ask(prompt.label + " (again) ") { return first }
                lines = ["The entries do not match."]
            }
        } catch {
            throw .canceled
        }
    }
}
