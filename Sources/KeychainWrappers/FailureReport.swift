import Foundation
import Security

/// Tells a person of a failure that a classic signature has no room for.
enum FailureReport {
    /// Takes one line about a failure; standard error unless a test listens.
    @TaskLocal static var write: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// Writes one line that names the call and the status, never a value.
    static func make(of call: String, _ status: OSStatus) {
        write("\(call): \(WrapperError(status: status))")
    }
}
