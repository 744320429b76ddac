// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let access = flag("a", "access", "Show the access control of each item")
    fileprivate static let data = flag("d", "data", "Show the secret of each item")
    fileprivate static let edit = flag(
        "i", "interactive", "As -a: there are no access control lists to edit")
    fileprivate static let raw = flag(
        "r", "raw", "Show the secret of each item as it is stored, encrypted")
}

extension Command {
    static let dumpKeychain = Command(
        name: "dump-keychain",
        summary: "Dump the contents of one or more keychains.",
        options: [.access, .data, .edit, .raw, .outputFile],
        operands: "[keychain...]",
        isLong: true
    ) { arguments, session in
        if arguments.has(.edit) {
            session.note(
                "security: -i: nothing to edit: access groups decide which programs see an item")
        }
        let listing = ItemListing(
            showsData: arguments.has(.data), showsRawData: arguments.has(.raw),
            showsAccess: arguments.has(.access) || arguments.has(.edit))
        let keychains = try KeychainArgument.searched(arguments.operands)
        return try session.writing(to: arguments.outputFile) {
            try listing.write(keychains, session, to: $0)
        }
    }
}

extension ItemListing {
    /// Lists the items of `keychains`; a keychain that can't be read is reported.
    ///
    /// - Returns: 1 if a keychain could not be read, else 0.
    /// - Throws: the former where nothing was written, so that an empty file replaces no earlier dump.
    fileprivate func write(
        _ keychains: [Keychain], _ session: Session, to output: Output
    ) throws(CommandFailure) -> Int32 {
        let parts: Item.Parts = showsData ? [.attributes, .secretForUse] : [.attributes]
        let walk = ItemWalk(session: session, parts: parts)
        var isEmpty = true
        let failures = try walk.forEach(in: keychains, output: output) { keychain, items in
            // The secrets as they are stored, by the items' references.
            var rawData: [PersistentReference: SecretBytes] = [:]
            if showsRawData, let itemClass = items.first?.itemClass {
                let sealed = try keychain.items(
                    of: itemClass, among: items.map(\.reference), returning: .sealedSecret)
                for item in sealed { rawData[item.reference] = item.secret }
            }
            for item in items {
                isEmpty = false
                write(item, of: keychain.path, rawData: rawData[item.reference], to: output)
            }
        }
        if failures.isEmpty { return 0 }
        if isEmpty { throw .reported(status: 1) }
        return 1
    }
}
