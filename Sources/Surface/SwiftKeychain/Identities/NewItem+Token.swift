// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainTokens

extension NewItem {
    /// Makes a private key in a token, and an item of it.
    ///
    /// - Parameter attributes: the type, and the size unless it is the usual one; what the owner adds.
    /// - Throws: `parameter` for another class, type or size than the token has; `unimplemented` without a TPM or
    ///   libtss2; as ``NewItem/key(_:_:)``.
    package static func generated(
        in token: TokenID, _ attributes: [Attribute: AttributeValue]
    ) throws(KeychainError) -> NewItem {
        guard let type = try attributes.number(.type).flatMap(CryptoKey.KeyType.init(rawValue:))
        else {
            throw KeychainError(.parameter, "kSecAttrKeyType: missing, or not of a pair")
        }
        guard try attributes.number(.keyClass) ?? 1 == 1 else {
            throw .refused(.keyClass, "a token has the private half")
        }
        let made = try TPMKey.create(
            type, bits: try attributes.number(.keySizeInBits), in: token, at: .configured())
        return try .key(CryptoKey.inToken(made), attributes)
    }
}
