// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The client's end of an Assuan connection over a socket (libassuan's manual, "Implementation").
///
/// Received bytes lie only in locked memory, and are wiped as soon as they have been read.
final class AssuanChannel {
    enum Reply: Equatable {
        case ok
        /// An error; the number is one of libgpg-error.
        case refused(UInt32)
    }

    /// The length in bytes of the longest secret that is accepted.
    static let longestAnswer = 64 << 10
    private static let mostLines = 10_000

    private let descriptor: Int32
    private let deadline: Deadline
    private let context: AuthenticationContext?
    private let received = SecretBuffer(capacity: AssuanLine.longest + 2)
    private var lines = 0

    /// Uses `descriptor` until `deadline`, or until `context` is invalidated. The caller closes it.
    init(descriptor: Int32, deadline: Deadline, context: AuthenticationContext? = nil) {
        self.descriptor = descriptor
        self.deadline = deadline
        self.context = context
    }

    /// Sends a line and waits for the reply.
    ///
    /// - Parameters:
    ///   - answer: receives the data of the reply; nil if there must be none.
    ///   - status: receives the keyword of each status line.
    /// - Throws: `timedOut`; `withdrawn`; `unavailable` if the other end is gone or doesn't speak
    ///   Assuan.
    func ask(
        _ line: [UInt8], answer: SecretBuffer? = nil, status: (String) -> Void = { _ in }
    ) throws(PromptFailure) -> Reply {
        try send(line)
        return try reply(answer: answer, status: status)
    }

    /// Waits for one reply: data and status lines, then OK or ERR.
    func reply(
        answer: SecretBuffer? = nil, status: (String) -> Void = { _ in }
    ) throws(PromptFailure) -> Reply {
        while true {
            let length = try receiveLine()
            defer { received.removeFirst(length + 1) }
            let isCut = length > 0 && received[length - 1] == 0x0d
            let end = isCut ? length - 1 : length
            guard let answered = try read(end, answer, status) else { continue }
            return answered
        }
    }

    /// Reads the line of `end` bytes; returns nil if the reply continues after it.
    private func read(
        _ end: Int, _ answer: SecretBuffer?, _ status: (String) -> Void
    ) throws(PromptFailure) -> Reply? {
        if end == 0 || received[0] == 0x23 { return nil }
        if let answer, end >= 2, received[0] == 0x44, received[1] == 0x20 {
            try unescape(2..<end, into: answer)
            return nil
        }
        // Only lines without data become strings.
        let line = String(decoding: (0..<end).map { received[$0] }, as: UTF8.self)
        let words = line.split(separator: " ", maxSplits: 2)
        switch words.first {
        case "OK": return .ok
        case "ERR":
            guard words.count > 1, let number = UInt32(words[1]) else { throw Self.malformed }
            return .refused(number)
        case "S":
            if words.count > 1 { status(String(words[1])) }
            return nil
        default: throw Self.malformed
        }
    }

    /// Appends a part of the answer, with each `%` and two digits replaced by the byte that they mean.
    private func unescape(
        _ range: Range<Int>, into answer: SecretBuffer
    ) throws(PromptFailure) {
        var position = range.lowerBound
        while position < range.upperBound {
            var byte = received[position]
            position += 1
            if byte == 0x25 {
                guard position + 1 < range.upperBound,
                    let high = Hexadecimal.value(received[position]),
                    let low = Hexadecimal.value(received[position + 1])
                else { throw Self.malformed }
                byte = high << 4 | low
                position += 2
            }
            guard answer.append(byte) else {
                throw .unavailable("pinentry answered more than \(Self.longestAnswer) bytes")
            }
        }
    }

    /// Receives until a line is complete, and returns its length without the line feed.
    private func receiveLine() throws(PromptFailure) -> Int {
        lines += 1
        guard lines <= Self.mostLines else { throw Self.malformed }
        var searched = 0
        while true {
            while searched < received.count {
                if received[searched] == 0x0a { return searched }
                searched += 1
            }
            guard received.count < received.capacity else { throw Self.malformed }
            try wait(for: Int16(POLLIN))
            let room = received.rest
            let count = recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
            if count == 0 { throw Self.gone }
            if count < 0, errno != EINTR, errno != EAGAIN { throw Self.gone }
            received.noteFilled(max(0, count))
        }
    }

    /// Sends a whole line.
    private func send(_ line: [UInt8]) throws(PromptFailure) {
        var sent = 0
        while sent < line.count {
            try wait(for: Int16(POLLOUT))
            // Without SIGPIPE, which would end a program that doesn't know about this socket.
            let count = line.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress! + sent, $0.count - sent,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0, errno != EINTR, errno != EAGAIN { throw Self.gone }
            sent += max(0, count)
        }
    }

    /// Waits until the socket is ready.
    ///
    /// - Throws: `timedOut` at the deadline; `withdrawn` when the context was invalidated.
    private func wait(for events: Int16) throws(PromptFailure) {
        while true {
            if context?.isInvalidated == true { throw .withdrawn }
            if deadline.hasPassed { throw .timedOut }
            var polled = pollfd(fd: descriptor, events: events, revents: 0)
            let milliseconds = deadline.remaining.pollTime
            // Check the context ten times a second.
            let longest = context == nil ? milliseconds : min(milliseconds, 100)
            if poll(&polled, 1, longest) > 0 { return }
        }
    }

    private static let malformed = PromptFailure.unavailable("pinentry does not speak Assuan")
    private static let gone = PromptFailure.unavailable("pinentry ended without an answer")
}
