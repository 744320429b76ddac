// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem
import Synchronization

/// The stores that a process keeps to itself, each from its first use until this object is released:
/// other processes reach them through that process alone.
package final class OwnedStores: Sendable {
    /// By the path of the database.
    private let engines = SharedValue<[String: Engine]>([:])
    /// Held while a store is taken, so that two threads don't wait for each other's lock.
    private let taking = Mutex<Void>(())

    package init() {}

    /// Gives the stores back to other processes. No call may be in progress.
    package func release() { engines.withLock { $0 = [:] } }

    /// The stores that were used so far.
    package var locations: [Location] { engines.withLock { $0.values.map(\.location) } }

    func engine(at location: Location, system: SystemSources) throws(KeychainError) -> Engine {
        if let engine = known(location) { return engine }
        return try taking.withLock { (_) throws(KeychainError) in
            if let engine = known(location) { return engine }
            // Whether the file must exist is checked for each request.
            let new = Engine(
                location: Location(
                    directory: location.directory, fileName: location.fileName,
                    deviceKeyPath: location.deviceKeyPath), system: system)
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
            engines.withLock { $0[location.databasePath] = new }
            return new
        }
    }

    private func known(_ location: Location) -> Engine? {
        engines.withLock { $0[location.databasePath] }
    }
}
