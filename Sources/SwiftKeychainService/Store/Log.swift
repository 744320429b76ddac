import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// Messages for the administrator that no call returns, such as a salvaged store or memory that
/// couldn't be locked. They contain no secrets and no attribute values.
package enum Log {
    /// A function that receives one line.
    package typealias Sink = @Sendable (String) -> Void

    private static let sink = Mutex<Sink>(systemLog)
    private static let told = Mutex<Set<String>>([])

    /// Sends lines to `newSink` instead of syslog(3); a command prints them.
    package static func send(to newSink: @escaping Sink) { sink.withLock { $0 = newSink } }

    /// Logs a line once in the life of the process.
    static func tellOnce(_ line: @autoclosure () -> String) {
        let line = line()
        guard told.withLock({ $0.insert(line).inserted }) else { return }
        let send = sink.withLock { $0 }
        send(line)
    }

    /// Writes an error and the place where it was made to syslog(3), if `$KEYCHAIN_DEBUG` is set.
    package static func debug(_ error: KeychainError) {
        guard isDebugging else { return }
        let place = "\(error.place.file):\(error.place.line)"
        keychain_syslog(LOG_USER | LOG_DEBUG, "keychain: \(place): \(error)")
    }

    private static let isDebugging = Environment.value("KEYCHAIN_DEBUG") != nil

    private static let systemLog: Sink = { line in
        keychain_syslog(LOG_USER | LOG_WARNING, "keychain: \(line)")
    }
}
