/// Tells the names and sentences of statuses: what an `OSStatus` means to a person.
///
/// The numbers, names and sentences are those of Data/errors.tsv.
public enum Status {
    /// Names a status, as `errSecItemNotFound` for -25300; nil for a number that has no name.
    ///
    /// Several names may share a number; the one that stands first in the table is returned.
    public static func name(of status: Int32) -> String? {
        index(of: status).map { StatusTable.names[$0].description }
    }

    /// Puts a status in an English sentence; for a number without one, a sentence that contains it.
    public static func sentence(for status: Int32) -> String {
        guard let index = index(of: status) else { return "Unknown status \(status)." }
        return StatusTable.sentences[index].description
    }

    /// Finds a number in the ordered table by halving.
    private static func index(of status: Int32) -> Int? {
        let codes = StatusTable.codes
        var low = 0
        var high = codes.count
        while low < high {
            let middle = (low + high) / 2
            if codes[middle] < status { low = middle + 1 } else { high = middle }
        }
        return low < codes.count && codes[low] == status ? low : nil
    }
}
