// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainModel

/// The version of ``SecItemImportExportKeyParameters``.
public var SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION: Int32 { 0 }

/// The parameters for keys in import and export.
public struct SecItemImportExportKeyParameters {
    /// ``SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION``.
    public var version: UInt32
    public var flags: SecKeyImportExportFlags
    /// The passphrase, a string or data; nil for none.
    public var passphrase: Unmanaged<CFTypeRef>?
    /// The title of the prompt of ``SecKeyImportExportFlags/securePassphrase``; nil for the
    /// default.
    public var alertTitle: Unmanaged<CFString>?
    /// The text of the prompt of ``SecKeyImportExportFlags/securePassphrase``, such as the purpose of
    /// the passphrase; nil for none.
    public var alertPrompt: Unmanaged<CFString>?
    /// The access object to keep with the keys, or nil; see ``SecAccess``.
    public var accessRef: Unmanaged<SecAccess>?
    /// The operations of imported private keys: `kSecAttrCan…` names; nil for the default.
    public var keyUsage: Unmanaged<CFArray>?
    /// The attributes of imported private keys: `kSecAttrIsSensitive`, `kSecAttrIsExtractable`,
    /// `kSecAttrIsPermanent`; nil for extractable and not sensitive. The last has no effect.
    public var keyAttributes: Unmanaged<CFArray>?

    public init() {
        self.init(
            version: UInt32(SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION), flags: [], passphrase: nil,
            alertTitle: nil, alertPrompt: nil, accessRef: nil, keyUsage: nil, keyAttributes: nil)
    }

    public init(
        version: UInt32, flags: SecKeyImportExportFlags, passphrase: Unmanaged<CFTypeRef>?,
        alertTitle: Unmanaged<CFString>?, alertPrompt: Unmanaged<CFString>?,
        accessRef: Unmanaged<SecAccess>?, keyUsage: Unmanaged<CFArray>?,
        keyAttributes: Unmanaged<CFArray>?
    ) {
        self.version = version
        self.flags = flags
        self.passphrase = passphrase
        self.alertTitle = alertTitle
        self.alertPrompt = alertPrompt
        self.accessRef = accessRef
        self.keyUsage = keyUsage
        self.keyAttributes = keyAttributes
    }
}

extension SecItemImportExportKeyParameters {
    /// Reads where the passphrase comes from; the user is asked only when none is given.
    ///
    /// - Throws: `parameter` for another object, and for a title or prompt that is not text.
    func passphraseSource() throws(KeychainError) -> PassphraseSource {
        if let passphrase = passphrase?.takeUnretainedValue() {
            return .given(try Passphrase(passphrase, key: "passphrase"))
        }
        guard flags.contains(.securePassphrase) else { return .given(nil) }
        return .user(
            FilePassphrase(
                title: try Self.text(alertTitle, "alertTitle"),
                reason: try Self.text(alertPrompt, "alertPrompt") ?? ""))
    }

    /// Reads the attributes of imported keys: `keyUsage` lists the operations they can do,
    /// `keyAttributes` whether they are sensitive and extractable. Without a list the defaults
    /// apply. An access object is kept with each key.
    ///
    /// - Throws: `parameter` for an invalid list, and for an object that isn't a `SecAccess`.
    func attributes() throws(KeychainError) -> [Attribute: AttributeValue] {
        var attributes: [Attribute: AttributeValue] = [:]
        if let access = accessRef?.takeUnretainedValue() {
            attributes[.accessList] = try SecAccess.kept(access, "accessRef")
        }
        if let keyUsage = keyUsage?.takeUnretainedValue() {
            let names = try Self.names(keyUsage, among: Self.usages, "keyUsage")
            for usage in Self.usages { attributes[usage] = .boolean(names.contains(usage)) }
        }
        if let keyAttributes = keyAttributes?.takeUnretainedValue() {
            let names = try Self.names(keyAttributes, among: Self.properties, "keyAttributes")
            attributes[.isSensitive] = .boolean(names.contains(.isSensitive))
            attributes[.isExtractable] = .boolean(names.contains(.isExtractable))
        }
        return attributes
    }

    private static func text(
        _ field: Unmanaged<CFString>?, _ name: String
    ) throws(KeychainError) -> String? {
        try field.map { CFValue($0.takeUnretainedValue()) }?.unicode(name)
    }

    private static let usages: [Attribute] = [
        .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover,
        .canVerifyRecover, .canWrap, .canUnwrap,
    ]
    private static let properties: [Attribute] = [.isPermanent, .isSensitive, .isExtractable]

    /// Reads an array of names, of which all must be known.
    private static func names(
        _ object: AnyObject, among known: [Attribute], _ field: String
    ) throws(KeychainError) -> Set<Attribute> {
        let refusal = KeychainError(.parameter, "\(field): not a permitted name")
        let names = try CFValue.list(object, or: refusal) { element in
            known.first { $0.rawValue == CFValue(element).text }
        }
        return Set(names)
    }
}
