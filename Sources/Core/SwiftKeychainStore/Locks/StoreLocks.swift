// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The two lock files of a store, as one connection sees them (Docs/internals/sharing.md).
///
/// Every call in flight holds `keychain.lock` shared; making, replacing or migrating the database takes
/// it exclusively. flock() isn't fair: many short readers could keep an exclusive call waiting for ever.
/// Such a call therefore holds the *gate* (byte 0 of the same file) and sets a mark, and every call that
/// finds the mark waits for the gate.
final class StoreLocks {
    private let shared: LockFile
    /// Opened by the first write, so that a reader needs one descriptor less.
    private var writer: LockFile?
    private let writerPath: String
    private let waitingMark: String

    init(_ paths: StorePaths) throws(KeychainError) {
        waitingMark = paths.rewriting
        shared = try LockFile(paths.lock, waitingMark: waitingMark)
        writerPath = paths.writerLock
    }

    /// Returns whether the files are still the ones in the folder, and none was abandoned.
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

    /// Takes a shared lock and returns the generation; nil when there is no record yet.
    ///
    /// - Parameter deadline: nil to wait for no other call.
    func share(deadline: Deadline?) throws(KeychainError) -> UInt64? {
        if try shared.attempt(.file(exclusive: false)) {
            do throws(KeychainError) {
                guard let record = try LockRecord(reading: shared) else { return nil }
                // With the mark, give the lock back and queue: otherwise readers could take turns for ever.
                if !record.exclusiveIsWanted { return record.generation }
            } catch {
                unshare()
                throw error
            }
            unshare()
        }
        guard let deadline else { throw shared.isTaken }
        return try shareBehindGate(deadline)
    }

    /// Waits at the gate for a call that needs exclusive access, then takes the shared lock, and clears a mark that a
    /// killed process left.
    private func shareBehindGate(_ deadline: Deadline) throws(KeychainError) -> UInt64? {
        let start = ContinuousClock.now
        try shared.take(.byte(exclusive: false), since: start, deadline: deadline)
        defer { shared.release(.byte(exclusive: false)) }
        // The call that sets the mark holds the gate, so a mark found while holding it is a dead process's.
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

    // MARK: Exclusive access

    /// Waits until no call is in flight in any process, and blocks new ones.
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
            // If this fails, the next call inside the gate clears the mark.
            try? mark(false)
            shared.release(.byte(exclusive: true))
            throw error
        }
    }

    /// Ends exclusive access: clears the mark, and releases the lock and then the gate.
    func leaveAlone() {
        try? mark(false)
        shared.release(.file(exclusive: true))
        shared.release(.byte(exclusive: true))
    }

    /// Returns the generation, for a call with exclusive access.
    func generation() throws(KeychainError) -> UInt64 {
        try LockRecord(reading: shared)?.generation ?? 0
    }

    /// Makes every process open the database anew.
    func raiseGeneration() throws(KeychainError) { try change { $0.generation &+= 1 } }

    /// Sets or clears the mark, by which calls learn that they must wait at the gate.
    private func mark(_ wanted: Bool) throws(KeychainError) {
        try change { $0.exclusiveIsWanted = wanted }
    }

    /// Changes the record of the lock file, or a new one if its contents are none.
    private func change(_ body: (inout LockRecord) -> Void) throws(KeychainError) {
        // A new file starts with the current time, a number that no earlier file of this name had.
        var record =
            try LockRecord(reading: shared)
            ?? LockRecord(generation: SystemClock.nanoseconds, exclusiveIsWanted: false)
        body(&record)
        try record.write(to: shared)
    }

    // MARK: Writing

    /// Queues for the right to write.
    ///
    /// A turnstile makes the lock fair: the next writer holds byte 0 of `writer.lock`, and a writer that
    /// has just finished finds it taken and queues behind those that wait.
    ///
    /// - Parameter deadline: nil to wait for no other call.
    func takeWriter(deadline: Deadline?) throws(KeychainError) {
        if writer == nil { writer = try LockFile(writerPath, waitingMark: waitingMark) }
        guard let file = writer, file.isWritable else {
            throw KeychainError(.readOnly, "\(writerPath): may not be written")
        }
        guard let deadline else {
            guard try file.attempt(.file(exclusive: true)) else { throw file.isTaken }
            return
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

/// The 32 bytes of `keychain.lock`.
///
///     0   8  magic "kcstore1"
///     8   8  generation: it changes when the database file is replaced
///     16  8  1 while a call waits for the exclusive lock, else 0
///     24  8  zero
///
/// Numbers are little-endian. Only running processes use the file, so it isn't synchronized.
struct LockRecord: Equatable {
    static let byteCount = 32
    /// "kcstore1" as a number, the lowest byte first.
    private static let magic: UInt64 = 0x3165_726f_7473_636b

    var generation: UInt64
    var exclusiveIsWanted: Bool

    /// Returns whether a lock file with these bytes is one of ours.
    static func isRecord(_ bytes: [UInt8]) -> Bool {
        bytes.count == byteCount && bytes.starts(with: "kcstore1".utf8)
    }
}

extension LockRecord {
    /// Reads the record; nil when the file has none because it is new or not ours.
    init?(reading file: LockFile) throws(KeychainError) {
        guard let descriptor = file.descriptor else { return nil }
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let count = try translating {
            try withUnsafeMutableBytes(of: &words) {
                try System.read(descriptor, file.path, at: 0, into: $0)
            }
        }
        guard count == Self.byteCount, UInt64(littleEndian: words.0) == Self.magic else {
            return nil
        }
        generation = UInt64(littleEndian: words.1)
        exclusiveIsWanted = words.2 != 0
    }

    /// Writes the 32 bytes: the magic, the generation, the mark, and zero, each in 8 bytes, lowest first.
    func write(to file: LockFile) throws(KeychainError) {
        guard let descriptor = file.descriptor else { return }
        let words = [Self.magic, generation, exclusiveIsWanted ? 1 : 0, 0]
        let bytes = words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
        try translating { try System.write(descriptor, file.path, at: 0, bytes) }
    }
}
