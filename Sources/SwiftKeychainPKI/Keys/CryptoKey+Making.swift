import CKeychainCrypto
import SwiftKeychainMemory

// What reading and generating keys of both families have in common.
extension CryptoKey {
    /// Makes an `EVP_PKEY` of its numbers; the caller owns it.
    static func assemble(
        _ algorithm: StaticString, _ part: Part, _ parameters: ParameterList
    ) throws(PKIError) -> OpaquePointer {
        let maker = EVP_PKEY_CTX_new_from_name(CryptoLibrary.context, algorithm.characters, nil)
        defer { EVP_PKEY_CTX_free(maker) }
        var handle: OpaquePointer?
        let selection = part == .public ? keychain_pkey_public() : keychain_pkey_pair()
        let isMade =
            EVP_PKEY_fromdata_init(maker) == 1
            && parameters.withParameters { EVP_PKEY_fromdata(maker, &handle, selection, $0) } == 1
        guard isMade, let handle else {
            EVP_PKEY_free(handle)
            throw .crypto(.invalidArgument, "key data: no valid key")
        }
        return handle
    }

    /// Generates an `EVP_PKEY`; the caller owns it.
    static func generate(
        _ algorithm: StaticString, _ prepare: (OpaquePointer) -> Int32
    ) throws(PKIError) -> OpaquePointer {
        let maker = EVP_PKEY_CTX_new_from_name(CryptoLibrary.context, algorithm.characters, nil)
        defer { EVP_PKEY_CTX_free(maker) }
        var handle: OpaquePointer?
        guard let maker, EVP_PKEY_keygen_init(maker) == 1, prepare(maker) == 1,
            EVP_PKEY_generate(maker, &handle) == 1, let handle
        else { throw .crypto(.libraryFailure, "generating a key failed") }
        return handle
    }

    /// Reads numbers of an `EVP_PKEY`, each with `count` bytes, highest first.
    static func numbers(
        _ names: [StaticString], of handle: OpaquePointer, bytes count: Int
    ) throws(PKIError) -> [SecretBytes] {
        var list = ParameterList()
        for name in names { list.append(name, roomForIntegerOf: count) }
        guard list.withParameters({ EVP_PKEY_get_params(handle, $0) }) == 1 else {
            throw .crypto(.libraryFailure, "reading a generated key failed")
        }
        return names.indices.map { list.integer(at: $0) }
    }
}

extension SecretBytes {
    /// Copies the bytes where they are no secret.
    var copied: [UInt8] { withBytes { [UInt8]($0) } }
}
