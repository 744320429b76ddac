// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainModel
import SwiftKeychainSecretBus
import SwiftKeychainSystem

/// Copies of items from another provider of the service into the login keychain, and of all keychains to it. Nothing is
/// deleted on either side, and what was copied before isn't copied again.
package struct SecretServiceMigration {
    let client: SecretClient
    /// Whether the provider is KWallet.
    let isKWallet: Bool
    /// How many items were looked at and of how many.
    let progress: (Int, Int) -> Void

    package struct Outcome {
        package internal(set) var copied = 0
        /// The items that were there already.
        package internal(set) var present = 0
        /// The items that were there with an earlier secret, which the later one has replaced.
        package internal(set) var replaced = 0
        /// The items that are there with a later secret, which stays.
        package internal(set) var later = 0
        /// What could not be copied, a line each.
        package internal(set) var faults: [String] = []
        /// Files of gnome-keyring without a collection: it leaves out a file that it can't read.
        package internal(set) var unlistedKeyrings: [String] = []
        /// Items whose media type the other side didn't keep.
        package internal(set) var otherTypes = 0
    }

    package init(
        _ client: SecretClient, isKWallet: Bool, progress: @escaping (Int, Int) -> Void
    ) {
        (self.client, self.isKWallet, self.progress) = (client, isKWallet, progress)
    }

    /// The items whose secrets are read in one call, so that an answer isn't too long.
    private static let page = 200

    /// Returns the secrets of items of the provider by their paths, without those that are locked or gone.
    func secrets(_ paths: [String]) throws(KeychainError) -> [String: SecretSession.Secret] {
        var secrets: [String: SecretSession.Secret] = [:]
        for start in stride(from: 0, to: paths.count, by: Self.page) {
            let page = paths[start..<min(start + Self.page, paths.count)]
            secrets.merge(try client.secrets(Array(page))) { first, _ in first }
        }
        return secrets
    }

    /// Puts items with equal attributes together, in the order of the first of each.
    static func groups<Item>(
        _ items: [Item], by attributes: (Item) throws(KeychainError) -> LookupAttributes
    ) throws(KeychainError) -> [[Item]] {
        var groups: [[Item]] = []
        var positions: [[UInt8]: Int] = [:]
        for item in items {
            let key = try attributes(item).withoutGenericSchema.encoded
            if let position = positions[key] {
                groups[position].append(item)
            } else {
                positions[key] = groups.count
                groups.append([item])
            }
        }
        return groups
    }
}

extension LookupAttributes {
    /// The attributes without the generic schema, which gnome-keyring adds to items without one. Those that differ in
    /// it alone are the same ones.
    var withoutGenericSchema: LookupAttributes {
        let generic = Pair(Self.schema, ServiceNames.genericSchema)
        // Some of the pairs of a valid set are one.
        return (try? LookupAttributes(pairs.filter { $0 != generic })) ?? self
    }

    /// Reads the attributes of an item of another provider.
    ///
    /// - Throws: `parameter` for those that no item can have here.
    init(texts pairs: [(String, String)]) throws(KeychainError) {
        try self.init(pairs.map { Pair($0.0, $0.1) })
    }
}
