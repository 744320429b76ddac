// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainStore
import SwiftKeychainSystem

/// The count of incorrect passcodes, in a small file next to the store. It delays the next attempt.
///
/// The file belongs to the user, who can reset it. Against a program of the same user, only the cost
/// of Argon2id protects the passcode.
struct Attempts {
    let path: String
    let now: @Sendable () -> Double

    /// The contents of the file: the number of incorrect passcodes in a row, and the time of the last.
    struct Count: Equatable {
        var wrong = 0
        var last: Double = 0

        /// Seconds to wait after the last attempt: 1 after the fifth, then twice as long each time,
        /// up to 15 minutes.
        /// After five incorrect ones it is 1 s, after ten 32 s, and from fifteen on 900 s.
        var delay: Double {
            wrong < 5 ? 0 : min(Double(1 << min(wrong - 5, 20)), 900)
        }
    }

    /// The beginning of the line. The two numbers are the count, and milliseconds since 2001-01-01, negative before:
    ///
    ///     keychain-passcode-attempts-1 0000000000000002 0000791000000000
    private static let prefix = "keychain-passcode-attempts-1 "
    /// The digits of each of the two numbers. The file never changes its length.
    private static let digits = 16

    /// Runs `body`, which tries a passcode, unless the delay isn't over.
    ///
    /// On a read-only file system nothing is counted: a user who can mount it that way has the same files elsewhere.
    /// An incorrect password of a login isn't counted either: if the keychain has a different password, each login would
    /// add an attempt, and the correct one would have to wait.
    ///
    /// Only one process tries at a time; after waiting for another process, `body` may find the
    /// keychain unlocked.
    ///
    /// - Throws: `authenticationFailed` during the delay (the detail says how long to wait) and when
    ///   `body` throws it, which is counted; `notAvailable` when other processes keep trying for 5 s.
    func counting<Result>(_ body: () throws -> Result) throws(KeychainError) -> Result {
        let file: Int32
        do throws(SystemError) {
            file = try System.open(path, O_RDWR | O_CREAT)
        } catch {
            if error.number == EROFS { return try translating(body) }
            throw error.keychainError
        }
        defer { System.close(file) }
        try lock(file)
        var count = read(file)
        let now = now()
        // When the clock was set back, the delay starts again, so that it can't last for ever.
        if count.last > now {
            count.last = now
            try write(count, to: file)
        }
        let wait = count.last + count.delay - now
        if wait > 0 {
            throw KeychainError(
                .authenticationFailed,
                "passcode: \(count.wrong) incorrect in a row; try again in "
                    + "\(Int(wait.rounded(.up))) s")
        }
        let ofFailure =
            ServiceMode.isForLogin ? count : Count(wrong: count.wrong + 1, last: now)
        // Count the attempt first, so that killing the process gives no free guess.
        try write(ofFailure, to: file)
        do throws(KeychainError) {
            let result = try translating(body)
            try write(Count(), to: file)
            return result
        } catch {
            if error.code != .authenticationFailed { try write(count, to: file) }
            throw error
        }
    }

    /// Checks that attempts can be counted in the file, if there is one.
    ///
    /// - Throws: `notAvailable`.
    func requireUsable() throws(KeychainError) {
        guard let status = try? System.status(path) else { return }
        if let kind = FileIdentity.irregularKind(status) {
            throw KeychainError(.notAvailable, "\(path): is \(kind), not a file; remove it")
        }
        try FileIdentity.requireOneName(status, path)
    }

    /// Returns the number of incorrect passcodes in a row; 0 when the file can't be read.
    func wrongCount() -> Int {
        guard let file = try? System.open(path, O_RDONLY) else { return 0 }
        defer { System.close(file) }
        return read(file).wrong
    }

    /// Whether the file exists and starts like a file of attempts.
    var isOwn: Bool {
        guard let file = try? System.open(path, O_RDONLY) else { return false }
        defer { System.close(file) }
        return bytes(file).starts(with: Self.prefix.utf8)
    }

    /// Takes the lock of the open file, so that attempts are counted one by one. A file with a second name is refused,
    /// because the count would overwrite that file too.
    private func lock(_ file: Int32) throws(KeychainError) {
        try FileIdentity.requireOneName(file, path)
        try? System.setMode(file, path, 0o600)
        let deadline = Deadline.standard
        while (try? System.tryLock(file, path)) != true {
            if deadline.hasPassed {
                throw KeychainError(
                    .notAvailable, "\(path): other processes keep trying passcodes")
            }
            usleep(5000)
        }
    }

    /// Reads the file; what can't be read counts as empty.
    private func bytes(_ file: Int32) -> [UInt8] {
        let size = Self.prefix.utf8.count + 2 * Self.digits + 2
        return (try? System.read(file, path, at: 0, count: size)) ?? []
    }

    /// Reads the count and the time of the last attempt; a malformed file counts as no attempts.
    private func read(_ file: Int32) -> Count {
        let words = String(decoding: bytes(file), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        guard words.count == 3, Self.prefix.hasPrefix(words[0]), let wrong = Int(words[1]),
            let last = Int(words[2])
        else { return Count() }
        return Count(wrong: min(max(wrong, 0), 1 << 30), last: Double(last) / 1000)
    }

    /// Writes one line of fixed length over the old one, so that no disk space is needed.
    private func write(_ count: Count, to file: Int32) throws(KeychainError) {
        let milliseconds = Int(min(max(count.last * 1000, -1e14), 1e15))
        let numbers = [
            String(max(0, count.wrong), width: Self.digits),
            milliseconds < 0
                ? "-" + String(-milliseconds, width: Self.digits - 1)
                : String(milliseconds, width: Self.digits),
        ]
        let line = Self.prefix + numbers.joined(separator: " ") + "\n"
        try translating {
            try Array(line.utf8).withUnsafeBytes { try System.write(file, path, at: 0, $0) }
        }
    }
}
