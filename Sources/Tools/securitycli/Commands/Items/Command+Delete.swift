// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainExchange
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let isConfirmed = flag("y", "yes", "Delete without a question")
}

extension Command {
    static let delete = Command(
        name: "delete",
        summary: "Delete an item, found by its name.",
        options: [.itemClass, .isConfirmed],
        operands: "name [keychain...]",
        notes: ItemNameNotes.lines + [
            "Asks at a terminal; without one, -y is required. With -y the name must match completely."
        ],
        deletes: true
    ) { arguments, session in
        // Without a question the user doesn't see which item a part of a name means.
        let found = try arguments.namedItem(
            session, forChange: true, wholeName: arguments.has(.isConfirmed))
        let parts = try calling("SecItemCopyMatching") {
            try EntryParts(of: found.item, in: found.keychain)
        }
        if !arguments.has(.isConfirmed) {
            let items = [found.item] + parts.items
            try session.list(items.map { FoundItem(item: $0, keychain: found.keychain) })
            let deed =
                parts.items.isEmpty
                ? "delete this item" : "delete this item and its parts (\(parts.items.count))"
            try session.confirm(deed, or: "--yes")
        }
        try calling("SecKeychainItemDelete") { try parts.delete(with: found.item) }
        session.note("security: deleted \(ItemReport.items(1 + parts.items.count))")
        return 0
    }
}
