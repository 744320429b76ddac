// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

extension EnvelopedMessage {
    /// Decrypts the content with the private key of a recipient that is in one of the keychains,
    /// together with its certificate. The user is asked once for all recipients.
    ///
    /// - Throws: `userCanceled` if the user dismisses the prompt; `itemNotFound` if no keychain has the identity of a recipient; as
    ///   ``StoredKey/decrypt(_:_:)``; `decode` for content that doesn't decrypt.
    package func decrypt(
        in keychains: [Keychain], asking authentication: Authentication
    ) throws(KeychainError) -> SecretBytes {
        let authentication = authentication.forOneCall
        var failure: KeychainError?
        for recipient in recipients {
            for keychain in keychains {
                do throws(KeychainError) {
                    let identities = try keychain.identities(
                        recipient.identifier.conditions, asking: authentication)
                    guard let identity = identities.first else { continue }
                    let key = try recipient.contentKey(with: identity.privateKey)
                    return try callPKI(decrypt(key))
                } catch {
                    if error.code == .userCanceled { throw error }
                    failure = failure ?? error
                }
            }
        }
        throw failure
            ?? KeychainError(.itemNotFound, "message: no keychain has the key of a recipient")
    }
}

extension EnvelopedMessage {
    /// Decrypts the content, and reads it.
    ///
    /// - Returns: the message inside, and unless that is signed its bytes.
    /// - Throws: as ``decrypt(in:asking:)``.
    package func open(
        in keychains: [Keychain], asking authentication: Authentication
    ) throws(KeychainError) -> (message: CryptographicMessage, content: SecretBytes?) {
        let plain = try decrypt(in: keychains, asking: authentication)
        let inside = try translating {
            try plain.withBytes { try callPKI(CryptographicMessage.read($0, of: contentType)) }
        }
        if case .signed = inside { return (inside, nil) }
        return (inside, plain)
    }
}

extension MessageRecipient {
    /// Gets the content key with the recipient's key; nil if this key doesn't open it.
    fileprivate func contentKey(with key: StoredKey) throws(KeychainError) -> SecretBytes? {
        do throws(KeychainError) {
            switch operation {
            case .decrypt(let bytes, let algorithm):
                return contentKey(try key.decrypt(bytes, algorithm))
            case .exchange(let peer, let algorithm, let count, let info):
                return contentKey(
                    try key.exchange(with: peer, algorithm, count: count, sharedInfo: info))
            case .unsupported:
                throw KeychainError(
                    .unsupportedFormat, "message: the encryption of its key isn't supported")
            }
        } catch {
            // Bytes that aren't for the key are an error of the message, which decrypting reports.
            guard error.code == .parameter else { throw error }
            return nil
        }
    }
}

extension CertificateIdentifier {
    /// The attributes under which a keychain stores the certificate.
    package var conditions: [Attribute: AttributeValue] {
        switch self {
        case .issuer(let name, let serialNumber):
            [.issuer: .data(name.normalisedContent), .serialNumber: .data(serialNumber)]
        case .key(let identifier): [.subjectKeyID: .data(identifier)]
        }
    }
}
