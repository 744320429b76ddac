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
            guard let code = Int32(option: word) else {
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
