// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Options for keys in import and export.
public struct SecKeyImportExportFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A file with several private keys fails with `errSecMultiplePrivKeys`.
    public static let importOnlyOne = SecKeyImportExportFlags(rawValue: 1 << 0)

    /// The user is asked for the passphrase through pinentry when none is given and the file needs
    /// one: on import up to twenty times, until it is right; on export twice.
    ///
    /// The call fails with `errSecUserCanceled` when the user cancels or doesn't answer within two
    /// minutes, and with `errSecInteractionNotAllowed` at once where the user may not or can't be
    /// asked. See Docs/reference/asking.md.
    public static let securePassphrase = SecKeyImportExportFlags(rawValue: 1 << 1)

    /// Keys get no access object, which no key has here.
    public static let noAccessControl = SecKeyImportExportFlags(rawValue: 1 << 2)
}

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

    /// The objects of the fields, which the caller still owns.
    var values: KeyParameterValues {
        var values = KeyParameterValues()
        values.flags = flags
        values.passphrase = passphrase?.takeUnretainedValue()
        values.alertTitle = alertTitle?.takeUnretainedValue()
        values.alertPrompt = alertPrompt?.takeUnretainedValue()
        values.access = accessRef?.takeUnretainedValue()
        values.keyUsage = keyUsage?.takeUnretainedValue()
        values.keyAttributes = keyAttributes?.takeUnretainedValue()
        return values
    }
}
