// SPDX-License-Identifier: Apache-2.0
import Foundation

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
