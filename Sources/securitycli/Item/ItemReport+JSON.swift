import SwiftKeychainModel
import SwiftKeychainSystem

extension ItemReport {
    /// Prints one array with an object for each item: names in order, data in base64, dates as
    /// ISO 8601 has them.
    func writeJSON(_ items: [Item], to output: Output) {
        output.write("[")
        for (index, item) in items.enumerated() {
            output.write(index == 0 ? "\n  {" : ",\n  {")
            for (index, entry) in entries(item).enumerated() {
                output.write(index == 0 ? "\n    " : ",\n    ")
                Self.writeString(entry.name, to: output)
                output.write(" : ")
                Self.writeJSON(entry.value, to: output)
            }
            output.write("\n  }")
        }
        output.write(items.isEmpty ? "]\n" : "\n]\n")
    }

    private static func writeJSON(_ value: Value, to output: Output) {
        switch value {
        case .text(let text): writeString(text, to: output)
        case .data(let bytes), .reference(let bytes):
            bytes.withUnsafeBytes { writeBase64($0, to: output) }
        case .secret(let secret): secret.withBytes { writeBase64($0, to: output) }
        case .number(let number): output.write(String(number))
        case .boolean(let flag): output.write(flag ? "true" : "false")
        case .date(let seconds): writeString(CalendarDate(seconds: seconds).text, to: output)
        }
    }

    private static func writeBase64(_ bytes: UnsafeRawBufferPointer, to output: Output) {
        output.write("\"")
        output.writeBase64(bytes)
        output.write("\"")
    }

    /// Writes a string of RFC 8259: what must be escaped is, and what is unprintable too, for the sake
    /// of terminals.
    private static func writeString(_ text: String, to output: Output) {
        output.write("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output.write("\\\"")
            case "\\": output.write("\\\\")
            case "\n": output.write("\\n")
            case "\r": output.write("\\r")
            case "\t": output.write("\\t")
            case _ where scalar.isUnprintable:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    output.write("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
                }
            default: output.write(String(scalar))
            }
        }
        output.write("\"")
    }
}
