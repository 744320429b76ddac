// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychainModel

extension CommandOption {
    fileprivate static let template = CommandOption(
        "i", "input", .word("file"), "The template, instead of standard input")
    fileprivate static let result = CommandOption(
        "o", "output", .word("file"), "Write to a file that only its owner can read")
}

extension Command {
    static let inject = Command(
        name: "inject",
        summary: "Fill the passwords into a template.",
        options: [.template, .result, .referredKeychain],
        notes: [
            "{{ keychain://service/account }} in the template becomes the password, as in `run`.",
            "Nothing is written if a password can't be read.",
        ]
    ) { arguments, session in
        guard arguments.operands.isEmpty else { throw CommandFailure.usage("unexpected argument") }
        let template: SecretBytes
        if let path = arguments.word(.template) {
            template = try SecretInput.file(path)
        } else if session.isInteractive {
            throw CommandFailure.message("standard input contains the commands; use -i")
        } else {
            template = try SecretInput.wholeStandardInput()
        }
        var references = try SecretReferences(arguments, session)
        var secrets: [SecretBytes] = []
        let pieces = try template.withBytes { (text) throws(CommandFailure) in
            try Template.pieces(text)
        }
        for case .reference(let reference, let line) in pieces {
            secrets.append(try references.secret(reference, at: "line \(line)"))
        }
        func write(to output: Output) {
            var rest = secrets[...]
            for piece in pieces {
                switch piece {
                case .text(let range):
                    template.withBytes { output.write(UnsafeRawBufferPointer(rebasing: $0[range])) }
                case .reference: rest.popFirst()?.withBytes { output.write($0) }
                }
            }
        }
        guard let path = arguments.word(.result) else {
            write(to: session.output)
            return 0
        }
        let file = try PrivateFile(path)
        let output = Output(descriptor: file.descriptor)
        write(to: output)
        try file.finish(output)
        return 0
    }
}

/// A text with references to passwords in double braces.
enum Template {
    enum Piece {
        case text(Range<Int>)
        /// A reference, and the number of its line.
        case reference([UInt8], line: Int)
    }

    /// Splits a text; braces around anything but a reference are text.
    static func pieces(_ text: UnsafeRawBufferPointer) throws(CommandFailure) -> [Piece] {
        var pieces: [Piece] = []
        var start = 0
        var place = 0
        var line = 1
        while place < text.count {
            if text[place] == UInt8(ascii: "\n") { line += 1 }
            guard let first = reference(text, at: place) else {
                place += 1
                continue
            }
            var end = first
            while end < text.count, text[end] != UInt8(ascii: "}"), text[end] != UInt8(ascii: "\n")
            {
                end += 1
            }
            guard end + 1 < text.count, text[end] == UInt8(ascii: "}"),
                text[end + 1] == UInt8(ascii: "}")
            else { throw .message("line \(line): {{ without }}") }
            pieces.append(.text(start..<place))
            var last = end
            while last > first, isBlank(text[last - 1]) { last -= 1 }
            pieces.append(.reference(Array(text[first..<last]), line: line))
            place = end + 2
            start = place
        }
        pieces.append(.text(start..<text.count))
        return pieces
    }

    /// Returns where the reference behind `{{` at `place` begins; nil if there is none.
    private static func reference(_ text: UnsafeRawBufferPointer, at place: Int) -> Int? {
        guard text[place] == UInt8(ascii: "{"), place + 1 < text.count,
            text[place + 1] == UInt8(ascii: "{")
        else { return nil }
        var first = place + 2
        while first < text.count, isBlank(text[first]) { first += 1 }
        return text[first...].starts(with: ItemName.scheme) ? first : nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
