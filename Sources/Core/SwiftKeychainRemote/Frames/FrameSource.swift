// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel

/// The bytes that arrive on a socket. They are received ahead, so that a short frame takes one system call.
package struct FrameSource {
    /// The most bytes that are received ahead: a piece of locked memory, because secrets are among them.
    private static let mostAhead = 2048

    /// The process that must have sent what is received; nil for any.
    let sender: Int32?
    /// Closes descriptors that come with bytes.
    let closer: SocketReceipt.Closer?
    private var ahead: LockedBuffer?
    /// The bytes of ``ahead`` that no reader has taken.
    private var unread = 0..<0

    package init(sender: Int32?, _ closer: SocketReceipt.Closer?) {
        (self.sender, self.closer) = (sender, closer)
    }

    /// Whether bytes were received that no reader has taken.
    package var hasBytes: Bool { !unread.isEmpty }

    /// Receives bytes into a buffer that isn't empty.
    ///
    /// - Returns: the number of bytes; 0 at the end, -1 when nothing has arrived.
    /// - Throws: `notAvailable` when the connection broke, another process sent the bytes, or a descriptor came with
    ///   them. The connection must be closed then.
    package mutating func receive(
        _ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> Int {
        if unread.isEmpty {
            // Long parts go straight to their place, without a copy.
            if buffer.count >= Self.mostAhead { return try call(socket, buffer) }
            let bytes = LockedBuffer(count: Self.mostAhead)
            let count = try translating { try bytes.withBytes { try call(socket, $0) } }
            guard count > 0 else { return count }
            (ahead, unread) = (bytes, 0..<count)
        }
        let taken = unread.prefix(buffer.count)
        ahead?.withBytes { buffer.copyMemory(from: .init(rebasing: $0[taken])) }
        unread = taken.upperBound..<unread.upperBound
        if unread.isEmpty { ahead = nil }
        return taken.count
    }

    /// Receives what is there, again if a signal interrupts it, and refuses messages of another process or with
    /// descriptors.
    private func call(
        _ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> Int {
        while true {
            let receipt = SocketReceipt(socket, into: buffer, closer: closer)
            if receipt.count >= 0 {
                if receipt.count > 0, let sender, receipt.sender != sender {
                    throw KeychainError(
                        .notAvailable,
                        receipt.sender < 0
                            ? "connection: a descriptor was passed"
                            : "connection: process \(receipt.sender) sent bytes in the connection"
                                + " of process \(sender)")
                }
                return receipt.count
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: return -1
            // The other side closed without reading all that was sent. For the reader it is an end.
            case ECONNRESET: return 0
            case let number:
                throw KeychainError(
                    .notAvailable, "connection: \(String(cString: strerror(number)))")
            }
        }
    }
}
