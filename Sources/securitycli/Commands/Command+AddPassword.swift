import SwiftKeychain
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

    private static func addPassword(
        _ kind: PasswordKind, summary: String, passwords: [CommandOption]
    ) -> Command {
        Command(
            name: "add-\(kind.name)-password",
            summary: summary,
            options: kind.matchOptions + passwords + [.anyApplication, .trusted, .update],
            operands: "[keychain]",
            notes: [
                "-a and -s must be given. Without a password the item has an empty one.",
                "Other users can see the command line: let -w ask, or give it `-`.",
            ]
        ) { (arguments, session) throws(CommandFailure) in
            try PasswordAddition(kind: kind, arguments: arguments, session: session).run()
            return 0
        }
    }
}

/// Adds one password, or updates the one that is there.
private struct PasswordAddition {
    let kind: PasswordKind
    let arguments: Arguments
    let session: Session

    func run() throws(CommandFailure) {
        guard arguments.word(.account) != nil, arguments.word(kind.place) != nil else {
            throw .usage("-a and -s must be given")
        }
        guard arguments.operands.count <= 1 else { throw .usage("more than one keychain") }
        let keychains = try KeychainArgument.keychains(arguments.operands)
        let attributes = try arguments.attributes()
        if arguments.word(.trusted) != nil { session.noteTrustedIsNotKept() }
        let secret = try secret()
        if arguments.has(.update), try update(keychains[0], attributes, secret) { return }
        do throws(CommandFailure) {
            try add(keychains[0], attributes, secret)
        } catch {
            // Somebody else added it between our two calls.
            guard arguments.has(.update), error.status == KeychainError.Code.duplicateItem.rawValue,
                try update(keychains[0], attributes, secret)
            else { throw error }
        }
    }

    private func add(
        _ keychain: Keychain, _ given: [Attribute: AttributeValue], _ secret: SecretBytes?
    ) throws(CommandFailure) {
        var attributes = given
        attributes[.label] = given[.label] ?? given[kind.placeAttribute]
        if kind.itemClass == .internetPassword, given[.authenticationType] == nil {
            attributes[.authenticationType] = .string("dflt")
        }
        let name = arguments.operands.first.map { BufferFormat.escaped($0) } ?? "<default>"
        try calling("SecKeychainItemCreateFromContent (\(name))") { () throws(KeychainError) in
            let item = try NewItem(
                kind.itemClass, attributes: attributes,
                secret: secret ?? SecretBytes(copying: EmptyCollection()))
            _ = try keychain.add(item)
        }
    }

    /// Changes what is given; what is not given stays as it is.
    ///
    /// - Returns: false when there is no such item.
    private func update(
        _ keychain: Keychain, _ given: [Attribute: AttributeValue], _ secret: SecretBytes?
    ) throws(CommandFailure) -> Bool {
        var conditions = Query.Conditions(given.filter { kind.keyAttributes.contains($0.key) })
        conditions.limit = .one
        do throws(KeychainError) {
            let query = try Query(kind.itemClass, conditions)
            return try keychain.update(query, Change(given, secret: secret)) > 0
        } catch {
            if error.code == .itemNotFound { return false }
            throw .call("SecKeychainItemModifyContent", error)
        }
    }

    /// Gives the new password; nil when none is given.
    private func secret() throws(CommandFailure) -> SecretBytes? {
        var options: [CommandOption] = [.password]
        if kind.itemClass == .genericPassword { options.append(.otherPassword) }
        let given = options.compactMap { arguments.secret($0) }
        let hex = arguments.secret(.hexPassword)
        guard given.count + (hex == nil ? 0 : 1) <= 1 else {
            throw .usage("more than one password")
        }
        if case .given(let digits) = hex {
            guard digits.count.isMultiple(of: 2) else {
                throw .usage("-X: an odd number of hexadecimal digits")
            }
            guard let secret = digits.withBytes({ Hexadecimal.secret($0[...]) }) else {
                throw .usage("-X: not a hexadecimal digit")
            }
            return secret
        }
        guard let first = given.first else { return nil }
        return try PasswordSource(session: session).newPassword(first)
    }
}

extension PasswordKind {
    /// The attribute that ``place`` names.
    fileprivate var placeAttribute: Attribute {
        itemClass == .genericPassword ? .service : .server
    }

    /// What makes an item the one to update; a label or comment is what becomes new.
    fileprivate var keyAttributes: Set<Attribute> {
        Set(itemClass.attributes.primaryKey.map(\.attribute))
    }
}
