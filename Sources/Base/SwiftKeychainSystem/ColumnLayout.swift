// SPDX-License-Identifier: Apache-2.0
/// The columns of a listing of items: class, label, account, place and date.
///
/// A value that is longer than its column takes the room that it needs, at most up to the width of the terminal.
package struct ColumnLayout {
    /// The columns of the terminal; nil for no limit.
    private let limit: Int?
    /// The widths for this terminal, in the order of ``standard``.
    private let widths: [Int]

    /// The blanks between two columns.
    private static let gap = 2
    /// The widths of class, label, account, place and date, where the terminal is wide enough.
    private static let standard = [11, 28, 24, 28, 20]
    /// A date without its time.
    private static let shortDate = 10
    /// The least that is left of a label, an account or a place.
    private static let least = 6

    /// Fits the columns to a narrow terminal: the date loses its time, then label, account and place shrink in
    /// proportion. No column gets narrower than ``least``, so lines can be too long for a very narrow terminal.
    ///
    /// - Parameter limit: the columns of the terminal; nil for no limit.
    package init(_ limit: Int?) {
        self.limit = limit
        var widths = Self.standard
        if let limit, limit < Self.total(widths) {
            widths[4] = Self.shortDate
            let texts = 1...3
            let whole = Self.standard[texts].reduce(0, +)
            let room = limit - Self.total(widths) + whole
            for column in texts {
                widths[column] = max(
                    Self.least, min(widths[column], room * Self.standard[column] / whole))
            }
        }
        self.widths = widths
    }

    /// Returns the values with the blanks behind them, the longest shortened where the line would be too long.
    ///
    /// - Parameter values: one for each column, in their order.
    package func fit(_ values: [String]) -> [String] {
        var values = values
        if widths[4] == Self.shortDate { values[4] = String(values[4].prefix(Self.shortDate)) }
        let needed = values.map(DisplayWidth.columns)
        var given = zip(needed, widths).map { (needed: Int, width: Int) -> Int in
            max(min(needed, limit ?? needed), width)
        }
        given[4] = needed[4]
        if let limit {
            while Self.total(given) > limit,
                let widest = (1...3).max(by: { given[$0] - widths[$0] < given[$1] - widths[$1] }),
                given[widest] > widths[widest]
            {
                given[widest] -= 1
            }
        }
        return values.indices.map { column in
            let cell = DisplayWidth.shorten(values[column], to: given[column])
            if column == 4 { return cell }
            let blanks = given[column] - DisplayWidth.columns(cell) + Self.gap
            return cell + String(repeating: " ", count: blanks)
        }
    }

    private static func total(_ widths: [Int]) -> Int {
        widths.reduce(0, +) + gap * (widths.count - 1)
    }
}
