import SwiftKeychainModel

/// Tells why a command could not do its work; how that is told to a person is decided once.
enum CommandFailure: Error {
    /// The command was called wrongly: exit 2 and the usage lines.
    case usage(String? = nil)
    /// One line of text says it all.
    case said(String, status: Int32 = 1)
    /// A call failed; the function's name is that of the call as macOS names it.
    case call(String, KeychainError)
    /// The same, of a command whose status tells no more than that it failed: 1.
    case failedCall(String, KeychainError)
    /// Standard output took no more; the number is that of errno.
    case output(Int32)

    /// What the command returns: the status of a failed call as a whole number.
    var status: Int32 {
        switch self {
        case .usage: 2
        case .said(_, let status): status
        case .call(_, let error): error.code.rawValue
        case .failedCall: 1
        case .output: 1
        }
    }
}

/// Runs `body` and names the call whose error it throws.
func calling<Result>(
    _ function: String, _ body: () throws(KeychainError) -> Result
) throws(CommandFailure) -> Result {
    do throws(KeychainError) {
        return try body()
    } catch {
        throw .call(function, error)
    }
}

/// Does the same for a command whose status tells no more than that it failed.
func attempting<Result>(
    _ function: String, _ body: () throws(KeychainError) -> Result
) throws(CommandFailure) -> Result {
    do throws(KeychainError) {
        return try body()
    } catch {
        throw .failedCall(function, error)
    }
}
