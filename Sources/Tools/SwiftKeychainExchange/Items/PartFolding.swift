// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel

/// Hides an entry's parts in a listing that contains its password.
///
/// Items come in any order, so parts wait until all are known. Those whose password isn't listed are listed themselves.
package struct PartFolding {
    /// A password, as parts name it.
    private struct Password: Hashable {
        let keychain: String
        let owner: EntryPart.Owner
        let account: AttributeValue
    }

    private var passwords: Set<Password> = []
    private var parts: [(item: FoundItem, password: Password)] = []

    package init() {}

    /// Takes an item of a listing.
    ///
    /// - Returns: false for a part, which waits.
    package mutating func lists(_ found: FoundItem) -> Bool {
        let item = found.item
        guard item.itemClass.isPassword else { return true }
        let part = EntryPart.Owner(generic: item[.generic])
        let password = Password(
            keychain: found.keychain.path, owner: part ?? EntryPart.Owner(item),
            account: item[.account] ?? .string(""))
        if part == nil {
            passwords.insert(password)
        } else {
            parts.append((found, password))
        }
        return part == nil
    }

    /// Returns the parts whose password isn't among the items taken.
    package func loose() -> [FoundItem] {
        parts.filter { !passwords.contains($0.password) }.map(\.item)
    }
}
