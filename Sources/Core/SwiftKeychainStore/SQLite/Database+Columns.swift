// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

// A newer build may have added columns to the tables of items. Each contains a digest that this build
// doesn't know and leaves unchanged.
extension Database {
    /// Returns the layout of the table of a class in this file.
    package func layout(of itemClass: ItemClass) -> TableLayout {
        addedLayouts[itemClass] ?? TableLayout.of(itemClass)
    }

    /// Reads and writes columns of these names from now on.
    func adopt(_ added: [String], of itemClass: ItemClass) {
        addedLayouts[itemClass] = TableLayout.of(itemClass).adding(added)
    }
}
