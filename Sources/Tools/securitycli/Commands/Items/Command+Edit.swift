// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let place = word(
        "s", "service", "service", "The new service, or server of an internet password")
}

extension Command {
    static let edit = Command(
        name: "edit",
        summary: "Change attributes or the password of an item.",
        options: [
            .itemClass, .account, .place, .label, .comment, .kind, .password, .generated,
        ] + PasswordGeneration.options + [.oneTimeSeed, .clip],
        operands: "name [keychain...]",
        notes: ItemNameNotes.lines + [
            "Without an option for a new value, each value is asked for at the terminal."
        ]
    ) { arguments, session in
        let found = try arguments.namedItem(session, forChange: true)
        try ItemEdit(found: found, arguments: arguments, session: session).run()
        return 0
    }

    static let rename = Command(
        name: "rename",
        summary: "Give an item another label.",
        options: [.itemClass],
        operands: "name label [keychain...]",
        notes: ItemNameNotes.lines
    ) { arguments, session in
        guard arguments.operands.count >= 2 else {
            throw CommandFailure.usage("a name and a label are required")
        }
        let label = AttributeValue(bytes: arguments.operands[1])
        var named = arguments
        named.operands.remove(at: 1)
        let found = try named.namedItem(session, forChange: true)
        try ItemEdit(found: found, arguments: arguments, session: session)
            .apply([.label: label], nil)
        return 0
    }
}

/// The change of one item.
private struct ItemEdit {
    let found: FoundItem
    let arguments: Arguments
    let session: Session

    /// Finds the item, gets the new attributes and secret, and stores them.
    func run() throws(CommandFailure) {
        let clipboard = try Clipboard(arguments)
        var attributes = try arguments.attributes()
        if let word = arguments.word(.place) {
            attributes[found.item.itemClass.placeAttribute] = AttributeValue(bytes: word)
        }
        var secret = try arguments.newPassword(session, replaces: true)
        if clipboard != nil, secret == nil { throw .usage("-K: no new password") }
        let seed = try arguments.oneTimeSeed(session)
        if attributes.isEmpty, secret == nil, seed == nil { (attributes, secret) = try asked() }
        if attributes.isEmpty, secret == nil, seed == nil {
            session.note("security: nothing was changed")
            return
        }
        if found.item.itemClass == .internetPassword {
            let given = attributes
            attributes = try CommandFailure.only {
                try PasswordAddress.takenApart(given, .internetPassword, isWhole: true)
            }
        }
        try apply(attributes, secret, seed)
        if let clipboard, let secret { try clipboard.take(secret, session) }
    }

    /// Changes the item. Only a password can get a new secret, or a seed of one-time passwords.
    func apply(
        _ attributes: [Attribute: AttributeValue], _ secret: SecretBytes?,
        _ seed: SecretBytes? = nil
    ) throws(CommandFailure) {
        let item = found.item
        guard secret == nil && seed == nil || item.itemClass.isPassword else {
            throw .message("only a password can get a new secret")
        }
        let names = [.label, item.itemClass.placeAttribute, item.itemClass.accountAttribute].map {
            attributes[$0] ?? item.stored[$0]
        }
        if !attributes.isEmpty, names.allSatisfy({ $0?.bytes?.isEmpty ?? true }) {
            throw .message("no name would be left: give a label, a service or an account")
        }
        var attributes = attributes
        attributes[.comment] = attributes[.comment]?.keepingDetails(of: item[.comment])
        let function = "SecKeychainItemModifyContent"
        let parts = try calling(function) { try EntryParts(of: item, in: found.keychain) }
        if !attributes.isEmpty { try refuseForeignParts(parts, attributes) }
        try calling(function) {
            try parts.change(found, Change(attributes, secret: secret), seed: seed)
        }
        ItemLine.write(item, changed: attributes, to: session.output)
        try session.output.flush()
        session.note("security: changed 1 item")
    }

    /// Checks that no other item has the name of a part after the change: the item would get the seed of another
    /// password, or its own couldn't be renamed.
    private func refuseForeignParts(
        _ parts: EntryParts, _ attributes: [Attribute: AttributeValue]
    ) throws(CommandFailure) {
        let foreign = try calling("SecItemCopyMatching") {
            try parts.foreign(to: found.item, with: attributes)
        }
        if foreign.isEmpty { return }
        try session.list(foreign.map { FoundItem(item: $0, keychain: found.keychain) })
        throw .message(
            "other items have the new names of its further secrets; nothing was changed",
            status: KeychainError.Code.duplicateItem.rawValue)
    }

    /// Asks for every value, of which an empty answer keeps the old one.
    ///
    /// No value can be made empty in this way; options do that.
    ///
    /// - Throws: wrong usage where the user can't be asked.
    private func asked() throws(CommandFailure) -> ([Attribute: AttributeValue], SecretBytes?) {
        guard isatty(STDIN_FILENO) == 1, let terminal = Terminal.forQuestions() else {
            throw .usage("no option gives a new value")
        }
        let itemClass = found.item.itemClass
        var asked: [(name: String, attribute: Attribute)] = [("label", .label)]
        if itemClass.isPassword {
            asked += [
                ("account", .account),
                (
                    itemClass.placeAttribute == .server ? "server" : "service",
                    itemClass.placeAttribute
                ),
                ("comment", .comment),
            ]
        }
        var attributes: [Attribute: AttributeValue] = [:]
        for (name, attribute) in asked {
            let value = found.item.stored[attribute]
            let old = (attribute == .comment ? value?.notes : value?.text) ?? ""
            let answer = try terminal.answer("\(name) [\(old)]: ", echoes: true)
            if answer.count > 0 {
                attributes[attribute] = answer.withBytes { AttributeValue(bytes: Array($0)) }
            }
        }
        guard itemClass.isPassword else { return (attributes, nil) }
        let secret = try session.newPassword(nil, "new password (empty: keep)", mayBeKept: true)
        return (attributes, secret.count > 0 ? secret : nil)
    }
}
