// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel

extension TPMConversation {
    /// Makes a key below the parent.
    ///
    /// - Parameter secret: what each use of the key needs.
    /// - Returns: Its public area, and the private one, encrypted by the TPM.
    package func create(
        _ template: TPMTemplate, _ secret: SecretBytes
    ) throws(KeychainError) -> (publicArea: [UInt8], privateArea: [UInt8]) {
        // TPM2B_SENSITIVE_CREATE in memory: a size that libtss2 computes, the secret, and no data.
        try create(template.publicArea(), secret.withBytes { TPMStructure(sized: $0, at: 2) })
    }

    /// Makes an object below the parent.
    ///
    /// - Returns: Its public area, and the private one, encrypted by the TPM.
    func create(
        _ template: [UInt8], _ sensitive: TPMStructure
    ) throws(KeychainError) -> (publicArea: [UInt8], privateArea: [UInt8]) {
        let create:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Pointer, Pointer, Pointer, Pointer,
                TPMLibrary.Output, TPMLibrary.Output, TPMLibrary.Output?, TPMLibrary.Output?,
                TPMLibrary.Output?
            ) -> UInt32 = library.function("Esys_Create")
        let area = try structure("TPM2B_PUBLIC", TPMWriter.sized { $0.append(template) })
        // Neither data nor registers.
        let empty = TPMStructure()
        var (outPrivate, outPublic): (Pointer?, Pointer?)
        try check(
            create(
                esys, parent, try preparedSession(), Self.none, Self.none, sensitive.pointer,
                area.pointer, empty.pointer, empty.pointer, &outPrivate, &outPublic, nil, nil,
                nil))
        guard let wrapped = library.take(outPrivate, "TPM2B_PRIVATE"),
            let made = library.take(outPublic, "TPM2B_PUBLIC")
        else { throw malformed }
        return (Array(made.dropFirst(2)), Array(wrapped.dropFirst(2)))
    }

    /// Loads a key or another object, and returns its handle.
    ///
    /// - Throws: `notAvailable` for a key of another TPM.
    package func load(
        _ publicArea: [UInt8], _ privateArea: [UInt8], _ secret: SecretBytes
    ) throws(KeychainError) -> Handle {
        let load:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Pointer, Pointer,
                UnsafeMutablePointer<Handle>
            ) -> UInt32 = library.function("Esys_Load")
        guard privateArea.count <= TPMStructure.size - 2 else {
            throw KeychainError(.decode, "key of a token: longer than any private area")
        }
        let wrapped = TPMStructure(sized: privateArea)
        let area = try structure("TPM2B_PUBLIC", TPMWriter.sized { $0.append(publicArea) })
        var handle = Self.none
        try check(
            load(
                esys, parent, try preparedSession(), Self.none, Self.none, wrapped.pointer,
                area.pointer, &handle))
        own(handle)
        try setAuth(secret, of: handle)
        return handle
    }

    /// Signs a digest of the size that the hash function has (ECDSA).
    package func sign(
        _ digest: [UInt8], _ key: Handle, hash: UInt16
    ) throws(KeychainError) -> (r: [UInt8], s: [UInt8]) {
        let sign:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Pointer, Pointer, Pointer,
                TPMLibrary.Output
            ) -> UInt32 = library.function("Esys_Sign")
        let scheme = try structure(
            "TPMT_SIG_SCHEME",
            TPMWriter.unsized {
                $0.short(0x0018)  // ECDSA
                $0.short(hash)
            })
        // No proof that the TPM made the digest: only restricted keys need one.
        let ticket = try structure(
            "TPMT_TK_HASHCHECK",
            TPMWriter.unsized {
                // TPM_ST_HASHCHECK, the null hierarchy, and no digest: the empty ticket of the specification.
                $0.short(0x8024)
                $0.long(0x4000_0007)
                $0.sized([])
            })
        let input = TPMStructure(sized: digest)
        var output: Pointer?
        try check(
            sign(
                esys, key, try preparedSession(), Self.none, Self.none, input.pointer,
                scheme.pointer, ticket.pointer, &output))
        guard let signature = library.take(output, "TPMT_SIGNATURE") else { throw malformed }
        var reader = TPMReader(signature)
        guard reader.short() == 0x0018, reader.short() != nil, let r = reader.sized(),
            let s = reader.sized(), reader.isAtEnd
        else { throw malformed }
        return (r, s)
    }

    /// Multiplies a point 04 ‖ X ‖ Y with the key, and returns the X coordinate.
    ///
    /// - Parameter size: the number of bytes of a coordinate.
    package func multiply(
        _ point: [UInt8], _ key: Handle, size: Int
    ) throws(KeychainError) -> SecretBytes {
        let multiply:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Pointer, TPMLibrary.Output
            ) -> UInt32 = library.function("Esys_ECDH_ZGen")
        let input = try structure(
            "TPM2B_ECC_POINT",
            TPMWriter.sized {
                $0.sized(Array(point.dropFirst().prefix(size)))
                $0.sized(Array(point.suffix(size)))
            })
        var output: Pointer?
        try check(
            multiply(
                esys, key, try preparedSession(), Self.none, Self.none, input.pointer, &output))
        // TPM2B_ECC_POINT in memory: its size, then the size and the room of each coordinate.
        return try takeSecret(output, at: 2, most: size, isNumber: true)
    }

    /// Raises a number as long as the modulus, and less than it, to the private exponent of an RSA key.
    package func raise(_ number: [UInt8], _ key: Handle) throws(KeychainError) -> SecretBytes {
        let decrypt:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Pointer, Pointer, Pointer,
                TPMLibrary.Output
            ) -> UInt32 = library.function("Esys_RSA_Decrypt")
        // TPM_ALG_NULL: the bare power, without padding.
        let scheme = try structure("TPMT_RSA_DECRYPT", [0x00, 0x10])
        let (input, label) = (TPMStructure(sized: number), TPMStructure())
        var output: Pointer?
        try check(
            decrypt(
                esys, key, try preparedSession(), Self.none, Self.none, input.pointer,
                scheme.pointer, label.pointer, &output))
        return try takeSecret(output, most: number.count, isNumber: true)
    }

    /// Takes the secret in a `TPM2B` out of a structure that libtss2 allocated, and wipes it there.
    ///
    /// - Parameters:
    ///   - offset: the place of the `TPM2B`.
    ///   - most: the most bytes that it may have.
    ///   - isNumber: whether the result has as many bytes, with zeros in front.
    func takeSecret(
        _ output: Pointer?, at offset: Int = 0, most: Int, isNumber: Bool = false
    ) throws(KeychainError) -> SecretBytes {
        guard let output else { throw malformed }
        defer { library.free(output) }
        let count = Int(output.load(fromByteOffset: offset, as: UInt16.self))
        guard count <= most else { throw malformed }
        let start = output + offset + 2
        defer { explicit_bzero(start, count) }
        let size = isNumber ? most : count
        return SecretBytes(count: size) { room in
            UnsafeMutableRawBufferPointer(rebasing: room[(size - count)...]).copyMemory(
                from: UnsafeRawBufferPointer(start: start, count: count))
        }
    }

    /// The error for an answer that doesn't have the form of its command.
    var malformed: KeychainError { connection.malformed }
}
