// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainPKI

/// A call of SecItemImport: a file that was read, and how to import it.
struct ItemImport {
    private let file: ImportedFile
    private let attributes: [Attribute: AttributeValue]

    /// The format of the file, the raw value of a `SecExternalFormat`.
    var format: UInt32 { file.format.rawValue }
    /// The kind of item in the file, the raw value of a `SecExternalItemType`.
    var kind: UInt32 { file.kind.rawValue }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - format: the format that the caller expects, the raw value of a `SecExternalFormat`.
    ///   - kind: the kind of item that the caller expects, the raw value of a
    ///     `SecExternalItemType`.
    /// - Throws: as ``ImportedFile/read(_:_:passphrase:)`` and, where the user has to be asked for
    ///   the passphrase, ``FilePassphrase/opening(_:)``; `severalPrivateKeys` where only one is
    ///   allowed; `parameter` for invalid parameters.
    init(
        _ data: NSData, name: NSString?, format: UInt32, kind: UInt32,
        _ parameters: SecItemImportExportKeyParameters
    ) throws(KeychainError) {
        guard let format = FileFormat(rawValue: format), let kind = FileKind(rawValue: kind) else {
            throw KeychainError(.parameter, "inputFormat, itemType: not one of their values")
        }
        attributes = try parameters.attributes()
        let source = try parameters.passphraseSource()
        let hint = ImportedFile.Hint(
            format: format, kind: kind, name: name.flatMap { CFValue($0).text })
        file = try source.reading { passphrase in
            try data.lend { try callPKI(ImportedFile.read($0, hint, passphrase: passphrase)) }
        }
        let privateKeys = file.items.filter { $0.key?.part == .private }
        if parameters.flags.contains(.importOnlyOne), privateKeys.count > 1 {
            throw KeychainError(
                .severalPrivateKeys, "importOnlyOne: the file has several private keys")
        }
    }

    /// Returns the items as objects, stored in a keychain or only in memory.
    ///
    /// - Throws: `duplicateItem` when one of them is stored already; then none is stored.
    func objects(in keychain: SecKeychain?) throws(KeychainError) -> NSArray {
        var objects: [AnyObject] = []
        if let keychain = keychain?.keychain {
            let stored = try keychain.store(
                file.items, keyAttributes: attributes, duplicates: .refused)
            for item in stored { objects.append(try item.object(in: keychain)) }
        } else {
            for item in file.items { objects.append(try item.object(attributes)) }
        }
        return NSArray(array: objects)
    }
}

extension ImportedItem {
    /// Makes the object of an item that is only in memory.
    func object(_ attributes: [Attribute: AttributeValue]) throws(KeychainError) -> AnyObject {
        switch value {
        case .certificate(let certificate): return SecCertificate(certificate)
        case .key(let key): return self.key(key, attributes)
        case .symmetricKey(let bytes):
            let bits = AttributeValue.number(Int64(8 * bytes.count))
            let usual: [Attribute: AttributeValue] = [
                .keyClass: .number(2), .keySizeInBits: bits, .effectiveKeySize: bits,
            ]
            return SecKey(symmetric: bytes, usual.merging(attributes) { $1 })
        case .identity(let certificate, let key):
            return try Self.identity(certificate, self.key(key, attributes))
        }
    }

    /// Makes the object of a key that is only in memory.
    private func key(_ key: CryptoKey, _ attributes: [Attribute: AttributeValue]) -> SecKey {
        var given = key.part == .private ? attributes : [:]
        if let label { given[.label] = .string(label) }
        return SecKey(key, given)
    }

    static func identity(
        _ certificate: Certificate, _ key: SecKey
    ) throws(KeychainError) -> SecIdentity {
        guard let identity = SecIdentity(SecCertificate(certificate), key) else {
            throw KeychainError(.parameter, "identity: the key does not belong to the certificate")
        }
        return identity
    }
}

extension StoredImport {
    /// Makes the object of an item that was stored in a keychain.
    ///
    /// - Parameter carried: what each use of a key needs.
    func object(
        in keychain: Keychain, _ carried: CarriedContext? = nil
    ) throws(KeychainError) -> AnyObject {
        switch imported.value {
        case .certificate(let certificate): return SecCertificate(certificate)
        case .key(let key): return SecKey(try stored(key, keychain), carried)
        case .symmetricKey: return SecKey(try stored(nil, keychain), carried)
        case .identity(let certificate, let key):
            return try ImportedItem.identity(
                certificate, SecKey(try stored(key, keychain), carried))
        }
    }

    private func stored(
        _ pair: CryptoKey?, _ keychain: Keychain
    ) throws(KeychainError) -> StoredKey {
        guard let item = key else {
            throw KeychainError(.internalComponent, "import: a key that was not stored")
        }
        var publicKey: CryptoKey?
        if let pair { publicKey = try callPKI(pair.publicKey()) }
        return try StoredKey(item, publicKey: publicKey, in: keychain)
    }
}
