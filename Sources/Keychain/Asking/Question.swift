import KeychainMemory
import KeychainModel
import KeychainPrompt

/// Puts questions about one keychain to a person, one prompt for all threads that ask the same.
struct Question {
    let keychain: Keychain
    /// The caller's words; empty for none.
    let reason: String

    /// Shows a prompt, or waits for that of another thread which asks the same.
    ///
    /// - Parameter name: what is asked for; callers who give the same share the answer.
    /// - Throws: `forbidden` and `prompt` where nobody may or can be asked, and nothing is started.
    func answer(
        to name: String, _ ask: () throws(PromptFailure) -> Asking.Answer
    ) throws(AuthenticationFailure) -> SecretBytes? {
        guard UserInteraction.isAllowed else { throw .forbidden }
        if let obstacle = keychain.asking.obstacle() { throw .prompt(obstacle) }
        let result: Asking.Answer
        do throws(PromptFailure) {
            result = try Asking.prompts.answer(to: "\(name)\n\(keychain.path)\n\(reason)", ask)
        } catch {
            throw .prompt(error)
        }
        return try result.get()
    }

    /// Makes the prompt that says who asks for `what`, why, and of which keychain.
    func prompt(_ label: String, for what: String) -> Prompt {
        var description = "\(Program.name) asks for \(what)"
        description += reason.isEmpty ? "." : ":\n\(reason)"
        description += "\n\(keychain.path)"
        return Prompt(title: "Keychain", description: description, label: label)
    }
}
