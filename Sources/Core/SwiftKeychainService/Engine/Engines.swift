// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The engines of this process, one for each store.
///
/// After fork() the child starts with none: it doesn't own the file handles and locks of its parent,
/// and a lock that another thread held at that moment would never be released.
package enum Engines {
    private static let registry = PerProcess { SharedValue<[Location: Engine]>([:]) }

    /// Returns whether this process has opened a store, and so need not ask in which way calls reach it.
    package static func isOpen(_ location: Location) -> Bool {
        registry.value.withLock { $0[location] != nil }
    }

    /// Empties the logs that this process wrote, before it ends: the next needn't read them, and a copy of a keychain's
    /// file alone is complete.
    package static func emptyLogs() {
        let engines = registry.value.withLock { Array($0.values) }
        for engine in engines { engine.store.emptyOwnLog() }
    }

    /// Closes a store that another process keeps to itself now, or that was removed, once no call uses it any more.
    package static func forget(_ location: Location) {
        // The last reference closes files, after the lock.
        _ = registry.value.withLock { engines in
            [true, false].map {
                engines.removeValue(forKey: location.sibling(location.fileName, mustExist: $0))
            }
        }
    }

    /// Returns the engine of a store, after checking that this process may open the store itself.
    ///
    /// - Throws: `invalidKeychain` for a file that must be a keychain and isn't one; as
    ///   ``ServiceMode/requireEmbedded()``.
    static func engine(
        at location: Location, system: SystemSources
    ) throws(KeychainError) -> Engine {
        if let owned = system.owned { return try owned.engine(at: location, system: system) }
        let registry = registry.value
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
