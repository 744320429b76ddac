import SwiftKeychainModel
import SwiftKeychainSealing

/// One call while it is carried out: tells the client how far it is, and claims memory for what it finds.
package struct CallCourse: Sendable {
    private let progress: Progress?
    private let claim: (@Sendable (Int) -> Bool)?

    /// - Parameters:
    ///   - progress: receives the number of steps done.
    ///   - claim: returns whether there is room for more bytes of found items; nil: always.
    package init(_ progress: Progress?, claim: (@Sendable (Int) -> Bool)? = nil) {
        self.progress = progress
        self.claim = claim
    }

    /// Records that another row or item was looked at.
    func step() { progress?(0, 0) }

    /// Claims memory for an item that was found.
    ///
    /// - Throws: `notAvailable` when there is no room for it.
    func found(bytes: Int) throws(KeychainError) {
        guard let claim, !claim(bytes) else { return }
        throw Self.noRoom
    }

    /// Claims the memory that the derivation of an archive's key takes.
    ///
    /// - Throws: `notAvailable` when there is no room for it.
    func derives(_ cost: Argon2Cost) throws(KeychainError) {
        guard let claim, !claim(Int(cost.memory)) else { return }
        throw KeychainError(.notAvailable, "archive: too many long calls at the same time")
    }

    package static let noRoom = KeychainError(
        .notAvailable, "too many long replies at the same time; ask for fewer items at a time")
}
