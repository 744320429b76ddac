// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainPKI
import SwiftKeychainSystem

/// A writer of a folder of `pass`: a file for each entry, which `gpg` encrypts to the keys of the file `.gpg-id` that is
/// nearest above it. So folders that are shared with others have keys of their own.
///
/// The file is the folder and the title of its entry, as ``PassStore`` reads it. A file that exists is never replaced;
/// `gpg` decrypts it, to tell whether an import would read something else.
package struct PassWriter {
    private let path: String
    private let program: String

    /// Takes a store that `pass init` made.
    ///
    /// - Throws: a fault for a folder that is no store, and if `gpg` isn't installed.
    package init(_ path: String) throws(ExchangeFault) {
        guard PassStore.recognise(path) else { throw Self.noStore }
        guard let gpg = ChildProcess.path(of: "gpg") else {
            throw ExchangeFault("gpg isn't installed, which encrypts the store")
        }
        (self.path, program) = (path, gpg)
        _ = try recipients(of: [])
    }

    private static let noStore = ExchangeFault("no store of pass: make one with pass init")

    /// Returns the identifiers of the keys of a folder: those in the nearest file `.gpg-id`, from the folder up to the store.
    ///
    /// - Throws: a fault for a file that names no key or can't be read. The entries of its folder mustn't go to the keys
    ///   of the folders above.
    private func recipients(of folder: [String]) throws(ExchangeFault) -> [String] {
        for count in (0...folder.count).reversed() {
            let name = (folder.prefix(count) + [".gpg-id"]).joined(separator: "/")
            guard let text = try contents(of: name) else { continue }
            // What follows a number sign is a comment.
            let keys = text.split(whereSeparator: \.isNewline).compactMap { line in
                line.prefix { $0 != "#" }.split(separator: " ").first.map(String.init)
            }
            if keys.isEmpty { throw ExchangeFault("\(name) names no key") }
            return keys
        }
        throw Self.noStore
    }

    /// Returns the text of a file of the store; nil if there is none.
    private func contents(of name: String) throws(ExchangeFault) -> String? {
        let file: Int32
        do throws(SystemError) {
            file = try System.open(path + "/" + name, O_RDONLY, followsLink: true)
        } catch {
            if [ENOENT, ENOTDIR].contains(error.number) { return nil }
            throw ExchangeFault("\(name): \(error.sentence)")
        }
        defer { System.close(file) }
        let text = (try? StandardStreams.read(file, named: name, upTo: 64 << 10)) ?? nil
        return text?.text ?? ""
    }

    /// Writes entries.
    ///
    /// - Throws: a fault for the first file that can't be written; those before it stay.
    package func write(_ entries: [ExchangeEntry]) throws(ExchangeFault) -> ExportLosses {
        var losses = ExportLosses()
        var names: Set<String> = []
        // Only the owner may read the folders and files; gpg inherits it.
        let mask = umask(0o077)
        defer { umask(mask) }
        // The keys of folders that were written to.
        var known: [[String]: [String]] = [:]
        // After a file that isn't decrypted, the user isn't asked for the passphrase again.
        var canDecrypt = true
        for entry in entries {
            let folders = entry.folder.map(\.asFileName)
            let folder = ([path] + folders).joined(separator: "/")
            let title = entry.title.isEmpty ? entry.user : entry.title
            var name = "\(folder)/\(title.asFileName)"
            if names.contains(name) { name += " (\(entry.user.asFileName))" }
            let first = name
            var number = 1
            while !names.insert(name).inserted {
                number += 1
                name = "\(first) \(number)"
            }
            let text = PassText(entry.withTextAsNotes)
            if System.exists(name + ".gpg", for: F_OK) {
                let present =
                    canDecrypt ? PassStore.decrypt(name + ".gpg", with: program) : nil
                canDecrypt = present != nil
                let place = String(name.dropFirst(path.count + 1))
                if let present,
                    PassText(reading: present, at: place).bytes
                        == PassText(reading: text.bytes, at: place).bytes
                {
                    losses.add(text.losses)
                } else {
                    losses.keptFiles.append(place + ".gpg")
                }
                continue
            }
            let keys = if let keys = known[folders] { keys } else { try recipients(of: folders) }
            known[folders] = keys
            do throws(SystemError) {
                try System.makeFolders(folder)
            } catch {
                throw ExchangeFault(error.sentence)
            }
            losses.add(text.losses)
            try encrypt(text.bytes, for: keys, to: name + ".gpg")
        }
        return losses
    }

    private func encrypt(
        _ text: SecretBytes, for recipients: [String], to file: String
    ) throws(ExchangeFault) {
        let keys = recipients.flatMap { ["--recipient", $0] }
        let words =
            [program, "--batch", "--quiet", "--encrypt", "--no-encrypt-to"] + keys
            + ["--output", file.asOperand]
        let failure = ExchangeFault(
            "gpg doesn't encrypt to \(recipients.joined(separator: " and "))")
        guard let child = ChildProcess(words, piped: 0, silenced: [1]) else { throw failure }
        let output = DescriptorOutput(descriptor: child.descriptor)
        text.withBytes { output.write($0) }
        let number = output.finish()
        guard child.end(), number == 0 else { throw failure }
    }
}

/// The text of an entry of `pass`, in the conventions that ``PassEntry`` reads.
private struct PassText {
    private(set) var losses: [LeftOut: Int] = [:]
    private var lines: [SecretBytes] = []

    init(_ entry: ExchangeEntry) {
        let empty = SecretBytes(copying: EmptyCollection())
        lines.append(entry.secret ?? empty)
        if let secret = entry.secret, !secret.isLine {
            // The rest would be taken for fields and notes.
            losses[.furtherLines] = 1
        }
        if !entry.user.isEmpty { append("login", SecretBytes(text: entry.user)) }
        for url in entry.urls { append("url", SecretBytes(text: url)) }
        for field in entry.fields {
            let isPlain =
                !Self.reserved.contains(field.name.lowercased()) && !field.name.contains(":")
                && !field.name.isEmpty
            if isPlain { append(field.name, field.value) } else { losses[.field, default: 0] += 1 }
        }
        if !entry.realm.isEmpty { losses[.realm] = 1 }
        if let seed = entry.withSeedAddress.oneTimePassword { lines.append(seed) }
        if !entry.notes.isEmpty { lines.append(SecretBytes(text: entry.notes)) }
    }

    /// Makes the text of what an import reads. Files that differ in the order of lines, or in an address that the name of
    /// the file has too, have the same.
    init(reading text: SecretBytes, at name: String) {
        self.init(PassEntry.read(text, name: name, place: "").withTextAsNotes)
    }

    /// The names that have a meaning.
    private static let reserved: Set<String> = [
        "user", "username", "login", "email", "url", "uri", "website",
    ]

    private mutating func append(_ name: String, _ value: SecretBytes) {
        guard value.isLine, !name.utf8.contains(UInt8(ascii: "\n")) else {
            losses[.field, default: 0] += 1
            return
        }
        lines.append(SecretBytes(joining: [SecretBytes(text: "\(name): "), value]))
    }

    /// The lines, each with a newline behind it.
    var bytes: SecretBytes {
        let newline = SecretBytes(text: "\n")
        return SecretBytes(joining: lines.flatMap { [$0, newline] })
    }
}

extension String {
    /// The text as the name of one file: a slash and control characters become a hyphen, and so does a dot in front, which
    /// would hide the file or lead out of the folder.
    var asFileName: String {
        var name = String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0 == "/" || $0.isUnprintable ? "-" : $0 }))
        if name.isEmpty { name = "untitled" }
        if name.hasPrefix(".") { name = "-" + name.dropFirst() }
        // A name has at most 255 bytes, with a number and `.gpg`.
        while name.utf8.count > 200 { name.unicodeScalars.removeLast() }
        return name
    }
}
