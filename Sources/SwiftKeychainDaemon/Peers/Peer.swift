import CKeychainLinux
import SwiftKeychainModel
import SwiftKeychainService
import SwiftKeychainSystem

/// The process at the other end of a connection, as the kernel describes it.
package struct Peer: Sendable, Equatable {
    package let uid: UInt32
    package let gid: UInt32
    package let pid: Int32
    /// The access groups that the process gets.
    package let caller: Caller

    /// Asks the kernel about the process that made the connection.
    ///
    /// Whatever the process was called or entitled to, it is unsigned.
    ///
    /// - Throws: `notAvailable` when the kernel doesn't say, or the process has no number in this
    ///   namespace.
    package init(of socket: Int32, mode: DaemonMode) throws(KeychainError) {
        var (uid, gid, pid): (UInt32, UInt32, Int32) = (0, 0, 0)
        guard keychain_peer(socket, &uid, &gid, &pid) == 0 else {
            throw KeychainError(
                .notAvailable, "connection: \(SystemError.sentence(errno, at: "socket"))")
        }
        guard pid > 0 else {
            throw KeychainError(
                .notAvailable, "connection: made in another process namespace, which isn't served")
        }
        (self.uid, self.gid, self.pid) = (uid, gid, pid)
        caller = .unsigned
    }
}

/// How securityd runs.
package enum DaemonMode: Sendable, Equatable {
    /// For one user, as that user, with the store that the user's programs would open themselves.
    case user
    /// For all users of the machine, as a user of its own, with a store for each.
    case system
}
