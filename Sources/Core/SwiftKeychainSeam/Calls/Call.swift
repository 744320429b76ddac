// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// One call of a program: who makes it, what was granted to it, when it must end, how it learns of progress, and the
/// memory that its reply may take.
package struct Call: Sendable {
    /// The program that calls. A service behind a connection learns it from the kernel.
    package let caller: Caller
    package let grant: Grant
    /// Whether the service has found the proof in ``grant`` to be valid: the passcode was given since the keychain was
    /// last locked.
    package var isVerified = false
    /// The rule that lets the call remove a keychain, set its first passcode or remove its passcode only while it has no
    /// items; nil if items don't matter.
    package var ruleForEmpty: String?
    /// Whether a repair acknowledges incidents: the user sees its findings.
    package var acknowledges = true
    /// When waiting for other programs ends.
    package let deadline: Deadline
    /// Receives the number of items done and of all, now and then.
    package let progress: Progress?
    private let claim: (@Sendable (Int) -> Bool)?

    /// - Parameter claim: returns whether there is room for more bytes of found items; nil: always.
    package init(
        _ caller: Caller, grant: Grant = .none, deadline: Deadline = .standard,
        progress: Progress? = nil, claim: (@Sendable (Int) -> Bool)? = nil
    ) {
        self.caller = caller
        self.grant = grant
        self.deadline = deadline
        self.progress = progress
        self.claim = claim
    }

    /// Records that another row or item was looked at.
    package func step() { progress?(0, 0) }

    /// Claims memory for an item that was found: its bytes in the store, and 1 KiB of overhead.
    ///
    /// - Throws: `notAvailable` when there is no room for it.
    package func found(bytes: Int) throws(KeychainError) {
        guard let claim, !claim(bytes + 1024) else { return }
        throw Self.noRoom
    }

    /// Claims the memory that the derivation of an archive's key takes.
    ///
    /// - Throws: `notAvailable` when there is no room for it.
    package func derives(_ cost: Argon2Cost) throws(KeychainError) {
        guard let claim, !claim(Int(cost.memory)) else { return }
        throw KeychainError(.notAvailable, "archive: too many long calls at the same time")
    }

    /// The error of a service whose memory for replies is in use by other calls.
    package static let noRoom = KeychainError(
        .notAvailable, "too many long replies at the same time; ask for fewer items at a time")
}
