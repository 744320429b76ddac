// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// A password of macOS, as its keychain files and the text of `dump-keychain` have it.
struct MacPassword {
    var isInternet = false
    /// The values by the four characters of the attribute, or of a dump by its number: 7 is the label.
    var attributes: [String: [UInt8]] = [:]
    var secret: SecretBytes?

    /// Reads the value of an attribute that an entry has as text; it is empty for a missing one.
    private func text(_ tag: String) throws(ExchangeFault) -> String {
        guard let text = String(validating: attributes[tag] ?? [], as: UTF8.self) else {
            throw ExchangeFault("an attribute that isn't text: \(tag.printable)")
        }
        return text
    }

    private func number(_ tag: String) -> Int64 {
        (attributes[tag] ?? []).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    /// Reads `YYYYMMDDhhmmssZ`.
    private func date(_ tag: String) -> Double? {
        CalendarDate((attributes[tag] ?? []).prefix(15), pattern: "ddddddddddddddZ")?.seconds
    }

    /// Makes the entry, and counts the attributes that no entry has.
    ///
    /// - Throws: a fault for an attribute that isn't text.
    func entry(
        place: String, _ reading: inout ExchangeReading
    ) throws(ExchangeFault) -> ExchangeEntry {
        var entry = ExchangeEntry(place: place)
        entry.secret = secret
        entry.user = try text("acct")
        entry.title = try text("\0\0\0\u{7}")
        if entry.title.isEmpty { entry.title = try text("labl") }
        // A comment of this program has more than notes; one of macOS is read as notes.
        let comment = EntryComment(try text("icmt"))
        (entry.notes, entry.folder, entry.fields) = (comment.notes, comment.folder, comment.fields)
        entry.urls = comment.urls
        entry.created = comment.created ?? date("cdat")
        entry.modified = comment.modified ?? date("mdat")
        let type = number("type")
        entry.isNote = type == EntryItems.note
        if type != 0, !entry.isNote { reading.leaveOut(.type) }
        if number("crtr") != 0 { reading.leaveOut(.creator) }
        entry.appendAttribute(.itemDescription, try text("desc"))
        entry.appendAttribute(.alias, try text("alis"))
        if isInternet {
            entry.realm = try text("sdmn")
            entry.take(
                WebAddress(
                    code: number("ptcl"), server: try text("srvr"), port: number("port"),
                    path: try text("path")))
            if number("atyp") != 0 {
                entry.appendAttribute(.authenticationType, try text("atyp"))
            }
        } else {
            entry.appendAttribute(.service, try text("svce"))
            if let generic = String(validating: attributes["gena"] ?? [], as: UTF8.self) {
                entry.appendAttribute(.generic, generic)
            } else {
                reading.leaveOut(.generic)
            }
        }
        return entry
    }
}
