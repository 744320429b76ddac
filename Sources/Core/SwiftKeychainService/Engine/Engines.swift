// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The engines of this process, one for each store.
///
/// After fork() the child starts with none: it doesn't own the file handles and locks of its parent,
/// and a lock that another thread held at that moment would never be released.
package enum Engines {
    private typealias Registry = SharedValue<[Location: Engine]>

    /// Made in advance, so that a child of fork() needn't allocate.
    private nonisolated(unsafe) static var current = Unmanaged.passRetained(Registry([:]))
    private nonisolated(unsafe) static var spare = Unmanaged.passRetained(Registry([:]))

    private static let watchesFork: Void = {
        _ = current
        _ = spare
        pthread_atfork(
            nil, nil,
            {
                // The parent's engines are abandoned, not released.
                Engines.current = Engines.spare
                Engines.spare = Unmanaged.passRetained(Registry([:]))
            })
    }()

    /// Returns whether this process has opened a store, and so need not ask in which way calls reach it.
    package static func isOpen(_ location: Location) -> Bool {
        watchesFork
        return current.takeUnretainedValue().withLock { $0[location] != nil }
    }

    /// Empties the logs that this process wrote, before it ends: the next needn't read them, and a copy of a keychain's
    /// file alone is complete.
    package static func emptyLogs() {
        watchesFork
        let engines = current.takeUnretainedValue().withLock { Array($0.values) }
        for engine in engines { engine.store.emptyOwnLog() }
    }

    /// Closes a store that another process keeps to itself now.
    package static func forget(_ location: Location) {
        current.takeUnretainedValue().withLock { $0[location] = nil }
    }

    /// Returns the engine of a store, after checking that this process may open the store itself.
    ///
    /// - Throws: `invalidKeychain` for a file that must be a keychain and isn't one; as
    ///   ``ServiceMode/requireEmbedded()``.
    static func engine(
        at location: Location, system: SystemSources
    ) throws(KeychainError) -> Engine {
        if let owned = system.owned { return try owned.engine(at: location, system: system) }
        watchesFork
        let registry = current.takeUnretainedValue()
        if let engine = registry.withLock({ $0[location] }) { return engine }
        try ServiceMode.written(for: location).requireEmbedded()
        let new = Engine(location: location, system: system)
        if location.mustExist { try new.store.requireKeychain() }
        return registry.withLock { engines in
            if let engine = engines[location] { return engine }
            engines[location] = new
            return new
        }
    }
}
