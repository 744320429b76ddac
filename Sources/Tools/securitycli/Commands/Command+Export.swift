// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let exportedKind = word(
        "t", "type", "type", "certs, allKeys, pubKeys, privKeys, identities or all (the default)")
    fileprivate static let pem = flag("p", "pem", "Write PEM")
}

extension Command {
    static let export = Command(
        name: "export",
        summary: "Export items from a keychain.",
        options: [
            .keychain, .exportedKind, .format, .wrapped, .pem, .passphrase, .outputFile,
            .exportedTo,
        ],
        notes: [
            "`all` means certificates and private keys. The default of -f is x509 for one certificate,",
            "openssl for one key, pkcs12 for one identity and pemseq for several items. Private keys are",
            "exported unencrypted except with pkcs8, pkcs12 and -w, which ask for a passphrase.",
            "-T writes the passwords of the keychain instead, in clear; for pass into the folder of -o, encrypted.",
        ]
    ) { arguments, session in
        if let file = try PasswordFileExport(arguments: arguments, session: session) {
            try file.run()
            return 0
        }
        let kinds: KeyValuePairs<String, ExportKind> = [
            "certs": .certificates, "allKeys": .keys, "pubKeys": .publicKeys,
            "privKeys": .privateKeys, "identities": .identities, "all": .all,
        ]
        let kind = try arguments.choice(.exportedKind, kinds) ?? .all
        let format = try arguments.format()
        let keychain = try arguments.word(.keychain).map(KeychainArgument.keychain) ?? .default
        if keychain.isViewOfSystemRoots, kind != .certificates, kind != .all {
            throw CommandFailure.message("\(keychain.path): contains only certificates")
        }
        let function = "SecKeychainItemExport"
        let items: [ImportedItem]
        do throws(KeychainError) {
            items = try keychain.items(toExport: kind, as: format)
        } catch {
            // Who looks for a way to export passwords comes here.
            if error.code == .itemNotFound, kind == .all, format == .unknown {
                throw CommandFailure.message(
                    "there is no certificate or private key; -T exports passwords")
            }
            throw CommandFailure.call(function, error, exitStatus: 1)
        }
        let isDefaultPKCS12 = format == .unknown && kind == .identities && items.count == 1
        let passphrase = try passphrase(
            arguments, session, isEncrypted: format.isEncrypted || isDefaultPKCS12)
        let bytes = try calling(function, exitStatus: 1) {
            try callPKI(
                ExportedFile.write(
                    items, as: format, isArmoured: arguments.has(.pem), passphrase: passphrase))
        }
        let path = arguments.outputFile
        try session.writing(to: path) { output in bytes.withBytes { output.write($0) } }
        if let path {
            session.note("...\(bytes.count) bytes written to \(BufferFormat.escaped(path))")
        }
        return 0
    }

    /// Returns the passphrase of an encrypted format: that of -P, or what the user types. A passphrase for another
    /// format is an error, so that nothing is written in clear by mistake.
    private static func passphrase(
        _ arguments: Arguments, _ session: Session, isEncrypted: Bool
    ) throws(CommandFailure) -> Passphrase? {
        let given = arguments.secret(.passphrase)
        guard isEncrypted else {
            if given == nil { return nil }
            // A passphrase means that the user expects an encrypted file.
            throw .message("-P: the format is not encrypted; use -f pkcs12, -f pkcs8 or -w")
        }
        let passphrase = try session.newPassword(given, "passphrase for the file")
        if given == nil, passphrase.count == 0 { throw .message("the passphrase can't be empty") }
        return Passphrase(passphrase)
    }
}
