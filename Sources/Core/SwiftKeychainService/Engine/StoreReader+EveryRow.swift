// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore

extension StoreReader {
    /// Calls `body` with every row of every class, oldest first.
    ///
    /// - Parameter groups: the access groups whose rows are read.
    func forEachRow(
        in groups: StoreQuery.Groups = .all, _ body: (StoredRow) throws -> Void
    ) throws(KeychainError) {
        for itemClass in ItemClass.stored {
            var last: Int64 = 0
            while true {
                let page = try rows(
                    StoreQuery(itemClass: itemClass, groups: groups), after: last, limit: 256)
                try translating { for stored in page { try body(stored) } }
                guard let end = page.last else { break }
                last = end.rowid
            }
        }
    }
}
