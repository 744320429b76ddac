// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// A JSON array of objects, printed one after the other: data in base64, dates in ISO 8601.
///
/// The array is closed by ``end()``; without it the output isn't JSON.
package struct JSONList {
    private let output: DescriptorOutput
    private var isEmpty = true

    package init(_ output: DescriptorOutput) { self.output = output }

    /// Writes one object, with its members in the given order. Objects are written one by one, so a long list takes no
    /// memory.
    package mutating func add(_ members: [(name: String, value: ItemReport.Value)]) {
        output.write(isEmpty ? "[\n  " : ",\n  ")
        isEmpty = false
        write(members, indented: "  ")
    }

    /// Writes a single object.
    package static func writeOnly(
        _ members: [(name: String, value: ItemReport.Value)], to output: DescriptorOutput
    ) {
        JSONList(output).write(members, indented: "")
        output.write("\n")
    }

    private func write(
        _ members: [(name: String, value: ItemReport.Value)], indented blanks: String
    ) {
        output.write("{")
        for (index, member) in members.enumerated() {
            output.write((index == 0 ? "\n  " : ",\n  ") + blanks)
            output.writeJSONString(member.name)
            output.write(" : ")
            write(member.value)
        }
        output.write("\n\(blanks)}")
    }

    /// Adds an item with its attributes, and the keychain in which it was found.
    ///
    /// - Parameter extra: what is known of it beyond its attributes.
    package mutating func add(
        _ item: Item, of path: String, showsData: Bool = false,
        _ extra: [(name: String, value: ItemReport.Value)] = []
    ) {
        let report = ItemReport(showsData: showsData, showsReference: false)
        add(report.entries(item) + [("keychain", .text(path))] + extra)
    }

    /// Closes the array.
    package func end() { output.write(isEmpty ? "[]\n" : "\n]\n") }

    /// Writes a value: bytes and secrets as base64, dates as text.
    private func write(_ value: ItemReport.Value) {
        switch value {
        case .text(let text): output.writeJSONString(text)
        case .texts(let texts):
            output.write("[")
            for (index, text) in texts.enumerated() {
                if index > 0 { output.write(", ") }
                output.writeJSONString(text)
            }
            output.write("]")
        case .data(let bytes), .reference(let bytes): bytes.withUnsafeBytes { writeBase64($0) }
        case .secret(let secret): secret.withBytes { writeBase64($0) }
        case .number(let number): output.write(String(number))
        case .boolean(let flag): output.write(flag ? "true" : "false")
        case .date(let seconds): output.writeJSONString(CalendarDate(seconds: seconds).text)
        }
    }

    private func writeBase64(_ bytes: UnsafeRawBufferPointer) {
        output.write("\"")
        output.writeBase64(bytes)
        output.write("\"")
    }
}
