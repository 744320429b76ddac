// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A folder of `pass`, the standard Unix password manager: a file encrypted with GnuPG for each entry.
///
/// The path of a file below the folder is the name of the entry, and its folders are the entry's folders. GnuPG
/// decrypts one file after the other, and may ask the user through its agent. The contents follow conventions, not a
/// format:
///
/// 1. The first line is the password.
/// 2. `name: value` is a field; a few names (user, login, url and the like) have a meaning.
/// 3. A line that begins `otpauth://` is the seed of one-time passwords.
/// 4. Everything else is a note, and a secret one, because the whole file is encrypted.
package struct PassStore {
    private let path: String
    /// The files below the folder, without `.gpg`, in the order of their names.
    private(set) var names: [String] = []
    /// The folders that aren't read, and why.
    private(set) var faults: [ExchangeFault] = []

    /// Returns whether a folder is such a store.
    package static func recognise(_ path: String) -> Bool {
        System.exists(path + "/.gpg-id", for: R_OK)
    }

    /// Finds the files.
    ///
    /// - Throws: a fault for a path that is no store, or can't be listed. Folders in it that aren't read are faults of the
    ///   reading.
    package init(_ path: String) throws(ExchangeFault) {
        guard Self.recognise(path) else {
            throw ExchangeFault("no store of pass: it has no file .gpg-id")
        }
        self.path = path
        do throws(SystemError) { try find(in: "") } catch { throw ExchangeFault(error.sentence) }
        names.sort()
        faults.sort { $0.place < $1.place }
    }

    /// Collects the names of the files below a folder, and the folders that aren't read.
    ///
    /// Names that begin with a dot are passed over: `.git`, `.gpg-id`, `.extensions`. A link to a folder could lead
    /// back to a folder around it, so only real folders are entered.
    private mutating func find(in folder: String) throws(SystemError) {
        for name in try System.fileNames(in: path + "/" + folder) where !name.hasPrefix(".") {
            let file = folder + name
            // A folder may have any name.
            if name.hasSuffix(".gpg"), !isFolder(file) {
                names.append(String(file.dropLast(4)))
            } else {
                do throws(SystemError) { try enter(file) } catch {
                    faults.append(ExchangeFault("/" + file, error.sentence))
                }
            }
        }
    }

    private func isFolder(_ file: String) -> Bool {
        (try? System.status(path + "/" + file)).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// Collects the names below a folder of the store; passes over a file.
    private mutating func enter(_ file: String) throws(SystemError) {
        let path = path + "/" + file
        // Without a status it is gone since it was listed.
        guard let status = try System.status(path) else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: try find(in: file + "/")
        case S_IFLNK where try System.status(following: path).st_mode & S_IFMT == S_IFDIR:
            faults.append(ExchangeFault("/" + file, "links to folders aren't followed"))
        default: break
        }
    }

    /// Decrypts the entries with `gpg`, which asks for a passphrase itself.
    ///
    /// - Parameter progress: gets the numbers of entries decrypted and in all.
    /// - Throws: a fault if `gpg` isn't installed. An entry that can't be decrypted is a fault of the reading, so that
    ///   one key that is missing doesn't cost the other entries.
    package func read(progress: (Int, Int) -> Void) throws(ExchangeFault) -> ExchangeReading {
        guard let gpg = ChildProcess.path(of: "gpg") else {
            throw ExchangeFault("gpg isn't installed, which decrypts the store")
        }
        var reading = ExchangeReading()
        reading.faults = faults
        for (index, name) in names.enumerated() {
            progress(index, names.count)
            let place = "/\(name).gpg"
            guard let text = Self.decrypt(path + place, with: gpg) else {
                reading.faults.append(ExchangeFault(place, "gpg doesn't decrypt it"))
                continue
            }
            guard text.withBytes({ String.isUTF8($0) }) else {
                reading.faults.append(ExchangeFault(place, "not UTF-8"))
                continue
            }
            reading.entries.append(PassEntry.read(text, name: name, place: place))
        }
        return reading
    }
}

extension PassStore {
    /// Decrypts a file; nil if `gpg` can't.
    static func decrypt(_ file: String, with gpg: String) -> SecretBytes? {
        let words = [gpg, "--quiet", "--yes", "--decrypt", "--", file]
        // An empty input, so that gpg can't take what the user types for the command itself.
        return ChildProcess(words, piped: 1, silenced: [0])?.output(upTo: Limits.secretBytes)
    }
}

/// The text of an entry of `pass`: the password in the first line, then lines of any form, of which
/// `name: value` and `otpauth:` addresses are common.
enum PassEntry {
    /// Reads a decrypted file by the conventions of pass: the password in the first line, then lines of `name: value`,
    /// one of which may be `otpauth:`; the rest are notes. The folders of the path are the folders of the entry.
    ///
    ///     correct horse                       the password
    ///     login: jane                         the user
    ///     url: https://example.org            an address
    ///     otpauth://totp/jane?secret=…        the seed of one-time passwords
    ///     PIN: 1234                           a field, which is a secret
    ///     ask Ann before changing it          a note, also a secret
    static func read(_ text: SecretBytes, name: String, place: String) -> ExchangeEntry {
        var entry = ExchangeEntry(place: place)
        var names = name.split(separator: "/").map(String.init)
        entry.title = names.popLast() ?? ""
        entry.folder = names
        entry.protectsNotes = true
        text.withBytes { bytes in
            var lines = bytes.lines[...]
            entry.secret = lines.popFirst().map { SecretBytes(copying: $0) }
            var notes: [String] = []
            for line in lines {
                if !take(line, &entry) { notes.append(String(decoding: line, as: UTF8.self)) }
            }
            // The newline at the end of the file leaves an empty line.
            while notes.last == "" { notes.removeLast() }
            entry.notes = notes.joined(separator: "\n")
        }
        // Without a password the notes are the secret.
        if entry.secret?.count == 0 {
            entry.secret = nil
            entry.becomeNoteIfBare()
        }
        // Names such as github.com or github.com/jane are common.
        if entry.urls.isEmpty {
            // Only a name without a protocol: a file name can't contain the slashes of one.
            if WebAddress(entry.title)?.code == nil, WebAddress(entry.title) != nil {
                entry.urls = [entry.title]
            } else if let host = names.last, entry.user.isEmpty, WebAddress(host) != nil {
                entry.urls = [host]
                entry.user = entry.title
            }
        }
        return entry
    }

    /// Takes a line that has a name; false for any other.
    ///
    /// The colon must be followed by a space, so that a time or an address in a note isn't taken for a field. A second
    /// user or seed becomes a field or a note, so nothing is lost.
    private static func take(
        _ line: Slice<UnsafeRawBufferPointer>, _ entry: inout ExchangeEntry
    ) -> Bool {
        if line.starts(with: SeedAddress.scheme), entry.oneTimePassword == nil {
            entry.oneTimePassword = SecretBytes(copying: line)
            return true
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            colon + 1 < line.endIndex, line[colon + 1] == UInt8(ascii: " ")
        else { return false }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        let value = line[(colon + 2)...]
        switch name.lowercased() {
        case "user" where entry.user.isEmpty, "username" where entry.user.isEmpty,
            "login" where entry.user.isEmpty, "email" where entry.user.isEmpty:
            entry.user = String(decoding: value, as: UTF8.self)
        case "url", "uri", "website":
            entry.urls.append(String(decoding: value, as: UTF8.self))
        default: entry.fields.append(.init(name, SecretBytes(copying: value)))
        }
        return true
    }
}
