// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel

/// The pinentry program of GnuPG, which asks the user.
package struct Pinentry: Sendable {
    private let environment: PromptEnvironment

    package init(_ environment: PromptEnvironment = .current) { self.environment = environment }

    /// The reason why the user can't be asked; nil if the user can.
    package var obstacle: PromptFailure? { environment.obstacle }

    /// Asks for a secret; for a new one twice, until both entries match.
    ///
    /// - Throws: `canceled`; `timedOut` when `deadline` passes; `withdrawn` when the context of the
    ///   prompt is invalidated; `unavailable`.
    package func secret(
        _ prompt: Prompt, by deadline: Deadline
    ) throws(PromptFailure) -> SecretBytes {
        let program = try environment.program()
        return try talk(with: program, by: deadline, prompt.context) { channel in
            try describe(prompt, channel)
            var error = prompt.error
            while true {
                let first = try getPIN(prompt.label, error, channel)
                guard prompt.isNew else { return first }
                if try first == getPIN(prompt.label + " (again)", nil, channel) { return first }
                error = "The entries do not match."
            }
        }
    }

    /// Asks for consent.
    ///
    /// - Throws: as ``secret(_:by:)``.
    package func confirm(_ prompt: Prompt, by deadline: Deadline) throws(PromptFailure) {
        let program = try environment.program()
        try talk(with: program, by: deadline, prompt.context) { channel in
            try describe(prompt, channel)
            try require(channel.ask(AssuanLine.command("CONFIRM")))
        }
    }

    /// Starts the program, greets it, runs `body`, and ends it, whatever `body` throws.
    private func talk<Result>(
        with program: String, by deadline: Deadline, _ context: AuthenticationContext?,
        _ body: (AssuanChannel) throws -> Result
    ) throws(PromptFailure) -> Result {
        let process = try PinentryProcess(program, terminal: environment.terminal)
        // The pinentry gets the time limit too, because only when it times out itself does it
        // restore the terminal.
        let channel = AssuanChannel(
            descriptor: process.descriptor,
            deadline: deadline.later(by: .seconds(2)), context: context)
        do throws(PromptFailure) {
            try require(channel.reply())
            try setOptions(channel, context?.parentWindow)
            let seconds = max(1, deadline.remaining.components.seconds)
            _ = try channel.ask(AssuanLine.command("SETTIMEOUT", "\(seconds)"))
            let result = try PromptFailure.only { try body(channel) }
            _ = try? channel.ask(AssuanLine.command("BYE"))
            process.end(atOnce: false)
            return result
        } catch {
            process.end(atOnce: error == .timedOut || error == .withdrawn)
            throw error
        }
    }

    /// Sets where and how to ask. A program may not know every option.
    private func setOptions(
        _ channel: AssuanChannel, _ parentWindow: UInt32?
    ) throws(PromptFailure) {
        let options = [
            ("ttyname", environment.terminal), ("ttytype", environment.terminalType),
            ("display", environment.display), ("lc-ctype", environment.characterType),
            ("lc-messages", environment.messages), ("parent-wid", parentWindow?.description),
        ]
        for (name, value) in options {
            guard let value else { continue }
            _ = try channel.ask(AssuanLine.command("OPTION", "\(name)=\(value)"))
        }
    }

    private func describe(_ prompt: Prompt, _ channel: AssuanChannel) throws(PromptFailure) {
        _ = try channel.ask(AssuanLine.command("SETTITLE", prompt.title))
        // This one must succeed: the user can't answer a question that isn't shown.
        try require(channel.ask(AssuanLine.command("SETDESC", prompt.description)))
    }

    /// Shows the prompt (SETPROMPT, SETERROR, GETPIN) and returns the answer, in locked memory.
    private func getPIN(
        _ label: String, _ error: String?, _ channel: AssuanChannel
    ) throws(PromptFailure) -> SecretBytes {
        _ = try channel.ask(AssuanLine.command("SETPROMPT", label))
        if let error { _ = try channel.ask(AssuanLine.command("SETERROR", error)) }
        let answer = SecretBuffer(capacity: AssuanChannel.longestAnswer)
        try require(channel.ask(AssuanLine.command("GETPIN"), answer: answer))
        return answer.secret
    }

    /// Throws for an error of libgpg-error, whose low 16 bits are the code.
    private func require(_ reply: AssuanChannel.Reply) throws(PromptFailure) {
        guard case .refused(let number) = reply else { return }
        switch number & 0xffff {
        case 99, 114, 198: throw .canceled  // CANCELED, NOT_CONFIRMED, FULLY_CANCELED
        case 62: throw .timedOut  // TIMEOUT
        default: throw .unavailable("pinentry answered error \(number)")
        }
    }
}
