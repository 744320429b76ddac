// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSystem

/// Where a securityd listens, and which store it keeps.
package struct RemoteAddress: Sendable, Hashable {
    package let socket: String
    /// The user of securityd where it is neither root nor this process's own.
    package let owner: UInt32?
    /// The store that securityd keeps, where the program would find it without securityd.
    package let home: Location

    package init(socket: String, owner: UInt32? = nil, home: Location) {
        (self.socket, self.owner, self.home) = (socket, owner, home)
    }
}

/// The idle connections of this process. A child of fork() starts with none.
enum RemoteConnections {
    /// The connections that no call uses now.
    private struct State {
        var idle: [RemoteAddress: [RemoteConnection]] = [:]
        /// The number of connections to each address that can't be made again.
        var kept: [RemoteAddress: Int] = [:]
    }

    /// The most idle connections to one address. More than that were in use at the same time, and are closed when
    /// given back.
    private static let mostIdle = 16

    private static let shared = PerProcess { SharedValue(State()) }
    private static var state: SharedValue<State> { shared.value }

    /// Returns an idle connection, or a new one. Waits for an idle one where no new one can be made.
    ///
    /// - Parameter isChecked: whether securityd must not have closed it.
    /// - Throws: `notAvailable` when there is none in time, or none can be made.
    static func take(
        _ address: RemoteAddress, _ deadline: Deadline, isChecked: Bool = false
    ) throws(KeychainError) -> RemoteConnection {
        let state = state
        while true {
            let (idle, kept) = state.withLock {
                ($0.idle[address]?.popLast(), $0.kept[address])
            }
            if let idle {
                // One that can't be used isn't given back, so it closes here; the loop tries the next one.
                if isChecked ? idle.isSound : idle.isUsable { return idle }
                lose(address)
                continue
            }
            guard let kept else { return try RemoteConnection.make(to: address, deadline) }
            guard kept > 0 else {
                throw KeychainError(
                    .notAvailable,
                    "\(address.socket): the connections ended that were made before the program gave"
                        + " up its group; start it again")
            }
            guard !deadline.hasPassed else {
                throw KeychainError(
                    .notAvailable, "\(address.socket): every connection is in use")
            }
            usleep(500)
        }
    }

    /// Makes connections that are used from now on, in the place of new ones.
    ///
    /// - Throws: `notAvailable`; nothing changes then.
    static func keep(
        _ count: Int, _ address: RemoteAddress, _ deadline: Deadline
    ) throws(KeychainError) {
        var connections: [RemoteConnection] = []
        for _ in 0..<count {
            let connection = try RemoteConnection.make(to: address, deadline)
            // securityd has accepted the program when it answers.
            try connection.confirm(address)
            connections.append(connection)
        }
        state.withLock {
            $0.idle[address] = connections
            $0.kept[address] = count
        }
    }

    /// Counts a connection to an address that ended, if no new one can be made there.
    static func lose(_ address: RemoteAddress) {
        state.withLock { state in
            if let kept = state.kept[address] { state.kept[address] = kept - 1 }
        }
    }

    /// Closes the idle connections to one address, if new ones can be made.
    static func closeIdle(_ address: RemoteAddress) {
        state.withLock { state in
            if state.kept[address] == nil { state.idle[address] = nil }
        }
    }

    /// Keeps a connection for the next call.
    static func give(_ connection: RemoteConnection, _ address: RemoteAddress) {
        state.withLock { state in
            if state.idle[address, default: []].count < mostIdle {
                state.idle[address, default: []].append(connection)
            }
        }
    }
}
