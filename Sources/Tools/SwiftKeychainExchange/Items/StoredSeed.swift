// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The seed of one-time passwords that an entry has: a part of it, or its own secret, as authenticator apps and `pass`
/// have them.
package struct StoredSeed {
    /// The item with the seed.
    package let item: Item
    private let keychain: Keychain

    /// Finds the seed of an item; nil if it has none.
    ///
    /// - Throws: as ``Keychain/find(_:returning:asking:)``.
    package init?(of item: Item, in keychain: Keychain) throws(KeychainError) {
        guard item.itemClass.isPassword else { return nil }
        self.keychain = keychain
        let parts = try EntryParts(of: item, in: keychain)
        self.item = try Self.read(parts.oneTimePassword ?? item, in: keychain)
        if parts.oneTimePassword != nil || EntryPart.isSeed(item) { return }
        let isAddress = self.item.secret?.withBytes { $0.starts(with: SeedAddress.scheme) }
        guard isAddress == true else { return nil }
    }

    /// Makes the current password. A count goes on by one in the same transaction in which it was read, so that no two
    /// programs get the same password.
    ///
    /// - Throws: ``SeedFailure``.
    package func password() throws(SeedFailure) -> OneTimePassword {
        var item = item
        while true {
            do {
                let address = try SeedAddress(
                    item.secret ?? SecretBytes(copying: EmptyCollection()))
                let password = try OneTimePassword(address, at: SystemClock.seconds)
                if password.secondsLeft == nil {
                    if address.counter == .max { throw ExchangeFault("its counter is exhausted") }
                    try store(address.next, in: item)
                }
                return password
            } catch let fault as ExchangeFault {
                throw .unusable(fault.rule)
            } catch {
                let error = KeychainError(thrown: error)
                guard error.code == .itemNotFound else { throw .call(error) }
            }
            // Another program has changed it since it was read.
            do throws(KeychainError) {
                item = try Self.read(item, in: keychain)
            } catch {
                throw .call(error)
            }
        }
    }

    /// Stores an address in the item, unless the item was changed after it was read.
    private func store(_ address: SeedAddress, in item: Item) throws(KeychainError) {
        let query = try FoundItem(item: item, keychain: keychain).unchanged
        try keychain.update(query, Change([:], secret: address.text))
    }

    private static func read(_ item: Item, in keychain: Keychain) throws(KeychainError) -> Item {
        try FoundItem(item: item, keychain: keychain).read([.attributes, .secret])
    }
}

/// Why a one-time password can't be made.
package enum SeedFailure: Error {
    /// The seed can't be used; the rule that it breaks.
    case unusable(String)
    case call(KeychainError)
}

extension SeedAddress {
    /// The address with the next count.
    fileprivate var next: SeedAddress {
        var next = self
        next.counter += 1
        return next
    }
}
