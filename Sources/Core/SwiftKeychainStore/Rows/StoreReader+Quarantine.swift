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
        var rows: [SetAsideRow] = []
        while try statement.step() {
            guard let number = statement.integer(0), let date = statement.integer(1),
                let row = QuarantineRecord.row(of: statement.blob(3) ?? [])
            else { continue }
            rows.append(
                SetAsideRow(
                    number: number, seconds: date, reason: statement.text(2) ?? "", row: row))
        }
        return rows
    }
}
