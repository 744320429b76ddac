// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainRemote
import Testing

/// A socket at which a test answers programs in place of securityd.
final class StandIn {
    let path: String
    let service: RemoteService
    private let home: Location
    private let listener: Int32

    /// - Parameters:
    ///   - count: the number of connections that are accepted, one after the other.
    ///   - serve: gets a connection and the number of those before it; the connection is closed afterwards.
    init(
        in folder: String, connections count: Int = 1,
        _ serve: @escaping @Sendable (_ connection: Int32, _ number: Int) -> Void
    ) throws {
        path = folder + "/s"
        home = Location(home: folder)
        service = RemoteService(RemoteAddress(socket: path, home: home))
        let listener = try UnixSocket.make()
        self.listener = listener
        chmod(folder, 0o700)
        try #require(try UnixSocket.withAddress(path) { bind(listener, $0, $1) } == 0)
        try #require(listen(listener, Int32(count)) == 0)
        Thread.detachNewThread {
            for number in 0..<count {
                _ = UnixSocket.wait(listener, .after(.seconds(10)))
                let connection = accept(listener, nil, nil)
                serve(connection, number)
                close(connection)
            }
        }
    }

    deinit { close(listener) }

    func reply(to operation: Request.Operation) -> Reply {
        service.perform(Request(operation, at: home), from: .unsigned)
    }

    /// Returns why a call fails.
    func failure() throws -> KeychainError {
        guard case .failed(let error) = reply(to: .status) else { return try #require(nil) }
        return error
    }
}
