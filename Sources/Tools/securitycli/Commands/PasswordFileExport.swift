// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Glibc
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainModel

extension CommandOption {
    static let exportedTo = word(
        "T", "to", ExportedFileFormat.words, "Write the passwords for another password store")
}

/// The export of a keychain's passwords in clear, for another password store.
struct PasswordFileExport {
    private let format: ExportedFileFormat
    private let arguments: Arguments
    private let session: Session

    /// - Returns: nil if the command exports certificates and keys.
    init?(arguments: Arguments, session: Session) throws(CommandFailure) {
        guard let word = arguments.word(.exportedTo) else { return nil }
        guard let format = ExportedFileFormat(rawValue: String(decoding: word, as: UTF8.self))
        else { throw .usage("-T: must be one of \(ExportedFileFormat.words)") }
        self.format = format
        self.arguments = arguments
        self.session = session
        for (option, _) in arguments.values where !["k", "o", "T"].contains(option.letter) {
            throw .usage("-\(option.letter): only for certificates and keys")
        }
        guard arguments.switches.isEmpty, arguments.secrets.isEmpty else {
            throw .usage("-p, -w and -P are only for certificates and keys")
        }
    }

    /// Writes the passwords of the keychain to a file or standard output, and reports what the format can't hold.
    func run() throws(CommandFailure) {
        let keychain = try arguments.chosenKeychain()
        let found = try calling("SecKeychainItemExport", exitStatus: 1) {
            try KeychainEntries(of: keychain)
        }
        var losses = try write(found.entries)
        if format != .otpauth { losses.add(found.losses) }
        if found.constrained > 0 { session.note(Session.leftOut(found.constrained)) }
        let others = found.binary + losses.entries
        if others > 0 {
            session.note(
                "security: left out \(ItemReport.items(others)) with bytes that the format can't hold"
            )
        }
        for text in losses.texts { session.note("security: left out \(text)") }
        if !losses.keptFiles.isEmpty { StandardError.line(Self.text(ofKept: losses.keptFiles)) }
        if let fault = found.fault { throw .call("SecKeychainItemExport", fault, exitStatus: 1) }
        if found.damaged > 0 {
            throw .message(
                "damaged and left out: \(ItemReport.items(found.damaged)); run security doctor")
        }
        if !losses.keptFiles.isEmpty { throw .reported(status: 1) }
    }

    /// Returns the error about files that exist, with the names of the first.
    private static func text(ofKept files: [String]) -> String {
        let count = files.count == 1 ? "1 file" : "\(files.count) files"
        let names = files.prefix(5) + (files.count > 5 ? ["and \(files.count - 5) more"] : [])
        return "security: export: not replaced: \(count) with contents that differ or can't be"
            + " decrypted: \(names.joined(separator: ", "))"
    }

    /// Writes a file, or the folder of pass, and warns of a file in clear.
    private func write(_ entries: [ExchangeEntry]) throws(CommandFailure) -> ExportLosses {
        let path = arguments.outputFile
        if format == .pass {
            guard let path, !path.isEmpty else { throw .usage("-T pass: -o must name the folder") }
            return try CommandFailure.only(at: BufferFormat.escaped(path)) {
                try PassWriter(String(path: path)).write(entries)
            }
        }
        let losses = try session.writing(to: path) { output in
            let losses = format.write(entries, to: output)
            try output.flush()
            return losses
        }
        let name = path.map { BufferFormat.escaped($0) } ?? "the output"
        session.note("security: warning: \(name) contains the passwords in clear")
        return losses
    }
}
