// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// Names of items, one for each, by which a user finds them.
///
/// An item is named by its label, or if that is a name of other items too by "service/account".
package struct DistinctNames {
    private var items: [(label: String?, place: String?)] = []
    private var counts: [[UInt8]: Int] = [:]

    package init() {}

    package mutating func take(_ item: Item) {
        for name in Set(item.names.map(TextPart.folded)) { counts[name, default: 0] += 1 }
        items.append((item.stored[.label]?.text, item.placeAndAccount))
    }

    /// The names, without those that would not be a line of text.
    package var all: [String] {
        items.compactMap { label, place in
            let isDistinct = label.map(TextPart.folded).flatMap { counts[$0] } == 1
            return [isDistinct ? label : nil, place, label].compactMap(\.self).first {
                !$0.isEmpty && !$0.unicodeScalars.contains(where: \.isUnprintable)
            }
        }
    }
}
