// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let withPassword = flag("g", "show-password", "Also show the password")
}

extension Command {
    static let show = Command(
        name: "show",
        summary: "Show an item, found by its name.",
        options: [.itemClass, .withPassword, .onlyPassword, .rawPassword, .clip, .asJSON],
        operands: "name [keychain...]",
        notes: ItemNameNotes.lines
    ) { arguments, session in
        let secret = try ShownSecret(arguments, session, showsText: true)
        let showsSecret = arguments.has(.withPassword)
        let found = try arguments.namedItem(
            session,
            returning: secret.isAlone || showsSecret ? [.attributes, .secret] : .attributes)
        if secret.isAlone {
            try secret.write(found.item)
        } else if arguments.has(.asJSON) {
            var list = JSONList(session.output)
            list.add(found.item, of: found.keychain.path, showsData: showsSecret)
            list.end()
        } else {
            let parts = try calling("SecItemCopyMatching") {
                try EntryParts(
                    of: found.item, in: found.keychain,
                    returning: showsSecret ? [.attributes, .secret] : .attributes)
            }
            ItemCard.write(found, showsSecret: showsSecret, to: session.output)
            ItemCard.write(parts, showsSecrets: showsSecret, to: session.output)
            if showsSecret { ItemCard.writeCode(parts, to: session.output) }
        }
        return 0
    }
}

/// The lines of help about ``ItemName``.
enum ItemNameNotes {
    static let lines = [
        "The name is a label, service, server or account, service/account, account@service, or part",
        "of one; or keychain://service/account, which is exact. Of several items one is chosen.",
    ]
}

extension Arguments {
    /// Returns the item that the first operand names; the other operands are keychains.
    func namedItem(
        _ session: Session, returning parts: Item.Parts = .attributes, forChange: Bool = false,
        wholeName: Bool = false
    ) throws(CommandFailure) -> FoundItem {
        guard let word = operands.first else { throw .usage("no item was named") }
        let search = NamedItemSearch(
            session: session,
            keychains: try KeychainArgument.searched(Array(operands.dropFirst())),
            classes: try classes(), isForChange: forChange, takesPartsOfNames: !wholeName)
        let name = try CommandFailure.only { try ItemName(word) }
        return try search.item(name, returning: parts)
    }
}

/// An item as `show` prints it: a line for each attribute that is set.
enum ItemCard {
    /// Writes the attributes of an item that have a value, one on a line, by the names of the options that set them.
    static func write(_ found: FoundItem, showsSecret: Bool, to output: Output) {
        let item = found.item
        line("class", item.itemClass.word, to: output)
        let options =
            switch item.itemClass {
            case .genericPassword: CommandOption.genericMatch
            case .internetPassword: CommandOption.internetMatch
            case .certificate, .key, .identity: [CommandOption.label]
            }
        var named: [(name: String, attribute: Attribute)] = options.compactMap { option in
            guard case .attribute(_, let attribute, _) = option.value else { return nil }
            return (option.name, attribute)
        }
        named.sort { rank($0.attribute) < rank($1.attribute) }
        for (name, attribute) in named {
            guard let value = item.stored[attribute], let text = text(value, of: attribute) else {
                continue
            }
            line(name, text, to: output)
        }
        if item.itemClass == .certificate, let certificate = try? Certificate(item) {
            line("sha-1", certificate.hash(), to: output)
        }
        if item.itemClass == .key {
            let kinds = ["public", "private", "symmetric"]
            let number = Int(item[.keyClass]?.keyNumber ?? -1)
            if kinds.indices.contains(number) { line("kind", kinds[number], to: output) }
            if let bits = item[.keySizeInBits]?.integer { line("bits", String(bits), to: output) }
        }
        for (name, attribute) in [
            ("created", Attribute.creationDate), ("changed", .modificationDate),
        ] {
            guard let seconds = item.stored[attribute]?.seconds else { continue }
            line(name, CalendarDate(seconds: seconds).text.prefix(19) + "Z", to: output)
        }
        line("access group", item.accessGroup.printable, to: output)
        line("keychain", found.keychain.path.printable, to: output)
        guard showsSecret, !item.isPrivateKey, let secret = item.secret else { return }
        write(name: "password", to: output)
        secret.withBytes { ShownText.write(secret: $0, indented: indent, to: output) }
        output.write("\n")
    }

    /// Writes the parts of an entry below it, indented, each with its secret if that is shown.
    static func write(_ parts: EntryParts, showsSecrets: Bool, to output: Output) {
        if !parts.items.isEmpty { output.write("parts\n") }
        for part in parts.items {
            let title = "  " + parts.title(of: part).printable
            if showsSecrets, let secret = part.secret {
                write(name: title, to: output)
                secret.withBytes { ShownText.write(secret: $0, indented: indent, to: output) }
            } else {
                output.write(title, in: .bold)
            }
            output.write("\n")
        }
    }

    /// Writes the current one-time password, if there is one. That of a count isn't used up by showing it, and isn't shown.
    static func writeCode(_ parts: EntryParts, to output: Output) {
        guard let seed = parts.oneTimePassword?.secret, let address = try? SeedAddress(seed),
            let password = try? OneTimePassword(address, at: SystemClock.seconds),
            let seconds = password.secondsLeft
        else { return }
        write(name: "  code", to: output)
        password.text.withBytes { output.write($0) }
        output.write(", valid for \(seconds) s\n")
    }

    /// The first attributes; the others keep the order of the options.
    private static func rank(_ attribute: Attribute) -> Int {
        [.label, .account, .service, .server].firstIndex(of: attribute) ?? 9
    }

    /// Returns a value as text; nil for an empty one, which isn't shown.
    private static func text(_ value: AttributeValue, of attribute: Attribute) -> String? {
        if let bytes = value.bytes {
            guard !bytes.isEmpty else { return nil }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                return BufferFormat.escaped(bytes)
            }
            return attribute == .comment
                ? ShownText.lines(of: text, indented: indent) : text.printable
        }
        guard let number = value.integer else { return nil }
        if attribute == .port { return number == 0 ? nil : String(number) }
        // A code of four characters.
        return BufferFormat.escaped(
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
    }

    private static func line(_ name: String, _ value: String, to output: Output) {
        write(name: name, to: output)
        output.write(value + "\n")
    }

    private static func write(name: String, to output: Output) {
        output.write(name, in: .bold)
        let blanks = max(2, indent - DisplayWidth.columns(name))
        output.write(String(repeating: " ", count: blanks))
    }

    /// The columns before a value.
    private static let indent = 16
}
