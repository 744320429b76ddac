// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

/// An item as `list` prints it: class, label, account, service or server, and when it was changed.
enum ItemLine {
    /// The widths of all columns but the last. A longer value takes the room that it needs.
    private static let widths = [11, 28, 24, 28]

    /// - Parameter changes: new values of attributes, which were set after the item was read.
    static func write(
        _ item: Item, changed changes: [Attribute: AttributeValue] = [:], to output: Output
    ) {
        let attributes: [Attribute] = [
            .label, item.itemClass.accountAttribute, item.itemClass.placeAttribute,
        ]
        let seconds = changes.isEmpty ? item.changed : SystemClock.absoluteTime()
        let date = seconds == 0 ? "-" : CalendarDate(seconds: seconds).text.prefix(19) + "Z"
        write(
            [item.itemClass.word] + attributes.map { text(changes[$0] ?? item[$0]) } + [date],
            to: output)
    }

    /// Writes the values in columns, the second one bold.
    private static func write(_ values: [String], to output: Output) {
        for (column, (value, width)) in zip(values, widths).enumerated() {
            if column == 1 { output.write(value, in: .bold) } else { output.write(value) }
            output.write(String(repeating: " ", count: max(0, width - value.count) + 2))
        }
        output.write(values.last ?? "")
        output.write("\n")
    }

    /// Returns the text of a value; a dash if it is empty or was never set.
    private static func text(_ value: AttributeValue?) -> String {
        guard let bytes = value?.bytes, !bytes.isEmpty else { return "-" }
        return String(validating: bytes, as: UTF8.self)?.printable ?? BufferFormat.escaped(bytes)
    }
}

extension Item {
    /// When the item was last changed, in seconds since 2001-01-01; 0 if it can't be read.
    fileprivate var changed: Double {
        guard case .date(let seconds) = stored[.modificationDate] else { return 0 }
        return seconds
    }
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
