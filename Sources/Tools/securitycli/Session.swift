// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainModel

/// The output and the verbosity of a run, which every command gets.
///
/// Standard output has the result, which other programs may read. Notes, warnings, prompts and errors go to standard
/// error.
struct Session {
    /// Standard output. Its buffer must be flushed before anything that belongs behind it goes to standard error.
    let output: Output
    /// Whether -q was given. Errors are printed all the same.
    let isQuiet: Bool
    /// Whether -v was given to the program, or to a command that lists it: errors then have their detail.
    var isVerbose: Bool
    /// Whether commands are read from standard input, which then can't supply a password.
    let isInteractive: Bool

    /// Prints a note on standard error, unless -q was given.
    func note(_ text: String) {
        if !isQuiet { StandardError.line(text) }
    }

    /// Prints a note, with -v, that -T has no effect.
    func noteTrustedIsIgnored() {
        if isVerbose {
            note("security: -T has no effect: access groups decide which programs see an item")
        }
    }

    /// Prints why `command` failed.
    func report(_ failure: CommandFailure, of command: Command) {
        switch failure {
        case .usage(let text?):
            StandardError.line("security: \(command.name): \(text)")
            StandardError.line("Try 'security help \(command.name)'.")
        case .usage(nil):
            StandardError.write(command.usage)
        case .message(let text, _):
            StandardError.line("security: \(command.name): \(text)")
        case .call(let function, let error, _):
            report(function, error)
        case .reported: break
        case .output(let number):
            // The reader closed the pipe and knows.
            if number == EPIPE { return }
            StandardError.line("security: standard output: \(String(cString: strerror(number)))")
        }
    }

    /// Prints why a part of a command's work failed, where the command goes on with the rest.
    ///
    /// - Throws: a failure that ends the whole command.
    func reportPart(_ failure: CommandFailure) throws(CommandFailure) {
        switch failure {
        case .call(let function, let error, _): report(function, error)
        case .message(let text, _): StandardError.line("security: \(text)")
        default: throw failure
        }
    }

    /// Prints which call failed and why: `security: <function>: <sentence> (<detail>)`.
    ///
    /// - Parameter place: what is printed in place of the function, and not logged, because it contains values.
    func report(_ function: String, _ error: KeychainError, at place: String? = nil) {
        Log.failure(error, of: function)
        var text = "security: \(place ?? function): \(Status.sentence(for: error.code.rawValue))"
        if isVerbose || !Self.selfExplanatory.contains(error.code) { text += " (\(error.detail))" }
        StandardError.line(text)
    }

    /// The codes whose sentence says everything; their detail is printed only with -v.
    private static let selfExplanatory: Set<KeychainError.Code> = [
        .itemNotFound, .duplicateItem,
    ]
}
