// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainFormat
import SwiftKeychainModel

/// A row that was set aside.
package struct SetAsideRow: Sendable {
    /// Its number in the table `quarantine`, which no other row ever gets.
    package let number: Int64
    /// When it was set aside, in seconds since 1970-01-01 UTC.
    package let seconds: Int64
    package let reason: String
    package let row: SealedRow
}

extension StoreReader {
    /// Returns the rows that were set aside since some time for a reason that begins with a text, oldest first. Records that
    /// are no rows of this version are left out.
    package func rowsSetAside(
        _ reason: String, since seconds: Int64
    ) throws(KeychainError) -> [SetAsideRow] {
        var statement = try database.statement(
            once: """
                SELECT id, date, reason, record FROM quarantine
                WHERE date>=? AND substr(reason,1,length(?))=? ORDER BY id
                """
        )
        try statement.bind(seconds)
        try statement.bind(reason)
        try statement.bind(reason)
        return try statement.values { entry in
            guard let number = entry.integer(0), let date = entry.integer(1),
                let row = QuarantineRecord.row(of: entry.blob(3) ?? [])
            else { return nil }
            return SetAsideRow(
                number: number, seconds: date, reason: entry.text(2) ?? "", row: row)
        }
    }
}
