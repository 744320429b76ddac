import CKeychainLinux
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainService

/// The reading of frames from a socket, piece by piece as they arrive. Secrets are received straight into
/// locked memory.
///
/// A frame is its length (u32, little-endian), the number of secrets (u32), the length of each (u32), the
/// CBOR, and the secrets.
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
    private static let piece = 64 << 10
    private static let headBytes = 8

    /// The most bytes of the next frame.
    package var limit: Int
    /// Asked before a long frame is received whether there is room for its bytes; nil: always.
    package var claim: ((Int) -> Bool)?
    /// Frames up to this length need no claim.
    package static let shortBytes = 64 << 10
    /// The process that must have sent what is read; nil for any.
    private let sender: Int32?

    private var head: [UInt8] = []
    /// The lengths of the secrets; nil until the head was read.
    private var table: (bytes: [UInt8], count: Int)?
    private var body: [UInt8] = []
    private var bodyCount = 0
    private var lengths: [Int] = []
    private var secrets: [SecretBytes] = []
    private var partial: PartialSecret?

    package init(limit: Int = Frame.mostBytes, from sender: Int32? = nil) {
        self.limit = limit
        self.sender = sender
    }

    /// Whether a part of a frame has arrived.
    package var isWithinFrame: Bool { !head.isEmpty }

    /// Reads what has arrived, up to the end of a frame.
    ///
    /// - Throws: `decode` for a frame that is too long or has other lengths than its parts;
    ///   `notAvailable` when the connection broke, or another process sent the bytes.
    package mutating func read(_ socket: Int32) throws(KeychainError) -> Outcome {
        if table == nil {
            if let outcome = try fill(\.head, upTo: Self.headBytes, socket) { return outcome }
            try readHead()
        }
        if table!.bytes.count < table!.count {
            if let outcome = try fill(\.tableBytes, upTo: table!.count, socket) { return outcome }
            try readTable()
        }
        if let outcome = try fill(\.body, upTo: bodyCount, socket) { return outcome }
        while secrets.count < lengths.count {
            let current = partial ?? PartialSecret(count: lengths[secrets.count])
            partial = current
            while !current.isComplete {
                var count = 0
                try current.fill { (rest) throws(KeychainError) in
                    count = try receive(socket, rest)
                    return max(0, count)
                }
                if count <= 0 { return count == 0 ? .closed : .incomplete }
            }
            secrets.append(current.finish())
            partial = nil
        }
        let message = Message(body: body, secrets: secrets)
        let claim = claim
        self = FrameReader(limit: limit, from: sender)
        self.claim = claim
        return .frame(message)
    }

    private var tableBytes: [UInt8] {
        get { table!.bytes }
        set { table!.bytes = newValue }
    }

    private mutating func readHead() throws(KeychainError) {
        let length = Self.number(head, at: 0)
        let secretCount = Self.number(head, at: 4)
        guard length <= limit, length >= 4, secretCount <= (length - 4) / 4 else {
            throw KeychainError(.decode, "frame: \(length) bytes with \(secretCount) secrets")
        }
        if length > Self.shortBytes, let claim, !claim(length) {
            throw KeychainError(.notAvailable, "frame: too many long requests at the same time")
        }
        table = ([], 4 * secretCount)
        bodyCount = length - 4 - 4 * secretCount
    }

    private mutating func readTable() throws(KeychainError) {
        for index in 0..<table!.count / 4 {
            let length = Self.number(table!.bytes, at: 4 * index)
            guard length <= Message.longestSecret, length <= bodyCount else {
                throw KeychainError(.decode, "frame: a secret of \(length) bytes")
            }
            lengths.append(length)
            bodyCount -= length
        }
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }

    /// Fills an array to `count` bytes; nil when it is full.
    private mutating func fill(
        _ bytes: WritableKeyPath<FrameReader, [UInt8]>, upTo count: Int, _ socket: Int32
    ) throws(KeychainError) -> Outcome? {
        while self[keyPath: bytes].count < count {
            var failure: KeychainError?
            var received = 0
            let wanted = min(count - self[keyPath: bytes].count, Self.piece)
            let arrived = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
                let rest = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: wanted)
                do throws(KeychainError) {
                    received = try receive(socket, rest)
                } catch {
                    failure = error
                }
                filled = max(0, received)
            }
            if let failure { throw failure }
            if received <= 0 { return received == 0 ? .closed : .incomplete }
            if self[keyPath: bytes].isEmpty {
                self[keyPath: bytes] = arrived
            } else {
                self[keyPath: bytes] += arrived
            }
        }
        return nil
    }

    /// Receives what has arrived.
    ///
    /// - Returns: the number of bytes; 0 at the end, -1 when nothing has arrived.
    private func receive(
        _ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> Int {
        var process: Int32 = 0
        while true {
            let count = keychain_receive(socket, buffer.baseAddress, buffer.count, &process)
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
