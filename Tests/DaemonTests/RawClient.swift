// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainRemote
import SwiftKeychainService

/// A client that sends what it likes.
final class RawClient {
    let descriptor: Int32
    private var reader = FrameReader()

    init(_ path: String) throws {
        descriptor = try UnixSocket.make()
        let result = try UnixSocket.withAddress(path) { Glibc.connect(descriptor, $0, $1) }
        if result != 0 { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    deinit { close(descriptor) }

    /// Ends the connection.
    func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    @discardableResult func send(_ bytes: [UInt8]) -> Int {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    func send(_ frame: Frame) {
        var writer = FrameWriter(frame.encoded)
        _ = writer.write(descriptor)
    }

    /// Receives a frame; nil when the connection was closed, or nothing came in time.
    func receive(within time: Duration = .seconds(10)) throws -> Frame? {
        let deadline = Deadline.after(time)
        while true {
            switch try reader.read(descriptor) {
            case .frame(let message): return try Frame(decoding: message)
            case .closed: return nil
            case .incomplete:
                guard UnixSocket.wait(descriptor, deadline) else { return nil }
            }
        }
    }

    /// Greets as the library does.
    func open(_ home: Location) throws {
        guard case .greeting(let greeting)? = try receive() else {
            throw KeychainError(.decode, "no greeting")
        }
        send(
            .hello(
                .init(
                    program: "test", nonce: greeting.nonce, directory: home.directory,
                    deviceKeyPath: home.deviceKeyPath)))
    }

    /// Whether the other side closes the connection.
    func isClosed(within time: Duration) -> Bool {
        let deadline = Deadline.after(time)
        var bytes = [UInt8](repeating: 0, count: 4096)
        while UnixSocket.wait(descriptor, deadline) {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count == 0 || count < 0 && errno != EAGAIN { return true }
        }
        return false
    }
}
