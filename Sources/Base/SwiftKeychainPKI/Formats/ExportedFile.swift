// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory

/// A file that items are written to.
///
/// | format | items | file |
/// |---|---|---|
/// | `certificate` | one certificate | DER |
/// | `pemSequence` | certificates, keys, identities | a PEM block for each certificate and key |
/// | `pkcs7` | certificates | SignedData without signers |
/// | `pkcs12` | certificates, private keys, identities | PFX, encrypted |
/// | `openSSL` | one key | PKCS#1 or SEC 1; SubjectPublicKeyInfo if it is public |
/// | `bsafe` | one key | PKCS#8; PKCS#1 if it is public, of RSA only |
/// | `wrappedPKCS8` | one private key | EncryptedPrivateKeyInfo |
/// | `wrappedOpenSSL` | one private key | encrypted PEM |
/// | `openSSH` | one private key, or public keys | `openssh-key-v1`, or a line for each key |
/// | `rawKey` | one symmetric key | its bytes |
public enum ExportedFile {
    /// Writes items.
    ///
    /// - Parameters:
    ///   - format: `unknown` chooses: a certificate as DER, a key as OpenSSL has it, a symmetric key
    ///     as its bytes, an identity as PKCS#12, several items as PEM.
    ///   - isArmoured: whether PEM text is written where the format isn't text anyway.
    ///   - passphrase: what PKCS#12 and encrypted keys are protected with; only that of PKCS#12 may be empty.
    /// - Throws: `passphraseRequired`; `unsupportedFormat` for a format that isn't written;
    ///   `invalidArgument` for items that the format doesn't hold.
    public static func write(
        _ items: [ImportedItem], as format: FileFormat = .unknown, isArmoured: Bool = false,
        passphrase: Passphrase? = nil
    ) throws(PKIError) -> SecretBytes {
        guard !items.isEmpty else { throw PKIError(.invalidArgument, "export: no items") }
        let format = format == .unknown ? usual(items) : format
        switch format {
        case .pemSequence: return PEMBlock.write(try blocks(items))
        case .certificate:
            guard items.count == 1, let certificate = items[0].certificate else {
                throw unfit("a single certificate")
            }
            return text("CERTIFICATE", .octets(certificate.der), isArmoured)
        case .pkcs7:
            let certificates = try items.map { item throws(PKIError) in
                guard let certificate = item.certificate else { throw unfit("certificates only") }
                return certificate
            }
            return text("PKCS7", CertificateBundle.write(certificates), isArmoured)
        case .pkcs12:
            let file = try PKCS12Writer.write(items, try needed(passphrase, mayBeEmpty: true))
            return text("PKCS12", file, isArmoured)
        case .rawKey:
            guard items.count == 1, case .symmetricKey(let bytes) = items[0].value else {
                throw unfit("a single symmetric key")
            }
            return bytes.duplicate
        case .openSSL:
            let (label, tree) = block(of: try key(items))
            return text(label, tree, isArmoured)
        case .bsafe:
            let key = try key(items)
            guard key.part == .public else {
                return text("PRIVATE KEY", PrivateKeyInfo.write(key), isArmoured)
            }
            guard key.family == .rsa else { throw unfit("an RSA key") }
            return text("RSA PUBLIC KEY", .octets(key.publicBytes), isArmoured)
        case .wrappedPKCS8:
            let key = try privateKey(items)
            let tree = try EncryptedPrivateKeyInfo.write(
                key, try PasswordSealing(try needed(passphrase)))
            return text("ENCRYPTED PRIVATE KEY", tree, isArmoured)
        case .wrappedOpenSSL:
            let (label, tree) = block(of: try privateKey(items))
            // Always text: PEM headers describe the encryption.
            return PEMBlock.write([
                try PEMEncryption.seal(PEMBlock(label, tree), try needed(passphrase))
            ])
        case .openSSH: return try openSSH(items)
        case .unknown, .openSSH1, .wrappedSSH, .wrappedLSH, .netscapeSequence:
            throw PKIError(.unsupportedFormat, "export: the format can't be written")
        }
    }

    /// Returns the format that `kSecFormatUnknown` means: the usual one of a single item, PEM for several.
    private static func usual(_ items: [ImportedItem]) -> FileFormat {
        guard items.count == 1 else { return .pemSequence }
        switch items[0].value {
        case .certificate: return .certificate
        case .key: return .openSSL
        case .symmetricKey: return .rawKey
        case .identity: return .pkcs12
        }
    }

    /// Makes the PEM blocks of the items; an identity becomes a certificate and a key.
    private static func blocks(_ items: [ImportedItem]) throws(PKIError) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        for item in items {
            if let certificate = item.certificate {
                blocks.append(PEMBlock("CERTIFICATE", .octets(certificate.der)))
            }
            if let key = item.key {
                let (label, tree) = block(of: key)
                blocks.append(PEMBlock(label, tree))
            }
            if case .symmetricKey = item.value { throw unfit("no symmetric keys") }
        }
        return blocks
    }

    /// Writes one private key as OpenSSH's PEM, or public keys as lines of an `authorized_keys` file.
    private static func openSSH(_ items: [ImportedItem]) throws(PKIError) -> SecretBytes {
        // Of an identity, the private key: the format has no X.509 certificates.
        if items.count == 1, let key = items[0].key, key.part == .private {
            return text("OPENSSH PRIVATE KEY", .secret(try SSHPrivateKey.write(key)), true)
        }
        var lines: [UInt8] = []
        for item in items {
            guard case .key(let key) = item.value, key.part == .public else {
                throw unfit("one private key, or public keys")
            }
            lines += SSHPublicKey.line(key)
        }
        return SecretBytes(copying: lines)
    }

    /// Returns the key of a single item; of an identity, the private one.
    private static func key(_ items: [ImportedItem]) throws(PKIError) -> CryptoKey {
        guard items.count == 1, let key = items[0].key else { throw unfit("a single key") }
        return key
    }

    /// Returns the private key of a single item.
    private static func privateKey(_ items: [ImportedItem]) throws(PKIError) -> CryptoKey {
        let key = try key(items)
        guard key.part == .private else { throw unfit("a private key") }
        return key
    }

    /// Writes a key as PEM has it: a private key as OpenSSL always did, PKCS#1 or SEC 1, and a public key as
    /// SubjectPublicKeyInfo.
    private static func block(of key: CryptoKey) -> (label: String, tree: DERTree) {
        switch (key.part, key.family) {
        case (.public, _): ("PUBLIC KEY", SubjectPublicKeyInfo.write(key))
        case (.private, .rsa): ("RSA PRIVATE KEY", .secret(key.privateBytes!))
        case (.private, .ellipticCurve(let curve)):
            ("EC PRIVATE KEY", ECPrivateKey.write(key, on: curve, namesCurve: true))
        }
    }

    /// Writes a file of one structure, as PEM with a label or in DER.
    private static func text(_ label: String, _ tree: DERTree, _ isArmoured: Bool) -> SecretBytes {
        isArmoured ? PEMBlock.write([PEMBlock(label, tree)]) : tree.encoded()
    }

    /// Returns the passphrase of an encrypted format.
    ///
    /// - Parameter mayBeEmpty: whether an empty one is a passphrase. Many programs give PKCS#12 files that one.
    /// - Throws: `passphraseRequired` without one.
    private static func needed(
        _ passphrase: Passphrase?, mayBeEmpty: Bool = false
    ) throws(PKIError) -> Passphrase {
        guard let passphrase, mayBeEmpty || !passphrase.isEmpty else {
            throw PKIError(.passphraseRequired, "export: the format needs a passphrase")
        }
        return passphrase
    }

    /// Makes the error for items that the chosen format can't hold; `what` says what it can.
    private static func unfit(_ what: String) -> PKIError {
        PKIError(.invalidArgument, "export: the format holds \(what)")
    }
}
