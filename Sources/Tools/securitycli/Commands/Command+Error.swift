// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainSystem
import SwiftKeychainModel

extension Command {
    static let error = Command(
        name: "error",
        summary: "Display a descriptive message for the given error code(s).",
        options: [.asJSON],
        operands: "code...",
        notes: [
            "A code is decimal, hexadecimal (0x...), octal (0...) or an exit status. The status is always 1."
        ],
        takesRawWords: true
    ) { arguments, session in
        var words = arguments.operands
        let isJSON = [Array("-J".utf8), Array("--json".utf8)].contains(words.first)
        if isJSON { words.removeFirst() }
        if words.first == Array("--".utf8) { words.removeFirst() }
        guard !words.isEmpty else { throw CommandFailure.usage() }
        var list = JSONList(session.output)
        for word in words {
            guard let code = IntegerArgument.read(word) else {
                try session.output.flush()
                let text = BufferFormat.escaped(word)
                StandardError.line("security: error: \(text): not a 32-bit number")
                continue
            }
            // What a script sees of a status is its low byte.
            let meant = Status.name(of: code) == nil ? Status.status(ofExit: code) : nil
            let sentence =
                meant.map {
                    "As an exit status: \(Status.name(of: $0) ?? "") (\($0)). \(Status.sentence(for: $0))"
                } ?? Status.sentence(for: code)
            let digits = String(UInt32(bitPattern: code), radix: 16, uppercase: true)
            let hex = String(repeating: "0", count: 8 - digits.count) + digits
            if isJSON {
                list.add([
                    ("code", .number(Int64(code))), ("hex", .text("0x\(hex)")),
                    ("name", .text(Status.name(of: code) ?? "")),
                    ("text", .text(sentence)),
                ])
                continue
            }
            session.output.write("Error: 0x\(hex) \(code) \(sentence)\n")
        }
        if isJSON { list.end() }
        return 1
    }
}

/// A number on the command line.
enum IntegerArgument {
    /// Returns the decimal, hexadecimal or octal number from -2³¹ to 2³²-1; nil for anything else.
    static func read(_ word: [UInt8]) -> Int32? {
        guard var text = String(validating: word, as: UTF8.self)?[...] else { return nil }
        let isNegative = text.hasPrefix("-")
        if isNegative { text = text.dropFirst() }
        var radix = 10
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
            radix = 16
            text = text.dropFirst(2)
        } else if text.hasPrefix("0"), text.utf8.count > 1 {
            radix = 8
            text = text.dropFirst()
        }
        guard text.first?.isHexDigit == true, let size = Int64(text, radix: radix) else {
            return nil
        }
        let number = isNegative ? -size : size
        return Int32(exactly: number) ?? UInt32(exactly: number).map(Int32.init(bitPattern:))
    }
}
