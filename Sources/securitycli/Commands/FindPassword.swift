import SwiftKeychain
import SwiftKeychainModel

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
