// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

extension TPMConversation {
    /// Seals a secret below the parent.
    ///
    /// - Parameter policy: the digest of the policy that unsealing must satisfy; empty for none.
    /// - Returns: The public area, and the private one, encrypted by the TPM.
    func seal(
        _ secret: SecretBytes, policy: [UInt8]
    ) throws(KeychainError) -> (publicArea: [UInt8], privateArea: [UInt8]) {
        let fixed: UInt32 = 0x2 | 0x10  // fixedTPM, fixedParent
        // With a policy, the secret alone must not unseal, so userWithAuth is missing.
        let use: UInt32 = policy.isEmpty ? 0x40 | 0x400 : 0x400  // userWithAuth, noDA
        let area = TPMWriter.unsized { area in
            area.short(0x0008)  // a keyed hash
            area.short(0x000b)  // SHA-256, for the name
            area.long(fixed | use)
            area.sized(policy)
            area.short(0x0010)  // no scheme
            area.sized([])
        }
        // TPM2B_SENSITIVE_CREATE in memory: a size that libtss2 computes, an empty TPM2B_AUTH of 66 bytes, the data.
        return try create(area, secret.withBytes { TPMStructure(sized: $0, at: 68) })
    }

    /// Returns the secret of a loaded object.
    ///
    /// - Parameter policySession: nil for an object without a policy.
    func unseal(_ object: Handle, _ policySession: Handle?) throws(KeychainError) -> SecretBytes {
        let unseal:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, TPMLibrary.Output
            ) -> UInt32 = library.function("Esys_Unseal")
        let session = try preparedSession(.answer, of: policySession)
        var output: Pointer?
        try check(unseal(esys, object, session, Self.none, Self.none, &output))
        return try takeSecret(output, most: 128)
    }

    /// The bank of SHA-256.
    private static let bank: UInt16 = 0x000b

    /// Returns a bit for each of the 24 registers, the lowest first in each byte.
    private static func bits(_ pcrs: [Int]) -> [UInt8] {
        var bits: [UInt8] = [0, 0, 0]
        for register in pcrs { bits[register / 8] |= 1 << (register % 8) }
        return bits
    }

    /// Checks that the TPM has registers in the bank of SHA-256. It leaves out of a policy those that it doesn't have, so
    /// that the secret would be bound to nothing.
    ///
    /// - Throws: `notAvailable` if one is missing.
    func requireBank(of pcrs: [Int]) throws(KeychainError) {
        // The registers of each bank: its hash function, the number of bytes, and the bits.
        var banks = try connection.capability(5, from: 0, count: 64)
        var present: [UInt8] = []
        while let hash = banks.short(), let count = banks.bytes(1)?[0],
            let bits = banks.bytes(Int(count))
        {
            if hash == Self.bank { present = bits }
        }
        let missing = pcrs.filter { register in
            register / 8 >= present.count || present[register / 8] & 1 << (register % 8) == 0
        }
        guard let first = missing.first else { return }
        throw KeychainError(
            .notAvailable,
            "\(address): it has no SHA-256 bank for PCR \(first); enable the bank in the firmware's"
                + " settings, or bind to no PCRs")
    }

    /// Starts a session with the policy that registers have their present values.
    ///
    /// - Returns: The session, and the digest of the policy.
    func policy(_ pcrs: [Int]) throws(KeychainError) -> (session: Handle, digest: [UInt8]) {
        let policySession = try makeSession(.policy)
        let limit:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Pointer, Pointer
            ) -> UInt32 = library.function("Esys_PolicyPCR")
        let selection = try structure(
            "TPML_PCR_SELECTION",
            TPMWriter.unsized {
                $0.long(1)
                $0.short(Self.bank)
                $0.append([3] + Self.bits(pcrs))
            })
        // No digest of values: the TPM takes the present ones.
        let values = TPMStructure()
        try check(
            limit(
                esys, policySession, Self.none, Self.none, Self.none, values.pointer,
                selection.pointer))
        let get:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, TPMLibrary.Output
            ) -> UInt32 = library.function("Esys_PolicyGetDigest")
        var digest: Pointer?
        try check(get(esys, policySession, Self.none, Self.none, Self.none, &digest))
        guard let bytes = library.take(digest, "TPM2B_DIGEST") else { throw malformed }
        return (policySession, Array(bytes.dropFirst(2)))
    }
}
