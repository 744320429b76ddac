// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

extension Keychain {
    /// What to do about items that are stored already.
    public typealias Duplicates = SwiftKeychainSeam.Duplicates

    /// Stores a new item durably and returns it as it is stored.
    ///
    ///     let item = try NewItem(
    ///         .genericPassword,
    ///         attributes: [.service: .string("example.org"), .account: .string("jane")],
    ///         secret: SecretBytes(copying: "correct horse".utf8))
    ///     try Keychain.default.add(item)
    ///
    /// - Throws: `duplicateItem` when an item with its primary key is there; `noAccessForItem` or
    ///   `missingEntitlement` for a group that is not the program's; `interactionNotAllowed` while
    ///   its class is locked, and for an application password when the user can't be asked;
    ///   `authenticationFailed` for akpu without a passcode; `notAvailable`.
    @discardableResult
    public func add(
        _ item: NewItem, asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> Item {
        try add(groups: [[item]], duplicates: .refused, asking: authentication)[0][0]
    }

    /// Stores several new items in one transaction, all or none.
    ///
    /// - Returns: the items in the order they were given, those that were stored already as they
    ///   are.
    /// - Throws: as ``add(_:asking:)``.
    package func add(
        _ items: [NewItem], duplicates: Duplicates,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [Item] {
        try add(groups: [items], duplicates: duplicates, asking: authentication)[0]
    }

    /// Stores groups of new items in one transaction, all or none; the certificate and the key of
    /// an identity are one group, which is refused by default when all of it is stored already.
    ///
    /// - Returns: the items of each group as ``add(_:duplicates:asking:)`` returns them.
    /// - Throws: as ``add(_:asking:)``.
    package func add(
        groups: [[NewItem]], duplicates: Duplicates = .refusedIfAll,
        asking authentication: Authentication = Authentication()
    ) throws(KeychainError) -> [[Item]] {
        try perform(.add(groups, duplicates: duplicates), asking: authentication)
    }
}
