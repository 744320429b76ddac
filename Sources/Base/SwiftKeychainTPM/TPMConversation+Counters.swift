// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

extension TPMConversation {
    /// A counter, read and written with its secret, without dictionary-attack protection (`TPMA_NV`).
    /// In their order: AUTHWRITE, the type COUNTER, AUTHREAD, NO_DA.
    private static let counterAttributes: UInt32 = 0x0204_0014
    /// The attribute that the first increment sets.
    private static let written: UInt32 = 0x2000_0000
    private static let valueBytes: UInt16 = 8

    /// Returns the public area of a counter, `TPM2B_NV_PUBLIC`. The name of an index is the hash of it, so the attributes are
    /// part of the name.
    private func counterArea(at index: UInt32, _ attributes: UInt32) -> [UInt8] {
        TPMWriter.sized {
            $0.long(index)
            $0.short(0x000b)  // SHA-256, for the name
            $0.long(attributes)
            $0.sized([])  // no policy
            $0.short(Self.valueBytes)
        }
    }

    /// Sets the password of the owner hierarchy for the commands that follow.
    func setOwnerPassword(_ password: SecretBytes?) throws(KeychainError) {
        guard let password else { return }
        // The most that a TPM2B_AUTH holds: a digest of SHA-512.
        guard password.count <= 64 else { throw wrongOwnerPassword }
        try setAuth(password, of: Self.owner)
    }

    /// Passes the authorisation value of an object to libtss2, which computes HMACs with it instead of sending it.
    func setAuth(_ secret: SecretBytes, of handle: Handle) throws(KeychainError) {
        let setAuth: @convention(c) (Pointer, Handle, Pointer) -> UInt32 = library.function(
            "Esys_TR_SetAuth")
        let auth = secret.withBytes { TPMStructure(sized: $0) }
        try check(setAuth(esys, handle, auth.pointer))
    }

    var wrongOwnerPassword: KeychainError {
        KeychainError(.authenticationFailed, "\(address): not its owner password")
    }

    /// Makes a counter; its secret is encrypted on the way.
    ///
    /// - Returns: its handle; nil when something is at the index.
    func defineCounter(at index: UInt32, _ secret: SecretBytes) throws(KeychainError) -> Handle? {
        let define:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Pointer, Pointer,
                UnsafeMutablePointer<Handle>
            ) -> UInt32 = library.function("Esys_NV_DefineSpace")
        let auth = secret.withBytes { TPMStructure(sized: $0) }
        let area = try structure(
            "TPM2B_NV_PUBLIC", counterArea(at: index, Self.counterAttributes))
        var handle = Self.none
        let code = define(
            esys, Self.owner, try preparedSession(), Self.none, Self.none, auth.pointer,
            area.pointer, &handle)
        let result = TPMResult(code)
        if result.isTaken { return nil }
        if result.isWrongAuth { throw wrongOwnerPassword }
        try check(code)
        return handle
    }

    /// Returns the handle of what is at an index, or of an object that is kept in the chip; nil for nothing.
    func find(_ index: UInt32) throws(KeychainError) -> Handle? {
        let find:
            @convention(c) (
                Pointer, UInt32, Handle, Handle, Handle, UnsafeMutablePointer<Handle>
            ) -> UInt32 = library.function("Esys_TR_FromTPMPublic")
        var handle = Self.none
        let code = find(esys, index, Self.none, Self.none, Self.none, &handle)
        if TPMResult(code).isNoObject { return nil }
        try check(code)
        return handle
    }

    /// Returns whether a handle is that of a counter as ``defineCounter(at:_:)`` makes it, and has a value.
    func isCounter(_ handle: Handle) throws(KeychainError) -> Bool {
        let read:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, TPMLibrary.Output, TPMLibrary.Output?
            ) -> UInt32 = library.function("Esys_NV_ReadPublic")
        var output: Pointer?
        try check(read(esys, handle, Self.none, Self.none, Self.none, &output, nil))
        guard let area = library.take(output, "TPM2B_NV_PUBLIC"), area.count > 6 else {
            return false
        }
        let index = area[2..<6].reduce(0) { $0 << 8 | UInt32($1) }
        // With other attributes it isn't a counter that was made here.
        return area == counterArea(at: index, Self.counterAttributes | Self.written)
    }

    /// Adds one to a counter (TPM2_NV_Increment).
    func increment(_ handle: Handle) throws(KeychainError) {
        let increment: @convention(c) (Pointer, Handle, Handle, Handle, Handle, Handle) -> UInt32 =
            library.function("Esys_NV_Increment")
        try check(
            increment(esys, handle, handle, try preparedSession(.none), Self.none, Self.none))
    }

    /// Increments a counter that was just made, and returns its value. A counter without a value is removed: later nothing
    /// would say whose it is.
    func startCounter(_ handle: Handle) throws(KeychainError) -> UInt64 {
        do throws(KeychainError) {
            try increment(handle)
            guard let value = try valueIfAuthorized(handle) else {
                throw KeychainError(
                    .internalError, "\(address): refuses the secret of a new counter")
            }
            return value
        } catch {
            try? undefine(handle)
            throw error
        }
    }

    /// Returns the value of a counter; nil when it has another secret.
    func valueIfAuthorized(_ handle: Handle) throws(KeychainError) -> UInt64? {
        let read:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Handle, UInt16, UInt16, TPMLibrary.Output
            ) -> UInt32 = library.function("Esys_NV_Read")
        var output: Pointer?
        let code = read(
            esys, handle, handle, try preparedSession(.answer), Self.none, Self.none,
            Self.valueBytes, 0, &output)
        if TPMResult(code).isWrongAuth { return nil }
        try check(code)
        guard let bytes = library.take(output, "TPM2B_MAX_NV_BUFFER"), bytes.count == 10 else {
            throw malformed
        }
        return bytes.dropFirst(2).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Removes what is at an index, with the owner's authorization.
    func undefine(_ handle: Handle) throws(KeychainError) {
        let undefine: @convention(c) (Pointer, Handle, Handle, Handle, Handle, Handle) -> UInt32 =
            library.function("Esys_NV_UndefineSpace")
        let code = undefine(
            esys, Self.owner, handle, try preparedSession(.none), Self.none, Self.none)
        if TPMResult(code).isWrongAuth { throw wrongOwnerPassword }
        try check(code)
    }
}
