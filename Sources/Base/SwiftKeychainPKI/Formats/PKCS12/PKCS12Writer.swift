// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A writer of PKCS#12 files (RFC 7292): keys and certificates under PBES2 with AES-256, and an integrity
/// code over SHA-256.
///
///     PFX  3
///         data: the authenticated safe
///             encryptedData: the bags of certificates
///             data: the bags of keys, each encrypted by itself
///         MacData over the safe
///
/// All encryption uses one derived key (``PasswordSealing``); the MAC has a salt and a derivation of its own.
enum PKCS12Writer {
    /// Writes certificates, private keys and identities.
    ///
    /// - Throws: `invalidArgument` for a public or symmetric key, which these files don't hold.
    static func write(
        _ items: [ImportedItem], _ passphrase: Passphrase
    ) throws(PKIError) -> DERTree {
        let sealing = try PasswordSealing(passphrase)
        var certificates: [DERTree] = []
        var keys: [DERTree] = []
        // A certificate that several items share is written once.
        var written: Set<Certificate> = []
        for item in items {
            // Ties both halves of an identity together, if the item has no identifier.
            let keyID = item.keyID ?? item.key?.publicKeyHash
            if let key = item.key {
                guard key.part == .private else {
                    throw PKIError(.invalidArgument, "PKCS#12: the format can't hold public keys")
                }
                let sealed = try EncryptedPrivateKeyInfo.write(key, sealing)
                keys.append(bag(FormatOID.shroudedKeyBag, sealed, item.label, keyID))
            }
            if let certificate = item.certificate, written.insert(certificate).inserted {
                let content = DERTree.sequence(
                    .identifier(FormatOID.x509Certificate),
                    .element(.constructed(0), [.octetString(.octets(certificate.der))]))
                certificates.append(
                    bag(FormatOID.certificateBag, content, item.certificateLabel, keyID))
            }
            if case .symmetricKey = item.value {
                throw PKIError(.invalidArgument, "PKCS#12: the format can't hold symmetric keys")
            }
        }
        var parts: [DERTree] = []
        if !certificates.isEmpty {
            let sealed = try sealing.seal(DERTree.element(.sequence, certificates).encoded())
            let info = DERTree.sequence(
                .identifier(FormatOID.data), sealed.algorithm,
                .element(.primitive(0), [.octets(sealed.ciphertext)]))
            parts.append(
                CryptographicMessage.tree(FormatOID.encryptedData, .sequence(.number(0), info)))
        }
        if !keys.isEmpty { parts.append(data(.element(.sequence, keys))) }
        let safe = DERTree.element(.sequence, parts).bytes()
        let integrity = try safe.lending { bytes throws(PKIError) in
            try PKCS12Integrity.make(for: bytes, passphrase)
        }
        return .sequence(.number(3), data(.octets(safe)), integrity)
    }

    /// Makes a `ContentInfo` of the type data, with its content in an OCTET STRING.
    private static func data(_ content: DERTree) -> DERTree {
        CryptographicMessage.tree(FormatOID.data, .octetString(content))
    }

    /// Makes `SafeBag` (RFC 7292, section 4.2). Its attributes are the label in UTF-16, and the identifier that ties a
    /// key to its certificate.
    private static func bag(
        _ type: OID, _ content: DERTree, _ label: String?, _ keyID: [UInt8]?
    ) -> DERTree {
        var attributes: [DERTree] = []
        if let label {
            let octets = label.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            attributes.append(
                .attribute(FormatOID.friendlyName, .element(.bmpString, [.octets(octets)])))
        }
        if let keyID {
            attributes.append(.attribute(FormatOID.localKeyID, .octetString(.octets(keyID))))
        }
        return .element(
            .sequence,
            [.identifier(type), .element(.constructed(0), [content])]
                + (attributes.isEmpty ? [] : [.set(attributes)]))
    }
}
