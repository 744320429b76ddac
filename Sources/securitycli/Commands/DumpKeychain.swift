import SwiftKeychain
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let access = CommandOption(
        "a", "access", .none, "Show who may open each item")
    fileprivate static let data = CommandOption("d", "data", .none, "Show the secret of each item")
    fileprivate static let edit = CommandOption("i", "interactive", .none, "Not available yet")
    fileprivate static let raw = CommandOption("r", "raw", .none, "Not available yet")
    fileprivate static let file = CommandOption(
        "o", "output", .word("file"), "Write to a file that only its owner can read")
}

extension Command {
    static let dumpKeychain = Command(
        name: "dump-keychain",
        summary: "Dump the contents of one or more keychains.",
        options: [.access, .data, .edit, .raw, .file],
        operands: "[keychain...]"
    ) { (arguments, session) throws(CommandFailure) in
        for option in [CommandOption.edit, .raw] where arguments.has(option) {
            throw .said("-\(option.letter): not available yet")
        }
        let listing = ItemListing(
            showsData: arguments.has(.data), showsAccess: arguments.has(.access))
        let keychains = try KeychainArgument.searched(arguments.operands)
        guard let path = arguments.word(.file) else {
            return try KeychainDump(session: session, listing: listing, output: session.output)
                .run(keychains)
        }
        let file = try PrivateFile(path)
        let output = Output(descriptor: file.descriptor)
        do throws(CommandFailure) {
            let status = try KeychainDump(session: session, listing: listing, output: output)
                .run(keychains)
            try file.finish(output)
            return status
        } catch {
            guard case .output(let number) = error else { throw error }
            throw file.failure(number)
        }
    }
}
