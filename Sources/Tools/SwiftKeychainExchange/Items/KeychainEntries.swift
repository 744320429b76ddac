// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The passwords of a keychain as entries, for a file of another password store.
///
/// It reverses ``EntryItems``: a password and the parts that name it become one entry. Passwords that other programs
/// stored become entries too, with the attributes that an entry has no place for as fields named after their constants.
package struct KeychainEntries {
    package private(set) var entries: [ExchangeEntry] = []
    /// The number of items that require the user.
    package private(set) var constrained = 0
    /// The number of items that are damaged.
    package private(set) var damaged = 0
    /// Why further items can't be read, as in ``ItemPages``.
    package private(set) var fault: KeychainError?
    /// The number of items with a secret or an attribute that isn't text.
    package private(set) var binary = 0
    /// What the entries lack of the items, whatever the format.
    package private(set) var losses: [LeftOut: Int] = [:]

    /// The parts of each entry.
    private var parts: [PartKey: [Item]] = [:]

    /// An entry as its further secrets name it.
    private struct PartKey: Hashable {
        let owner: EntryPart.Owner
        let account: String

        init(_ item: Item, _ owner: EntryPart.Owner) {
            (self.owner, account) = (owner, item[.account]?.text ?? "")
        }
    }

    /// Reads every password that the program may read, without asking the user.
    ///
    /// - Throws: as ``Keychain/find(_:returning:asking:)``.
    package init(of keychain: Keychain) throws(KeychainError) {
        let generic = try items(of: .genericPassword, in: keychain)
        var plain: [Item] = []
        for item in generic {
            guard let owner = EntryPart.Owner(generic: item[.generic]), let secret = item.secret,
                item[.service]?.text != nil, item[.account]?.text != nil
            else {
                plain.append(item)
                continue
            }
            guard secret.withBytes({ String.isUTF8($0) }) else {
                binary += 1
                continue
            }
            parts[PartKey(item, owner), default: []].append(item)
        }
        append(try items(of: .internetPassword, in: keychain) + plain)
        // Further secrets whose password is gone, in an order that is the same each time.
        let orphans = parts.sorted {
            ($0.key.owner.name, $0.key.account) < ($1.key.owner.name, $1.key.account)
        }
        for (key, rest) in orphans {
            var entry = ExchangeEntry(place: "")
            (entry.title, entry.user) = (key.owner.name, key.account)
            entry.take(rest, of: key.owner)
            entries.append(entry)
        }
    }

    /// Returns the passwords of a class that open without the user, with their secrets, and counts the others.
    private mutating func items(
        of itemClass: ItemClass, in keychain: Keychain
    ) throws(KeychainError) -> [Item] {
        var pages = try ItemPages(itemClass, of: keychain, returning: [.attributes, .secret])
        var open: [Item] = []
        while let items = try pages.next() { open += items }
        constrained += pages.leftOut
        damaged += pages.damaged
        fault = fault ?? pages.fault
        return open
    }

    /// Adds the entries of items, with their parts. A secret that isn't text is counted and left out.
    private mutating func append(_ items: [Item]) {
        var named: [PartKey: [Item]] = [:]
        var open: [(item: Item, entry: ExchangeEntry)] = []
        let known = Set(items.map { PartKey($0, EntryPart.Owner($0)) })
        for item in items {
            // Only an import gives numbers, one after the other. Any other `#2` belongs to the name.
            let former = item.numberedName.nameBefore
            let isNumbered =
                former.map { known.contains(PartKey(item, .init(item, named: $0))) } ?? false
            guard let entry = ExchangeEntry(item, isNumbered: isNumbered) else {
                binary += 1
                continue
            }
            open.append((item, entry))
            let key = PartKey(item, EntryPart.Owner(item))
            if parts[key] != nil { named[key, default: []].append(item) }
        }
        var owned: [PersistentReference: [Item]] = [:]
        for (key, passwords) in named {
            for part in parts.removeValue(forKey: key) ?? [] {
                guard let password = key.owner.password(of: part, among: passwords) else {
                    continue
                }
                owned[password.reference, default: []].append(part)
            }
        }
        for (item, entry) in open {
            var entry = entry
            if let own = owned[item.reference] { entry.take(own, of: EntryPart.Owner(item)) }
            losses.merge(entry.losses(of: item)) { $0 + $1 }
            entries.append(entry)
        }
    }
}

extension ExchangeEntry {
    /// Makes the entry of a password; nil if a part of it isn't text.
    ///
    /// - Parameter isNumbered: whether an import gave a number to its realm or service.
    fileprivate init?(_ item: Item, isNumbered: Bool) {
        self.init(place: "")
        let texts: [Attribute] = [.account, .label, .comment, .service, .server, .path]
        let areTexts = texts.allSatisfy {
            if case .data(let bytes)? = item[$0] { String.isUTF8(bytes) } else { true }
        }
        guard areTexts, (item.secret?.withBytes { String.isUTF8($0) }) != false else { return nil }
        func text(_ attribute: Attribute) -> String { item[attribute]?.text ?? "" }
        let comment = EntryComment(text(.comment))
        (title, user, notes) = (text(.label), text(.account), comment.notes)
        (folder, urls, fields) = (comment.folder, comment.urls, comment.fields)
        secret = item.secret.flatMap { $0.count == 0 ? nil : $0 }
        isNote = item[.type]?.integer == EntryItems.note
        created = comment.created ?? item[.creationDate]?.seconds
        modified = item[.modificationDate]?.seconds
        // An item that was never changed here still has the date of the store it came from.
        if item.revision == 1 { modified = comment.modified ?? modified }
        let name = isNumbered ? item.numberedName.withoutNumber : item.numberedName
        if item.itemClass == .internetPassword {
            let address = WebAddress(item)
            if title.isEmpty { title = address.server }
            take(address)
            realm = name
        } else {
            if title.isEmpty { title = name }
            if name != title, item.numberedName != title {
                appendAttribute(.service, item.numberedName)
            }
        }
        for attribute in EntryItems.namedAttributes where attribute != .service {
            if attribute == .generic, EntryPart.Owner(generic: item[.generic]) != nil { continue }
            let number = item[attribute]?.integer ?? 0
            appendAttribute(attribute, number == 0 ? text(attribute) : String(number))
        }
        guard let field = SecretServiceField(item) else { return }
        // As an import from a running Secret Service has them.
        for (name, value) in field.repeated { append(name, value) }
        append(SecretServiceField.name, field.text)
    }

    /// Returns what an import of the entry wouldn't give back of the item.
    fileprivate func losses(of item: Item) -> [LeftOut: Int] {
        let isInternet = urls.first.flatMap { WebAddress($0) } != nil
        func isBinary(_ attribute: Attribute) -> Bool {
            item.stored[attribute].map { $0.bytes != nil && $0.text == nil } ?? false
        }
        let isFromDesktop = item.lookupAttributes != nil
        let isKept =
            isFromDesktop || item.accessControl.protection == item.itemClass.defaultProtection
        return [
            .itemClass: isInternet == (item.itemClass == .internetPassword) ? 0 : 1,
            .service: item[.service]?.text != "" || isFromDesktop || title.isEmpty ? 0 : 1,
            .creator: item[.creator]?.integer ?? 0 == 0 ? 0 : 1,
            .type: withTextAsNotes.isNote || item[.type]?.integer ?? 0 == 0 ? 0 : 1,
            .protection: isKept ? 0 : 1,
            .realm: isBinary(.securityDomain) ? 1 : 0,
            .field: EntryItems.namedAttributes.filter(isBinary).count,
        ].filter { $0.value > 0 }
    }

    /// Adds an attribute as a field, because an entry has no property for it; nothing for an empty one, and for the
    /// authentication type that an import stores where there is no such field.
    mutating func appendAttribute(_ attribute: Attribute, _ value: String) {
        if attribute == .authenticationType, value == "dflt" { return }
        append(attribute.constant, value)
    }

    /// Takes the address of an internet password. The first address of the comment may be the same with its query.
    mutating func take(_ address: WebAddress) {
        if urls.first.flatMap({ WebAddress($0) })?.text != address.text {
            urls.insert(address.text, at: 0)
        }
    }

    /// Takes the further secrets of the entry.
    fileprivate mutating func take(_ parts: [Item], of owner: EntryPart.Owner) {
        for part in parts {
            guard let secret = part.secret, let service = part[.service]?.text else { continue }
            switch EntryPart(service, of: owner, secret) {
            case .oneTimePassword(let seed): oneTimePassword = seed
            case .notes(let text):
                notes = text.text ?? ""
                protectsNotes = true
            case .field(let name, let value): fields.append(.init(name, value))
            case nil: fields.append(.init(service, secret))
            }
        }
    }
}

extension String {
    fileprivate static func isUTF8(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { isUTF8($0) }
    }
}
