// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// What the user or the caller granted to a request.
package struct Grant: Sendable {
    /// The proof that ``Request/Operation/verify(_:)`` returned, valid until the keychain locks or its
    /// passcode changes.
    package var verification: [UInt8]?
    package var applicationPassword: SecretBytes?

    package static let none = Grant()

    package init(verification: [UInt8]? = nil, applicationPassword: SecretBytes? = nil) {
        self.verification = verification
        self.applicationPassword = applicationPassword
    }
}

/// What must be granted before a request can be carried out.
package struct Demand: Sendable {
    package enum Kind: Sendable, Hashable {
        /// What the access control of an item demands.
        case access(AccessControl.Demand)
        /// A password to seal an item under.
        case newPassword
        /// The password of a keychain that is locked.
        case keychainPassword
        /// The password of a keychain that is to be created.
        case newKeychainPassword
        /// The password of the owner hierarchy of the TPM.
        case ownerPassword
    }

    package let kind: Kind
    /// The item that demands it; nil if none does.
    package let item: PersistentReference?
    /// The name of the item in prompts, in quotes; nil if it has none.
    package let itemName: String?
    /// Why the granted application password was refused; nil if it wasn't, or none was granted.
    package let refusal: KeychainError?

    package init(
        _ kind: Kind, item: PersistentReference? = nil, itemName: String? = nil,
        refusal: KeychainError? = nil
    ) {
        self.kind = kind
        self.item = item
        self.itemName = itemName
        self.refusal = refusal
    }

    package init(_ kind: Kind, of item: Item, refusal: KeychainError? = nil) {
        self.init(kind, item: item.reference, itemName: item.nameInPrompts, refusal: refusal)
    }
}
