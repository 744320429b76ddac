// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A connection on which systemd asks for a credential of a unit (systemd.exec(5), LoadCredential=).
///
///     LoadCredential=password:/run/keychain/credentials.sock
///
/// systemd connects from the abstract address `ID/unit/UNIT/CREDENTIAL`, sends nothing, and takes what it reads up to the end.
/// Any process may bind such an address; so the process must be root's, or the user's own.
package struct CredentialRequest: Equatable, Sendable {
    package let unit: String
    package let credential: String

    /// The most bytes of a credential.
    package static let longest = 1 << 20

    package init(unit: String, credential: String) {
        (self.unit, self.credential) = (unit, credential)
    }

    /// Waits for a connection on a socket; nil if none comes within half a minute.
    package static func nextConnection(_ socket: Int32) throws(HelperFailure) -> Int32? {
        while true {
            var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, 30_000) == 0 { return nil }
            let connection = accept(socket, nil, nil)
            if connection >= 0 {
                // An answer has a deadline.
                _ = fcntl(connection, F_SETFL, O_NONBLOCK)
                return connection
            }
            if ![EINTR, EAGAIN, ECONNABORTED].contains(errno) {
                throw HelperFailure("standard input is no socket to accept connections on")
            }
        }
    }

    /// Reads the address of the process that connected.
    ///
    /// - Throws: the rule that the connection breaks.
    package init(_ socket: Int32) throws(HelperFailure) {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutableBytes(of: &address) {
            getpeername(
                socket, $0.bindMemory(to: sockaddr.self).baseAddress!, &length)
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else {
            throw HelperFailure("standard input is no connection of systemd")
        }
        var (user, group, process): (UInt32, UInt32, Int32) = (0, 0, 0)
        guard keychain_peer(socket, &user, &group, &process) == 0, user == 0 || user == geteuid()
        else { throw HelperFailure("process \(process) of user \(user) isn't systemd") }
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)!
        let name = withUnsafeBytes(of: &address) { Array($0[start..<max(start, Int(length))]) }
        guard let request = CredentialRequest(address: name) else {
            throw HelperFailure("process \(process) names no unit and credential")
        }
        self = request
    }

    /// Reads an abstract address, with the zero byte at its beginning; nil for any other address.
    init?(address: [UInt8]) {
        guard address.first == 0, let text = String(validating: address.dropFirst(), as: UTF8.self)
        else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[1] == "unit", !parts[2].isEmpty, !parts[3].isEmpty else {
            return nil
        }
        self.init(unit: String(parts[2]), credential: String(parts[3]))
    }

    /// Sends the credential.
    ///
    /// - Throws: for one that is too long for systemd, and when the other end has closed the connection or reads too slowly.
    package func answer(_ secret: SecretBytes, on socket: Int32) throws(HelperFailure) {
        guard secret.count <= Self.longest else {
            throw HelperFailure("longer than \(Self.longest) bytes")
        }
        switch secret.withBytes({ Self.send($0, on: socket) }) {
        case 0: return
        case ETIMEDOUT: throw HelperFailure("not read within \(Self.patience) s")
        default: throw HelperFailure("systemd has closed the connection")
        }
    }

    /// Has systemd fail the unit. What ends without a byte would be an empty credential, so more is sent than one may have.
    package static func refuse(on socket: Int32) {
        let zeros = [UInt8](repeating: 0, count: longest + 1)
        _ = zeros.withUnsafeBytes { send($0, on: socket) }
    }

    /// The seconds that an answer may take, because others wait for theirs.
    private static let patience = 10

    /// Writes to a connection that doesn't block. After a failure nothing more can be sent on it.
    private static func send(_ bytes: UnsafeRawBufferPointer, on socket: Int32) -> Int32 {
        let number = DescriptorOutput.write(
            bytes, to: socket, until: .now + .seconds(patience))
        if number != 0 { shutdown(socket, Int32(SHUT_WR)) }
        return number
    }
}
