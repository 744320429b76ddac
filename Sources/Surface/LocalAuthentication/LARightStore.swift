// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The rights that are kept in the login keychain, each with a private key and a secret that open only
/// while the user is authorized for it.
///
/// A right belongs to the programs that share the first access group of the program which saved it.
public final class LARightStore: NSObject, Sendable {
    /// The store.
    public static let shared = LARightStore()

    private override init() { super.init() }

    /// Returns a right that was saved. It isn't authorized.
    ///
    /// - Throws: `errSecItemNotFound`, of `NSOSStatusErrorDomain`, if there is none; another status of
    ///   the keychain.
    public func right(forIdentifier identifier: String) async throws -> LAPersistedRight {
        try LAPersistedRight(RightItems(identifier))
    }

    /// Returns a right that was saved: see ``right(forIdentifier:)``.
    public func right(
        forIdentifier identifier: String,
        completion: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        Completion.run(completion) { try await self.right(forIdentifier: identifier) }
    }

    /// Saves a right under an identifier, with a new private key.
    ///
    /// The key is an elliptic curve key of 256 bits, which can't be exported.
    ///
    /// - Returns: the right to use from now on. It isn't authorized.
    /// - Throws: `errSecDuplicateItem`, of `NSOSStatusErrorDomain`, if a right has the identifier;
    ///   `passcodeNotSet`; `biometryNotAvailable` for a requirement of biometry alone; another status
    ///   of the keychain.
    @discardableResult
    public func saveRight(_ right: LARight, identifier: String) async throws -> LAPersistedRight {
        try await save(right, identifier, secret: nil)
    }

    /// Saves a right under an identifier: see ``saveRight(_:identifier:)``.
    public func saveRight(
        _ right: LARight, identifier: String,
        completion: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        Completion.run(completion) { try await self.saveRight(right, identifier: identifier) }
    }

    /// Saves a right under an identifier, with a new private key and a secret: see
    /// ``saveRight(_:identifier:)``.
    @discardableResult
    public func saveRight(
        _ right: LARight, identifier: String, secret: Data
    ) async throws -> LAPersistedRight {
        try await save(right, identifier, secret: secret)
    }

    /// Saves a right under an identifier, with a secret: see ``saveRight(_:identifier:secret:)``.
    public func saveRight(
        _ right: LARight, identifier: String, secret: Data,
        completion: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        Completion.run(completion) {
            try await self.saveRight(right, identifier: identifier, secret: secret)
        }
    }

    private func save(
        _ right: LARight, _ identifier: String, secret: Data?
    ) async throws -> LAPersistedRight {
        try await right.checkCanAuthorize()
        let items = RightItems(identifier)
        try items.add(secret: secret)
        return try LAPersistedRight(items)
    }

    /// Removes a right with its key and secret.
    ///
    /// - Throws: `errSecItemNotFound`, of `NSOSStatusErrorDomain`, if it was removed before; another
    ///   status of the keychain.
    public func removeRight(_ right: LAPersistedRight) async throws {
        await right.deauthorize()
        try right.items.delete()
    }

    /// Removes a right: see ``removeRight(_:)-swift.method``.
    public func removeRight(
        _ right: LAPersistedRight, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        Completion.run(completion) { try await self.removeRight(right) }
    }

    /// Removes the right with an identifier, its key and its secret.
    ///
    /// - Throws: `errSecItemNotFound`, of `NSOSStatusErrorDomain`, if there is none; another status of
    ///   the keychain.
    public func removeRight(forIdentifier identifier: String) async throws {
        try RightItems(identifier).delete()
    }

    /// Removes the right with an identifier: see ``removeRight(forIdentifier:)``.
    public func removeRight(
        forIdentifier identifier: String, completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        Completion.run(completion) { try await self.removeRight(forIdentifier: identifier) }
    }

    /// Removes every right that the program may use; succeeds when there is none.
    ///
    /// - Throws: a status of the keychain.
    public func removeAllRights() async throws { try RightItems.deleteAll() }

    /// Removes every right: see ``removeAllRights()``.
    public func removeAllRights(completion: @escaping @Sendable ((any Error)?) -> Void) {
        Completion.run(completion) { try await self.removeAllRights() }
    }
}
