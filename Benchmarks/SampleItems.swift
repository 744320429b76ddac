// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security
import SwiftKeychain

/// The items of a measured store, and requests for them.
struct SampleItems {
    let size: Int
    /// The number of items with the same service.
    let perService = 20
    let secret = [UInt8]("correct horse battery staple".utf8)

    func service(_ index: Int) -> String { "service-\(index / perService)" }
    func account(_ index: Int) -> String { "account-\(index)" }
    /// Returns the index of the next item, in an order that defeats caches of neighbours.
    func scattered(_ index: Int) -> Int { (index &* 7919) % size }

    func item(_ index: Int) throws -> NewItem { try item(service(index), account(index)) }

    func item(_ service: String, _ account: String) throws -> NewItem {
        try NewItem(
            .genericPassword,
            attributes: [
                .service: .string(service), .account: .string(account),
                .label: .string("a label of the usual length"),
            ], secret: SecretBytes(copying: secret))
    }

    func query(_ index: Int) throws -> Query { try query(service(index), account(index)) }

    func query(_ service: String, _ account: String) throws -> Query {
        try Query(
            .genericPassword,
            .init([.service: .string(service), .account: .string(account)]))
    }

    /// Returns the query for an item's attributes and data as a dictionary of 8 keys.
    func dictionary(_ index: Int) -> CFDictionary {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service(index),
            kSecAttrAccount as String: account(index),
            kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
            kSecMatchLimit as String: kSecMatchLimitOne,
            kSecReturnData as String: true,
            kSecReturnAttributes as String: true,
            kSecUseDataProtectionKeychain as String: true,
        ]
        return query as CFDictionary
    }

    /// Adds all items, 10 000 in a transaction.
    func fill(_ keychain: Keychain) throws {
        for start in stride(from: 0, to: size, by: 10_000) {
            let items = try (start..<min(size, start + 10_000)).map(item)
            _ = try keychain.add(items, duplicates: .refused)
        }
    }
}
