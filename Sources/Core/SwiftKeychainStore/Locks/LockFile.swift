// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// One open lock file: a separate descriptor, so that threads of one process exclude each
/// other by the same locks as processes do.
///
/// A lock file is made once, mode 0600, and never removed. Where the folder can't be written, an
/// existing one is opened for reading, which is enough for a shared lock.
final class LockFile {
    let path: String
    let isWritable: Bool
    /// The path of an empty file that is there while every call must wait for a change of keys.
    private let waitingMark: String?
    /// How long after its deadline a call waits for a change of keys; a million items take a minute.
    static let patience = Duration.seconds(60)
    /// The open file; nil after a wait was abandoned, when it belongs to the waiting thread.
    private(set) var descriptor: Int32?
    /// The identity of the open file, once it was read.
    private var identity: FileIdentity?

    /// - Parameter waitingMark: while there is a file at this path, waits last longer than their
    ///   deadline: the holder of the lock is changing keys, which takes time for every item.
    init(_ path: String, waitingMark: String? = nil) throws(KeychainError) {
        self.path = path
        self.waitingMark = waitingMark
        let (descriptor, writable) = try translating { try Self.open(path) }
        if writable {
            do throws(KeychainError) {
                try FileIdentity.requireOneName(descriptor, path)
            } catch {
                System.close(descriptor)
                throw error
            }
        }
        DescriptorRegistry.register(descriptor)
        self.descriptor = descriptor
        isWritable = writable
    }

    deinit {
        if let descriptor { DescriptorRegistry.close(descriptor) }
    }

    /// Forgets the descriptor without closing it: after fork() its number may be another file's.
    func forget() { descriptor = nil }

    /// Opens a lock file, and makes it if there is none. Without the right to write it is opened for reading, which is
    /// enough for flock().
    ///
    /// - Returns: the descriptor, and whether it can be written.
    private static func open(_ path: String) throws(SystemError) -> (Int32, Bool) {
        do throws(SystemError) {
            return (try System.open(path, O_RDWR), true)
        } catch  where error.number == ENOENT {
            do throws(SystemError) {
                return (try System.makeFile(path), true)
            } catch  where error.number == EEXIST {
                return (try System.open(path, O_RDWR), true)
            }
        } catch  where error.number == EACCES || error.number == EROFS {
            return (try System.open(path, O_RDONLY), false)
        }
    }

    /// Takes a lock, waiting until `deadline`.
    ///
    /// - Parameters:
    ///   - companion: a lock on the same file that the caller holds. It is released when the deadline
    ///     passes, because the descriptor can't be used afterwards.
    ///   - start: the time at which the caller began to wait, for the detail of the error.
    /// - Throws: `notAvailable` when the deadline passes.
    func take(
        _ kind: LockRequest.Kind, holding companion: LockRequest.Kind? = nil,
        since start: ContinuousClock.Instant = .now, deadline: Deadline
    ) throws(KeychainError) {
        let request = try request(kind)
        let held = companion.map {
            LockRequest(descriptor: request.descriptor, path: path, kind: $0)
        }
        let last = deadline.later(by: Self.patience)
        let outcome = LockWait.acquire(request, companion: held, deadline: deadline) {
            [waitingMark] in
            guard let waitingMark, !last.hasPassed else { return false }
            return waitingMark.withPath { access($0, F_OK) } == 0
        }
        switch outcome {
        case .acquired: return
        case .failed(let number):
            throw SystemError(call: .lock, path: path, number: number).keychainError
        case .abandoned:
            self.descriptor = nil
            let waited = start.duration(to: .now).components
            let tenths = waited.seconds * 10 + waited.attoseconds / 100_000_000_000_000_000
            throw KeychainError(
                .notAvailable,
                "waited \(tenths / 10).\(tenths % 10) s for \(path), held by another call")
        }
    }

    /// Takes a lock if it is free, and returns whether it was.
    func attempt(_ kind: LockRequest.Kind) throws(KeychainError) -> Bool {
        switch try request(kind).take() {
        case 0: return true
        case EWOULDBLOCK: return false
        case let number:
            throw SystemError(call: .lock, path: path, number: number).keychainError
        }
    }

    /// The error of a call that doesn't wait for the lock.
    var isTaken: KeychainError { KeychainError(.notAvailable, "\(path): held by another call") }

    private func request(_ kind: LockRequest.Kind) throws(KeychainError) -> LockRequest {
        guard let descriptor else {
            throw KeychainError(.internalComponent, "\(path): the descriptor was given up")
        }
        return LockRequest(descriptor: descriptor, path: path, kind: kind)
    }

    func release(_ kind: LockRequest.Kind) {
        guard let descriptor else { return }
        LockRequest(descriptor: descriptor, path: path, kind: kind).release()
    }

    /// Returns whether the path still names the open file; it doesn't after the file was removed.
    func isInPlace() throws(KeychainError) -> Bool {
        guard let descriptor else { return false }
        return try translating {
            guard let there = try System.status(path) else { return false }
            if identity == nil { identity = FileIdentity(try System.status(descriptor, path)) }
            return FileIdentity(there) == identity
        }
    }
}

/// A lock on a descriptor.
struct LockRequest: Sendable {
    enum Kind: Sendable {
        /// flock(): the whole file, shared or exclusive.
        case file(exclusive: Bool)
        /// A lock on byte 0 that belongs to the open file (F_OFD_SETLK). It doesn't conflict with flock() on the same
        /// file.
        case byte(exclusive: Bool)
    }

    let descriptor: Int32
    let path: String
    let kind: Kind

    /// Releases the lock. Errors are ignored: the kernel releases it when the descriptor is closed.
    func release() {
        switch kind {
        case .file: _ = keychain_flock(descriptor, LOCK_UN)
        case .byte: _ = keychain_lock_byte(descriptor, Int16(F_UNLCK), 0, 0)
        }
    }

    /// Takes the lock if it is free or, waiting, however long that takes.
    ///
    /// - Returns: 0, EWOULDBLOCK for a lock that another process has, or another error number.
    func take(waiting: Bool = false) -> Int32 {
        do throws(SystemError) {
            _ = try System.check(.lock, path) {
                switch kind {
                case .file(let exclusive):
                    keychain_flock(
                        descriptor, (exclusive ? LOCK_EX : LOCK_SH) | (waiting ? 0 : LOCK_NB))
                case .byte(let exclusive):
                    keychain_lock_byte(
                        descriptor, Int16(exclusive ? F_WRLCK : F_RDLCK), 0, waiting ? 1 : 0)
                }
            }
            return 0
        } catch {
            // POSIX allows EACCES, too, for a lock on bytes that another has.
            return error.number == EACCES ? EWOULDBLOCK : error.number
        }
    }
}
