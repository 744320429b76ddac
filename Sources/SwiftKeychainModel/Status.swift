/// Tells the names and sentences of statuses: what an `OSStatus` means to a person.
///
/// The numbers, names and sentences are those of Data/errors.tsv.
public enum Status {
    /// Names a status, as `errSecItemNotFound` for -25300; nil for a number that has no name.
    ///
    /// Several names may share a number; the one that stands first in the table is returned.
    public static func name(of status: Int32) -> String? {
        row(of: status)?.name.description
    }

    /// Puts a status in an English sentence; for a number without one, a sentence that contains it.
    public static func sentence(for status: Int32) -> String {
        row(of: status)?.sentence.description ?? "Unknown status \(status)."
    }

    /// Finds a number in the ordered table by halving.
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
