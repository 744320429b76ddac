// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainDaemon
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainRemote
import SwiftKeychainService
import Testing

/// Frames that arrive with others in one piece.
@Suite struct FramesTogetherTests {
    private let home = TemporaryHome()

    /// Returns what is sent for some frames.
    private func bytes(of frames: [Frame]) throws -> [UInt8] {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { ends.forEach { close($0) } }
        for frame in frames {
            var writer = FrameWriter(frame.encoded)
            _ = writer.write(ends[0])
        }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(ends[1], &bytes, bytes.count, 0)
        return Array(bytes.prefix(count))
    }

    @Test func theyAreReadOneByOne() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { ends.forEach { close($0) } }
        // The last one ends behind what is received ahead.
        let secrets = [[1, 2, 3], [], [UInt8](repeating: 4, count: 5000)]
        let frames = secrets.map {
            Frame.request(Message(body: [7], secrets: [SecretBytes(copying: $0)]), groups: [])
        }
        let sent = try bytes(of: frames)
        #expect(send(ends[0], sent, sent.count, 0) == sent.count)
        var reader = FrameReader()
        for (index, secret) in secrets.enumerated() {
            guard case .frame(let message) = try reader.read(ends[1]) else {
                Issue.record("frame \(index) is missing")
                return
            }
            #expect(message.secrets.map(\.copied) == [secret])
            #expect(reader.hasBytesAhead == (index < 2))
            #expect(!reader.isWithinFrame)
        }
        guard case .incomplete = try reader.read(ends[1]) else {
            Issue.record("there is another frame")
            return
        }
    }

    /// With one thread for the user, each connection is put aside for the others.
    @Test func eachRequestIsAnswered() throws {
        let daemon = try TestDaemon(home: home.path) { $0.mostThreads = 2 }
        defer { daemon.stop() }
        let request = Frame.request(
            SentRequest(Request(.status, at: daemon.home)).encoded, groups: [])
        let clients = try (0..<8).map { _ in try RawClient(daemon.socket) }
        for client in clients { try client.open(daemon.home) }
        let sent = try bytes(of: Array(repeating: request, count: 12))
        for client in clients { #expect(client.send(sent) == sent.count) }
        for client in clients {
            for index in 0..<12 {
                guard case .reply? = try client.receive() else {
                    Issue.record("request \(index) isn't answered")
                    return
                }
            }
        }
    }

    @Test func aReplyIsTakenWithTheProgressBeforeIt() throws {
        let greeting = Frame.Greeting(
            program: "0", nonce: [UInt8](repeating: 1, count: Frame.nonceBytes))
        let first = try bytes(of: [.greeting(greeting)])
        let rest = try bytes(of: [
            .progress(done: 1, all: 2), .reply(Reply.count(5).encoded()),
        ])
        let securityd = try StandIn(in: home.path) { connection, _ in
            _ = send(connection, first, first.count, 0)
            // The hello, and the request.
            var (reader, frames) = (FrameReader(), 0)
            while frames < 2, let outcome = try? reader.read(connection) {
                if case .frame = outcome { frames += 1 }
                if case .closed = outcome { break }
                if case .incomplete = outcome {
                    _ = UnixSocket.wait(connection, .after(.seconds(10)))
                }
            }
            _ = send(connection, rest, rest.count, 0)
            // The connection stays open until the program closes it.
            var byte: UInt8 = 0
            _ = recv(connection, &byte, 1, 0)
        }
        let reply = securityd.reply(to: .countItems)
        guard case .count(5) = reply else {
            Issue.record("\(reply)")
            return
        }
        securityd.service.disconnect()
    }
}
