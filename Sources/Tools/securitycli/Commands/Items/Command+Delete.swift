// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let isConfirmed = CommandOption(
        "y", "yes", .none, "Delete without a question")
}

extension Command {
    static let delete = Command(
        name: "delete",
        summary: "Delete an item, found by its name.",
        options: [.itemClass, .isConfirmed],
        operands: "name [keychain...]",
        notes: ItemNameNotes.lines + ["Asks at a terminal; elsewhere -y is required."],
        deletes: true
    ) { arguments, session in
        let found = try arguments.namedItem(session)
        if !arguments.has(.isConfirmed) {
            try session.list([found.item])
            try session.confirm("delete this item", or: "--yes")
        }
        try calling("SecKeychainItemDelete") { try found.delete() }
        session.note("security: deleted 1 item")
        return 0
    }
}
