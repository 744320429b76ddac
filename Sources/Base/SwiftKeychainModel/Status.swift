// SPDX-License-Identifier: Apache-2.0
/// The names and sentences of statuses, to show an `OSStatus` to the user.
///
/// The numbers, names and sentences are those of Data/errors.tsv.
public enum Status {
    /// Returns the name of a status, such as `errSecItemNotFound` for -25300; nil when it has none.
    ///
    /// When several names share a number, the first one in the table is returned.
    public static func name(of status: Int32) -> String? {
        row(of: status)?.name.description
    }

    /// Returns an English sentence for a status; for an unknown one, a sentence with its number.
    public static func sentence(for status: Int32) -> String {
        row(of: status)?.sentence.description ?? "Unknown status \(status)."
    }

    /// Returns the number of a status; nil for an unknown name.
    package static func number(named name: String) -> Int32? {
        StatusTable.rows.first { $0.name.description == name }?.code
    }

    /// The names of all statuses.
    package static var names: [String] { StatusTable.rows.map(\.name.description) }

    /// Finds a number in the ordered table by binary search.
    private static func row(
        of status: Int32
    ) -> (code: Int32, name: StaticString, sentence: StaticString)? {
        let rows = StatusTable.rows
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].code < status { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && rows[low].code == status ? rows[low] : nil
    }
}
