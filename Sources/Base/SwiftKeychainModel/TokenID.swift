// SPDX-License-Identifier: Apache-2.0
/// The tokens whose keys are made and used here, by the value of `kSecAttrTokenID`.
package enum TokenID: String, Sendable {
    /// The Secure Enclave, which is a TPM on Linux: P-256.
    case secureEnclave = "com.apple.setoken"
    /// The TPM with all that most chips can do.
    case tpm = "com.apple.setoken:tpm2"

    /// Reads the value of `kSecAttrTokenID`.
    ///
    /// - Throws: `itemNotFound` for any other token.
    package init(_ value: AttributeValue) throws(KeychainError) {
        guard let token = value.text.flatMap(Self.init(rawValue:)) else {
            throw KeychainError(.itemNotFound, "kSecAttrTokenID: no such token")
        }
        self = token
    }

    /// Returns whether a value names a Secure Enclave.
    package static func isSecureEnclave(_ value: AttributeValue?) -> Bool {
        guard let text = value?.text else { return false }
        return text == secureEnclave.rawValue || text.hasPrefix(secureEnclave.rawValue + ":")
    }
}
