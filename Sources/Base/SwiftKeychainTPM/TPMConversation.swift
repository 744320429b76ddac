// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The use of a TPM for one operation: a connection, the parent of our keys, and an encrypted session to it.
///
/// This module speaks to a TPM 2.0 through libtss2 (TCG TSS 2.0 ESAPI), which it loads at first use. It offers three
/// things: keys that only the chip can use, secrets that the chip seals, and counters that only go up. A TPM has little
/// memory and may be shared by many programs, so the idea is that a conversation leaves nothing in the chip:
///
///     init      connect → find or make the parent → start a session, salted to the parent
///     use       load a key → sign, decrypt, unseal → …
///     deinit    flush every object and session, in reverse order → disconnect
///
/// 1. Keys aren't stored in the chip. The chip encrypts each key for its parent, and the caller stores the result.
/// 2. The parent is the storage key of the TCG's template. The same seed and template always make the same key, so it
///    can be made anew for each conversation. If one is kept at 0x81000001, that is used, which is faster.
/// 3. The session encrypts the first parameter in both directions (AES-128-CFB), so that secrets aren't readable on the
///    bus.
///
/// What may surprise: clearing the TPM changes the seed, so all keys made before are lost (``foreign(_:)``). Without a
/// resource manager in the kernel (`/dev/tpm0` instead of `/dev/tpmrm0`), objects of killed programs fill the chip; the
/// conversation removes them first, which is safe because such a connection is exclusive.
package final class TPMConversation {
    typealias Pointer = UnsafeMutableRawPointer
    /// An object or session by its number in libtss2 (`ESYS_TR`).
    package typealias Handle = UInt32

    let address: TPMAddress
    let library: TPMLibrary
    let esys: Pointer
    private(set) var parent: Handle = TPMConversation.none
    /// The name of the parent (`TPM2B_NAME` without its size).
    package private(set) var parentName: [UInt8] = []
    let connection: TPMConnection
    private let interface: Pointer
    private(set) var session: Handle = TPMConversation.none
    /// What must not stay in the chip, in the order in which it was made.
    private var open: [Handle] = []

    /// No object or session (`ESYS_TR_NONE`).
    static let none: Handle = 0xfff
    /// An empty password in place of a session (`ESYS_TR_PASSWORD`).
    private static let password: Handle = 0xff
    /// The owner hierarchy (`ESYS_TR_RH_OWNER`), whose keys are the same until the TPM is cleared.
    package static let owner: Handle = 0x101
    /// The null hierarchy (`TPM_RH_NULL`). It has no password, and its keys end when the machine restarts.
    static let null: Handle = 0x107

    /// What the session encrypts of a command, by the attributes that say so.
    enum Encryption: UInt8 {
        /// The first parameter of the command and that of its answer: continueSession, decrypt, encrypt.
        case both = 0x61
        /// The first parameter of the answer, of a command that has none to encrypt.
        case answer = 0x41
        case none = 0x01
    }

    /// - Parameters:
    ///   - expected: the name that the parent must have; nil to make a first key.
    ///   - hierarchy: where the parent is.
    /// - Throws: `unimplemented` without libtss2 or a TPM 2.0; `notAvailable` for a TPM that can't be used now, or
    ///   has another parent; `internalError` for a TPM that violates the specification.
    package init(
        _ address: TPMAddress, parent expected: [UInt8]?,
        in hierarchy: Handle = TPMConversation.owner
    ) throws(KeychainError) {
        guard let library = TPMLibrary.shared else {
            throw KeychainError(
                .unimplemented,
                "kSecAttrTokenID: no TPM without libtss2 (Debian: libtss2-esys-3.0.2-0)")
        }
        self.address = address
        self.library = library
        connection = try TPMConnection(address)
        if !address.hasResourceManager { try Self.removeLeftovers(connection) }
        interface = connection.makeInterface()
        let initialize:
            @convention(c) (
                TPMLibrary.Output, Pointer, Pointer?
            ) -> UInt32 = library.function("Esys_Initialize")
        var esys: Pointer?
        let result = initialize(&esys, interface, nil)
        guard result == 0, let esys else {
            interface.deallocate()
            throw KeychainError(.internalError, "\(address): libtss2 failed (\(result))")
        }
        self.esys = esys
        try openParent(expected, hierarchy)
        session = try makeSession(.authorization)
    }

    deinit {
        let flush: @convention(c) (Pointer, Handle) -> UInt32 = library.function(
            "Esys_FlushContext")
        for handle in open.reversed() { _ = flush(esys, handle) }
        let finalize: @convention(c) (TPMLibrary.Output) -> Void = library.function("Esys_Finalize")
        var pointer: Pointer? = esys
        finalize(&pointer)
        interface.deallocate()
    }

    /// Remembers an object that must not stay in the chip.
    func own(_ handle: Handle) { open.append(handle) }

    /// Throws the error of a result of libtss2.
    func check(_ result: UInt32) throws(KeychainError) {
        if let failure = connection.failure { throw failure }
        if result != 0 { throw TPMResult(result).error(address) }
    }

    /// Returns a session for the next command: that of the conversation if no other is given. libtss2 drops the
    /// encryption from a session after a command that failed: it is set each time, and read back.
    func preparedSession(
        _ encryption: Encryption = .both, of other: Handle? = nil
    ) throws(KeychainError) -> Handle {
        let session = other ?? session
        let wanted = encryption.rawValue
        let set: @convention(c) (Pointer, Handle, UInt8, UInt8) -> UInt32 = library.function(
            "Esys_TRSess_SetAttributes")
        try check(set(esys, session, wanted, 0xff))
        let get: @convention(c) (Pointer, Handle, UnsafeMutablePointer<UInt8>) -> UInt32 =
            library.function("Esys_TRSess_GetAttributes")
        var attributes: UInt8 = 0
        try check(get(esys, session, &attributes))
        guard attributes == wanted else {
            throw KeychainError(.internalError, "\(address): libtss2 doesn't encrypt the session")
        }
        return session
    }

    /// Makes a structure for a call.
    func structure(_ type: String, _ bytes: [UInt8]) throws(KeychainError) -> TPMStructure {
        guard let structure = TPMStructure(type, bytes, library) else {
            throw KeychainError(.decode, "key of a token: \(type) can't be read")
        }
        return structure
    }

    /// Returns the name of an object, which libtss2 computed from its public area.
    func name(of handle: Handle) throws(KeychainError) -> [UInt8] {
        let get: @convention(c) (Pointer, Handle, TPMLibrary.Output) -> UInt32 = library.function(
            "Esys_TR_GetName")
        var name: Pointer?
        try check(get(esys, handle, &name))
        guard let name else { return [] }
        defer { library.free(name) }
        let count = Int(name.load(as: UInt16.self))
        return Array(UnsafeRawBufferPointer(start: name + 2, count: min(count, 66)))
    }
}

// The parent and the session.
extension TPMConversation {
    /// The handle at which the TCG's guidance puts a storage key that stays in the chip.
    static let persistentParent: UInt32 = 0x8100_0001

    /// Finds or makes the parent in a hierarchy, and compares its name with `expected`.
    private func openParent(_ expected: [UInt8]?, _ hierarchy: Handle) throws(KeychainError) {
        if hierarchy == Self.owner, try openPersistentParent(expected) { return }
        guard let handle = try makeParent(in: hierarchy, Self.password) else {
            throw KeychainError(
                .notAvailable,
                "\(address): it has an owner password, and no storage key at 0x81000001; run"
                    + " security tpm provision")
        }
        parentName = try name(of: handle)
        parent = handle
        guard expected == nil || parentName == expected else { throw Self.foreign(address) }
    }

    /// Makes a storage key of the TCG's template, always the same one in a hierarchy.
    ///
    /// - Returns: nil when the hierarchy has another password.
    func makeParent(
        in hierarchy: Handle, _ authorization: Handle
    ) throws(KeychainError) -> Handle? {
        let create:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Pointer, Pointer, Pointer, Pointer,
                UnsafeMutablePointer<Handle>, TPMLibrary.Output?, TPMLibrary.Output?,
                TPMLibrary.Output?, TPMLibrary.Output?
            ) -> UInt32 = library.function("Esys_CreatePrimary")
        let template = try structure(
            "TPM2B_PUBLIC", TPMWriter.sized { $0.append(TPMTemplate.parent.publicArea()) })
        // No secret, no data, no registers.
        let empty = TPMStructure()
        var handle = Self.none
        let result = create(
            esys, hierarchy, authorization, Self.none, Self.none, empty.pointer, template.pointer,
            empty.pointer, empty.pointer, &handle, nil, nil, nil, nil)
        if TPMResult(result).isWrongAuth { return nil }
        try check(result)
        own(handle)
        return handle
    }

    /// Uses the storage key at ``persistentParent``, if it has the expected name; without a name, if it has our
    /// template. Returns false if there is no such key.
    private func openPersistentParent(_ expected: [UInt8]?) throws(KeychainError) -> Bool {
        guard let handle = try find(Self.persistentParent) else { return false }
        let name = try name(of: handle)
        if let expected {
            guard name == expected else { return false }
        } else {
            guard let area = try publicArea(of: handle), TPMTemplate.name(of: area) == name,
                TPMTemplate.parent.unique(of: area) != nil
            else { return false }
        }
        (parent, parentName) = (handle, name)
        return true
    }

    /// Reads the public area of an object (`TPMT_PUBLIC`); nil if it can't be encoded.
    private func publicArea(of handle: Handle) throws(KeychainError) -> [UInt8]? {
        let read:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, TPMLibrary.Output, TPMLibrary.Output?,
                TPMLibrary.Output?
            ) -> UInt32 = library.function("Esys_ReadPublic")
        var area: Pointer?
        try check(read(esys, handle, Self.none, Self.none, Self.none, &area, nil, nil))
        return library.take(area, "TPM2B_PUBLIC").map { Array($0.dropFirst(2)) }
    }

    /// Returns the error for a key of another TPM, or of this one before it was cleared.
    static func foreign(_ address: TPMAddress) -> KeychainError {
        TPMResult.foreign.error(address)
    }

    /// The kinds of session (`TPM_SE`).
    enum SessionKind: UInt8 {
        case authorization = 0
        case policy = 1
    }

    /// Starts a session that is salted to the parent.
    func makeSession(_ kind: SessionKind) throws(KeychainError) -> Handle {
        let start:
            @convention(c) (
                Pointer, Handle, Handle, Handle, Handle, Handle, Pointer?, UInt8, Pointer, UInt16,
                UnsafeMutablePointer<Handle>
            ) -> UInt32 = library.function("Esys_StartAuthSession")
        // AES-128-CFB, and SHA-256.
        let cipher = try structure("TPMT_SYM_DEF", [0x00, 0x06, 0x00, 0x80, 0x00, 0x43])
        var session = Self.none
        try check(
            start(
                esys, parent, Self.none, Self.none, Self.none, Self.none, nil, kind.rawValue,
                cipher.pointer, 0x000b, &session))
        own(session)
        return session
    }
}

// What programs that were killed left in a TPM without a resource manager.
extension TPMConversation {
    /// Flushes all loaded sessions and transient objects. It sends the commands itself (TPM2_GetCapability,
    /// TPM2_FlushContext; TPM 2.0 Library, part 3), because libtss2 flushes only what it loaded.
    private static func removeLeftovers(_ connection: TPMConnection) throws(KeychainError) {
        // Objects, and sessions that are loaded.
        for range: UInt32 in [0x8000_0000, 0x0200_0000] {
            // Handles.
            var handles = try connection.capability(1, from: range, count: 64)
            while let handle = handles.long() {
                // FlushContext.
                _ = try connection.ask(0x165, handle)
            }
        }
    }
}
