import Foundation
import SwiftKeychainPKI
import SwiftKeychain
import SwiftKeychainModel

/// Is one call of SecItemImport: a file that was read, and what becomes of it.
package struct ItemImport {
    private let file: ImportedFile
    private let attributes: [Attribute: AttributeValue]

    /// Names the format the file has, as `SecExternalFormat` numbers it.
    package var format: UInt32 { file.format.rawValue }
    /// Names what the file holds, as `SecExternalItemType` numbers it.
    package var kind: UInt32 { file.kind.rawValue }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - format: what the caller takes it for, as `SecExternalFormat` numbers it.
    ///   - kind: what the caller thinks it holds, as `SecExternalItemType` numbers it.
    /// - Throws: as ``ImportedFile/read(_:_:passphrase:)`` and, where a person is to be asked for
    ///   the passphrase, ``FilePassphrase/opening(_:)``; `severalPrivateKeys` where only one may
    ///   be; `parameter` for parameters that mean nothing.
    package init(
        _ data: NSData, name: NSString?, format: UInt32, kind: UInt32,
        _ parameters: KeyParameterValues
    ) throws(KeychainError) {
        guard let format = FileFormat(rawValue: format), let kind = FileKind(rawValue: kind) else {
            throw KeychainError(.parameter, "inputFormat, itemType: not one of their values")
        }
        attributes = try parameters.attributes()
        let source = try parameters.passphraseSource()
        let hint = ImportedFile.Hint(
            format: format, kind: kind, name: name.flatMap { CallerValue($0).text })
        file = try source.reading { (passphrase) throws(KeychainError) in
            try data.lend { bytes throws(KeychainError) in
                try ImportedFile.read(bytes, hint, passphrase: passphrase)
            }
        }
        let privateKeys = file.items.filter { $0.key?.part == .private }
        if parameters.isOnlyOne, privateKeys.count > 1 {
            throw KeychainError(.severalPrivateKeys, "importOnlyOne: the file has several")
        }
    }

    /// Gives the items as objects, stored in a keychain or in memory only.
    ///
    /// - Throws: `duplicateItem` when one of them is stored already: nothing is stored then.
    package func objects(in keychain: SecKeychain?) throws(KeychainError) -> NSArray {
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
