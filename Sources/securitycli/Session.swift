import Glibc
import SwiftKeychain
import SwiftKeychainModel

/// Carries what every command may use: where it prints, and how much it says.
final class Session {
    let output: Output
    let isQuiet: Bool
    let isVerbose: Bool
    /// Tells whether commands are read from standard input, which then holds no password.
    let isInteractive: Bool

    init(output: Output, isQuiet: Bool, isVerbose: Bool, isInteractive: Bool) {
        self.output = output
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
        self.isInteractive = isInteractive
    }

    /// Gives a session that says more, when `isWanted`.
    func verbose(_ isWanted: Bool) -> Session {
        guard isWanted, !isVerbose else { return self }
        return Session(
            output: output, isQuiet: isQuiet, isVerbose: true, isInteractive: isInteractive)
    }

    /// Tells a person something that is no error; -q leaves it out.
    func note(_ text: String) {
        if !isQuiet { StandardError.line(text) }
    }

    /// Tells what -T does not do.
    func noteTrustedIsNotKept() {
        note("security: -T is not kept: which programs see an item is decided by access groups")
    }

    /// Tells why `command` failed.
    func report(_ failure: CommandFailure, of command: Command) {
        switch failure {
        case .usage(let text):
            if let text { StandardError.line("security: \(command.name): \(text)") }
            StandardError.write(command.usage)
        case .said(let text, _):
            StandardError.line("security: \(command.name): \(text)")
        case .call(let function, let error), .failedCall(let function, let error):
            report(function, error)
        case .output(let number):
            // Whoever read the output has gone, which is no news to them.
            if number == EPIPE { return }
            StandardError.line("security: standard output: \(String(cString: strerror(number)))")
        }
    }

    /// Tells which call failed and why: `security: <function>: <sentence>`.
    func report(_ function: String, _ error: KeychainError) {
        Log.debug(error)
        var text = "security: \(function): \(Status.sentence(for: error.code.rawValue))"
        if isVerbose || !Self.speakForThemselves.contains(error.code) {
            text += " (\(error.detail))"
        }
        StandardError.line(text)
    }

    /// Statuses whose sentence is all that a person needs; the others are told with their detail.
    private static let speakForThemselves: Set<KeychainError.Code> = [
        .itemNotFound, .duplicateItem,
    ]
}
