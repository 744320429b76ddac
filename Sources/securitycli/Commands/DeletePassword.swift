import SwiftKeychain
import SwiftKeychainModel

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
