import Foundation

/// Collects choices for keys in import and export.
public struct SecKeyImportExportFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Refuses a file with several private keys: `errSecMultiplePrivKeys`.
    public static let importOnlyOne = SecKeyImportExportFlags(rawValue: 1 << 0)

    /// Asks a person for the passphrase through pinentry, where none is given and the file cannot do
    /// without: a wrong one again on import, twenty times at most; a new one twice on export.
    ///
    /// `errSecUserCanceled` when the person cancels or does not answer within two minutes;
    /// `errSecInteractionNotAllowed` at once where nobody may or can be asked. Docs/asking.md.
    public static let securePassphrase = SecKeyImportExportFlags(rawValue: 1 << 1)

    /// Imports keys without an access object, as all keys are here.
    public static let noAccessControl = SecKeyImportExportFlags(rawValue: 1 << 2)
}

/// Names the version of ``SecItemImportExportKeyParameters``.
public var SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION: Int32 { 0 }

/// Holds what import and export shall know of keys.
public struct SecItemImportExportKeyParameters {
    /// Holds ``SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION``.
    public var version: UInt32
    public var flags: SecKeyImportExportFlags
    /// Holds a string, or data; nil for none.
    public var passphrase: Unmanaged<CFTypeRef>?
    /// Stands above the prompt of ``SecKeyImportExportFlags/securePassphrase``; nil for the usual.
    public var alertTitle: Unmanaged<CFString>?
    /// Says in the prompt of ``SecKeyImportExportFlags/securePassphrase`` what the passphrase is for,
    /// below the name of the program; nil for nothing.
    public var alertPrompt: Unmanaged<CFString>?
    /// Must be nil: there are no access objects here (`errSecUnimplemented`).
    public var accessRef: Unmanaged<SecAccess>?
    /// Lists what imported private keys can do: some of the `kSecAttrCan…` names; nil for the usual.
    public var keyUsage: Unmanaged<CFArray>?
    /// Lists what imported private keys are: `kSecAttrIsSensitive`, `kSecAttrIsExtractable`,
    /// `kSecAttrIsPermanent`; nil for extractable and not sensitive. The last is without effect.
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

    /// Takes the objects out of the fields; the caller keeps owning them.
    var values: KeyParameterValues {
        var values = KeyParameterValues()
        values.flags = flags.rawValue
        values.passphrase = passphrase?.takeUnretainedValue()
        values.alertTitle = alertTitle?.takeUnretainedValue()
        values.alertPrompt = alertPrompt?.takeUnretainedValue()
        values.access = accessRef?.takeUnretainedValue()
        values.keyUsage = keyUsage?.takeUnretainedValue()
        values.keyAttributes = keyAttributes?.takeUnretainedValue()
        return values
    }
}
