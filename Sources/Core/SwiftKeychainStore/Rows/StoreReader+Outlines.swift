// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel

/// What a search knows of a row without its boxes.
package struct RowOutline: Sendable {
    package let rowid: Int64
    package let accessGroup: String
    package let protection: String
    package let synchronizable: Bool
    package let tombstone: Bool
    /// 16 bytes.
    package let persistentReference: [UInt8]
    package let revision: Int64
    package let format: Int64
    /// The digest of the access control.
    package let accessControl: [UInt8]?
    /// The digest of the last lookup attribute, or the mark of a row that has more of them than columns.
    package let lastLookup: [UInt8]?
}

extension StoreReader {
    /// Finds rows by their digests, oldest first, a page at a time, and reads a quarter of their columns.
    ///
    /// - Returns: fewer than `limit` only at the end; nil if a row or a page of the file is damaged, so that
    ///   ``rows(_:after:limit:)`` must find out what is left.
    package func outlines(
        _ query: StoreQuery, after rowid: Int64, limit: Int
    ) throws(KeychainError) -> [RowOutline]? {
        if query.isEmpty { return [] }
        let database = try database
        do throws(KeychainError) {
            let layout = database.layout(of: query.itemClass)
            let select = try selection(query, layout, in: database, isOutline: true)
            return try page(select, in: database, after: rowid, limit: limit, rowid: \.rowid) {
                RowOutline($0)
            }
        } catch {
            guard database.corruption != nil else { throw error }
            return nil
        }
    }
}

extension RowOutline {
    /// Reads the columns of ``TableLayout/outlineList``; nil if one has another type.
    fileprivate init?(_ statement: borrowing Statement) {
        guard let rowid = statement.integer(0), let group = statement.text(1),
            let protection = statement.text(2), let sync = statement.boolean(3),
            let tombstone = statement.boolean(4), let reference = statement.blob(5),
            reference.count == 16, let revision = statement.integer(6),
            let format = statement.integer(7)
        else { return nil }
        self.init(
            rowid: rowid, accessGroup: group, protection: protection, synchronizable: sync,
            tombstone: tombstone, persistentReference: reference, revision: revision,
            format: format, accessControl: statement.blob(8), lastLookup: statement.blob(9))
    }
}
