import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainService
import SwiftKeychainSystem
import Synchronization

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
    private final class Registry: Sendable {
        let idle = Mutex<[RemoteAddress: [RemoteConnection]]>([:])
    }

    private static let mostIdle = 16

    /// Made in advance, so that a child of fork() needn't allocate.
    private nonisolated(unsafe) static var current = Unmanaged.passRetained(Registry())
    private nonisolated(unsafe) static var spare = Unmanaged.passRetained(Registry())

    private static let watchesFork: Void = {
        _ = current
        _ = spare
        _ = ProcessEpoch.current
        pthread_atfork(
            nil, nil,
            {
                // The parent's connections are abandoned, not released.
                RemoteConnections.current = RemoteConnections.spare
                RemoteConnections.spare = Unmanaged.passRetained(Registry())
            })
    }()

    /// Returns an idle connection, or a new one.
    static func take(
        _ address: RemoteAddress, _ deadline: Deadline
    ) throws(KeychainError) -> RemoteConnection {
        watchesFork
        let registry = current.takeUnretainedValue()
        while let idle = registry.idle.withLock({ $0[address]?.popLast() }) {
            if idle.isSound { return idle }
        }
        return try RemoteConnection(to: address, deadline)
    }

    /// Closes the idle connections to one address.
    static func closeIdle(_ address: RemoteAddress) {
        watchesFork
        _ = current.takeUnretainedValue().idle.withLock { $0.removeValue(forKey: address) }
    }

    /// Keeps a connection for the next call.
    static func give(_ connection: RemoteConnection, _ address: RemoteAddress) {
        let registry = current.takeUnretainedValue()
        registry.idle.withLock { idle in
            if idle[address, default: []].count < mostIdle {
                idle[address, default: []].append(connection)
            }
        }
    }
}
