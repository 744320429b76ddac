import SwiftKeychain
import SwiftKeychainModel

/// Tells apart the commands for generic and for internet passwords, which else do the same.
struct PasswordKind: Sendable {
    let itemClass: ItemClass
    /// The word in the names of commands.
    let name: String
    let matchOptions: [CommandOption]
    /// What names an item beside its account: service or server.
    let place: CommandOption

    static let generic = PasswordKind(
        itemClass: .genericPassword, name: "generic", matchOptions: CommandOption.genericMatch,
        place: .service)
    static let internet = PasswordKind(
        itemClass: .internetPassword, name: "internet", matchOptions: CommandOption.internetMatch,
        place: .server)
}

/// Finds the item that the options of find and delete commands describe.
struct PasswordSearch {
    let kind: PasswordKind
    let arguments: Arguments
    let session: Session

    /// Finds the first match, the oldest of the first keychain that has one.
    func first(withSecret: Bool) throws(CommandFailure) -> FoundItem {
        var conditions = Query.Conditions(try arguments.attributes())
        conditions.synchronizable = .any
        conditions.limit = .one
        let parts: Item.Parts = withSecret ? [.attributes, .secret] : [.attributes]
        let search = try KeychainSearch(arguments.operands, session)
        return try search.first { (keychain) throws(KeychainError) in
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
            options: kind.matchOptions + [.showPassword, .onlyPassword],
            operands: "[keychain...]"
        ) { (arguments, session) throws(CommandFailure) in
            let showsPassword = arguments.has(.showPassword)
            let onlyPassword = arguments.has(.onlyPassword)
            let found = try PasswordSearch(
                kind: kind, arguments: arguments, session: session
            ).first(withSecret: showsPassword || onlyPassword)
            if onlyPassword {
                found.item.secret?.withBytes { BufferFormat.writePassword($0, to: session.output) }
                session.output.write("\n")
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
}

extension Command {
    static let deleteGenericPassword = deletePassword(
        .generic, summary: "Delete a generic password item.")
    static let deleteInternetPassword = deletePassword(
        .internet, summary: "Delete an internet password item.")

    private static func deletePassword(_ kind: PasswordKind, summary: String) -> Command {
        Command(
            name: "delete-\(kind.name)-password",
            summary: summary,
            options: kind.matchOptions + [
                CommandOption("g", "show-password", .none, "Accepted, and does nothing")
            ],
            operands: "[keychain...]",
            notes: ["The first match is deleted; at least one option must say what to look for."]
        ) { (arguments, session) throws(CommandFailure) in
            if arguments.values.isEmpty { throw .usage("nothing says which item to delete") }
            let search = PasswordSearch(kind: kind, arguments: arguments, session: session)
            let found = try search.first(withSecret: false)
            try found.delete()
            // Told when it is done: a reader that goes away keeps nothing from being deleted.
            ItemListing().write(found, to: session.output)
            try session.output.flush()
            session.note("password has been deleted.")
            return 0
        }
    }
}
