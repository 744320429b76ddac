// SPDX-License-Identifier: Apache-2.0
extension PropertyList {
    /// Writes the list as XML, its keys in order.
    package func xml() -> [UInt8] {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        write(to: &text, indent: "")
        text += "</plist>\n"
        return Array(text.utf8)
    }

    /// Appends the value as an element, with the values in it further to the right.
    private func write(to text: inout String, indent: String) {
        func line(_ name: String, _ content: String) {
            text += "\(indent)<\(name)>\(content)</\(name)>\n"
        }
        switch self {
        case .string(let string): line("string", Self.escaped(string))
        case .integer(let integer): line("integer", String(integer))
        case .real(let real): line("real", String(real))
        case .boolean(let flag): text += "\(indent)<\(flag)/>\n"
        case .date(let seconds): line("date", CalendarDate(seconds: seconds).iso8601)
        case .data(let bytes):
            var encoded: [UInt8] = []
            bytes.withUnsafeBytes { Base64.encode($0) { encoded.append($0) } }
            line("data", String(decoding: encoded, as: UTF8.self))
        case .reference(let place):
            PropertyList.dictionary(["CF$UID": .integer(Int64(place))])
                .write(to: &text, indent: indent)
        case .array(let array):
            text += "\(indent)<array>\n"
            for element in array { element.write(to: &text, indent: indent + "\t") }
            text += "\(indent)</array>\n"
        case .dictionary(let dictionary):
            text += "\(indent)<dict>\n"
            for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
                text += "\(indent)\t<key>\(Self.escaped(key))</key>\n"
                value.write(to: &text, indent: indent + "\t")
            }
            text += "\(indent)</dict>\n"
        }
    }

    /// Replaces the characters that XML gives a meaning.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
