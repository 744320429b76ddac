// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// What the SecItem functions make of a query dictionary.
///
/// `security explain` writes it for a dictionary in JSON. It shows what each key means, which keys have no effect, how
/// many items match now, and what an add would do. It runs the search and changes nothing.
package struct QueryExplanation {
    private let dictionary: QueryDictionaryText
    /// The access groups of matches that this program lacks, if nothing else was found.
    package private(set) var otherGroups: [String] = []

    package init(_ dictionary: QueryDictionaryText) { self.dictionary = dictionary }

    /// Returns a line for each key, and then lines about the calls.
    package mutating func lines() -> [String] {
        let itemClass = dictionary.entries.first { $0.key == .itemClass }?.value
            .flatMap { try? ItemClass(named: $0.text) }
        var lines = dictionary.entries.map { line($0, itemClass) }
        lines.append("result: \(result)")
        lines.append("search: \(search())")
        if let itemClass {
            lines.append("primary key of the class: \(primaryKey(itemClass))")
        }
        lines.append("add: \(addition())")
        return lines
    }

    /// Explains one entry: the key and its value, then what it does in this class.
    private func line(_ entry: QueryDictionaryText.Entry, _ itemClass: ItemClass?) -> String {
        let start = entry.name + (entry.shown.map { " = \($0)" } ?? "") + ":"
        let doc = entry.doc.map { " \($0)" } ?? ""
        let role: String
        switch entry.key {
        case .itemClass: role = ""
        case .attribute where entry.isEmptyOwner: role = "Ignored, because it is empty."
        case .attribute(let attribute): role = self.role(attribute, itemClass)
        case .persistentReference: role = "A search finds the item with it."
        case .match: role = "Narrows a search, an update or a deletion; an add refuses it."
        case .returned: role = "Without such a key a call returns its status alone."
        case .use: role = ""
        case .value(.data): role = "An add or update stores it; a search ignores it."
        case .value: role = "Names the item itself."
        case .ignored: role = "Ignored, because the name begins with f."
        case .unknown, .tooShort: role = "Unknown: calls fail with \(Self.text(.parameter))."
        }
        let left =
            entry.value == nil && entry.key.takesObject
            ? " Its value must be an object that JSON can't hold; it is left out below." : ""
        return start + doc + (role.isEmpty ? "" : " \(role)") + left
    }

    /// Returns what an attribute does: whether it selects, is part of the primary key, or isn't one of the class.
    private func role(_ attribute: Attribute, _ itemClass: ItemClass?) -> String {
        guard let itemClass else {
            return "A search finds items with this value; an add stores it."
        }
        guard let description = itemClass.attributes[attribute] else {
            return "Not an attribute of this class: calls fail with \(Self.text(.noSuchAttribute))."
        }
        return "A search finds items with this value; an add stores it"
            + (description.isPrimaryKey ? ", as part of the primary key." : ".")
    }

    private var result: String {
        let returned = dictionary.entries.filter {
            if case .returned = $0.key { $0.value != nil } else { false }
        }
        if returned.isEmpty { return "the status alone" }
        let limit = dictionary.entries.first { $0.key == .match(.limit) }?.value
        let parts = returned.count == 1 ? returned[0].name : "a dictionary"
        guard let limit, let count = try? limit.limit(), count != .one else {
            return "\(parts) of the oldest match"
        }
        return "an array with \(parts) of each match"
    }

    /// Returns what a search with the dictionary finds, without asking the user.
    private mutating func search() -> String {
        do {
            let request = try ItemRequest(dictionary.words(), for: .search).search()
            let searched = SearchList(request.keychains)
            let (found, failures) = searched.search { try request.all(in: $0) }
            if let failure = failures.first { throw failure }
            let count = found.count
            if count == 0 { otherGroups = searched.otherGroups { try request.all(in: $0) } }
            return count == 0
                ? "finds nothing now: \(Self.text(.itemNotFound))"
                : "\(ItemReport.items(count)) \(count == 1 ? "matches" : "match") now"
        } catch {
            return Self.failure(error)
        }
    }

    /// Returns the attributes of the primary key, and which of them the dictionary gives.
    private func primaryKey(_ itemClass: ItemClass) -> String {
        if itemClass == .identity { return "that of its certificate" }
        let given = Set(dictionary.entries.map(\.raw))
        return itemClass.attributes.descriptions.filter(\.isPrimaryKey).map { description in
            let isGiven = given.contains(description.attribute.rawValue)
            return description.attribute.constant + (isGiven ? " (given)" : "")
        }.joined(separator: ", ")
    }

    /// Returns the outcome of an add with the keys that it accepts.
    private func addition() -> String {
        do {
            let item = try ItemRequest(
                dictionary.words {
                    if case .match = $0 { false } else { true }
                }, for: .add
            ).newItem()
            guard let found = try Keychain.default.collision(of: item) else {
                return "stores a new item"
            }
            var created = ""
            if let seconds = found[.creationDate]?.seconds {
                created = ", created \(CalendarDate(seconds: seconds).iso8601)"
            }
            return Self.text(.duplicateItem) + ": \(Keychain.default.path) has an item with this"
                + " primary key in the access group \"\(found.accessGroup)\"" + created
        } catch {
            return Self.failure(error)
        }
    }

    private static func text(_ code: KeychainError.Code) -> String {
        "\(Status.name(of: code.rawValue) ?? "status") (\(code.rawValue))"
    }

    private static func failure(_ error: any Error) -> String {
        if let error = error as? KeychainError { return "fails with \(error)" }
        if case .usage(let text)? = error as? WordFault { return text }
        return "unknown"
    }
}
