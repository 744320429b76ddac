// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    static let importedKind = word(
        "t", "type", "type", "The contents of the file: pub, priv, session, cert or agg")
    static let nonExtractable = flag("x", "non-extractable", "Make private keys non-extractable")
    fileprivate static let extendedAttribute = absent(
        "a", "attribute", "items have no extended attributes", value: "name value")
}

extension Command {
    static let importItems = Command(
        name: "import",
        summary: "Import items into a keychain.",
        options: [
            .keychain, .importedKind, .format, .wrapped, .nonExtractable, .passphrase,
            .extendedAttribute,
            .anyApplication,
            .trusted,
            .importedFrom, .dryRun, .replacing, .skipping,
        ],
        operands: "[file]",
        notes: [
            "The contents are detected; -t and -f are needed for the bytes of a symmetric key.",
            "- reads standard input.",
            "If a passphrase is needed and not given, the command asks for it.",
            "From other password stores, all readable entries are imported, or none; the status is 1 if",
            "some aren't readable.",
            "secret-service reads the running Secret Service: all collections, or the one that is named",
            "in place of a file.",
        ]
    ) { arguments, session in
        if arguments.word(.trusted) != nil { session.noteTrustedIsIgnored() }
        let piped = try piped(arguments, session)
        if let file = try PasswordFileImport(arguments: arguments, piped: piped, session: session) {
            try file.run()
            return 0
        }
        let keychain = try arguments.chosenKeychain()
        let items = try read(arguments, piped, session)
        let attributes: [Attribute: AttributeValue] =
            arguments.has(.nonExtractable) ? [.isExtractable: .boolean(false)] : [:]
        let stored = try calling(importFunction, exitStatus: 1) {
            try keychain.store(items, keyAttributes: attributes, duplicates: .refusedIfAll)
        }
        writeSummary(of: stored, session)
        return 0
    }

    private static let importFunction = "SecKeychainItemImport"

    /// Reads standard input or a pipe, whose contents can be read only once; nil for a file that can be read again.
    private static func piped(
        _ arguments: Arguments, _ session: Session
    ) throws(CommandFailure) -> SecretBytes? {
        guard let path = arguments.operands.first else { return nil }
        if path == [UInt8(ascii: "-")] {
            if arguments.secret(.passphrase)?.isStandardInput == true {
                throw .usage("the file and -P can't both be standard input")
            }
        } else {
            let status = try? System.status(following: String(path: path))
            guard let status, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        }
        let bytes = try SecretInput.file(path, or: session, upTo: ExchangeFormat.largestFile)
        // The program before the pipe has failed.
        if bytes.count == 0 { throw .message("\(PasswordFileImport.name(path)): empty") }
        return bytes
    }

    /// Reads the file; -t and -f say what it is, and without them its bytes do. Asks for the passphrase if the file is
    /// encrypted and -P has none, and again if a typed one is wrong.
    private static func read(
        _ arguments: Arguments, _ piped: SecretBytes?, _ session: Session
    ) throws(CommandFailure) -> [ImportedItem] {
        let path = arguments.operands[0]
        let kinds: KeyValuePairs<String, FileKind> = [
            "pub": .publicKey, "priv": .privateKey, "session": .sessionKey, "cert": .certificate,
            "agg": .aggregate,
        ]
        let kind = try arguments.choice(.importedKind, kinds)
        let hint = ImportedFile.Hint(
            format: try arguments.format(), kind: kind ?? .unknown,
            name: String(decoding: path, as: UTF8.self))
        let passphrase = arguments.secret(.passphrase)
        let bytes = if let piped { piped } else { try SecretInput.file(path) }
        let name = PasswordFileImport.name(path)
        var given: Passphrase?
        if let passphrase { given = Passphrase(try session.passphrase(passphrase, of: name)) }
        // A typed passphrase may be mistyped; one given in words is not tried again.
        var attemptsLeft = passphrase == nil ? 3 : 0
        while true {
            do throws(KeychainError) {
                return try translating {
                    try bytes.withBytes {
                        try callPKI(ImportedFile.read($0, hint, passphrase: given)).items
                    }
                }
            } catch {
                if error.code == .unknownFormat {
                    let detail =
                        "\(name): not recognized; -F names a format of another password store"
                    throw .call(importFunction, KeychainError(error.code, detail), exitStatus: 1)
                }
                let isAsked: [KeychainError.Code] = [.passphraseRequired, .authenticationFailed]
                guard isAsked.contains(error.code), attemptsLeft > 0 else {
                    throw .call(importFunction, error, exitStatus: 1)
                }
                if given != nil { StandardError.line("security: import: incorrect passphrase") }
            }
            attemptsLeft -= 1
            given = Passphrase(try session.passphrase(nil, of: name))
        }
    }
}

/// Writes a line for each kind of item that was imported, as Apple's command does. Items that a file repeats count once.
private func writeSummary(of items: [StoredImport], _ session: Session) {
    if session.isQuiet { return }
    var (identities, keys, certificates) = (0, 0, 0)
    var seen: Set<[PersistentReference?]> = []
    for item in items
    where seen.insert([item.certificate?.reference, item.key?.reference]).inserted {
        switch item.imported.value {
        case .identity: identities += 1
        case .key, .symmetricKey: keys += 1
        case .certificate: certificates += 1
        }
    }
    for (count, one, many) in [
        (identities, "identity", "identities"), (keys, "key", "keys"),
        (certificates, "certificate", "certificates"),
    ] where count > 0 {
        session.output.write("\(count) \(count == 1 ? one : many) imported.\n")
    }
}
