// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// What a TPM keeps at 0x81000001, where the TCG's guidance puts a storage key.
package enum TPMStorageKey: Sendable {
    case none
    /// The storage key of the TCG's template, which keys need where the owner has a password.
    case usable
    /// Another object, which keys don't use.
    case foreign

    /// Reads what is there.
    ///
    /// - Throws: as opening a connection.
    package init(of address: TPMAddress) throws(KeychainError) {
        // ReadPublic.
        var (code, answer) = try TPMConnection(address).ask(
            0x173, TPMConversation.persistentParent)
        let result = TPMResult(code)
        if result.isNoObject {
            self = .none
            return
        }
        guard code == 0, let area = answer.sized() else { throw result.error(address) }
        self = TPMTemplate.parent.unique(of: area) == nil ? .foreign : .usable
    }

    /// Makes the storage key, and has the TPM keep it at 0x81000001.
    ///
    /// - Parameter ownerPassword: at most 64 bytes; nil for none. It doesn't cross the bus.
    /// - Throws: `authenticationFailed` for a wrong password; `duplicateItem` when something is there; as making a key.
    package static func make(
        in address: TPMAddress, ownerPassword: SecretBytes?
    ) throws(KeychainError) {
        guard try TPMStorageKey(of: address) == .none else {
            throw KeychainError(.duplicateItem, "\(address): it keeps an object at 0x81000001")
        }
        // The key of the session, to which its secrets are encrypted, needs no password in this hierarchy.
        let conversation = try TPMConversation(address, parent: nil, in: TPMConversation.null)
        try conversation.keepParent(ownerPassword: ownerPassword)
    }
}

extension TPMConversation {
    /// Makes the storage key and keeps it in the chip at 0x81000001 (TPM2_EvictControl), which the owner must
    /// authorise.
    fileprivate func keepParent(ownerPassword: SecretBytes?) throws(KeychainError) {
        try setOwnerPassword(ownerPassword)
        guard let key = try makeParent(in: Self.owner, try preparedSession()) else {
            throw wrongOwnerPassword
        }
        let keep:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Handle, UInt32,
                UnsafeMutablePointer<Handle>
            ) -> UInt32 = library.function("Esys_EvictControl")
        var kept = Self.none
        try check(
            keep(
                esys, Self.owner, key, try preparedSession(.none), Self.none, Self.none,
                Self.persistentParent, &kept))
    }
}
