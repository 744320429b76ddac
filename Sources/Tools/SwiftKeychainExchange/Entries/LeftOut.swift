// SPDX-License-Identifier: Apache-2.0

/// What other stores keep and items can't hold, and what other formats can't hold of items. It is counted, so that the
/// user knows what stays behind.
package enum LeftOut: CaseIterable, Sendable {
    case formerVersion, formerPassword, passkey, expiry, icon, autoType, folderNotes, generic
    case linkedField, certificateOrKey, recycled
    // Of exports.
    case title, notes, folder, furtherAddress, realm, seed, field, seedless, addressless,
        furtherLines
    case itemClass, service, creator, type, protection

    /// Returns a number of these in words.
    func text(_ count: Int) -> String {
        let (one, many) =
            switch self {
            case .formerVersion: ("former version of an entry", "former versions of entries")
            case .formerPassword: ("former password", "former passwords")
            case .passkey: ("passkey", "passkeys")
            case .expiry: ("expiry date", "expiry dates")
            case .icon: ("icon", "icons")
            case .autoType: ("sequence of Auto-Type", "sequences of Auto-Type")
            case .folderNotes: ("folder's notes", "folders' notes")
            case .generic:
                ("generic attribute that isn't text", "generic attributes that aren't text")
            case .linkedField: ("field that repeats another", "fields that repeat others")
            case .certificateOrKey: ("certificate or key", "certificates and keys")
            case .title: ("title", "titles")
            case .notes: ("entry's notes", "entries' notes")
            case .folder: ("folder of an entry", "folders of entries")
            case .furtherAddress: ("further address", "further addresses")
            case .realm: ("realm", "realms")
            case .seed: ("seed of one-time passwords", "seeds of one-time passwords")
            case .field: ("field", "fields")
            case .seedless:
                ("entry without one-time passwords", "entries without one-time passwords")
            case .addressless: ("entry without an address", "entries without addresses")
            case .furtherLines: ("password of several lines", "passwords of several lines")
            case .itemClass: ("class of an item", "classes of items")
            case .service: ("empty service of an item", "empty services of items")
            case .creator: ("creator of an item", "creators of items")
            case .type: ("type of an item", "types of items")
            case .protection: ("protection class of an item", "protection classes of items")
            case .recycled: ("entry in the recycle bin", "entries in the recycle bin")
            }
        return "\(count) \(count == 1 ? one : many)"
    }
}

extension ExchangeReading {
    /// Counts what isn't imported.
    mutating func leaveOut(_ what: LeftOut, _ count: Int = 1) {
        if count > 0 { leftOut[what, default: 0] += count }
    }

    /// What no item can hold: each attachment, then the number of each kind of part.
    package var omissions: [ExchangeFault] {
        attachments
            + LeftOut.allCases.compactMap { what in
                leftOut[what].map { ExchangeFault(what.text($0)) }
            }
    }
}
