import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let importedKind = CommandOption(
        "t", "type", .word("type"), "What is in the file: pub, priv, session, cert or agg")
    fileprivate static let stays = CommandOption(
        "x", "non-extractable", .none, "Private keys never leave the keychain again")
    fileprivate static let extended = CommandOption(
        "a", "attribute", .word("name value"),
        "Not available: items have no attributes of such names")
}

extension Command {
    static let importItems = Command(
        name: "import",
        summary: "Import items into a keychain.",
        options: [
            .keychain, .importedKind, .format, .wrapped, .stays, .passphrase, .extended,
            .anyApplication,
            .trusted,
        ],
        operands: "file",
        notes: [
            "What is in the file is found out; -t and -f are needed for bytes of a symmetric key.",
            "A passphrase that is needed and not given is asked for.",
        ]
    ) { (arguments, session) throws(CommandFailure) in
        guard !arguments.operands.isEmpty else { throw .usage("no file is named") }
        guard arguments.operands.count == 1 else { throw .usage("more than one file") }
        if arguments.word(.extended) != nil {
            throw .said("-a: items have no attributes of such names here")
        }
        if arguments.word(.trusted) != nil { session.noteTrustedIsNotKept() }
        let keychain = try arguments.chosenKeychain()
        let items = try FileReading(arguments: arguments, session: session).items()
        let attributes: [Attribute: AttributeValue] =
            arguments.has(.stays) ? [.isExtractable: .boolean(false)] : [:]
        _ = try attempting(FileReading.function) { () throws(KeychainError) in
            try keychain.store(items, keyAttributes: attributes, duplicates: .refusedIfAll)
        }
        ImportCount(items).write(session)
        return 0
    }
}

/// Reads the file of an import, with a passphrase where it has one.
private struct FileReading {
    let path: [UInt8]
    let hint: ImportedFile.Hint
    let passphrase: Arguments.Secret?
    let session: Session

    static let function = "SecKeychainItemImport"

    init(arguments: Arguments, session: Session) throws(CommandFailure) {
        path = arguments.operands[0]
        passphrase = arguments.secret(.passphrase)
        self.session = session
        var kind = FileKind.unknown
        if let word = arguments.word(CommandOption.importedKind) {
            guard let known = Self.kinds[String(decoding: word, as: UTF8.self)] else {
                throw .usage("-t: not pub, priv, session, cert or agg")
            }
            kind = known
        }
        hint = ImportedFile.Hint(
            format: try arguments.format(), kind: kind,
            name: String(decoding: path, as: UTF8.self))
    }

    private static let kinds: [String: FileKind] = [
        "pub": .publicKey, "priv": .privateKey, "session": .sessionKey, "cert": .certificate,
        "agg": .aggregate,
    ]

    func items() throws(CommandFailure) -> [ImportedItem] {
        let bytes = try StandardInput.file(path)
        let source = PasswordSource(session: session)
        let name = BufferFormat.escaped(path)
        var given: Passphrase?
        if let passphrase {
            given = Passphrase(try source.passphrase(passphrase, of: name))
        }
        // Who typed it may have mistyped it; who gave it in words has not.
        var tries = passphrase == nil ? 3 : 0
        while true {
            do throws(KeychainError) {
                return try bytes.withBytes { (bytes) throws(KeychainError) in
                    try callPKI(ImportedFile.read(bytes, hint, passphrase: given)).items
                }
            } catch {
                let isAsked: [KeychainError.Code] = [.passphraseRequired, .authenticationFailed]
                guard isAsked.contains(error.code), tries > 0 else {
                    throw .failedCall(Self.function, error)
                }
                if given != nil { StandardError.line("security: import: a wrong passphrase") }
            }
            tries -= 1
            given = Passphrase(try source.passphrase(.asked, of: name))
        }
    }
}

/// Counts what was imported.
private struct ImportCount {
    private var identities = 0
    private var keys = 0
    private var certificates = 0

    init(_ items: [ImportedItem]) {
        for item in items {
            switch item.value {
            case .identity: identities += 1
            case .key, .symmetricKey: keys += 1
            case .certificate: certificates += 1
            }
        }
    }

    func write(_ session: Session) {
        for (count, one, many) in [
            (identities, "identity", "identities"), (keys, "key", "keys"),
            (certificates, "certificate", "certificates"),
        ] where count > 0 && !session.isQuiet {
            session.output.write("\(count) \(count == 1 ? one : many) imported.\n")
        }
    }
}
