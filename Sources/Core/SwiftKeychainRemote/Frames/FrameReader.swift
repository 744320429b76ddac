// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam

/// The reading of frames from a socket, piece by piece as they arrive. Secrets are received straight into
/// locked memory.
///
/// A frame is its length (u32, little-endian), the number of secrets (u32), the length of each (u32), the
/// CBOR, and the secrets. No frame has fewer than twelve bytes.
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
    /// The least size of a frame in bytes, without the four of its length.
    private static let leastBytes = 8

    /// The most bytes of the next frame.
    package var limit: Int
    /// Asked before a long frame, or one with many secrets, is received whether there is room for its bytes; nil: always.
    package var claim: ((Int) -> Bool)?
    /// What takes no more than this needs no claim.
    package static let shortBytes = 64 << 10
    /// The overhead of a secret: once a user's share of locked memory is used up, each secret gets separate pages.
    private static let secretBytes = 4096
    private var source: FrameSource

    /// The length of the frame, the number of secrets, and the next four bytes.
    private var head: (UInt32, UInt32, UInt32) = (0, 0, 0)
    private var headFilled = 0
    private static let headBytes = 12
    /// Whether the lengths of the secrets are known.
    private var hasLengths = false
    private var table = Filling()
    private var body = Filling()
    private var lengths: [Int] = []
    private var secrets: [SecretBytes] = []
    /// The secret that is arriving; nil between two.
    private var partial: SecretBuffer?

    /// - Parameters:
    ///   - sender: the process that must have sent what is read; nil for any.
    ///   - closer: closes descriptors that come with bytes; nil: this thread does.
    package init(
        limit: Int = Frame.mostBytes, from sender: Int32? = nil,
        closer: SocketReceipt.Closer? = nil
    ) {
        self.init(limit, FrameSource(sender: sender, closer))
    }

    private init(_ limit: Int, _ source: FrameSource) {
        self.limit = limit
        self.source = source
    }

    /// Whether a part of a frame has arrived.
    package var isWithinFrame: Bool { headFilled > 0 }
    /// Whether more was received than has been read: polling the socket doesn't report these bytes any more.
    package var hasBytesAhead: Bool { source.hasBytes }

    /// Reads what has arrived, up to the end of a frame.
    ///
    /// - Throws: `decode` for a frame that is too long or whose lengths don't match its parts;
    ///   `notAvailable` when the connection broke, or another process sent the bytes.
    package mutating func read(_ socket: Int32) throws(KeychainError) -> Outcome {
        if headFilled < Self.headBytes {
            if let outcome = try receiveHead(socket) { return outcome }
            try startTable()
        }
        if !hasLengths {
            while !table.isComplete {
                let count = try table.receive(&source, socket)
                if count <= 0 { return count == 0 ? .closed : .incomplete }
            }
            try readLengths()
        }
        while !body.isComplete {
            let count = try body.receive(&source, socket)
            if count <= 0 { return count == 0 ? .closed : .incomplete }
        }
        while secrets.count < lengths.count {
            let current = partial ?? SecretBuffer(capacity: lengths[secrets.count])
            partial = current
            while !current.rest.isEmpty {
                let count = try source.receive(socket, current.rest)
                if count <= 0 { return count == 0 ? .closed : .incomplete }
                current.noteFilled(count)
            }
            secrets.append(current.finish())
            partial = nil
        }
        let message = Message(body: body.bytes, secrets: secrets)
        // Everything starts anew for the next frame, of which the source may have the first bytes already.
        let claim = claim
        self = FrameReader(limit, source)
        self.claim = claim
        return .frame(message)
    }

    /// Receives the first twelve bytes; nil when all are there.
    private mutating func receiveHead(_ socket: Int32) throws(KeychainError) -> Outcome? {
        while headFilled < Self.headBytes {
            var start = head
            let count = try translating {
                try withUnsafeMutableBytes(of: &start) {
                    try source.receive(socket, .init(rebasing: $0[headFilled...]))
                }
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

    /// Checks the lengths before memory is allocated for them.
    private func checkHead() throws(KeychainError) {
        guard length <= limit, length >= Self.leastBytes, secretCount <= (length - 4) / 4 else {
            throw KeychainError(.decode, "frame: \(length) bytes with \(secretCount) secrets")
        }
    }

    /// Prepares to read the table of the secrets' lengths. What takes much memory must claim it first.
    private mutating func startTable() throws(KeychainError) {
        let room = length + secretCount * Self.secretBytes
        if room > Self.shortBytes, let claim, !claim(room) {
            throw KeychainError(.notAvailable, "frame: too many long requests at the same time")
        }
        let last = withUnsafeBytes(of: head.2) { Array($0) }
        body.count = length - 4 - 4 * secretCount
        table.count = 4 * secretCount
        if secretCount == 0 { body.begin(with: last) } else { table.begin(with: last) }
    }

    /// Reads the length of each secret, four bytes, lowest first. Together with the CBOR they must fill the frame.
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

        /// Receives what has arrived.
        ///
        /// - Returns: as ``FrameSource/receive(_:_:)``.
        mutating func receive(
            _ source: inout FrameSource, _ socket: Int32
        ) throws(KeychainError) -> Int {
            if filled == bytes.count {
                // The other side only promised the count: memory grows with what has arrived.
                let room = min(count - filled, FrameReader.piece)
                bytes += [UInt8](repeating: 0, count: room)
            }
            let start = filled
            let received = try translating {
                try bytes.withUnsafeMutableBytes {
                    try source.receive(socket, .init(rebasing: $0[start...]))
                }
            }
            filled += max(0, received)
            return received
        }
    }
}
