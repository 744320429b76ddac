// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainPeers
import SwiftKeychainRemote
import SwiftKeychainService
import SwiftKeychainSystem

/// The program at the other end of a connection, as the kernel describes it.
///
/// A connection goes through these steps:
/// 1. `Peer(of: socket, mode: mode)`, before a byte is read, asks the kernel for the process that connected, holds on
///    to it, reads its program, decides its rights, and has every message carry the process that sent it.
/// 2. The service sends a nonce. Nothing that was sent before counts, because it has no sender.
/// 3. The program returns the nonce in its first frame. The service reads this frame, and all that follow,
///    with a ``FrameSource`` for the process, and compares the nonce.
/// 4. ``confirm()`` reads the program again. Now the rights hold as long as the connection does.
///
/// So a process that becomes another program during these steps is refused; a process that does so later doesn't get
/// the rights of the other; and a process that got the connection from another one, as a child or as a passed
/// descriptor, is refused at its first message.
package final class Peer: Sendable {
    /// The effective user at the time of the connection.
    package let uid: uid_t
    /// The effective group.
    package let gid: gid_t
    /// The number of the process in the namespace of securityd.
    package let pid: pid_t
    /// What the process gets, and why.
    package let rights: PeerRights
    /// The access groups that the process gets.
    package var caller: Caller { rights.caller }

    /// The connection, which the caller of the initializer closes.
    private let socket: Int32
    private let handle: ProcessHandle
    private let evidence: ProcessEvidence
    private let proc: String

    /// Asks the kernel about the process that made the connection.
    ///
    /// - Parameters:
    ///   - socket: a connected Unix socket. It stays the caller's to close.
    ///   - rules: nil for those of the machine, in `/etc/keychain`.
    ///   - proc: the mount point of the process file system.
    /// - Throws: `notAvailable` when the kernel doesn't say, the process has ended or has no number in this
    ///   namespace, or another user runs it where only one is served; `notAvailable` or `allocation` when securityd lacks the
    ///   descriptors or memory to judge it.
    package init(
        of socket: Int32, mode: DaemonMode, rules: PeerRules? = nil, proc: String = "/proc"
    ) throws(KeychainError) {
        let ids = try PeerIdentity(of: socket)
        guard ids.process > 0 else {
            throw KeychainError(
                .notAvailable, "connection: made in another process namespace, which isn't served")
        }
        if mode == .user, ids.user != geteuid() {
            throw KeychainError(
                .notAvailable, "connection: user \(ids.user) isn't served, only user \(geteuid())")
        }
        guard keychain_report_senders(socket) == 0 else { throw Self.failure() }
        (uid, gid, pid) = (ids.user, ids.group, ids.process)
        handle = try ProcessHandle(of: socket, ids)
        evidence = ProcessEvidence(process: pid, user: uid, group: gid, proc: proc)
        rights = (rules ?? PeerRules(mode)).rights(of: evidence)
        // The rights hold as long as the connection does: they can't be those of a shortage that passes.
        if let failure = rights.caller.failure, failure.code != .missingEntitlement {
            throw failure
        }
        self.socket = socket
        self.proc = proc
        try requireRunning()
    }

    /// Checks that the process is still there and runs the program of the beginning.
    ///
    /// - Throws: `notAvailable`. The connection must be closed then.
    package func confirm() throws(KeychainError) {
        let now = ProcessEvidence(process: pid, user: uid, group: gid, proc: proc)
        guard now == evidence else {
            throw KeychainError(
                .notAvailable, "connection: process \(pid) became another program")
        }
        try requireRunning()
    }

    /// As long as it runs, its number doesn't become that of another process.
    private func requireRunning() throws(KeychainError) {
        guard handle.isRunning else {
            throw KeychainError(.notAvailable, "connection: process \(pid) has ended")
        }
    }

    /// Returns the error of a system call on a connection that has failed now.
    fileprivate static func failure() -> KeychainError {
        KeychainError(.notAvailable, "connection: \(SystemError.sentence(errno, at: "socket"))")
    }
}

/// The ids that the kernel recorded when a process connected: the effective user and group.
struct PeerIdentity: Equatable {
    private(set) var user: UInt32 = 0
    private(set) var group: UInt32 = 0
    private(set) var process: Int32 = 0

    /// Reads the user, group and process that connected, as the kernel recorded them (SO_PEERCRED).
    init(of socket: Int32) throws(KeychainError) {
        guard keychain_peer(socket, &user, &group, &process) == 0 else { throw Peer.failure() }
    }
}

/// A process that stays the same one, unlike its number.
private final class ProcessHandle: Sendable {
    private let descriptor: Int32

    /// Opens a handle to the process that connected, which its number can't outlive (pidfd).
    init(of socket: Int32, _ ids: PeerIdentity) throws(KeychainError) {
        var handle: Int32 = -1
        var size = socklen_t(MemoryLayout<Int32>.size)
        let peerHandle: Int32 = 77  // SO_PEERPIDFD, of Linux 6.5
        // Older kernels have no such option; then the process may have ended since, and its number be another's.
        if getsockopt(socket, SOL_SOCKET, peerHandle, &handle, &size) != 0, errno == ENOPROTOOPT {
            handle = keychain_pidfd_open(ids.process)
            if handle >= 0, (try? PeerIdentity(of: socket)) != ids {
                System.close(handle)
                handle = -1
            }
        }
        guard handle >= 0 else {
            throw KeychainError(.notAvailable, "connection: process \(ids.process) has ended")
        }
        descriptor = handle
    }

    deinit { System.close(descriptor) }

    /// A handle becomes readable when its process ends.
    var isRunning: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) == 0
    }
}
