// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let systemSettings = flag(
        "s", "system", "Show the certificates that the system trusts")
    fileprivate static let administrators = flag(
        "d", "admin", "Show the administrator's settings; there are none")
    fileprivate static let system = absent(
        "s", "system", "the system's certificates have no settings")
    fileprivate static let administrator = absent(
        "d", "admin", "only the user has trust settings")
    fileprivate static let enable = flag("e", "enable", "Accepted; they are always enabled")
    fileprivate static let disable = absent(
        "d", "disable", "use remove-trusted-cert to remove single settings")
}

extension Command {
    static let dumpTrustSettings = Command(
        name: "dump-trust-settings",
        summary: "Display contents of trust settings.",
        options: [.systemSettings, .administrators]
    ) { arguments, session in
        if arguments.has(.systemSettings), arguments.has(.administrators) {
            throw CommandFailure.usage("-s and -d can't be combined")
        }
        if arguments.has(.systemSettings) {
            let anchors = SystemAnchors.shared.certificates
            TrustListing.write(anchors.map { ($0, []) }, to: session.output)
            return 0
        }
        let stored = try calling("SecTrustSettingsCopyCertificates", exitStatus: 1) {
            try settings(ofAdministrator: arguments.has(.administrators))
        }
        TrustListing.write(stored.map { ($0.certificate, $0.records) }, to: session.output)
        return 0
    }

    /// Returns the user's settings, or the administrator's.
    ///
    /// - Throws: `noTrustSettings` if there are none.
    private static func settings(
        ofAdministrator: Bool = false
    ) throws(KeychainError) -> [Keychain.StoredTrustSettings] {
        let stored = ofAdministrator ? [] : try Keychain.login.storedTrustSettings()
        if stored.isEmpty { throw KeychainError(.noTrustSettings, "no trust settings") }
        return stored
    }

    static let trustSettingsExport = Command(
        name: "trust-settings-export",
        summary: "Export trust settings.",
        options: [.system, .administrator],
        operands: "file",
        notes: ["The file is a property list as on macOS, with the certificates added."]
    ) { arguments, session in
        let path = try arguments.newFile(of: "trust settings")
        let bytes = try calling("SecTrustSettingsCreateExternalRepresentation", exitStatus: 1) {
            TrustSettingsFile.write(try settings())
        }
        try session.writing(to: path) { output in bytes.withUnsafeBytes { output.write($0) } }
        session.note("...Trust Settings exported successfully.")
        return 0
    }

    static let trustSettingsImport = Command(
        name: "trust-settings-import",
        summary: "Import trust settings.",
        options: [.administrator],
        operands: "file",
        notes: [
            "The settings of the certificates in the file are replaced; all others stay.",
            "Certificates that are not in the file must be stored or be the system's.",
        ]
    ) { arguments, session in
        let path = try arguments.onlyFile()
        let file = try SecretInput.file(path)
        do throws(KeychainError) {
            try Keychain.login.importTrustSettings(file.withBytes { [UInt8]($0) })
        } catch {
            guard error.code == .invalidTrustSettings else {
                throw CommandFailure.call(
                    "SecTrustSettingsImportExternalRepresentation", error, exitStatus: 1)
            }
            // The sentence of this code is about the user's own settings.
            throw CommandFailure.message("\(BufferFormat.escaped(path)): \(error.detail)")
        }
        session.note("...Trust Settings imported successfully.")
        return 0
    }

    static let removeTrustedCert = Command(
        name: "remove-trusted-cert",
        summary: "Remove trusted certificate(s).",
        options: [.wholeSystem],
        operands: "file",
        notes: [
            "Removes the settings of the certificate. A stored certificate stays.",
            "-d takes away a root that add-trusted-cert -d added.",
        ],
        deletes: true
    ) { arguments, session in
        let certificate = try CertificateFile.only(arguments)
        if arguments.has(.wholeSystem) {
            try CommandFailure.detail { try SystemAnchorFolder.changeable().remove(certificate) }
            return 0
        }
        try calling("SecTrustSettingsRemoveTrustSettings", exitStatus: 1) {
            try Keychain.login.removeTrustSettings(of: certificate)
        }
        return 0
    }

    static let userTrustSettingsEnable = Command(
        name: "user-trust-settings-enable",
        summary: "Display user-level trust settings.",
        options: [.enable, .disable]
    ) { arguments, session in
        session.output.write("User-level Trust Settings are Enabled\n")
        return 0
    }
}
