// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// The items that an entry becomes: a password, and a generic password for each further secret
/// (Docs/reference/import.md).
///
/// 1. An entry whose first address has a server becomes an internet password, any other a generic password.
/// 2. The service of a generic password is the field kSecAttrService, else the title, else the address.
/// 3. Fields that aren't secrets, folders, further addresses and dates are lines of the comment.
/// 4. Fields that are secrets, the seed of one-time passwords, and secret or long notes are generic passwords.
struct EntryItems {
    let items: [NewItem]

    /// The password of an entry without one has no secret; ``StoredItems/merged(_:of:_:)`` gives it one.
    ///
    /// - Parameter number: 1, or another number for an entry whose password would be the same item as
    ///   that of an earlier entry of the file.
    /// - Throws: `parameter` when a part is too large.
    init(_ entry: ExchangeEntry, number: Int = 1) throws(KeychainError) {
        var entry = entry
        let secretService = SecretServiceField(takenFrom: &entry.fields)
        let isPlain = { (field: ExchangeEntry.Field) in
            !field.isProtected || Self.reservedNames.contains(field.name)
        }
        var comment = EntryComment(
            notes: entry.notes, folder: entry.folder, urls: entry.urls,
            fields: entry.fields.filter(isPlain), created: entry.created,
            modified: entry.modified)
        var attributes: [Attribute: AttributeValue] = [.account: .string(entry.user)]
        if let realm = Self.take([.securityDomain], from: &comment)[.securityDomain]?.text {
            entry.realm = realm
        }
        let address =
            secretService == nil ? entry.urls.first.flatMap { WebAddress($0) } : nil
        let itemClass = address == nil ? ItemClass.genericPassword : .internetPassword
        // An address that the attributes can't give back byte for byte, such as one with a query, stays in the comment
        // too.
        if let address, address.text.hasSameBytes(as: entry.urls[0]) { comment.urls.removeFirst() }

        let owner: EntryPart.Owner
        if let address { attributes.merge(address.attributes) { $1 } }
        let named = Self.namedAttributes.filter { itemClass.attributes[$0] != nil }
        attributes.merge(Self.take(named, from: &comment)) { $1 }
        if let secretService { attributes.merge(secretService.attributes) { $1 } }
        if let address {
            // The realm is part of the primary key, so the number keeps two entries of one server and account apart.
            let domain = number == 1 ? entry.realm : "\(entry.realm)#\(number)"
            if !domain.isEmpty { attributes[.securityDomain] = .string(domain) }
            owner = .init(address, domain: domain)
        } else {
            let name =
                attributes[.service]?.text
                ?? (entry.title.isEmpty ? entry.urls.first ?? "" : entry.title)
            let service = number == 1 ? name : "\(name)#\(number)"
            attributes[.service] = .string(service)
            if !entry.realm.isEmpty {
                comment.fields.append(
                    .init("realm", SecretBytes(text: entry.realm), isProtected: false))
            }
            owner = .init(service: service)
        }
        let label = entry.title.isEmpty ? address?.server ?? entry.user : entry.title
        attributes[.label] = .string(label)
        if entry.isNote { attributes[.type] = .number(Self.note) }

        var parts: [EntryPart] = []
        if let seed = entry.oneTimePassword { parts.append(.oneTimePassword(seed)) }
        parts += entry.fields.filter { !isPlain($0) }.map { .field($0.name, $0.value) }
        // An attribute that is too large would refuse the whole entry; as a secret the notes have more room.
        let isTooLong = comment.text.utf8.count > Limits.attributeBytes
        if entry.protectsNotes || isTooLong, !comment.notes.isEmpty {
            parts.append(.notes(SecretBytes(text: comment.notes)))
            comment.notes = ""
        }
        if !comment.text.isEmpty { attributes[.comment] = .string(comment.text) }

        var items = [
            try NewItem(itemClass, attributes: attributes, secret: entry.secret)
        ]
        let place = attributes.filter { $0.key == .synchronizable }
        for (part, name) in EntryPart.named(parts) {
            items.append(
                try part.item(name, of: owner, account: entry.user, label: label, in: place))
        }
        self.items = items
    }

    /// The attributes that fields with the names of their constants have: what an export keeps of a
    /// password that was stored by other means.
    static let namedAttributes: [Attribute] = [
        .service, .authenticationType, .itemDescription, .alias, .generic, .isInvisible,
        .isNegative, .syncViewHint, .synchronizable,
    ]

    /// The names of fields that are attributes, also where a file doesn't say which fields are secrets.
    private static let reservedNames = Set(
        ([.securityDomain] + namedAttributes).map(\.constant))

    /// Removes the fields that are attributes, and returns these.
    private static func take(
        _ attributes: [Attribute], from comment: inout EntryComment
    ) -> [Attribute: AttributeValue] {
        var taken: [Attribute: AttributeValue] = [:]
        for attribute in attributes {
            let index = comment.fields.firstIndex { $0.name == attribute.constant }
            guard let index, let text = comment.fields[index].value.text else { continue }
            comment.fields.remove(at: index)
            taken[attribute] = attribute == .generic ? .data(Array(text.utf8)) : .string(text)
        }
        return taken
    }

    /// The type of notes, `note`, as macOS has it.
    static let note: Int64 = 0x6e6f_7465
}
