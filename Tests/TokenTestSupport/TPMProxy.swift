// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychainTPM
import Synchronization

/// A socket in front of a TPM that records what crosses it, and may change the answers.
package final class TPMProxy: Sendable {
    package let address: TPMAddress
    private let listener: Int32
    private let target: sockaddr_un
    private let bytes = Mutex<[UInt8]>([])
    private let count = Mutex(0)
    /// Changes the answer with a number, counted from 0; an empty one isn't sent.
    private let change: @Sendable (Int, [UInt8]) -> [UInt8]
    /// Answers the command with a number in the place of the TPM; nil: it reaches the TPM; empty: the connection ends.
    private let answer: @Sendable (Int, [UInt8]) -> [UInt8]?

    package init(
        _ tpm: SoftwareTPM, _ change: @escaping @Sendable (Int, [UInt8]) -> [UInt8] = { $1 },
        answer: @escaping @Sendable (Int, [UInt8]) -> [UInt8]? = { _, _ in nil }
    ) {
        self.change = change
        self.answer = answer
        target = Self.place(tpm.socket)
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        let path = tpm.state + "/proxy-\(UInt32.random(in: 0 ... .max))"
        address = .socket(path: path)
        _ = Self.call(bind, listener, Self.place(path))
        listen(listener, 8)
        Thread.detachNewThread { [self] in run() }
    }

    /// Everything that crossed, in both directions.
    package var recorded: [UInt8] { bytes.withLock { $0 } }
    /// The number of answers.
    package var answers: Int { count.withLock { $0 } }

    package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func place(_ path: String) -> sockaddr_un {
        var place = sockaddr_un()
        place.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8) }
        return place
    }

    /// Calls `bind` or `connect`.
    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ socket: Int32,
        _ place: sockaddr_un
    ) -> Int32 {
        withUnsafePointer(to: place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private func run() {
        while true {
            let client = accept(listener, nil, nil)
            if client < 0 { break }
            let tpm = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
            let isOpen = Self.call(connect, tpm, target) == 0
            while isOpen, let command = read(client),
                let answer = self.answer(answers, command) ?? ask(tpm, command), !answer.isEmpty
            {
                bytes.withLock { $0 += command + answer }
                let number = count.withLock { count in
                    defer { count += 1 }
                    return count
                }
                let changed = change(number, answer)
                if changed.count > 0 {
                    _ = send(client, changed, changed.count, Int32(MSG_NOSIGNAL))
                }
            }
            close(client)
            close(tpm)
        }
        close(listener)
    }

    /// Sends a command to the TPM, and returns its answer; nil at the end.
    private func ask(_ tpm: Int32, _ command: [UInt8]) -> [UInt8]? {
        guard send(tpm, command, command.count, Int32(MSG_NOSIGNAL)) > 0 else { return nil }
        return read(tpm)
    }

    /// Reads one command or answer; nil at the end.
    private func read(_ descriptor: Int32) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &room, room.count, 0)
        return count > 0 ? Array(room[..<count]) : nil
    }
}
