// SPDX-License-Identifier: Apache-2.0
/// The name that a user may have meant by a word that is none.
///
/// The distance is the number of letters to insert, remove, replace or swap with their neighbours. A name that is too
/// different isn't suggested, because a wrong suggestion is worse than none.
package enum Suggestion {
    /// Returns `; did you mean "name"?` for the nearest name, and nothing if none is near.
    ///
    /// - Parameter mark: what is written before each name.
    package static func text(for word: [UInt8], among names: [String], mark: String = "") -> String
    {
        guard let name = nearest(word, names) else { return "" }
        return "; did you mean \"\(mark)\(name)\"?"
    }

    /// Returns the name with the smallest edit distance; nil if even that differs in more than a third of the word, or
    /// more than three letters.
    package static func nearest(_ word: [UInt8], _ names: [String]) -> String? {
        let limit = min(3, max(1, word.count / 3))
        guard word.count > 1, word.count < 64 else { return nil }
        var best: (name: String, distance: Int)?
        for name in names where abs(name.utf8.count - word.count) <= limit {
            let distance = distance(word, Array(name.utf8))
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// Returns how many insertions, deletions, replacements and swaps of neighbours make one word the
    /// other.
    /// `rows[i][j]` is the distance between the first i letters of `left` and the first j of `right`.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var rows = [[Int](0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var least = min(
                    rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
