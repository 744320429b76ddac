// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A counter in the NV memory of a TPM: it only goes up, and a counter that is made again starts above every counter
/// that the chip ever had.
package struct TPMCounter: Sendable {
    /// What is at the index of a counter.
    package enum Reading: Sendable, Equatable {
        case value(UInt64)
        case missing
        /// Another counter or other data, or a counter with another secret.
        case foreign
        /// The TPM has another storage key: it is another one, or it was cleared.
        case otherTPM
    }

    /// The place in the NV memory.
    package let index: UInt32
    /// The name of the storage key of the TPM, to which the session is encrypted.
    package let parentName: [UInt8]
    private let secret: SecretBytes
    private let address: TPMAddress

    /// The indices among which a new one is chosen, of those that the TCG leaves to the owner.
    package static let indices: ClosedRange<UInt32> = 0x0180_0000...0x0180_ffff

    /// - Parameter secret: 32 bytes that every command about the counter needs.
    package init(
        index: UInt32, parentName: [UInt8], secret: SecretBytes, at address: TPMAddress
    ) {
        self.index = index
        self.parentName = parentName
        self.secret = secret
        self.address = address
    }

    /// Makes a counter at a free index, and increments it once: before, it has no value.
    ///
    /// - Parameter ownerPassword: at most 64 bytes; nil for none. It doesn't cross the bus.
    /// - Returns: the counter and its value.
    /// - Throws: `authenticationFailed` for a wrong owner password; `notAvailable` when no room is left; as making a
    ///   key.
    package static func define(
        in address: TPMAddress, secret: SecretBytes, ownerPassword: SecretBytes?,
        random: RandomSource = .system
    ) throws(KeychainError) -> (counter: TPMCounter, value: UInt64) {
        let conversation = try TPMConversation(address, parent: nil)
        try conversation.setOwnerPassword(ownerPassword)
        // An index may be taken. A chip has room for far fewer than there are indices.
        for _ in 0..<16 {
            let index = random.bytes(2).reduce(indices.lowerBound >> 16) { $0 << 8 | UInt32($1) }
            guard let handle = try conversation.defineCounter(at: index, secret) else { continue }
            let counter = TPMCounter(
                index: index, parentName: conversation.parentName, secret: secret, at: address)
            return (counter, try conversation.startCounter(handle))
        }
        throw KeychainError(.notAvailable, "\(address): no index is free for a counter")
    }

    /// Connects to the counter, and returns what is at its index. The connection ends with ``Use``.
    ///
    /// - Throws: `notAvailable`, `unimplemented` or `internalError` when the TPM can't be asked.
    package func open() throws(KeychainError) -> (Reading, Use) {
        let conversation: TPMConversation
        do throws(KeychainError) {
            conversation = try TPMConversation(address, parent: parentName)
        } catch {
            // Of the errors with this code only one means another chip; the others, that it can't be asked now.
            guard error.detail == TPMConversation.foreign(address).detail else { throw error }
            return (.otherTPM, Use(conversation: nil, handle: TPMConversation.none))
        }
        guard let handle = try conversation.find(index) else {
            return (.missing, Use(conversation: nil, handle: TPMConversation.none))
        }
        var reading = Reading.foreign
        if try conversation.isCounter(handle) {
            try conversation.setAuth(secret, of: handle)
            if let value = try conversation.valueIfAuthorized(handle) { reading = .value(value) }
        }
        return (reading, Use(conversation: conversation, handle: handle))
    }

    /// Returns what is at the index.
    package func read() throws(KeychainError) -> Reading { try open().0 }

    /// Removes the counter, if it is there.
    ///
    /// - Throws: as ``define(in:secret:ownerPassword:random:)``.
    package func undefine(ownerPassword: SecretBytes?) throws(KeychainError) {
        let (reading, use) = try open()
        guard case .value = reading, let conversation = use.conversation else { return }
        try conversation.setOwnerPassword(ownerPassword)
        try conversation.undefine(use.handle)
    }

    /// A counter in a connection.
    package struct Use {
        fileprivate let conversation: TPMConversation?
        fileprivate let handle: TPMConversation.Handle

        /// Adds one.
        ///
        /// - Throws: `notAvailable` also when the TPM limits how often its memory is written.
        package func increment() throws(KeychainError) { try conversation?.increment(handle) }
    }
}
