// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// Names of items, one for each, by which a user finds them.
///
/// An item is named by its label, or if other items have the same by "service/account".
package struct DistinctNames {
    private var items: [(label: String?, place: String?)] = []
    private var counts: [String: Int] = [:]

    package init() {}

    package mutating func take(_ item: Item) {
        let label = item.stored[.label]?.text
        if let label { counts[label, default: 0] += 1 }
        items.append((label, item.placeAndAccount))
    }

    /// The names, without those that would not be a line of text.
    package var all: [String] {
        items.compactMap { label, place in
            let isDistinct = label.flatMap { counts[$0] } == 1
            return [isDistinct ? label : nil, place, label].compactMap(\.self).first {
                !$0.isEmpty && !$0.unicodeScalars.contains(where: \.isUnprintable)
            }
        }
    }
}
