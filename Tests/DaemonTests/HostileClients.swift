// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainRemote
import Synchronization

/// Clients that take from securityd what it gives, until ``stop()``: connections with half a frame, which are
/// made again when they were closed; slow writers; and random bytes.
final class HostileClients: Sendable {
    private let isOver = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)
    private let begun = DispatchSemaphore(value: 0)
    private static let threads = 3

    /// Returns when the connections were made.
    init(_ socket: String, _ home: Location, connections: Int) {
        run { [self] in
            var clients = (0..<connections).compactMap { Self.half(socket, home, $0) }
            begun.signal()
            var index = 0
            while !isOver.load(ordering: .relaxed), !clients.isEmpty {
                usleep(1000)
                index = (index + 1) % clients.count
                if clients[index].isClosed(within: .zero),
                    let client = Self.half(socket, home, index)
                {
                    clients[index] = client
                }
            }
        }
        run { [self] in
            while !isOver.load(ordering: .relaxed) {
                usleep(5000)
                guard let client = try? RawClient(socket) else { continue }
                if Bool.random() { try? client.open(home) }
                client.send((0..<300).map { _ in UInt8.random(in: 0...255) })
            }
        }
        run { [self] in
            while !isOver.load(ordering: .relaxed) {
                let clients = (0..<20).compactMap { _ in try? RawClient(socket) }
                for client in clients {
                    try? client.open(home)
                    client.send([0, 0, 1, 0, 0, 0, 0, 0])
                }
                for _ in 0..<200 where !isOver.load(ordering: .relaxed) {
                    usleep(20_000)
                    for client in clients { client.send([0]) }
                }
            }
        }
        begun.wait()
    }

    func stop() {
        isOver.store(true, ordering: .relaxed)
        for _ in 0..<Self.threads { ended.wait() }
    }

    private func run(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [ended] in
            body()
            ended.signal()
        }
    }

    private static func half(_ socket: String, _ home: Location, _ index: Int) -> RawClient? {
        guard let client = try? RawClient(socket) else { return nil }
        if index % 2 == 0 { try? client.open(home) }
        client.send([1, 2, 3])
        return client
    }
}
