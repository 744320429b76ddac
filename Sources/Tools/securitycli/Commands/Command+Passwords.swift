// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import CredentialHelpers
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainModel

/// The kind of password that a command works on, generic or internet.
struct PasswordKind: Sendable {
    let itemClass: ItemClass
    /// The kind as it appears in names of commands.
    let name: String
    /// The options for attributes: conditions of a search, and the values of a new item.
    let matchOptions: [CommandOption]
    /// The option for the service or the server.
    let serviceOption: CommandOption

    /// The line of help about ``searchKey``.
    let searchNote: String

    static let generic = PasswordKind(
        itemClass: .genericPassword, name: "generic", matchOptions: CommandOption.genericMatch,
        serviceOption: .service,
        searchNote: "If -a and -s are both given, all other search options are ignored.")
    static let internet = PasswordKind(
        itemClass: .internetPassword, name: "internet", matchOptions: CommandOption.internetMatch,
        serviceOption: .server,
        searchNote:
            "If all of -a -d -p -P -r -s -t are given, all other search options are ignored.")

    /// The attributes of the primary key that options can give.
    var searchKey: Set<Attribute> {
        let given = matchOptions.compactMap { option in
            if case .attribute(_, let attribute, _) = option.value { attribute } else { nil }
        }
        return Set(given).intersection(itemClass.attributes.primaryKey.map(\.attribute))
    }

    /// Takes an address that was given as the server apart: `https://host/path` is what a browser shows. Options for
    /// the parts win, and a server that is no address stays.
    ///
    /// - Parameter isWhole: whether an address without a port or a path has the default port and no path, and not any.
    /// - Throws: as ``NewItemName/init(_:)`` for an address with a password, a wrong port or a malformed account.
    func takingApart(
        _ attributes: [Attribute: AttributeValue], isWhole: Bool
    ) throws(CommandFailure) -> [Attribute: AttributeValue] {
        guard itemClass == .internetPassword, let text = attributes[.server]?.text,
            WebAddress.hasPassword(text) || WebAddress.hasWrongPort(text)
                || text.contains(part: "://") && WebAddress(text)?.code != nil
        else { return attributes }
        var parts = try CommandFailure.only { try NewItemName.attributes(ofAddress: text) }
        parts[.authenticationType] = nil
        if isWhole { parts.merge([.port: .number(0), .path: .string("")]) { given, _ in given } }
        var attributes = attributes
        attributes[.server] = nil
        return parts.merging(attributes) { $1 }
    }

    /// Returns the forms in which programs store the same address, the given one first: with `/` as the path or none, and
    /// with the default port or none (RFC 3986, section 6.2.3).
    func forms(
        of attributes: [Attribute: AttributeValue]
    ) -> [[Attribute: AttributeValue]] {
        var forms = [attributes]
        func add(_ attribute: Attribute, _ value: AttributeValue) {
            forms += forms.map { $0.merging([attribute: value]) { $1 } }
        }
        if let path = attributes[.path]?.text, ["", "/"].contains(path) {
            add(.path, .string(path.isEmpty ? "/" : ""))
        }
        let standard = attributes[.protocol]?.text.flatMap(ServerAddress.defaultPort)
        if let standard, let port = attributes[.port]?.integer, [0, standard].contains(port) {
            add(.port, .number(port == 0 ? standard : 0))
        }
        return forms
    }
}

/// The search for the item that the options of a command select.
struct PasswordSearch {
    let kind: PasswordKind
    let arguments: Arguments
    let session: Session

    /// Returns the first match: the oldest in the first keychain that has one.
    ///
    /// - Parameters:
    ///   - byKeyAlone: whether other attributes don't count once the options give the whole primary key, as on macOS.
    ///   - isWhole: as in ``PasswordKind/takingApart(_:isWhole:)``.
    func first(
        withSecret: Bool, byKeyAlone: Bool = false, isWhole: Bool = false
    ) throws(CommandFailure) -> FoundItem {
        var attributes = try arguments.attributes()
        if byKeyAlone, kind.searchKey.allSatisfy({ attributes[$0] != nil }) {
            attributes = attributes.filter { kind.searchKey.contains($0.key) }
        }
        // Items of earlier versions and of a Mac have a whole address as the server.
        var (forms, isApart) = ([attributes], false)
        while true {
            do throws(CommandFailure) {
                return try first(forms.removeFirst(), withSecret)
            } catch {
                // A damaged keychain keeps no other one from having the item.
                guard case .call(_, let reason, _) = error,
                    [.itemNotFound, .notAvailable].contains(reason.code)
                else { throw error }
                let apart =
                    try isApart ? attributes : kind.takingApart(attributes, isWhole: isWhole)
                if apart != attributes { forms = kind.forms(of: apart) }
                isApart = true
                if forms.isEmpty { throw error }
            }
        }
    }

    private func first(
        _ attributes: [Attribute: AttributeValue], _ withSecret: Bool
    ) throws(CommandFailure) -> FoundItem {
        let conditions = Query.Conditions.anywhere(attributes, limit: .one)
        let search = try KeychainSearch(arguments.operands, session)
        return try search.first(
            returning: withSecret ? [.attributes, .secret] : .attributes
        ) { keychain, parts in
            try keychain.find(Query(kind.itemClass, conditions), returning: parts)
        }
    }
}

extension Command {
    static let findGenericPassword = findPassword(
        .generic, summary: "Find a generic password item.")
    static let findInternetPassword = findPassword(
        .internet, summary: "Find an internet password item.")

    private static func findPassword(_ kind: PasswordKind, summary: String) -> Command {
        Command(
            name: "find-\(kind.name)-password",
            summary: summary,
            options: kind.matchOptions + [
                .showPassword, .onlyPassword, .rawPassword, .clip, .asJSON,
            ],
            operands: "[keychain...]",
            notes: [kind.searchNote]
        ) { arguments, session in
            let showsPassword = arguments.has(.showPassword)
            let secret = try ShownSecret(arguments, session)
            let found = try PasswordSearch(
                kind: kind, arguments: arguments, session: session
            ).first(withSecret: showsPassword || secret.isAlone, byKeyAlone: true)
            if secret.isAlone {
                try secret.write(found.item)
                return 0
            }
            if arguments.has(.asJSON) {
                var list = JSONList(session.output)
                list.add(found.item, of: found.keychain.path, showsData: showsPassword)
                list.end()
                return 0
            }
            ItemListing().write(found, to: session.output)
            if showsPassword {
                try session.output.flush()
                let errors = Output(descriptor: StandardError.descriptor)
                errors.write("password: ")
                found.item.secret?.withBytes { BufferFormat.write($0, to: errors) }
                errors.write("\n")
                try errors.flush()
            }
            return 0
        }
    }

    static let deleteGenericPassword = deletePassword(
        .generic, summary: "Delete a generic password item.")
    static let deleteInternetPassword = deletePassword(
        .internet, summary: "Delete an internet password item.")

    private static func deletePassword(_ kind: PasswordKind, summary: String) -> Command {
        Command(
            name: "delete-\(kind.name)-password",
            summary: summary,
            options: kind.matchOptions + [
                .flag("g", "show-password", "Accepted; no effect")
            ],
            operands: "[keychain...]",
            notes: [
                "Deletes the first match with its further secrets, such as the seed of one-time passwords.",
                "At least one option must select it.",
            ],
            deletes: true
        ) { arguments, session in
            if arguments.values.isEmpty {
                throw CommandFailure.usage("no option selects the item to delete")
            }
            let search = PasswordSearch(kind: kind, arguments: arguments, session: session)
            let found = try search.first(withSecret: false, isWhole: true)
            try calling("SecKeychainItemDelete") {
                try EntryParts(of: found.item, in: found.keychain).delete(with: found.item)
            }
            // Printed after deleting, so that a closed pipe can't prevent the deletion.
            ItemListing().write(found, to: session.output)
            try session.output.flush()
            session.note("password has been deleted.")
            return 0
        }
    }
}
