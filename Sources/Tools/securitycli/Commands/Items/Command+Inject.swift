// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychain

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
        try arguments.requireNoOperand()
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
        let pieces = try template.withBytes(SecretTemplate.pieces)
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
