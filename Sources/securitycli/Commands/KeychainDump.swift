import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let access = CommandOption(
        "a", "access", .none, "Show the access control of each item")
    fileprivate static let data = CommandOption("d", "data", .none, "Show the secret of each item")
    fileprivate static let edit = CommandOption(
        "i", "interactive", .none, "As -a: there are no access control lists to edit")
    fileprivate static let raw = CommandOption(
        "r", "raw", .none, "Show the secret of each item as it is stored, encrypted")
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
        if arguments.has(.edit) {
            session.note(
                "security: -i: nothing to edit: access groups decide which programs see an item")
        }
        let listing = ItemListing(
            showsData: arguments.has(.data), showsRawData: arguments.has(.raw),
            showsAccess: arguments.has(.access) || arguments.has(.edit))
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

/// The listing of keychains, a page at a time so that few secrets are in memory at once.
struct KeychainDump {
    let session: Session
    let listing: ItemListing
    let output: Output

    private static let page = 256

    /// Lists the items of `keychains`; a keychain that can't be read is reported.
    ///
    /// - Returns: 1 if a keychain could not be read, else 0.
    func run(_ keychains: [Keychain]) throws(CommandFailure) -> Int32 {
        var result: Int32 = 0
        let progress = ProgressLine(session)
        defer { progress.end() }
        for keychain in keychains {
            do throws(CommandFailure) {
                for itemClass in ItemClass.stored {
                    try dump(itemClass, of: keychain, progress)
                }
            } catch {
                guard case .call(let function, let error, _) = error else { throw error }
                try output.flush()
                progress.end()
                session.report(function, error)
                result = 1
            }
        }
        return result
    }

    private func dump(
        _ itemClass: ItemClass, of keychain: Keychain, _ progress: ProgressLine
    ) throws(CommandFailure) {
        var conditions = Query.Conditions()
        conditions.synchronizable = .any
        conditions.limit = .all
        let all = try find(itemClass, conditions, returning: [], in: keychain)
        let open = all.filter { !$0.accessControl.isConstrained }.map(\.reference)
        let parts: Item.Parts = listing.showsData ? [.attributes, .secretForUse] : [.attributes]
        for start in stride(from: 0, to: open.count, by: Self.page) {
            conditions.itemList = Array(open[start..<min(start + Self.page, open.count)])
            var rawData: [PersistentReference: SecretBytes] = [:]
            if listing.showsRawData {
                for item in try find(
                    itemClass, conditions, returning: .sealedSecret, in: keychain)
                { rawData[item.reference] = item.secret }
            }
            for item in try find(itemClass, conditions, returning: parts, in: keychain) {
                listing.write(
                    item, of: keychain.path, rawData: rawData[item.reference], to: output)
            }
            try output.flush()
            progress.show("\(start) of \(open.count) items")
        }
        if open.count < all.count {
            progress.end()
            session.note(Session.leftOut(all.count - open.count))
        }
    }

    /// Returns the items found; none if the class can't be stored.
    private func find(
        _ itemClass: ItemClass, _ conditions: Query.Conditions, returning parts: Item.Parts,
        in keychain: Keychain
    ) throws(CommandFailure) -> [Item] {
        do throws(KeychainError) {
            return try keychain.find(Query(itemClass, conditions), returning: parts)
        } catch {
            if error.code == .itemNotFound || error.code == .unimplemented { return [] }
            throw .call(KeychainSearch.function, error)
        }
    }
}
