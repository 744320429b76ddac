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
        try arguments.requireNoOperand()
        if let file = try PasswordFileExport(arguments: arguments, session: session) {
            try file.run()
            return 0
        }
        try ExportCommand(arguments: arguments, session: session).run()
        return 0
    }
}

/// The export of items from one keychain.
private struct ExportCommand {
    let arguments: Arguments
    let session: Session
    let kind: ExportKind
    let format: FileFormat

    private static let kinds: [String: ExportKind] = [
        "certs": .certificates, "allKeys": .keys, "pubKeys": .publicKeys,
        "privKeys": .privateKeys, "identities": .identities, "all": .all,
    ]

    /// Reads the kind and the format of the export.
    init(arguments: Arguments, session: Session) throws(CommandFailure) {
        self.arguments = arguments
        self.session = session
        kind =
            try arguments.choice(
                .exportedKind, Self.kinds,
                "certs, allKeys, pubKeys, privKeys, identities or all") ?? .all
        format = try arguments.format()
    }

    /// Exports the items in one file.
    func run() throws(CommandFailure) {
        let items = try items()
        let passphrase = try passphrase(for: items)
        let bytes = try calling(Self.function, exitStatus: 1) {
            try callPKI(
                ExportedFile.write(
                    items, as: format, isArmoured: arguments.has(.pem), passphrase: passphrase))
        }
        try arguments.writing(session) { output in bytes.withBytes { output.write($0) } }
        guard let path = arguments.word(.outputFile) else { return }
        session.note("...\(bytes.count) bytes written to \(BufferFormat.escaped(path))")
    }

    /// Returns the items to export. A view of the system's roots has only certificates.
    private func items() throws(CommandFailure) -> [ImportedItem] {
        let keychain = try arguments.word(.keychain).map(KeychainArgument.keychain) ?? .default
        if keychain.isViewOfSystemRoots, kind != .certificates, kind != .all {
            throw .message("\(keychain.path): contains only certificates")
        }
        return try calling(Self.function, exitStatus: 1) {
            try keychain.items(toExport: kind, as: format)
        }
    }

    /// Returns the passphrase of an encrypted format: that of -P, or what the user types. A passphrase for another
    /// format is an error, so that nothing is written in clear by mistake.
    private func passphrase(
        for items: [ImportedItem]
    ) throws(CommandFailure) -> Passphrase? {
        let isDefaultPKCS12 = format == .unknown && kind == .identities && items.count == 1
        guard format.isEncrypted || isDefaultPKCS12 else {
            if arguments.secret(.passphrase) == nil { return nil }
            // A passphrase means that the user expects an encrypted file.
            throw .message("-P: the format is not encrypted; use -f pkcs12, -f pkcs8 or -w")
        }
        return Passphrase(
            try session.newPassword(arguments.secret(.passphrase), "passphrase for the file"))
    }

    private static let function = "SecKeychainItemExport"
}
