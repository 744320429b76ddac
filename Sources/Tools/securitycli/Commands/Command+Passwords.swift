// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
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

    /// The line of help about the primary key.
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
    ///   - isWhole: as in ``PasswordAddress/takenApart(_:_:isWhole:)``.
    func first(
        withSecret: Bool, byKeyAlone: Bool = false, isWhole: Bool = false
    ) throws(CommandFailure) -> FoundItem {
        var attributes = try arguments.attributes()
        let key = PasswordAddress.key(of: kind.itemClass)
        if byKeyAlone, key.allSatisfy({ attributes[$0] != nil }) {
            attributes = attributes.filter { key.contains($0.key) }
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
                let apart = try CommandFailure.only {
                    try isApart
                        ? attributes
                        : PasswordAddress.takenApart(attributes, kind.itemClass, isWhole: isWhole)
                }
                if apart != attributes { forms = PasswordAddress.forms(of: apart) }
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
