import SwiftKeychainModel

/// Says what a call gives back: which parts of each item, and one item or an array.
package struct ResultShape: Sendable, Hashable {
    /// Names what the return keys ask for.
    package struct Parts: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let data = Parts(rawValue: 1 << 0)
        package static let attributes = Parts(rawValue: 1 << 1)
        package static let reference = Parts(rawValue: 1 << 2)
        package static let persistentReference = Parts(rawValue: 1 << 3)
    }

    package let parts: Parts
    package let isArray: Bool

    package init(_ parts: Parts, isArray: Bool) {
        self.parts = parts
        self.isArray = isArray
    }

    /// What must be read of each item to build the result; nothing, when only existence is asked.
    package var itemParts: Item.Parts {
        var needed: Item.Parts = []
        if parts.contains(.data) { needed.insert(.secret) }
        if parts.contains(.attributes) { needed.insert(.attributes) }
        if !parts.isDisjoint(with: [.reference, .persistentReference]) {
            needed.insert(.reference)
        }
        return needed
    }
}
