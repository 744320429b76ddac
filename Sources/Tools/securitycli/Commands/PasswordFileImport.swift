// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSecretService
import SwiftKeychainSystem

extension CommandOption {
    static let importedFrom = word(
        "F", "from", PasswordFileImport.formats, "The format of a file of another password store")
    static let dryRun = flag("n", "dry-run", "Show what would be imported, and import nothing")
    static let replacing = flag("R", "replace", "Replace items that exist and differ")
    static let skipping = flag("S", "skip", "Leave items that exist and differ as they are")
}

/// The import of a file of another password store, or of a running Secret Service.
///
/// 1. Read the file or standard input, and ask for its password if it is encrypted.
/// 2. Compare its entries with the keychain.
/// 3. Stop if some exist with other contents, unless -R or -S says what to do with them.
/// 4. Store everything or nothing.
struct PasswordFileImport {
    /// The file; for the Secret Service the label of a collection, or empty.
    private let path: [UInt8]
    private let format: ExchangeFormat
    /// The contents of a pipe; nil for a file.
    private let piped: SecretBytes?
    private let arguments: Arguments
    private let session: Session

    /// The names of the formats.
    static var formats: String {
        ExchangeFormat.allCases.map(\.rawValue).sorted().joined(separator: "|")
    }

    private static let ownOptions: [CommandOption] = [.dryRun, .replacing, .skipping]
    /// The options that only files with certificates and keys have.
    private static let keyOptions: [CommandOption] = [
        .format, .importedKind, .wrapped, .nonExtractable,
    ]

    /// Takes the format that -F names, or recognises the file; nil for a file with certificates or keys.
    init?(
        arguments: Arguments, piped: SecretBytes?, session: Session
    ) throws(CommandFailure) {
        path = arguments.operands.first ?? []
        (self.piped, self.arguments, self.session) = (piped, arguments, session)
        if let word = arguments.word(.importedFrom) {
            guard let format = ExchangeFormat(rawValue: String(decoding: word, as: UTF8.self))
            else { throw .usage("-F: must be one of \(Self.formats)") }
            self.format = format
            guard format == .secretService || !path.isEmpty else {
                throw .usage("no file was given")
            }
        } else if path.isEmpty {
            throw .usage("no file was given")
        } else if arguments.word(.format) == nil, arguments.word(.importedKind) == nil,
            let format = try Self.recognised(path, piped)
        {
            self.format = format
        } else {
            if let option = Self.ownOptions.first(where: arguments.has) {
                throw .message(
                    "-\(option.letter): only for files of other password stores; none was recognised"
                )
            }
            return nil
        }
        if arguments.has(.replacing), arguments.has(.skipping) {
            throw .usage("-R and -S exclude each other")
        }
        if let option = Self.keyOptions.first(where: {
            arguments.word($0) != nil || arguments.has($0)
        }) {
            throw .usage("-\(option.letter): only for certificates and keys")
        }
    }

    /// Reads the file and compares it with the keychain. With --dry-run it only reports what would happen. Entries that
    /// differ from stored ones stop the import, unless --replace or --skip says what to do with them.
    ///
    /// - Throws: also after an import, if a part of the file couldn't be read, so that a script doesn't delete the file.
    func run() throws(CommandFailure) {
        let keychain = try arguments.chosenKeychain()
        let progress = ProgressLine(session)
        defer { progress.end() }
        progress.show("reading")
        let reading = try reading(progress)
        progress.show("comparing \(ImportPlan.entries(reading.entries.count)) with the keychain")
        let plan = try calling(Self.function, exitStatus: 1) {
            try ImportPlan(reading, in: keychain)
        }
        let report = ImportReport(plan: plan, file: name, session: session)
        let collisions: ImportPlan.Collisions = arguments.has(.replacing) ? .replaced : .skipped
        guard !arguments.has(.dryRun) else {
            progress.end()
            report.write(format, collisions)
            return
        }
        report.writeFaults()
        if plan.count(.differs) > 0, !arguments.has(.replacing), !arguments.has(.skipping) {
            throw .message(
                "nothing was imported: \(ImportPlan.entries(plan.count(.differs)))"
                    + " already there with other contents; see --dry-run, --replace and --skip")
        }
        progress.show("storing \(ImportPlan.entries(plan.stored(collisions).count))")
        try calling(Self.function, exitStatus: 1) { try plan.store(collisions) }
        progress.end()
        report.writeImported(collisions)
        if !plan.faults.isEmpty { throw .reported(status: 1) }
    }

    private var name: String {
        format == .secretService ? format.rawValue : Self.name(path)
    }

    /// Returns how messages call a file.
    static func name(_ path: [UInt8]) -> String {
        path == [UInt8(ascii: "-")] ? "standard input" : BufferFormat.escaped(path)
    }

    /// Reads the entries of a file, a folder of pass, or the Secret Service.
    private func reading(_ progress: ProgressLine) throws(CommandFailure) -> ExchangeReading {
        if format == .secretService {
            let collection = path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
            do throws(KeychainError) {
                return try RunningSecretService(collection: collection).read(
                    mayAsk: PromptEnvironment.current.hasDisplay,
                    isOwn: { SecretServiceOwner($0)?.isKeychain == true }
                ) { progress.show("reading \($0) of \($1) items") }
            } catch {
                throw .message("\(name): \(error.detail)", status: error.code.rawValue)
            }
        }
        if format == .pass {
            return try CommandFailure.only(at: name) {
                try PassStore(String(path: path)).read {
                    progress.show("decrypting \($0) of \($1) entries")
                }
            }
        }
        let read: (SecretBytes?) throws(ExchangeFault) -> ExchangeReading
        var isEncrypted = true
        if format == .kdbx {
            guard piped == nil else {
                throw .message(
                    "\(name): keepassxc-cli must open the database itself; save it as a file")
            }
            let file = KDBXFile(String(path: path))
            read = { (password) throws(ExchangeFault) in try file.read(password) }
        } else {
            let bytes =
                if let piped { piped } else {
                    try SecretInput.file(path, upTo: ExchangeFormat.largestFile)
                }
            // A missing salt isn't a failure yet: older wallets have none.
            let salt =
                piped == nil ? format.saltPath(path).flatMap { try? SecretInput.file($0) } : nil
            isEncrypted = bytes.withBytes { format.isEncrypted($0) }
            read = { [format] (password) throws(ExchangeFault) in
                try bytes.withBytes { (bytes) throws(ExchangeFault) in
                    try format.read(bytes, password: password, salt: salt)
                }
            }
        }
        // A typed password may be mistyped; one given in words is not tried again.
        var attemptsLeft = isEncrypted && arguments.secret(.passphrase) == nil ? 3 : 1
        while true {
            var password: SecretBytes?
            if isEncrypted {
                progress.end()
                password = try session.passphrase(arguments.secret(.passphrase), of: name)
            }
            attemptsLeft -= 1
            do throws(ExchangeFault) {
                return try read(password)
            } catch {
                guard error.mayBeMistyped, attemptsLeft > 0 else {
                    throw .message("\(name)\(error.place): \(error.rule)")
                }
                StandardError.line("security: import: \(error.rule)")
            }
        }
    }

    /// Returns the format of a file; nil for a file with certificates or keys, or of an unknown kind.
    private static func recognised(
        _ path: [UInt8], _ piped: SecretBytes?
    ) throws(CommandFailure) -> ExchangeFormat? {
        try CommandFailure.only(at: name(path)) {
            guard let piped else { return try ExchangeFormat.recognise(fileAt: String(path: path)) }
            return try piped.withBytes { try ExchangeFormat.recognise(beginning: $0) }
        }
    }

    private static let function = "SecKeychainItemImport"
}
