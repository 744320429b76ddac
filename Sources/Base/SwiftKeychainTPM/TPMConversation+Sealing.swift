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

    /// Starts a session with the policy that registers have their present values.
    ///
    /// - Returns: The session, and the digest of the policy.
    func policy(_ pcrs: [Int]) throws(KeychainError) -> (session: Handle, digest: [UInt8]) {
        let policySession = try makeSession(.policy)
        let limit:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Pointer, Pointer
            ) -> UInt32 = library.function("Esys_PolicyPCR")
        // A bit for each of the 24 registers, the lowest first in each byte.
        var bits: [UInt8] = [0, 0, 0]
        for register in pcrs { bits[register / 8] |= 1 << (register % 8) }
        let selection = try structure(
            "TPML_PCR_SELECTION",
            TPMWriter.unsized {
                $0.long(1)
                $0.short(0x000b)  // the bank of SHA-256
                $0.append([3] + bits)
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
