// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainPKI

/// An entry of another password store, whatever its format: what becomes items of a keychain, or is written to a file.
///
/// This module moves passwords between this keychain and others: CSV and JSON files of browsers and password managers,
/// KeePassXC's databases, archives of 1Password, GNOME's and KDE's wallets, `pass`, keychains of macOS, seeds of
/// authenticator apps, and a running Secret Service. Its idea is one form in the middle, so that a new format needs one
/// reader and nothing else:
///
///     file ── ExchangeFormat.read ─▶ entries ── EntryItems ─▶ items ── ImportPlan ─▶ compared, then stored at once
///     items ── KeychainEntries ─▶ entries ── ExportedFileFormat.write ─▶ file
///
/// 1. Reading changes nothing. A plan says what an import would do before it does it.
/// 2. What can't be understood is a fault with its place in the file, and doesn't stop the rest.
/// 3. Secrets are in locked memory from the file to the item; names, URLs and folders are ordinary strings.
/// 4. Every length and count of a file is checked against the bytes that are there.
///
/// What may surprise: some formats are old, and their ciphers weak (Blowfish, triple DES). They are only read, never
/// written.
package struct ExchangeEntry: Sendable {
    package var title = ""
    package var user = ""
    /// The password, or the text of a note; nil for an entry without one.
    package var secret: SecretBytes?
    /// The addresses, of which the first becomes the server, port and path of an internet password.
    package var urls: [String] = []
    package var notes = ""
    /// Whether the notes must be stored as a secret, and not as the comment.
    package var protectsNotes = false
    /// The seed of one-time passwords: an `otpauth:` address, or base32 digits.
    package var oneTimePassword: SecretBytes?
    package var fields: [Field] = []
    /// The names of the folders that contain the entry, the outermost first.
    package var folder: [String] = []
    /// The realm of HTTP authentication.
    package var realm = ""
    /// Whether the secret is the text of a note.
    package var isNote = false
    /// Seconds since 2001-01-01 00:00 UTC.
    package var created: Double?
    package var modified: Double?
    /// Where the file has the entry, as it follows the name of the file in a message: `:12` or
    /// `: item 3`.
    package var place: String

    /// A value with a name of the user's or the program's choice.
    package struct Field: Sendable {
        package var name: String
        package var value: SecretBytes
        /// Whether the value is a secret.
        package var isProtected: Bool

        package init(_ name: String, _ value: SecretBytes, isProtected: Bool = true) {
            self.name = name
            self.value = value
            self.isProtected = isProtected
        }
    }

    package init(place: String) { self.place = place }

    /// Makes a note of an entry that has only notes. Programs without a kind of entry for notes store them so.
    mutating func becomeNoteIfBare() {
        guard secret == nil, user.isEmpty, urls.isEmpty, oneTimePassword == nil, !notes.isEmpty
        else { return }
        isNote = true
        secret = SecretBytes(text: notes)
        notes = ""
    }
}

/// A part of a file that isn't imported, and the rule that it breaks.
package struct ExchangeFault: Error, Equatable {
    /// As ``ExchangeEntry/place``; empty for the file as a whole.
    package let place: String
    package let rule: String

    package init(_ place: String, _ rule: String) { (self.place, self.rule) = (place, rule) }

    /// Makes the fault of the file as a whole.
    package init(_ rule: String) { self.init("", rule) }

    /// Makes the fault of a line.
    package init(line: Int, _ rule: String) { self.init(":\(line)", rule) }
}

/// The contents of a file: its entries, and what could not be understood.
///
/// An import shows the faults and goes on with the entries: a file of hundreds of passwords mustn't fail for one of
/// them.
package struct ExchangeReading: Sendable {
    package var entries: [ExchangeEntry] = []
    /// Certificates and private keys.
    package var keys: [ImportedItem] = []
    /// What couldn't be read.
    package var faults: [ExchangeFault] = []
    /// The attachments, which no item can hold.
    package var attachments: [ExchangeFault] = []
    /// The numbers of parts that no item can hold.
    package var leftOut: [LeftOut: Int] = [:]

    package init() {}
}

extension SecretBytes {
    /// The text of the bytes; nil if they aren't UTF-8. The copy isn't in locked memory.
    package var text: String? {
        withBytes { String(validating: $0, as: UTF8.self) }
    }

    /// Copies text into locked memory. The text itself stays in ordinary memory, so this is for values that came as
    /// text.
    package convenience init(text: String) { self.init(copying: text.utf8) }
}
