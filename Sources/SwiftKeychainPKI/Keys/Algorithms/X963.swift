import CKeychainCrypto
import SwiftKeychainMemory

/// Derives keys as ANSI X9.63 does (SEC 1, 3.6.1): hash(Z ‖ counter ‖ SharedInfo), from 1 on.
enum X963 {
    nonisolated(unsafe) private static let method = CryptoLibrary.fetched(
        EVP_KDF_fetch(CryptoLibrary.context, "X963KDF", nil), "X963KDF")

    static func derive(
        from secret: SecretBytes, _ hash: HashFunction, sharedInfo: UnsafeRawBufferPointer,
        count: Int
    ) throws(PKIError) -> SecretBytes {
        var parameters = ParameterList()
        parameters.append("digest", text: hash.name)
        secret.withBytes { parameters.append("key", octets: $0) }
        if !sharedInfo.isEmpty { parameters.append("info", octets: sharedInfo) }
        let context = EVP_KDF_CTX_new(method)
        defer { EVP_KDF_CTX_free(context) }
        return try SecretBytes(count: count) { room throws(PKIError) in
            guard
                parameters.withParameters({ EVP_KDF_derive(context, room.octets, count, $0) }) == 1
            else { throw .crypto(.libraryFailure, "X9.63 derivation") }
        }
    }
}
