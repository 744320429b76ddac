// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension Command {
    static let addGenericPassword = addPassword(
        .generic, summary: "Add a generic password item.",
        passwords: [.password, .otherPassword, .hexPassword])
    static let addInternetPassword = addPassword(
        .internet, summary: "Add an internet password item.",
        passwords: [.password, .hexPassword])

    /// Makes `add-generic-password` or `add-internet-password`.
    private static func addPassword(
        _ kind: PasswordKind, summary: String, passwords: [CommandOption]
    ) -> Command {
        Command(
            name: "add-\(kind.name)-password",
            summary: summary,
            options: kind.matchOptions + passwords + [.generated] + PasswordGeneration.options
                + [.clip, .anyApplication, .trusted, .update],
            operands: "[keychain]",
            notes: [
                "-a and -s are required. The default password is empty; -g makes a random one.",
                "Other users can see the command line: end it with -w to be asked, or use `-w -`.",
            ]
        ) { arguments, session in
            // An address may have the account.
            let attributes = try kind.takingApart(try arguments.attributes(), isWhole: true)
            guard attributes[.account] != nil, arguments.word(kind.serviceOption) != nil else {
                throw CommandFailure.usage("-a and -s are required")
            }
            if arguments.word(.trusted) != nil { session.noteTrustedIsIgnored() }
            try PasswordAddition(kind: kind, arguments: arguments, session: session)
                .run(attributes)
            return 0
        }
    }
}

/// The addition of one password, or the update of an existing one.
struct PasswordAddition {
    let kind: PasswordKind
    let arguments: Arguments
    let session: Session
    /// The seed of one-time passwords that is stored with the password.
    var oneTimeSeed: SecretBytes?

    /// Checks the options, gets the secret, stores it, and copies it to the clipboard if that is wanted.
    ///
    /// - Parameter standard: where the secret comes from if no option says so; nil for an empty one.
    func run(
        _ attributes: [Attribute: AttributeValue], otherwise standard: Arguments.Secret? = nil
    ) throws(CommandFailure) {
        let (keychain, name) = try arguments.onlyKeychain(unnamed: "<default>")
        let clipboard = try Clipboard(arguments)
        let secret: SecretBytes?
        do throws(CommandFailure) {
            if case .asked? = arguments.secret(.password) ?? arguments.secret(.otherPassword)
                ?? standard, !arguments.has(.update)
            {
                // Before the user types a password for it. Adding it checks again.
                try calling(Self.creation(name)) {
                    let item = try newItem(completed(attributes), secret: nil)
                    if (try? keychain.collision(of: item)) != nil {
                        throw KeychainError(.duplicateItem, "the item exists")
                    }
                }
            }
            secret = try arguments.newPassword(
                session, otherwise: standard, replaces: arguments.has(.update))
            if clipboard != nil, secret == nil { throw .usage("-K: no password") }
            try store(keychain, name, attributes, secret)
        } catch {
            guard case .call(let function, let reason, _) = error, reason.code == .duplicateItem,
                !arguments.has(.update)
            else { throw error }
            session.report(function, reason)
            session.note("security: -U updates the item that exists")
            throw .reported(status: error.status)
        }
        if let clipboard, let secret { try clipboard.take(secret, session) }
    }

    private static func creation(_ name: String) -> String {
        "SecKeychainItemCreateFromContent (\(name))"
    }

    /// Returns the attributes with the defaults of Apple's command: the label is the service or server, and the
    /// authentication type `dflt`.
    private func completed(
        _ given: [Attribute: AttributeValue]
    ) -> [Attribute: AttributeValue] {
        var attributes = given
        attributes[.label] = given[.label] ?? given[kind.itemClass.placeAttribute]
        if kind.itemClass == .internetPassword, given[.authenticationType] == nil {
            attributes[.authenticationType] = .string("dflt")
        }
        return attributes
    }

    private func newItem(
        _ attributes: [Attribute: AttributeValue], secret: SecretBytes?
    ) throws(KeychainError) -> NewItem {
        try NewItem(
            kind.itemClass, attributes: attributes,
            secret: secret ?? SecretBytes(copying: EmptyCollection()))
    }

    /// Adds an item. With -U it changes the given attributes of an item that exists instead.
    private func store(
        _ keychain: Keychain, _ name: String, _ given: [Attribute: AttributeValue],
        _ secret: SecretBytes?
    ) throws(CommandFailure) {
        let attributes = completed(given)
        let mayUpdate = arguments.has(.update)
        let function = mayUpdate ? "SecKeychainItemModifyContent" : Self.creation(name)
        func query(_ key: [Attribute: AttributeValue]) throws(KeychainError) -> Query {
            let attributes = key.filter { kind.searchKey.contains($0.key) }
            return try Query(kind.itemClass, Query.Conditions(attributes, limit: .one))
        }
        try calling(function) {
            let item = try newItem(attributes, secret: secret)
            var keychain = keychain
            let stored: Item
            if mayUpdate {
                var (key, changes) = (given, given)
                // The item may be in another keychain, or have another form of the same address.
                let places =
                    arguments.operands.isEmpty ? SearchList.standard : SearchList([keychain])
                for form in kind.forms(of: given) {
                    let (found, failures) = places.search(onlyFirst: true) {
                        try $0.find(query(form), returning: [])
                    }
                    // Of other keychains only a locked one, which may have the item, is a reason not to add it.
                    let locked = failures.first { $0.code == .interactionNotAllowed }
                    if found.isEmpty, let locked { throw locked }
                    guard let first = found.first else { continue }
                    (keychain, key) = (first.keychain, form)
                    if let notes = given[.comment] {
                        let old = try first.read(.attributes)[.comment]
                        changes[.comment] = notes.keepingDetails(of: old)
                    }
                    break
                }
                try keychain.put(item, orUpdate: query(key), Change(changes, secret: secret))
                if oneTimeSeed == nil { return }
                stored = try keychain.find(query(given), returning: .attributes)[0]
            } else {
                stored = try keychain.add(item)
            }
            guard let oneTimeSeed else { return }
            try EntryParts(of: stored, in: keychain).setSeed(oneTimeSeed, of: stored)
        }
    }
}

extension Arguments {
    /// Returns the new password that options give, or make; nil without such an option.
    ///
    /// - Parameters:
    ///   - standard: where it comes from if no option says so.
    ///   - replaces: as of ``Session/newPassword(_:_:mayBeKept:replaces:)``.
    /// - Throws: wrong usage for several of these options.
    func newPassword(
        _ session: Session, otherwise standard: Secret? = nil, replaces: Bool
    ) throws(CommandFailure) -> SecretBytes? {
        // The -p of an internet password is its path, and no secret.
        let given = [.password, .otherPassword].compactMap { secret($0) }
        let hex = secret(.hexPassword)
        let isGenerated = PasswordGeneration.isWanted(self)
        guard given.count + (hex == nil ? 0 : 1) + (isGenerated ? 1 : 0) <= 1 else {
            throw .usage("more than one password")
        }
        if isGenerated { return try PasswordGeneration.password(self) }
        if case .given(let digits) = hex {
            guard digits.count.isMultiple(of: 2) else {
                throw .usage("-X: an odd number of hexadecimal digits")
            }
            guard let secret = digits.withBytes({ Hexadecimal.secret($0[...]) }) else {
                throw .usage("-X: not a hexadecimal digit")
            }
            return secret
        }
        guard let first = given.first ?? standard else { return nil }
        return try session.newPassword(first, replaces: replaces)
    }
}
