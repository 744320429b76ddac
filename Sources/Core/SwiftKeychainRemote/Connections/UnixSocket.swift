// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// Sockets in the file system.
package enum UnixSocket {
    /// Makes a socket that doesn't wait.
    package static func make() throws(KeychainError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = System.aboveStandardStreams(socket(AF_UNIX, kind, 0))
        guard descriptor >= 0 else {
            throw KeychainError(.notAvailable, "socket: \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    /// Runs `body` with the address of a path.
    ///
    /// - Throws: `notAvailable` for a path that is relative or too long for an address.
    package static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(KeychainError) -> Int32 {
        guard path.hasPrefix("/") else {
            throw KeychainError(.notAvailable, "\(path): a socket is named by an absolute path")
        }
        if let result = System.withSocketAddress(path.pathBytes, body) { return result }
        throw KeychainError(
            .notAvailable,
            "\(path): longer than \(System.longestSocketName) bytes, as a socket can't be")
    }

    /// Checks that only root, this user and `owner` can put a socket into the folder of `path`.
    ///
    /// Anybody else could put a socket of another server there, which would receive the secrets of new items.
    ///
    /// - Throws: `notAvailable`, naming the folder.
    package static func requireSafeFolder(_ path: String, owner: UInt32?) throws(KeychainError) {
        let folder = path.parentFolder
        let status: stat
        do throws(SystemError) {
            status = try System.status(following: folder)
        } catch {
            throw KeychainError(.notAvailable, "\(path): \(error.sentence)")
        }
        guard status.st_mode & 0o022 == 0 else {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            throw KeychainError(
                .notAvailable,
                "\(path): refused, because other users can write its folder (mode 0\(mode))")
        }
        guard [0, geteuid()].contains(status.st_uid) || status.st_uid == owner else {
            throw KeychainError(
                .notAvailable,
                "\(path): refused, because its folder belongs to user \(status.st_uid)")
        }
    }

    /// Makes connect(2) on a socket wait for room in the queue of the other side until a deadline; nil: no call waits.
    static func setWaiting(_ socket: Int32, until deadline: Deadline?) {
        if let deadline {
            let left = deadline.remaining.components
            // Of zero, it would wait for ever.
            var time = timeval(
                tv_sec: Int(left.seconds),
                tv_usec: max(1, Int(left.attoseconds / 1_000_000_000_000)))
            setsockopt(
                socket, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        let flags = fcntl(socket, F_GETFL)
        _ = fcntl(socket, F_SETFL, deadline == nil ? flags | O_NONBLOCK : flags & ~O_NONBLOCK)
    }

    /// Waits until a socket can be read, or written.
    ///
    /// - Returns: false when the deadline has passed.
    package static func wait(_ socket: Int32, toWrite: Bool = false, _ deadline: Deadline) -> Bool {
        var entry = pollfd(fd: socket, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
        while true {
            let count = poll(&entry, 1, deadline.remaining.pollTime)
            if count > 0 { return true }
            if count == 0, deadline.hasPassed { return false }
            if count < 0, errno != EINTR { return true }
        }
    }
}
