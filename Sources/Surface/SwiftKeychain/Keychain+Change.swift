// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Keychain {
    /// Changes every matching item, or as many as the query's limit, oldest first; all or none.
    ///
    ///     let query = try Query(.genericPassword, .init([.service: .string("example.org")]))
    ///     try Keychain.default.update(query, Change([:], secret: SecretBytes(copying: "new".utf8)))
    ///
    /// - Returns: the number of items changed.
    /// - Throws: as ``find(_:returning:asking:)`` and ``add(_:asking:)``; the first error undoes all.
    @discardableResult
    public func update(
        _ query: Query, _ change: Change, asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> Int {
        try Self.refuseSkip(authentication)
        return try perform(.update(query, change), asking: authentication)
    }

    /// Changes every matching item, or adds `item` where none matches, in one transaction: two
    /// programs that do the same leave one item.
    ///
    /// - Returns: the number of items changed; 0 when `item` was added.
    /// - Throws: as ``update(_:_:asking:)`` and ``add(_:asking:)``.
    @discardableResult
    package func put(
        _ item: NewItem, orUpdate query: Query, _ change: Change
    ) throws(KeychainError) -> Int {
        try performAsking(.put(query, change, orAdd: item))
    }

    /// Deletes every matching item, or as many as the query's limit, oldest first.
    ///
    ///     try Keychain.default.delete(
    ///         Query(.genericPassword, .init([.service: .string("example.org")])))
    ///
    /// Items of a locked class are deleted too; damaged ones are moved to the quarantine. The key of
    /// an identity goes with the last certificate of its public key.
    ///
    /// - Returns: the number of items deleted or moved.
    /// - Throws: `itemNotFound` when nothing matches; `interactionNotAllowed` when a tombstone
    ///   would have to be made of a locked item.
    @discardableResult
    public func delete(_ query: Query) throws(KeychainError) -> Int {
        try perform(.delete(query))
    }

    static func refuseSkip(_ authentication: Authentication) throws(KeychainError) {
        if authentication.policy == .skip {
            throw KeychainError(
                .parameter, "kSecUseAuthenticationUISkip: for SecItemCopyMatching only")
        }
    }
}
