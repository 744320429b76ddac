// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainRemote
import SwiftKeychainService

extension FuzzTarget {
    /// The target for the frames of a connection to securityd: whatever is read must be written again with
    /// the same bytes, and read the same however the bytes arrive.
    ///
    /// The first byte tells after how many bytes a pause comes; what follows is sent.
    public static let frame = FuzzTarget(name: "frame") { bytes throws(Finding) in
        guard let first = bytes.first else { return false }
        let sent = Array(bytes.dropFirst())
        let whole = try Frames.read([sent])
        try require(
            sent.starts(with: whole.written), "frames are written with other bytes than were read")
        let place = min(Int(first), sent.count)
        let pieces = try Frames.read([Array(sent[..<place]), Array(sent[place...])])
        try require(
            pieces.written == whole.written && pieces.isRefused == whole.isRefused,
            "frames in two pieces are read differently")
        return !whole.written.isEmpty
    }
}

/// What a reader of a connection makes of bytes.
private struct Frames {
    /// The frames that were read, as they are written.
    var written: [UInt8] = []
    var isRefused = false

    /// Reads pieces as they arrive, up to the first refusal.
    static func read(_ pieces: [[UInt8]]) throws(Finding) -> Frames {
        var frames = Frames()
        var reader = FrameReader()
        try connected { (sending, receiving) throws(Finding) in
            for piece in pieces where !frames.isRefused {
                // Less than a socket holds.
                var rest = piece[...]
                repeat {
                    let part = Array(rest.prefix(32 << 10))
                    rest = rest.dropFirst(part.count)
                    try require(
                        part.isEmpty || send(sending, part, part.count, 0) == part.count,
                        "bytes can't be sent")
                    try frames.take(&reader, receiving)
                } while !rest.isEmpty && !frames.isRefused
            }
        }
        return frames
    }

    /// Reads the frames that have arrived.
    private mutating func take(_ reader: inout FrameReader, _ socket: Int32) throws(Finding) {
        do throws(KeychainError) {
            while !isRefused, case .frame(let message) = try reader.read(socket) {
                let frame = try Frame(decoding: message)
                switch frame {
                // Refused, and otherwise not understood.
                case .greeting(let greeting) where greeting.version != Frame.protocolVersion:
                    isRefused = true
                case .hello(let hello) where hello.version != Frame.protocolVersion:
                    isRefused = true
                default: written += try Self.bytes(of: frame)
                }
            }
        } catch {
            try require(error.code == .decode, "a frame is refused with \(error.code)")
            isRefused = true
        }
    }

    /// Returns what a writer sends.
    private static func bytes(of frame: Frame) throws(KeychainError) -> [UInt8] {
        var bytes: [UInt8] = []
        var writer = FrameWriter(frame.encoded)
        var outcome = FrameWriter.Outcome.incomplete
        let failure = KeychainError(.internalComponent, "a frame can't be written")
        do throws(Finding) {
            try connected { (sending, receiving) throws(Finding) in
                var buffer = [UInt8](repeating: 0, count: 64 << 10)
                repeat {
                    outcome = writer.write(sending)
                    while case let count = recv(
                        receiving, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0
                    {
                        bytes += buffer[..<count]
                    }
                } while outcome == .incomplete
            }
        } catch {
            throw failure
        }
        guard outcome == .done else { throw failure }
        return bytes
    }

    private static func connected(
        _ body: (_ sending: Int32, _ receiving: Int32) throws(Finding) -> Void
    ) throws(Finding) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
        try require(socketpair(AF_UNIX, kind, 0, &ends) == 0, "no sockets")
        defer { ends.forEach { close($0) } }
        try body(ends[0], ends[1])
    }
}
