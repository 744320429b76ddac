// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// Failing calls, for `$KEYCHAIN_LOG`, and messages for the administrator that no call returns, such
/// as a salvaged store. They contain no secrets, and of attribute values only names of access groups.
package enum Log {
    /// A function that receives one line.
    package typealias Sink = @Sendable (String) -> Void

    private static let sink = Receiver<String>(standardSink)
    private static let told = PerProcess { SharedValue<Set<String>>([]) }

    /// Sends messages for the administrator to `newSink`; a command prints them.
    package static func send(to newSink: @escaping Sink) { sink.replace(by: newSink) }

    /// Logs a message for the administrator, once in the life of the process.
    package static func tellOnce(_ line: @autoclosure () -> String) {
        let line = line()
        guard told.value.withLock({ $0.insert(line).inserted }) else { return }
        sink.send(line)
    }

    /// Logs a failing call where `$KEYCHAIN_LOG` says: its name, status and detail, and the place in the
    /// sources where the error was made.
    package static func failure(_ error: KeychainError, of function: @autoclosure () -> String) {
        guard let destination else { return }
        // A name of #function ends with labels of arguments.
        let function = function()
        let name = function.contains(" ") ? function[...] : function.prefix { $0 != "(" }
        destination.write(
            "\(name): \(error) [\(error.place.file):\(error.place.line)]", LOG_NOTICE)
    }

    private static let destination = LogDestination.ofEnvironment

    private static let standardSink: Sink = { line in
        (destination ?? .systemLog).write(line, LOG_WARNING)
    }
}

/// The place where lines are logged.
private enum LogDestination: Sendable {
    case systemLog
    case standardError
    case file(String)

    /// The destination that `$KEYCHAIN_LOG` names; nil when it isn't set.
    static let ofEnvironment: LogDestination? = Environment.value("KEYCHAIN_LOG").map { value in
        switch value {
        case "syslog": .systemLog
        case "stderr": .standardError
        default: .file(value)
        }
    }

    func write(_ line: String, _ level: Int32) {
        // A detail may contain the name of a file or group with a line break.
        let line = line.printable
        switch self {
        case .systemLog: keychain_syslog(LOG_USER | level, "keychain: \(line)")
        case .standardError: StandardStreams.writeError("keychain: \(line)")
        case .file(let path):
            do throws(SystemError) {
                try Self.append("\(Self.prefix): \(line)\n", to: path)
            } catch {
                keychain_syslog(
                    LOG_USER | LOG_WARNING, "keychain: $KEYCHAIN_LOG: \(path): \(error.sentence)")
            }
        }
    }

    /// The time, the program and the process, for a file that several processes write.
    ///
    ///     2026-01-31T23:59:59Z mailer[4711]
    private static var prefix: String {
        let time = CalendarDate(seconds: SystemClock.absoluteTime())
        return "\(time.iso8601) \(ProgramFile.name.printable)[\(getpid())]"
    }

    /// Writes a line in one piece, so that lines of other processes don't come in between.
    private static func append(_ line: String, to path: String) throws(SystemError) {
        let descriptor = try System.open(path, O_WRONLY | O_APPEND | O_CREAT, followsLink: true)
        defer { System.close(descriptor) }
        let output = DescriptorOutput(descriptor: descriptor)
        output.write(line)
        let number = output.finish()
        if number != 0 { throw SystemError(call: .pwrite, path: path, number: number) }
    }
}
