// SPDX-License-Identifier: Apache-2.0
import CKeychainCrypto

/// A hash function of FIPS 180-4.
///
/// Its `EVP_MD` is fetched once and kept: fetching it anew doubles the cost of a short message.
public enum HashFunction: Int, CaseIterable, Sendable {
    case sha1, sha224, sha256, sha384, sha512

    /// The name that libcrypto and the algorithms of `SecKey` use.
    package var name: StaticString { row.name }
    /// The number of bytes a digest has.
    package var byteCount: Int { row.byteCount }

    private var row: (name: StaticString, byteCount: Int) {
        switch self {
        case .sha1: ("SHA1", 20)
        case .sha224: ("SHA224", 28)
        case .sha256: ("SHA256", 32)
        case .sha384: ("SHA384", 48)
        case .sha512: ("SHA512", 64)
        }
    }

    /// The `EVP_MD`.
    package var method: OpaquePointer { Self.methods[rawValue] }

    nonisolated(unsafe) private static let methods: [OpaquePointer] = allCases.map { function in
        CryptoLibrary.fetched(
            EVP_MD_fetch(CryptoLibrary.context, "\(function.name)", nil), "\(function.name)")
    }

    /// Hashes bytes.
    package func digest(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: byteCount)
        guard EVP_Digest(bytes.octets, bytes.count, &digest, nil, method, nil) == 1 else {
            fatalError("libcrypto: \(name) failed")
        }
        return digest
    }

    /// Hashes bytes.
    package func digest(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { digest($0) } }
}
