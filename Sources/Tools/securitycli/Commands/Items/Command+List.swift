// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainModel

extension CommandOption {
    static let itemClass = word(
        "c", "class", "generic|internet|certificate|key", "Only items of this class")
    static let onlyNames = flag(
        "N", "names", "Print only names by which show finds the items")
}

extension Arguments {
    /// Returns the classes that -c selects; without it every class.
    func classes() throws(CommandFailure) -> [ItemClass] {
        guard let word = word(.itemClass) else { return ItemClass.stored }
        let text = String(decoding: word, as: UTF8.self)
        let found = ItemClass.stored.first { $0.word == text || $0.rawValue == text }
        guard let found else { throw .usage("-c: must be generic, internet, certificate or key") }
        return [found]
    }
}

extension Command {
    static let list = Command(
        name: "list",
        summary: "List items, one a line.",
        options: [.itemClass, .onlyNames, .asJSON],
        operands: "[keychain...]",
        notes: [
            "Shows class, label, account, service or server, and when the item was changed. What belongs",
            "to an entry (one-time password, fields, notes) is shown by show, and listed with -J.",
            "list-keychains shows the keychains.",
        ],
        isLong: true
    ) { arguments, session in
        let keychains = try KeychainArgument.searched(arguments.operands)
        var listing = ItemLines(arguments, session)
        return try listing.write(keychains, classes: arguments.classes()) { _ in true }
    }

    static let search = Command(
        name: "search",
        summary: "List the items that contain a text.",
        options: [.itemClass, .asJSON],
        operands: "text [keychain...]",
        notes: [
            "Looks for the text in every attribute that is text, ignoring case.",
            "Secrets are not searched.",
        ],
        isLong: true
    ) { arguments, session in
        guard let word = arguments.operands.first, !word.isEmpty else {
            throw CommandFailure.usage("no text was given")
        }
        guard let text = String(validating: word, as: UTF8.self) else {
            throw CommandFailure.usage("the text must be UTF-8")
        }
        let keychains = try KeychainArgument.searched(Array(arguments.operands.dropFirst()))
        let part = TextPart(text)
        var listing = ItemLines(arguments, session)
        let result = try listing.write(keychains, classes: arguments.classes()) { item in
            item.texts.contains(where: part.isIn)
        }
        guard listing.count > 0 || result != 0 else {
            throw CommandFailure.call(
                KeychainSearch.function, KeychainError(.itemNotFound, "no item contains the text"))
        }
        return result
    }
}

/// The items of a listing, as lines, as JSON or as names alone.
struct ItemLines {
    private let session: Session
    private let form: Form
    /// The items that were accepted. The parts of entries count too, even where no line shows them.
    private(set) var count = 0

    private enum Form { case lines, names, json }

    init(_ arguments: Arguments, _ session: Session) {
        self.session = session
        form = arguments.has(.asJSON) ? .json : arguments.has(.onlyNames) ? .names : .lines
    }

    /// Prints the items that `isWanted` accepts, without invisible ones.
    ///
    /// - Returns: 0, or the status of the last keychain that could not be read.
    mutating func write(
        _ keychains: [Keychain], classes: [ItemClass], where isWanted: (Item) -> Bool
    ) throws(CommandFailure) -> Int32 {
        var json = JSONList(session.output)
        var names = DistinctNames()
        var folding = PartFolding()
        let walk = ItemWalk(session: session, classes: classes)
        func list(_ item: Item) {
            if form == .names { names.take(item) } else { ItemLine.write(item, to: session.output) }
        }
        let failures = try walk.forEach(in: keychains, output: session.output) { keychain, items in
            for item in items
            where item.stored[.isInvisible]?.integer ?? 0 == 0 && isWanted(item) {
                count += 1
                if form == .json {
                    json.add(item, of: keychain.path)
                } else if folding.lists(FoundItem(item: item, keychain: keychain)) {
                    list(item)
                }
            }
        }
        for part in folding.loose() { list(part.item) }
        for name in names.all { session.output.write(name + "\n") }
        if form == .json { json.end() }
        return failures.last?.code.rawValue ?? 0
    }
}
