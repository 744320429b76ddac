// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// An item as `list` prints it: class, label, account, service or server, and when it was changed.
///
/// On a terminal a line is no wider than the terminal.
enum ItemLine {
    /// - Parameters:
    ///   - changes: new values of attributes, which were set after the item was read.
    ///   - columns: the width of the terminal, without `ending`; nil for no limit.
    ///   - ending: the text behind the date.
    static func write(
        _ item: Item, changed changes: [Attribute: AttributeValue] = [:], to output: Output,
        columns: Int? = Output.columns, ending: String = ""
    ) {
        let attributes: [Attribute] = [
            .label, item.itemClass.accountAttribute, item.itemClass.placeAttribute,
        ]
        let seconds = changes.isEmpty ? item.changed : SystemClock.absoluteTime()
        let date = seconds == 0 ? "-" : CalendarDate(seconds: seconds).text.prefix(19) + "Z"
        let values =
            [item.itemClass.word] + attributes.map { text(changes[$0] ?? item[$0]) } + [
                String(date)
            ]
        let line = ColumnLayout(columns).fit(values)
        // The second column is the name.
        output.write(line[0])
        output.write(line[1], in: .bold)
        for cell in line.dropFirst(2) { output.write(cell) }
        output.write(ending + "\n")
    }

    /// Returns the text of a value; a dash if it is empty or was never set.
    private static func text(_ value: AttributeValue?) -> String {
        guard let bytes = value?.bytes, !bytes.isEmpty else { return "-" }
        return String(validating: bytes, as: UTF8.self)?.printable ?? BufferFormat.escaped(bytes)
    }
}

extension Item {
    /// When the item was last changed, in seconds since 2001-01-01; 0 if it can't be read.
    fileprivate var changed: Double { stored[.modificationDate]?.seconds ?? 0 }
}

extension ItemClass {
    /// The class in words of a command line, as `--class` takes it.
    var word: String {
        switch self {
        case .genericPassword: "generic"
        case .internetPassword: "internet"
        case .certificate: "certificate"
        case .key: "key"
        case .identity: "identity"
        }
    }
}
