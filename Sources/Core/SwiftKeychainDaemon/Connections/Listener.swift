// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem
import SwiftKeychainStore

/// The listening socket: made at its path, or given by systemd (LISTEN_FDS).
final class Listener: Sendable {
    let descriptor: Int32
    /// The path and inode of a socket that this object made.
    private let made: (path: String, inode: UInt)?

    /// Takes the socket that systemd passes, or makes one.
    init(_ configuration: Daemon.Configuration) throws(KeychainError) {
        if let given = try Self.given() {
            (descriptor, made) = (given, nil)
        } else {
            let path = configuration.socket
            descriptor = try Self.make(path, configuration.mode)
            made = (path, (try? System.status(path))?.st_ino ?? 0)
        }
        guard keychain_report_senders(descriptor) == 0 else {
            throw Self.failure(configuration.socket)
        }
        // Earlier kernels pass them: those are received, and closed elsewhere.
        if configuration.forbidsDescriptors { keychain_forbid_descriptors(descriptor) }
    }

    deinit { System.close(descriptor) }

    /// Returns the socket that systemd has given to this process; nil when it was started otherwise.
    private static func given() throws(KeychainError) -> Int32? {
        guard let process = Environment.value("LISTEN_PID"), Int32(process) == getpid(),
            let count = Environment.value("LISTEN_FDS").flatMap({ Int32($0) }), count > 0
        else { return nil }
        // The first descriptor that systemd passes (SD_LISTEN_FDS_START).
        let descriptor: Int32 = 3
        var (isListening, size): (Int32, socklen_t) = (0, 4)
        var (domain, domainSize): (Int32, socklen_t) = (0, 4)
        guard count == 1,
            getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0,
            getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &domainSize) == 0,
            isListening == 1, domain == AF_UNIX
        else {
            throw KeychainError(
                .notAvailable, "LISTEN_FDS: must be one listening Unix socket")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        return descriptor
    }

    /// Makes the socket, in a folder that no other user can change.
    private static func make(_ path: String, _ mode: DaemonMode) throws(KeychainError) -> Int32 {
        try translating {
            try System.makeFolders(path.parentFolder)
        }
        try UnixSocket.requireSafeFolder(path, owner: nil)
        let descriptor = try UnixSocket.make()
        do throws(KeychainError) {
            try bind(descriptor, path)
            // Of the system's socket, the peer is checked; the user's one is closed to others.
            let mode: mode_t = mode == .system ? 0o666 : 0o600
            guard path.withPath({ chmod($0, mode) }) == 0, listen(descriptor, 512) == 0 else {
                throw failure(path)
            }
            return descriptor
        } catch {
            System.close(descriptor)
            throw error
        }
    }

    /// Binds a socket to a path. A socket there that refuses connections was left by a killed process, and is removed.
    private static func bind(_ descriptor: Int32, _ path: String) throws(KeychainError) {
        if try UnixSocket.withAddress(path, { Glibc.bind(descriptor, $0, $1) }) == 0 { return }
        guard errno == EADDRINUSE else { throw failure(path) }
        let status = try translating { try System.status(path) }
        guard let status, status.st_mode & S_IFMT == S_IFSOCK else {
            throw KeychainError(.notAvailable, "\(path): exists and is not a socket")
        }
        // A socket that refuses connections was left by a process that was killed.
        let trial = try UnixSocket.make()
        defer { System.close(trial) }
        let answer = try UnixSocket.withAddress(path) { Glibc.connect(trial, $0, $1) }
        guard answer != 0, errno == ECONNREFUSED else {
            throw KeychainError(.notAvailable, "\(path): another securityd answers there")
        }
        try translating { try System.unlink(path) }
        if try UnixSocket.withAddress(path, { Glibc.bind(descriptor, $0, $1) }) != 0 {
            throw failure(path)
        }
    }

    /// Returns the error of a system call that has just failed; reads `errno`.
    private static func failure(_ path: String) -> KeychainError {
        KeychainError(.notAvailable, "\(path): \(String(cString: strerror(errno)))")
    }

    /// The most connections that are accepted before those that were are looked at.
    private static let mostAtOnce = 32

    /// Accepts connections that wait.
    ///
    /// - Parameter body: gets each descriptor, and must close it.
    func acceptSome(_ body: (Int32) -> Void) {
        for _ in 0..<Self.mostAtOnce {
            let connection = keychain_accept(descriptor)
            if connection >= 0 {
                body(connection)
            } else if errno != EINTR && errno != ECONNABORTED {
                // Without free descriptors, those that wait are accepted when others have ended.
                if errno == EMFILE || errno == ENFILE { usleep(10_000) }
                return
            }
        }
    }

    /// Removes the socket that was made, so that programs get an error at once.
    func close() {
        // By now, another securityd may have made a socket at this path.
        guard let made, let status = try? System.status(made.path), status.st_ino == made.inode
        else { return }
        try? System.unlink(made.path)
    }
}
