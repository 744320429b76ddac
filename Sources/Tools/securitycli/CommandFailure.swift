// SPDX-License-Identifier: Apache-2.0
import CredentialHelpers
import SwiftKeychain
import SwiftKeychainAgent
import SwiftKeychainExchange
import SwiftKeychainRelay
import SwiftKeychainSystem

/// The reason why a command failed; ``Session/report(_:of:)`` prints it.
enum CommandFailure: Error {
    /// Wrong usage: prints the text and where the help is, or without a text the usage lines; exits with status 2.
    case usage(String? = nil)
    /// A complete message.
    case message(String, status: Int32 = 1)
    /// A failed call, with the name that macOS gives the function. Without `exitStatus` the status of
    /// the error counts.
    case call(String, KeychainError, exitStatus: Int32? = nil)
    /// A failure that was already printed.
    case reported(status: Int32)
    /// Standard output could not be written; the number is an errno.
    case output(Int32)

    /// The status that the command returns, not yet cut to eight bits.
    var status: Int32 {
        switch self {
        case .usage: 2
        case .message(_, let status), .reported(let status): status
        case .call(_, let error, let exitStatus): exitStatus ?? error.code.rawValue
        case .output: 1
        }
    }
}

extension CommandFailure {
    /// An error that a command threw; one that is neither a failure of a command nor of its words is a defect.
    init(thrown error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case WordFault.usage(let text): self = .usage(text)
        case WordFault.message(let text): self = .message(text)
        case let failure as TerminalFailure: self = .message(failure.text)
        case let failure as HelperFailure: self = .message(failure.text)
        case let failure as JSONValue.Malformed: self = .message(failure.detail)
        case let failure as SyncFailure: self = SyncCommand.failure(failure)
        case let failure as RelayFailure: self = SyncCommand.failure(.relay(failure))
        default: self = .message("\(type(of: error)) where only a CommandFailure is thrown")
        }
    }

    /// Runs `body`, and throws its error as a failure of the command.
    ///
    /// - Parameter place: what a message begins with, such as the name of a file.
    static func only<Result>(
        at place: String? = nil, _ body: () throws -> Result
    ) throws(CommandFailure) -> Result {
        do {
            return try body()
        } catch let fault as ExchangeFault {
            throw .message("\(place ?? "")\(fault.place): \(fault.rule)")
        } catch {
            let failure = CommandFailure(thrown: error)
            guard let place, case .message(let text, let status) = failure else { throw failure }
            throw .message("\(place): \(text)", status: status)
        }
    }

    /// Runs `body`, and reports its error by the detail, which says what to do.
    ///
    /// - Parameter exitStatus: nil for the status of the error.
    static func detail<Result: ~Copyable>(
        exitStatus: Int32? = 1, _ body: () throws -> Result
    ) throws(CommandFailure) -> Result {
        do throws(KeychainError) {
            return try translating(body)
        } catch {
            throw .message(error.detail, status: exitStatus ?? error.code.rawValue)
        }
    }
}

/// Runs `body`, and throws its error as a failure of the call that `function` names.
///
/// - Parameter exitStatus: the status of the command then; nil for that of the error.
func calling<Result>(
    _ function: String, exitStatus: Int32? = nil, _ body: () throws -> Result
) throws(CommandFailure) -> Result {
    do throws(KeychainError) {
        return try translating(body)
    } catch {
        throw .call(function, error, exitStatus: exitStatus)
    }
}
