import Foundation
import SwiftKeychainPKI
import SwiftKeychainMemory
import SwiftKeychainModel

extension SecKey {
    /// Reads a key from its external representation.
    package static func read(
        _ data: NSData, _ attributes: NSDictionary
    ) throws(KeychainError) -> SecKey {
        let request = try KeyImport(attributes)
        return try data.lend { bytes throws(KeychainError) in
            switch request.kind {
            case .pair(let type, let part):
                return SecKey(try CryptoKey.readForeign(type, part, bytes), request.attributes)
            case .symmetric(let type):
                let secret = SecretBytes(copying: bytes)
                return SecKey(
                    symmetric: secret,
                    try type.attributes(of: secret).merging(request.attributes) { $1 }
                        .withHistory(given: request.attributes))
            }
        }
    }

    /// Gives the public key of the pair: the key itself where it is public.
    ///
    /// - Throws: `parameter` for a symmetric key, which has none.
    package func publicKey() throws(KeychainError) -> SecKey {
        if part == .public { return self }
        guard let publicFacts else {
            throw KeychainError(.parameter, "key: a symmetric key has no public key")
        }
        return SecKey(try publicFacts.publicKey())
    }

    /// Tells how many bytes the modulus, a coordinate or a block of the cipher has; 0 for a
    /// symmetric key of an unknown kind.
    package var blockSize: Int {
        publicFacts?.blockSize
            ?? itemAttributes[.type]?.keyNumber.flatMap(SymmetricKeyType.init(rawValue:))?.blockSize
            ?? 0
    }
}
