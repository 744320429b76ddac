// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainMemory
import SwiftKeychain

extension CommandOption {
    fileprivate static let template = word(
        "i", "input", "file", "The template, instead of standard input")
}

extension Command {
    static let inject = Command(
        name: "inject",
        summary: "Fill the passwords into a template.",
        options: [.template, .outputFile, .referredKeychain],
        notes: [
            "{{ keychain://service/account }} in the template becomes the password, as in `run`.",
            "Nothing is written if a password can't be read.",
        ]
    ) { arguments, session in
        let template = try SecretInput.file(arguments.word(.template), or: session)
        var references = try SecretReferences(arguments, session)
        var secrets: [SecretBytes] = []
        let pieces = try template.withBytes(SecretTemplate.pieces)
        for case .reference(let reference, let line) in pieces {
            secrets.append(try references.secret(reference, at: "line \(line)"))
        }
        try session.writing(to: arguments.outputFile) { output in
            var rest = secrets[...]
            for piece in pieces {
                switch piece {
                case .text(let range):
                    template.withBytes { output.write(UnsafeRawBufferPointer(rebasing: $0[range])) }
                case .reference: rest.popFirst()?.withBytes { output.write($0) }
                }
            }
        }
        return 0
    }
}
