import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainPKI

extension CommandOption {
    fileprivate static let system = CommandOption(
        "s", "system", .none, "Not available: nothing is said of the system's certificates")
}

extension Command {
    static let trustSettingsExport = Command(
        name: "trust-settings-export",
        summary: "Export trust settings.",
        options: [.system, .administrator],
        operands: "file",
        notes: ["The file is a property list as macOS writes it, and holds the certificates, too."]
    ) { (arguments, session) throws(CommandFailure) in
        let path = try settingsFile(arguments)
        let bytes = try attempting("SecTrustSettingsCreateExternalRepresentation") {
            () throws(KeychainError) in
            let stored = try Keychain.default.storedTrustSettings()
            if stored.isEmpty { throw KeychainError(.noTrustSettings, "no trust settings") }
            return TrustSettingsFile.write(stored)
        }
        try PrivateFile.write(SecretBytes(copying: bytes), to: path)
        session.note("...Trust Settings exported successfully.")
        return 0
    }

    static let trustSettingsImport = Command(
        name: "trust-settings-import",
        summary: "Import trust settings.",
        options: [.administrator],
        operands: "file",
        notes: [
            "What was said of the certificates of the file is replaced; all else stays.",
            "Certificates that are not in the file must be stored, or the system's.",
        ]
    ) { (arguments, session) throws(CommandFailure) in
        let file = try StandardInput.file(try settingsFile(arguments))
        try attempting("SecTrustSettingsImportExternalRepresentation") {
            () throws(KeychainError) in
            let keychain = Keychain.default
            let read = try TrustSettingsFile.read(file.withBytes { [UInt8]($0) }) {
                () throws(KeychainError) in
                try keychain.certificates().map(\.certificate) + TrustRequest.systemAnchors()
            }
            for (certificate, records) in read {
                try keychain.setTrustSettings(records, of: certificate)
            }
        }
        session.note("...Trust Settings imported successfully.")
        return 0
    }

    private static func settingsFile(_ arguments: Arguments) throws(CommandFailure) -> [UInt8] {
        guard let path = arguments.operands.first else { throw .usage("no file is named") }
        guard arguments.operands.count == 1 else { throw .usage("more than one file") }
        for option in [CommandOption.administrator, .system] where arguments.has(option) {
            throw .said("-\(option.letter): not available: there are settings of the user only")
        }
        return path
    }
}
