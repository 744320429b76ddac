// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainBus
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSeam
import SwiftKeychainSecretBus
import SwiftKeychainSystem

/// Copies of items from another provider of the service into the login keychain, and back. Nothing is deleted on either
/// side, and what was copied before isn't copied again.
package struct SecretServiceMigration {
    private let client: SecretClient
    private let collection = KeychainCollection(.login)
    /// How many items were looked at and of how many.
    private let progress: (Int, Int) -> Void

    package struct Outcome {
        package internal(set) var copied = 0
        /// The items that were there already.
        package internal(set) var present = 0
        /// What could not be copied, a line each.
        package internal(set) var faults: [String] = []
        /// Files of gnome-keyring without a collection: it leaves out a file that it can't read.
        package internal(set) var unlistedKeyrings: [String] = []
        /// Items whose media type the other side didn't keep.
        package internal(set) var otherTypes = 0
    }

    package init(_ client: SecretClient, progress: @escaping (Int, Int) -> Void) {
        (self.client, self.progress) = (client, progress)
    }

    /// The items whose secrets are read in one call, so that an answer isn't too long.
    private static let page = 200

    /// Copies the items of the other provider, but for its collection of the session.
    ///
    /// - Parameter mayAsk: whether the provider may ask the user to unlock what is locked.
    /// - Throws: `interactionNotAllowed` or `userCanceled` if a collection stays locked, before anything is copied.
    package func copyFromProvider(mayAsk: Bool) throws(KeychainError) -> Outcome {
        let collections = try client.unlockedCollections(mayAsk: mayAsk) { $0.name != "session" }
        if let locked = collections.first(where: \.isLocked) {
            throw KeychainError(
                mayAsk ? .userCanceled : .interactionNotAllowed,
                "the collection \"\(locked.label)\" of the present service is locked")
        }
        var outcome = Outcome()
        outcome.unlistedKeyrings = Self.keyrings(without: collections)
        let paths = collections.flatMap(\.items)
        for start in stride(from: 0, to: paths.count, by: Self.page) {
            progress(start, paths.count)
            let page = Array(paths[start..<min(start + Self.page, paths.count)])
            let secrets = try client.secrets(page)
            for path in page {
                guard let item = try client.item(path), let secret = secrets[path] else {
                    outcome.faults.append("\(path): locked, or not described")
                    continue
                }
                do throws(KeychainError) {
                    let attributes = try LookupAttributes(
                        item.attributes.map { LookupAttributes.Pair($0.0, $0.1) })
                    let isNew = try collection.take(
                        SecretItem.Properties(
                            label: item.label, attributes: attributes,
                            contentType: secret.contentType), secret.value, created: item.created,
                        modified: item.modified)
                    if isNew { outcome.copied += 1 } else { outcome.present += 1 }
                } catch {
                    outcome.faults.append("\(path): \(error.detail)")
                }
            }
        }
        return outcome
    }

    /// Returns the files of gnome-keyring that have no collection. The path of a collection is the name of its file.
    private static func keyrings(without collections: [SecretClient.Collection]) -> [String] {
        guard let home = try? Location.homeFolder() else { return [] }
        let folder =
            (Environment.absolutePath("XDG_DATA_HOME") ?? home + "/.local/share") + "/keyrings"
        let end = ".keyring"
        // gnome-keyring may never have made the folder.
        return ((try? System.fileNames(in: folder)) ?? []).sorted().filter { $0.hasSuffix(end) }
            .filter { name in
                // gnome-keyring writes capital letters in lower case.
                let known = CollectionName.encoded(String(name.dropLast(end.count)))
                return !collections.contains { [$0.name, $0.name.lowercased()].contains(known) }
            }.map { "\(folder)/\($0)" }
    }

    /// Copies the items of the login keychain that have lookup attributes to the other provider's default collection.
    ///
    /// - Throws: `notAvailable` if it has no default collection; `interactionNotAllowed` if that or the login keychain
    ///   stays locked. Then nothing is copied.
    package func copyToProvider(mayAsk: Bool) throws(KeychainError) -> Outcome {
        guard let target = try client.defaultCollection() else {
            throw KeychainError(.notAvailable, "the other service has no default collection")
        }
        try client.unlock([target], mayAsk: mayAsk)
        if try client.isLocked(target) {
            throw KeychainError(
                .interactionNotAllowed,
                "its default collection is locked: log in again or unlock it, then run security"
                    + " secret-service disable once more")
        }
        // A locked item has no attributes, so it can't be known whether it is one to copy.
        let items = try collection.items(with: nil).filter { $0.isLocked || !$0.isNative }
        if items.contains(where: \.isLocked) {
            throw KeychainError(
                .interactionNotAllowed,
                "the keychain is locked: security unlock-keychain")
        }
        var outcome = Outcome()
        for (position, item) in items.enumerated() {
            progress(position, items.count)
            do throws(KeychainError) {
                let secret = try collection.secret(of: item.name).1
                // The same attributes and the same secret: an earlier run copied it.
                let there = try client.items(with: item.attributes, in: target)
                let secrets = try client.secrets(there.map(\.path))
                if secrets.values.contains(where: { $0.value == secret.value }) {
                    outcome.present += 1
                    continue
                }
                let path = try client.add(item.label, item.attributes, secret, to: target)
                guard let back = try client.secrets([path])[path], back.value == secret.value else {
                    outcome.faults.append("\"\(item.label)\": reads back otherwise")
                    continue
                }
                if back.contentType != secret.contentType { outcome.otherTypes += 1 }
                outcome.copied += 1
            } catch {
                outcome.faults.append("\"\(item.label)\": \(error.detail)")
            }
        }
        return outcome
    }
}

extension KeychainCollection {
    /// Stores an item of another provider, with its dates, and reads it back.
    ///
    /// - Returns: false if it is there already: an item with the same attributes that was made at the same time.
    /// - Throws: `decode` if it reads back otherwise.
    func take(
        _ properties: SecretItem.Properties, _ secret: SecretBytes, created: UInt64,
        modified: UInt64
    ) throws(KeychainError) -> Bool {
        let isThere = try items(with: properties.attributes).contains {
            $0.created == created && $0.has(properties.attributes)
        }
        if isThere { return false }
        let dates: [Attribute: AttributeValue] = [
            .creationDate: .date(Double(created) - SecretItem.epoch),
            .modificationDate: .date(Double(modified) - SecretItem.epoch),
        ]
        let item = try create(properties, secret, replaces: false, dates: dates).item
        let (shown, stored) = try self.secret(of: item.name)
        guard stored.value == secret, stored.contentType == properties.contentType,
            shown.label == properties.label, shown.has(properties.attributes),
            shown.created == created, shown.modified == modified
        else { throw KeychainError(.decode, "the item reads back otherwise") }
        return true
    }
}

extension SecretItem {
    /// Whether the item has exactly these attributes, but for the generic schema, which gnome-keyring adds to items without
    /// one.
    fileprivate func has(_ attributes: LookupAttributes) -> Bool {
        func essential(_ pairs: [LookupAttributes.Pair]) -> [LookupAttributes.Pair] {
            pairs.filter {
                $0 != LookupAttributes.Pair(LookupAttributes.schema, ServiceNames.genericSchema)
            }
        }
        return essential(self.attributes.map { LookupAttributes.Pair($0.0, $0.1) })
            == essential(attributes.pairs)
    }
}
