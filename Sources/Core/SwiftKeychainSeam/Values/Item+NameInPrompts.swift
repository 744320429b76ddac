// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

extension Item {
    /// The name of the item in a prompt, in quotes: its label, service, server or account; nil if it has none.
    ///
    /// It is cut after 60 scalars, to leave room for the rest of the prompt.
    var nameInPrompts: String? {
        let item = certificate ?? self
        for attribute in [Attribute.label, .service, .server, .account] {
            guard let text = item.stored[attribute]?.text, !text.isEmpty else { continue }
            let start = String(text.unicodeScalars.prefix(60))
            return "“\(start.printable)\(start == text ? "" : "…")”"
        }
        return nil
    }
}
