import SwiftKeychainModel
import SwiftKeychainSystem

extension Item {
    /// The name of the item in a prompt, in quotes: its label, or what it is for; nil: it has none.
    ///
    /// It is cut after 60 scalars, so that it leaves room for what else the prompt says.
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
