// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainMemory
import SwiftKeychainSystem
import Synchronization
import Testing

@testable import SwiftKeychainRelay

/// A server that answers each request of a relay with what a test says.
final class FakeServer: Sendable {
    enum Answer: Sendable, CustomTestStringConvertible {
        case json(Int, String)
        /// Nothing, with the connection kept.
        case silence
        /// A line, with the connection kept.
        case line(String)
        /// The same bytes for ever.
        case endless(String)
        /// The end of the connection.
        case hangUp

        var testDescription: String { String(String(describing: self).prefix(40)) }
    }

    private let socket: Int32
    private let answers: Mutex<[String: Answer]>
    private let seen = Mutex<[String]>([])
    let port: UInt16

    /// - Parameter answers: by the last part of the path; others get a token or an empty object.
    init(_ answers: [String: Answer]) throws {
        self.answers = Mutex(answers)
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.socket = socket
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && listen(socket, 16) == 0
                    && getsockname(socket, $0, &length) == 0
            }
        }
        guard result else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0, let self else { return }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    /// The paths of the requests so far.
    var requests: [String] { seen.withLock(\.self) }

    func relay(milliseconds: Int = 30_000) throws -> EtcdRelay {
        var cluster = EtcdCluster(
            endpoints: ["http://127.0.0.1:\(port)"], prefix: "/p/", user: "ann",
            password: SecretBytes(copying: "\"\\\u{1}".utf8), security: HTTPClient.Security())
        cluster.milliseconds = milliseconds
        return try EtcdRelay(cluster)
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        while let path = Self.request(connection) {
            seen.withLock { $0.append(path) }
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            let standard = name == "authenticate" ? "{\"token\":\"t\"}" : "{}"
            switch answers.withLock({ $0[name] }) ?? .json(200, standard) {
            case .json(let status, let text):
                let head = "HTTP/1.1 \(status) x\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
                if !Self.write(connection, head + text) { return }
            case .line(let text):
                guard Self.write(connection, "HTTP/1.1 200 x\r\n\r\n" + text + "\n") else { return }
                fallthrough
            case .silence:
                var byte: UInt8 = 0
                while read(connection, &byte, 1) > 0 {}
                return
            case .endless(let text):
                guard Self.write(connection, "HTTP/1.1 200 x\r\n\r\n") else { return }
                while Self.write(connection, text) {}
                return
            case .hangUp: return
            }
        }
    }

    private static func write(_ connection: Int32, _ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads a request, and returns its path; nil at the end of the connection.
    private static func request(_ connection: Int32) -> String? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            var byte: UInt8 = 0
            guard read(connection, &byte, 1) == 1 else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        let length = lines.compactMap { line in
            line.lowercased().hasPrefix("content-length:")
                ? Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) : nil
        }.first
        var left = length ?? 0
        var buffer = [UInt8](repeating: 0, count: 4096)
        while left > 0 {
            let count = read(connection, &buffer, min(left, buffer.count))
            if count <= 0 { return nil }
            left -= count
        }
        return lines.first?.split(separator: " ").dropFirst().first.map(String.init)
    }
}
