// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

/// A secret that only one TPM can give back, in the form in which it is stored.
///
/// No part of the form is secret: the TPM encrypted the secret for itself.
package struct TPMSealedSecret: Sendable {
    private static let version: UInt8 = 1
    /// The registers of a TPM.
    package static let registers = 0..<24

    private let publicArea: [UInt8]
    private let privateArea: [UInt8]
    private let parentName: [UInt8]
    /// The platform configuration registers (SHA-256) whose values must be those of the sealing; often none.
    package let pcrs: [Int]

    /// Seals a secret of at most 128 bytes.
    ///
    /// - Parameter pcrs: registers whose values must not change.
    /// - Throws: as ``TPMConversation``; `parameter` for a register that doesn't exist; `notAvailable` for one that the TPM
    ///   doesn't have in its SHA-256 bank.
    package init(
        _ secret: SecretBytes, pcrs: [Int] = [], at address: TPMAddress
    ) throws(KeychainError) {
        guard pcrs.allSatisfy(Self.registers.contains) else {
            throw KeychainError(.parameter, "PCRs: must be numbers from 0 to 23")
        }
        let conversation = try TPMConversation(address, parent: nil)
        if !pcrs.isEmpty { try conversation.requireBank(of: pcrs) }
        // Only the digest is needed now; the session ends with the conversation.
        let policy = pcrs.isEmpty ? [] : try conversation.policy(pcrs).digest
        (publicArea, privateArea) = try conversation.seal(secret, policy: policy)
        parentName = conversation.parentName
        self.pcrs = Set(pcrs).sorted()
    }

    /// Returns the secret.
    ///
    /// - Throws: `notAvailable` when another TPM sealed it, this one was cleared since, or the registers have other
    ///   values; as ``TPMConversation``.
    package func unsealed(at address: TPMAddress) throws(KeychainError) -> SecretBytes {
        let conversation = try TPMConversation(address, parent: parentName)
        let object = try conversation.load(publicArea, privateArea, SecretBytes(count: 0) { _ in })
        return try conversation.unseal(
            object, pcrs.isEmpty ? nil : conversation.policy(pcrs).session)
    }
}

extension TPMSealedSecret {
    /// Reads ``stored``.
    ///
    /// - Throws: `notAvailable`.
    package init(stored: [UInt8]) throws(KeychainError) {
        var reader = TPMReader(stored)
        guard reader.bytes(1) == [Self.version], let publicArea = reader.sized(),
            let privateArea = reader.sized(), let parentName = reader.sized(),
            let pcrs = reader.sized(), reader.isAtEnd,
            pcrs.allSatisfy({ Self.registers.contains(Int($0)) })
        else { throw KeychainError(.notAvailable, "not a secret that a TPM sealed") }
        self.publicArea = publicArea
        self.privateArea = privateArea
        self.parentName = parentName
        self.pcrs = pcrs.map(Int.init)
    }

    /// The form: a version, TPM2B_PUBLIC, TPM2B_PRIVATE, the name of the parent, and a byte for each register.
    package var stored: [UInt8] {
        TPMWriter.unsized {
            $0.append([Self.version])
            $0.sized(publicArea)
            $0.sized(privateArea)
            $0.sized(parentName)
            $0.sized(pcrs.map(UInt8.init))
        }
    }
}
