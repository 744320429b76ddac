// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam

/// The writing of one frame to a socket, as far as the socket has room. Secrets are sent from locked
/// memory.
package struct FrameWriter {
    /// How far a frame was written.
    package enum Outcome {
        case done
        /// The socket is full.
        case incomplete
        /// The other side has closed the connection.
        case closed
    }

    private let head: [UInt8]
    private let message: Message
    /// The number of bytes already sent.
    private var sent = 0
    private let count: Int

    /// Encodes the head and the table of lengths; the CBOR and the secrets are sent from where they are.
    package init(_ message: Message) {
        var head: [UInt8] = []
        func append(_ number: Int) {
            withUnsafeBytes(of: UInt32(number).littleEndian) { head += $0 }
        }
        let length = Self.count(of: message)
        append(length)
        append(message.secrets.count)
        for secret in message.secrets { append(secret.count) }
        self.head = head
        self.message = message
        count = 4 + length
    }

    package var hasSentNothing: Bool { sent == 0 }

    /// Returns the size of a frame in bytes, without the four of its length.
    package static func count(of message: Message) -> Int {
        let secrets = message.secrets.reduce(0) { $0 + $1.count }
        return 4 + 4 * message.secrets.count + message.body.count + secrets
    }

    /// Returns whether a frame isn't longer than the other side accepts.
    package static func fits(_ message: Message) -> Bool { count(of: message) <= Frame.mostBytes }

    /// Sends as much of the rest as the socket takes.
    package mutating func write(_ socket: Int32) -> Outcome {
        while sent < count {
            let result = sendPiece(socket)
            if result > 0 {
                sent += result
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN, ENOBUFS: return .incomplete
            default: return .closed
            }
        }
        return .done
    }

    /// Sends the unsent parts, as many as one call takes.
    private func sendPiece(_ socket: Int32) -> Int {
        var parts: [iovec] = []
        var skipped = sent
        func add(_ bytes: UnsafeRawBufferPointer) {
            // The kernel takes up to 1024 parts a call; what is left out is sent by the next one.
            guard parts.count < 64 else { return }
            if skipped >= bytes.count {
                skipped -= bytes.count
                return
            }
            let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress! + skipped)
            parts.append(iovec(iov_base: start, iov_len: bytes.count - skipped))
            skipped = 0
        }
        return head.withUnsafeBytes { head in
            message.body.withUnsafeBytes { body in
                add(head)
                add(body)
                // The memory of secrets stays in its place for as long as the message holds them.
                for secret in message.secrets { secret.withBytes(add) }
                var header = msghdr()
                return parts.withUnsafeMutableBufferPointer { parts in
                    header.msg_iov = parts.baseAddress
                    header.msg_iovlen = parts.count
                    return sendmsg(
                        socket, &header, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
                }
            }
        }
    }
}
