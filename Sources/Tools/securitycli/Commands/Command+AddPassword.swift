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
            let given = try arguments.attributes()
            let attributes = try PasswordAddress.takenApart(given, kind.itemClass, isWhole: true)
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
                    let item = try PasswordEntry(kind.itemClass, attributes, secret: nil).item
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

    /// Adds an item. With -U it changes the given attributes of an item that exists instead.
    private func store(
        _ keychain: Keychain, _ name: String, _ given: [Attribute: AttributeValue],
        _ secret: SecretBytes?
    ) throws(CommandFailure) {
        let mayUpdate = arguments.has(.update)
        let function = mayUpdate ? "SecKeychainItemModifyContent" : Self.creation(name)
        try calling(function) {
            let entry = try PasswordEntry(kind.itemClass, given, secret: secret, seed: oneTimeSeed)
            guard mayUpdate else { return try entry.add(to: keychain) }
            // The item may be in another keychain.
            let places = arguments.operands.isEmpty ? SearchList.standard : SearchList([keychain])
            try entry.put(in: keychain, orUpdateIn: places)
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
