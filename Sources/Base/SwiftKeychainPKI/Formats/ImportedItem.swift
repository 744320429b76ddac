// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// One thing that a file holds, or that is to be written to one.
public struct ImportedItem: Sendable {
    public enum Value: Sendable {
        case certificate(Certificate)
        /// A public or private key: RSA or elliptic curve.
        case key(CryptoKey)
        /// The bytes of a symmetric key.
        case symmetricKey(SecretBytes)
        /// A certificate and its private key.
        case identity(Certificate, CryptoKey)
    }

    public let value: Value
    /// The name that the file gives the item, or the key of an identity: friendlyName of PKCS#12, the comment of
    /// OpenSSH.
    public let label: String?
    /// The name of the certificate. In an identity the key may have a different name.
    package let certificateLabel: String?
    /// What ties a certificate and a key together in PKCS#12: localKeyID.
    public let keyID: [UInt8]?

    public init(_ value: Value, label: String? = nil, keyID: [UInt8]? = nil) {
        self.init(value, label: label, certificateLabel: label, keyID: keyID)
    }

    package init(_ value: Value, label: String?, certificateLabel: String?, keyID: [UInt8]?) {
        self.value = value
        self.label = label
        self.certificateLabel = certificateLabel
        self.keyID = keyID
    }

    /// The certificate, alone or of an identity.
    public var certificate: Certificate? {
        switch value {
        case .certificate(let certificate), .identity(let certificate, _): certificate
        default: nil
        }
    }

    /// The public or private key, alone or of an identity; nil for a symmetric one.
    public var key: CryptoKey? {
        switch value {
        case .key(let key), .identity(_, let key): key
        default: nil
        }
    }
}

extension Certificate {
    /// Returns true if a private key is the one of the certificate's public key.
    /// It compares the public halves; no signature is made.
    public func belongs(to key: CryptoKey) -> Bool {
        guard key.part == .private, let publicKey = try? publicKey.cryptoKey() else { return false }
        return publicKey.family == key.family && publicKey.publicBytes == key.publicBytes
    }
}
