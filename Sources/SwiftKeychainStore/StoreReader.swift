import CKeychainSQLite
import SwiftKeychainModel

/// Reads one unchanging view of the store; valid inside the call that lends it only.
package class StoreReader {
    /// Another number than in an earlier call says that the database file was replaced since:
    /// whatever was kept of the keybag has to be read again.
    package let generation: UInt64
    let lent: Database
    private var isOver = false
    /// Says which damage a search met and went on behind: rows may be missing from what it gave.
    package internal(set) var passedOver: KeychainError?
    /// A write has to know every row that it may touch.
    var passesOverDamage: Bool { true }

    init(_ database: Database, _ generation: UInt64) {
        lent = database
        self.generation = generation
    }

    func end() { isOver = true }

    /// The connection, as long as the call lasts.
    package var database: Database {
        get throws(KeychainError) {
            guard !isOver, lent.isOwn else {
                throw KeychainError(.internalComponent, "\(lent.path): used after its call")
            }
            return lent
        }
    }

    /// The version of the tables: older files were migrated, newer ones refused.
    package var schemaVersion: Int64 { lent.schemaVersion }
}
