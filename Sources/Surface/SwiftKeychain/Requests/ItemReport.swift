// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// The attributes of items for a user, as lines or as JSON.
///
///     acct       : jane
///     class      : genp
///     svce       : mail
///     v_Data     : /correct horse/ 636F7272656374206…
///     ====
package struct ItemReport {
    private let showsData: Bool
    private let showsReference: Bool

    package init(showsData: Bool, showsReference: Bool) {
        self.showsData = showsData
        self.showsReference = showsReference
    }

    /// Returns a number of items in words.
    package static func items(_ count: Int) -> String {
        "\(count) \(count == 1 ? "item" : "items")"
    }

    /// The printed value of one name.
    package enum Value {
        case text(String)
        case texts([String])
        case data([UInt8])
        case reference([UInt8])
        case secret(SecretBytes)
        case number(Int64)
        case boolean(Bool)
        case date(Double)
    }

    /// Returns the printed values of an item, ordered by name.
    package func entries(_ item: Item) -> [(name: String, value: Value)] {
        var entries: [(name: String, value: Value)] = [
            ("class", .text(item.itemClass.rawValue)),
            ("accc", .text(AccessControlText.text(item.accessControl))),
        ]
        for (attribute, value) in item.attributes {
            entries.append((attribute.rawValue, Value(value)))
        }
        if showsReference { entries.append(("v_PersistentRef", .reference(item.reference.bytes))) }
        if showsData, !item.isPrivateKey, let secret = item.secret {
            entries.append(("v_Data", .secret(secret)))
        }
        return entries.sorted { $0.name < $1.name }
    }

    /// Prints lines of `name       : value`, and `====` after each item.
    ///
    /// Text goes through `printable`, so that an attribute can't send control sequences to the terminal.
    package func writeText(_ items: [Item], to output: DescriptorOutput) {
        for item in items {
            for (name, value) in entries(item) {
                let gap = String(repeating: " ", count: max(0, 10 - name.utf8.count))
                output.write("\(name)\(gap) : ")
                Self.write(value, to: output)
                output.write("\n")
            }
            output.write("====\n")
        }
    }

    /// Writes a value as text: bytes in hexadecimal, references in base64, flags as 1 and 0.
    private static func write(_ value: Value, to output: DescriptorOutput) {
        switch value {
        case .text(let text): output.write(text.printable)
        case .texts(let texts): output.write(texts.joined(separator: ", ").printable)
        case .data(let bytes): bytes.withUnsafeBytes { BufferFormat.writeHex($0, to: output) }
        case .reference(let bytes): bytes.withUnsafeBytes { output.writeBase64($0) }
        case .secret(let secret): secret.withBytes { write(secret: $0, to: output) }
        case .number(let number): output.write(String(number))
        case .boolean(let flag): output.write(flag ? "1" : "0")
        case .date(let seconds): output.write(CalendarDate(seconds: seconds).text)
        }
    }

    /// Prints `/text/ HEX` if every byte is printable, otherwise `not printable HEX`.
    private static func write(secret: UnsafeRawBufferPointer, to output: DescriptorOutput) {
        if secret.allSatisfy(BufferFormat.isPrintable) {
            output.write("/")
            output.write(secret)
            output.write("/ ")
        } else {
            output.write("not printable ")
        }
        BufferFormat.writeHex(secret, to: output)
    }

    /// Prints one array with an object for each item, its names in order.
    package func writeJSON(_ items: [Item], to output: DescriptorOutput) {
        var list = JSONList(output)
        for item in items { list.add(entries(item)) }
        list.end()
    }
}

extension Item {
    /// Whether the secret is a private key, which only `export` shows.
    package var isPrivateKey: Bool { itemClass == .key && self[.keyClass]?.integer == 1 }
}

extension ItemReport.Value {
    init(_ value: AttributeValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .data(let bytes): self = .data(bytes)
        case .number(let number): self = .number(number)
        case .boolean(let flag): self = .boolean(flag)
        case .date(let seconds): self = .date(seconds)
        }
    }
}
