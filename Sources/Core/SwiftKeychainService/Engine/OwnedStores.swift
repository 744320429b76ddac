// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSealing
import SwiftKeychainStore
import SwiftKeychainSystem
import Synchronization

/// The stores that a process keeps to itself, each from its first use until this object is released:
/// other processes reach them through that process alone.
package final class OwnedStores: Sendable {
    private let engines = SharedValue<[Location: Engine]>([:])
    /// Held while a store is taken, so that two threads don't wait for each other's lock.
    private let taking = Mutex<Void>(())

    /// The most stores with one device key, that is, of one user.
    private let mostOfADeviceKey: Int

    package init(mostOfADeviceKey: Int = .max) { self.mostOfADeviceKey = mostOfADeviceKey }

    /// Empties the logs, and releases the stores for other processes. No call may be in progress.
    package func release() {
        for store in stores { store.emptyOwnLog() }
        engines.withLock { $0 = [:] }
    }

    /// The stores with a log to which nothing was written since the last time this was called.
    package func storesWithRestingLog() -> [Store] { stores.filter { $0.hasRestingLog() } }

    private var stores: [Store] { engines.withLock { $0.values.map(\.store) } }

    /// Releases a store that was removed.
    func forget(_ location: Location) { engines.withLock { $0[Self.key(location)] = nil } }

    /// Removes the keys of a store that lock with it. Waits for no call; the store must be locked next.
    package func dropUnlocked(_ location: Location) {
        known(Self.key(location))?.dropUnlocked([.whenUnlocked])
    }

    /// The stores that were used so far.
    package var locations: [Location] { engines.withLock { $0.values.map(\.location) } }

    /// Returns the engine of a store, and takes the store if this is the first call.
    func engine(at location: Location, system: SystemSources) throws(KeychainError) -> Engine {
        let key = Self.key(location)
        if let engine = known(key) { return engine }
        return try taking.withLock { (_) throws(KeychainError) in
            if let engine = known(key) { return engine }
            guard !locations.contains(where: { $0.databasePath.hasSameBytes(as: key.databasePath) })
            else {
                throw KeychainError(
                    .notAvailable,
                    "\(key.databasePath): in use with another device key than \(key.deviceKeyPath)")
            }
            let others = locations.count {
                $0.deviceKeyPath.hasSameBytes(as: key.deviceKeyPath)
            }
            // The login keychain opens beyond the limit too.
            guard others < mostOfADeviceKey || key.fileName == Location.standardFileName else {
                throw KeychainError(
                    .notAvailable,
                    "\(key.databasePath): securityd keeps at most \(mostOfADeviceKey) keychains of a user"
                        + " open; delete some that aren't needed")
            }
            let new = Engine(location: key, system: system)
            if location.mustExist { try new.store.requireKeychain() }
            do throws(KeychainError) {
                try new.store.takeOwnership(deadline: .standard)
            } catch {
                guard error.code == .notAvailable else { throw error }
                throw KeychainError(
                    .notAvailable,
                    "\(location.databasePath): in use by another securityd or a long call: "
                        + error.detail)
            }
            engines.withLock { $0[key] = new }
            return new
        }
    }

    /// Whether the file must exist is checked for each request.
    private static func key(_ location: Location) -> Location {
        location.mustExist ? location.sibling(location.fileName) : location
    }

    private func known(_ key: Location) -> Engine? { engines.withLock { $0[key] } }
}
