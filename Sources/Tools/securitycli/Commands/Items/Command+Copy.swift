// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain

extension CommandOption {
    fileprivate static let time = word(
        "t", "time", "seconds", "When the clipboard is cleared; after 45 seconds by default")
}

extension Command {
    static let copy = Command(
        name: "copy",
        summary: "Copy the password of an item to the clipboard.",
        options: [.itemClass, .time],
        operands: "name [keychain...]",
        notes: ItemNameNotes.lines
    ) { arguments, session in
        // Its process must not inherit the secret.
        let clipboard = try Clipboard(clearedAfter: arguments, .time)
        let found = try arguments.namedItem(session, returning: [.attributes, .secret])
        try clipboard.take(found.item.shownSecret(), session)
        return 0
    }
}
