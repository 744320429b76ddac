import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainService

/// The reading of frames from a socket, piece by piece as they arrive. Secrets are received straight into
/// locked memory.
///
/// A frame is its length (u32, little-endian), the number of secrets (u32), the length of each (u32), the
/// CBOR, and the secrets. One call receives the first twelve bytes: no frame is shorter. A second one
/// receives the rest of a short frame with at most one secret.
package struct FrameReader {
    /// What a read attempt gave.
    package enum Outcome {
        case frame(Message)
        /// Nothing more has arrived yet.
        case incomplete
        /// The other side has closed the connection.
        case closed
    }

    /// The most bytes that are reserved before they have arrived.
    fileprivate static let piece = 64 << 10
    /// The least bytes of a frame, without the four that tell its length.
    private static let leastBytes = 8

    /// The most bytes of the next frame.
    package var limit: Int
    /// Asked before a long frame is received whether there is room for its bytes; nil: always.
    package var claim: ((Int) -> Bool)?
    /// Frames up to this length need no claim.
    package static let shortBytes = 64 << 10
    /// The process that must have sent what is read; nil for any.
    private let sender: Int32?

    /// The length of the frame, the number of secrets, and the next four bytes.
    private var head: (UInt32, UInt32, UInt32) = (0, 0, 0)
    private var headFilled = 0
    private static let headBytes = 12
    /// Whether the lengths of the secrets are known.
    private var hasLengths = false
    private var isShort = false
    private var table = Filling()
    private var body = Filling()
    private var lengths: [Int] = []
    private var secrets: [SecretBytes] = []
    private var partial: PartialSecret?

    package init(limit: Int = Frame.mostBytes, from sender: Int32? = nil) {
        self.limit = limit
        self.sender = sender
    }

    /// Whether a part of a frame has arrived.
    package var isWithinFrame: Bool { headFilled > 0 }

    /// Reads what has arrived, up to the end of a frame.
    ///
    /// - Throws: `decode` for a frame that is too long or has other lengths than its parts;
    ///   `notAvailable` when the connection broke, or another process sent the bytes.
    package mutating func read(_ socket: Int32) throws(KeychainError) -> Outcome {
        let source = Source(socket: socket, sender: sender)
        if headFilled < Self.headBytes {
            if let outcome = try receiveHead(source) { return outcome }
            try startTable()
        }
        if !hasLengths {
            while !table.isComplete {
                let count = try table.receive(source)
                if count <= 0 { return count == 0 ? .closed : .incomplete }
            }
            try readLengths()
        }
        while !body.isComplete {
            if isShort, partial == nil, let first = lengths.first {
                partial = PartialSecret(count: first)
            }
            let count = try body.receive(source, partial)
            if count <= 0 { return count == 0 ? .closed : .incomplete }
        }
        while secrets.count < lengths.count {
            let current = partial ?? PartialSecret(count: lengths[secrets.count])
            partial = current
            while !current.isComplete {
                var count = 0
                try current.fill { (rest) throws(KeychainError) in
                    count = try source.receive(rest)
                    return max(0, count)
                }
                if count <= 0 { return count == 0 ? .closed : .incomplete }
            }
            secrets.append(current.finish())
            partial = nil
        }
        let message = Message(body: body.bytes, secrets: secrets)
        let claim = claim
        self = FrameReader(limit: limit, from: sender)
        self.claim = claim
        return .frame(message)
    }

    /// Receives the first twelve bytes; nil when all are there.
    private mutating func receiveHead(_ source: Source) throws(KeychainError) -> Outcome? {
        while headFilled < Self.headBytes {
            var start = head
            let filled = headFilled
            let count = try withUnsafeMutableBytes(of: &start) { (bytes) throws(KeychainError) in
                try source.receive(.init(rebasing: bytes[filled...]))
            }
            if count <= 0 { return count == 0 ? .closed : .incomplete }
            head = start
            headFilled += count
            // Refused at once: nothing may follow a frame that is too long or too short.
            if headFilled >= Self.leastBytes { try checkHead() }
        }
        return nil
    }

    private var length: Int { Int(UInt32(littleEndian: head.0)) }
    private var secretCount: Int { Int(UInt32(littleEndian: head.1)) }

    private func checkHead() throws(KeychainError) {
        guard length <= limit, length >= Self.leastBytes, secretCount <= (length - 4) / 4 else {
            throw KeychainError(.decode, "frame: \(length) bytes with \(secretCount) secrets")
        }
    }

    private mutating func startTable() throws(KeychainError) {
        if length > Self.shortBytes, let claim, !claim(length) {
            throw KeychainError(.notAvailable, "frame: too many long requests at the same time")
        }
        isShort = length <= Self.shortBytes
        let last = withUnsafeBytes(of: head.2) { Array($0) }
        body.count = length - 4 - 4 * secretCount
        table.count = 4 * secretCount
        if secretCount == 0 { body.begin(with: last) } else { table.begin(with: last) }
    }

    private mutating func readLengths() throws(KeychainError) {
        for index in 0..<table.count / 4 {
            let length = (0..<4).reduce(0) { $0 | Int(table.bytes[4 * index + $1]) << (8 * $1) }
            guard length <= Message.longestSecret, length <= body.count else {
                throw KeychainError(.decode, "frame: a secret of \(length) bytes")
            }
            lengths.append(length)
            body.count -= length
        }
        hasLengths = true
    }

    /// Bytes that arrive piece by piece.
    private struct Filling {
        /// The bytes that have arrived, and room for the next ones.
        private(set) var bytes: [UInt8] = []
        private var filled = 0
        /// The number of bytes that arrive in all.
        var count = 0

        var isComplete: Bool { filled == count }

        mutating func begin(with first: [UInt8]) { (bytes, filled) = (first, first.count) }

        /// Receives what has arrived, and the bytes of the secret that follows.
        ///
        /// - Returns: as ``Source/receive(_:_:)``.
        mutating func receive(
            _ source: Source, _ secret: PartialSecret? = nil
        ) throws(KeychainError) -> Int {
            if filled == bytes.count {
                let room = min(count - filled, FrameReader.piece)
                bytes.append(contentsOf: repeatElement(0, count: room))
            }
            let (start, next) = (filled, bytes.count == count ? secret : nil)
            var failure: KeychainError?
            let (received, added) = bytes.withUnsafeMutableBytes { bytes in
                let room = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
                var received = 0
                do throws(KeychainError) {
                    if let next {
                        try next.fill { (rest) throws(KeychainError) in
                            received = try source.receive(room, rest)
                            return max(0, received - room.count)
                        }
                    } else {
                        received = try source.receive(room)
                    }
                } catch {
                    failure = error
                }
                return (received, min(max(0, received), room.count))
            }
            if let failure { throw failure }
            filled += added
            return received
        }
    }
}

/// A socket, and the process that must have sent what is received; nil for any.
private struct Source {
    let socket: Int32
    let sender: Int32?

    /// Receives what has arrived; what doesn't fit into the buffer, into the next one.
    ///
    /// - Returns: the number of bytes; 0 at the end, -1 when nothing has arrived.
    func receive(
        _ buffer: UnsafeMutableRawBufferPointer, _ next: UnsafeMutableRawBufferPointer? = nil
    ) throws(KeychainError) -> Int {
        var process: Int32 = 0
        while true {
            let count = keychain_receive_two(
                socket, buffer.baseAddress, buffer.count, next?.baseAddress, next?.count ?? 0,
                &process)
            if count >= 0 {
                if count > 0, let sender, process != sender {
                    throw KeychainError(
                        .notAvailable, "connection: used by another process than made it")
                }
                return count
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: return -1
            case ECONNRESET: return 0
            case let number:
                throw KeychainError(
                    .notAvailable, "connection: \(String(cString: strerror(number)))")
            }
        }
    }
}
