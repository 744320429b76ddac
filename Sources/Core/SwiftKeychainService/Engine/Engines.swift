// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore
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

    /// Whether this process may have left something in a log.
    package static var haveLogs: Bool { stores.contains(where: \.hasOwnLog) }

    /// Empties the logs that this process wrote, before it ends or while it has nothing to do: the next needn't read them,
    /// and a copy of a keychain's file alone is complete. Waits for no call.
    package static func emptyLogs() { for store in stores { store.emptyOwnLog() } }

    private static var stores: [Store] { registry.value.withLock { $0.values.map(\.store) } }

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
