// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSeam
import SwiftKeychainSystem

/// One file of the audit log, which is replaced by size. One thread at a time uses it.
///
/// Calls that are equal within a second are counted in one line. Failures, which any program can have with names of its
/// choice, are counted for a minute and whatever they name, so that a program can't push other lines out of the file. The
/// counts are written with the first record after that time, or when the service ends. A line that can't be written,
/// because the disk is full, is counted in the next one that can, and mentioned once on standard error; no call fails for
/// it.
package final class AuditFile: @unchecked Sendable {
    private let path: String
    private let largest: Int
    private let kept: Int
    private let complain: @Sendable (String) -> Void

    private var descriptor: Int32 = -1
    private var size = 0
    /// The calls since the last line that have none themselves, because of a failed write or the limit.
    private var lost = 0
    private var hasComplained = false
    private var calls = Repetitions(window: 1, most: 1000)
    private var failures = Repetitions(window: 60, most: 50)

    /// The lines of a window of time, and how often the call of each was made again.
    private struct Repetitions {
        /// Seconds.
        let window: Double
        /// The most different calls; others are lost.
        let most: Int
        var start = -Double.infinity
        /// By what they have in common: the calls, and how many there were after the first.
        var counts: [AuditEntry: (entry: AuditEntry, count: Int)] = [:]
    }

    /// - Parameters:
    ///   - largest: the size in bytes at which the file is replaced.
    ///   - kept: how many older files are kept.
    package init(
        _ path: String, largest: Int = 4 << 20, kept: Int = 4,
        _ complain: @escaping @Sendable (String) -> Void
    ) {
        (self.path, self.largest, self.kept) = (path, largest, kept)
        self.complain = complain
    }

    deinit { if descriptor >= 0 { System.close(descriptor) } }

    /// Records a call.
    ///
    /// - Parameter time: seconds since 2001-01-01.
    package func record(_ entry: AuditEntry, at time: Double) {
        writeCounts(at: time)
        if entry.isFailure {
            record(entry, entry.withoutSubject, at: time, &failures)
        } else {
            record(entry, entry, at: time, &calls)
        }
    }

    /// Writes the first of equal entries at once, and counts the others until the window ends. Entries beyond the limit
    /// of different ones are counted as lost.
    private func record(
        _ entry: AuditEntry, _ key: AuditEntry, at time: Double, _ repetitions: inout Repetitions
    ) {
        if repetitions.counts.isEmpty { repetitions.start = time }
        if let (first, count) = repetitions.counts[key] {
            // If repeated calls differ, their line has only what they share.
            repetitions.counts[key] = (entry == first ? first : key, count + 1)
        } else if repetitions.counts.count < repetitions.most {
            repetitions.counts[key] = (entry, 0)
            write(entry, at: time, count: 1)
        } else {
            lost += 1
        }
    }

    /// Writes the numbers of repeated calls whose time is over.
    package func writeCounts(at time: Double) {
        writeCounts(at: time, &calls)
        writeCounts(at: time, &failures)
    }

    /// Writes the counts of a window that has ended, and begins a new one with the next entry.
    private func writeCounts(at time: Double, _ repetitions: inout Repetitions) {
        // A clock that was set back ends the window too.
        guard !repetitions.counts.isEmpty,
            !(repetitions.start..<repetitions.start + repetitions.window ~= time)
        else { return }
        for (entry, count) in repetitions.counts.values where count > 0 {
            write(entry, at: repetitions.start, count: count)
        }
        repetitions.counts = [:]
    }

    /// Appends a line. If that fails, the line is counted as lost; the next line that can be written has the number.
    private func write(_ entry: AuditEntry, at time: Double, count: Int) {
        var entry = entry
        (entry.time, entry.count, entry.lost) = (time, count, lost)
        let line = Array((entry.line + "\n").utf8)
        do throws(SystemError) {
            try open()
            if size + line.count > largest, size > 0 {
                try replace()
            }
            do throws(SystemError) {
                try System.write(descriptor, path, at: size, line)
            } catch {
                // Half a line would spoil the next one.
                try? System.truncate(descriptor, path, to: size)
                throw error
            }
            size += line.count
            lost = 0
            hasComplained = false
        } catch {
            lost += count
            if !hasComplained {
                hasComplained = true
                complain("\(path): \(error.sentence); calls aren't logged")
            }
        }
    }

    /// Opens the file, mode 0600, unless it is open.
    private func open() throws(SystemError) {
        guard descriptor < 0 else { return }
        // Beside a device key that isn't made yet.
        try System.makeFolders(path.parentFolder)
        let descriptor = try System.open(path, O_WRONLY | O_CREAT, mode: 0o600)
        do throws(SystemError) {
            size = Int(try System.status(descriptor, path).st_size)
        } catch {
            System.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    /// Renames the file to `.1`, and `.1` to `.2` and so on, and begins a new file. The last one is replaced.
    private func replace() throws(SystemError) {
        for number in stride(from: kept - 1, through: 1, by: -1) {
            // There are fewer older files at first.
            try? System.rename("\(path).\(number)", to: "\(path).\(number + 1)")
        }
        do throws(SystemError) {
            try System.rename(path, to: "\(path).1")
        } catch {
            // Another program may have moved or deleted the file.
            guard error.number == ENOENT else { throw error }
        }
        System.close(descriptor)
        descriptor = -1
        try open()
    }
}
