import SwiftKeychainModel
import SwiftKeychainSystem

/// Holds the two lock files of a store, as one connection sees them (Docs/sharing.md).
///
/// `keychain.lock` is shared by every call in flight and held alone by whoever makes, replaces or
/// migrates the database. flock() prefers nobody, so that many short readers could keep one
/// exclusive taker waiting for ever; it therefore holds the *gate* (byte 0 of the same file) and
/// leaves a mark, and whoever meets the mark queues behind the gate.
final class StoreLocks {
    private let shared: LockFile
    private var writer: LockFile?
    private let writerPath: String
    private let waitingMark: String

    init(_ paths: StorePaths) throws(KeychainError) {
        waitingMark = paths.rewriting
        shared = try LockFile(paths.lock, waitingMark: waitingMark)
        writerPath = paths.writerLock
    }

    /// Tells whether the files are still the ones in the folder, and none was given up.
    func isInPlace() throws(KeychainError) -> Bool {
        if let writer, try !writer.isInPlace() { return false }
        return try shared.isInPlace()
    }

    var isUsable: Bool {
        shared.descriptor != nil && (writer == nil || writer?.descriptor != nil)
    }

    func forget() {
        shared.forget()
        writer?.forget()
    }

    // MARK: A call in flight

    /// Takes a share and gives the generation; nil when the record has yet to be written.
    func share(deadline: Deadline) throws(KeychainError) -> UInt64? {
        if try shared.attempt(.file(exclusive: false)) {
            do throws(KeychainError) {
                guard let record = try LockRecord(reading: shared) else { return nil }
                if !record.exclusiveIsWanted { return record.generation }
            } catch {
                unshare()
                throw error
            }
            unshare()
        }
        return try shareBehindGate(deadline)
    }

    private func shareBehindGate(_ deadline: Deadline) throws(KeychainError) -> UInt64? {
        let start = ContinuousClock.now
        try shared.take(.byte(exclusive: false), since: start, deadline: deadline)
        defer { shared.release(.byte(exclusive: false)) }
        // Whoever leaves the mark holds the gate: a mark met from inside it is a dead process's.
        if var record = try LockRecord(reading: shared), record.exclusiveIsWanted, shared.isWritable
        {
            record.exclusiveIsWanted = false
            try record.write(to: shared)
        }
        try shared.take(
            .file(exclusive: false), holding: .byte(exclusive: false), since: start,
            deadline: deadline)
        do throws(KeychainError) {
            return try LockRecord(reading: shared)?.generation
        } catch {
            unshare()
            throw error
        }
    }

    func unshare() { shared.release(.file(exclusive: false)) }

    // MARK: Alone

    /// Waits until no call is in flight anywhere, and keeps new ones out.
    func takeAlone(deadline: Deadline) throws(KeychainError) {
        guard shared.isWritable else {
            throw KeychainError(.readOnly, "\(shared.path): may not be written")
        }
        let start = ContinuousClock.now
        try shared.take(.byte(exclusive: true), since: start, deadline: deadline)
        do throws(KeychainError) {
            try mark(true)
            try shared.take(
                .file(exclusive: true), holding: .byte(exclusive: true), since: start,
                deadline: deadline)
        } catch {
            // The next one inside the gate clears the mark if this cannot.
            try? mark(false)
            shared.release(.byte(exclusive: true))
            throw error
        }
    }

    func leaveAlone() {
        try? mark(false)
        shared.release(.file(exclusive: true))
        shared.release(.byte(exclusive: true))
    }

    /// The generation; only whoever is alone asks.
    func generation() throws(KeychainError) -> UInt64 {
        try LockRecord(reading: shared)?.generation ?? 0
    }

    /// Tells every process to open the database anew.
    func raiseGeneration() throws(KeychainError) {
        var record = try currentRecord()
        record.generation &+= 1
        try record.write(to: shared)
    }

    private func mark(_ wanted: Bool) throws(KeychainError) {
        var record = try currentRecord()
        record.exclusiveIsWanted = wanted
        try record.write(to: shared)
    }

    private func currentRecord() throws(KeychainError) -> LockRecord {
        // A new file begins at the time of day: a number that no earlier file of this name had.
        try LockRecord(reading: shared)
            ?? LockRecord(generation: SystemClock.nanoseconds, exclusiveIsWanted: false)
    }

    // MARK: Writing

    /// Queues for the right to write.
    ///
    /// The lock is fair by a turnstile: byte 0 of `writer.lock` is held by the one who is next.
    /// Whoever has just written finds the turnstile taken and cannot slip in before those who wait.
    func takeWriter(deadline: Deadline) throws(KeychainError) {
        let file: LockFile
        if let writer {
            file = writer
        } else {
            file = try LockFile(writerPath, waitingMark: waitingMark)
        }
        writer = file
        guard file.isWritable else {
            throw KeychainError(.readOnly, "\(writerPath): may not be written")
        }
        let start = ContinuousClock.now
        try file.take(.byte(exclusive: true), since: start, deadline: deadline)
        defer { file.release(.byte(exclusive: true)) }
        try file.take(
            .file(exclusive: true), holding: .byte(exclusive: true), since: start,
            deadline: deadline)
    }

    func leaveWriter() { writer?.release(.file(exclusive: true)) }
}
