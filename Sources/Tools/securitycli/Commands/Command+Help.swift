// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let helpFormat = word(
        "f", "format", "man|bash|zsh|fish", "A manual page, or completions for a shell")
}

extension Command {
    static let help = Command(
        name: "help",
        summary: "Show all commands, or show usage for a command.",
        options: [.helpFormat],
        operands: "[command...]",
        notes: [
            "With -f: everything as the manual page security(1), or the completions of a shell."
        ],
        isLong: true
    ) { arguments, session in
        guard let format = arguments.word(.helpFormat) else {
            return try HelpText.write(arguments.operands, session)
        }
        let script: [UInt8]
        switch String(decoding: format, as: UTF8.self) {
        case "man":
            ManualPage.write(to: session.output)
            return 0
        case "bash": script = PackageResources.completion_bash
        case "zsh": script = PackageResources.completion_zsh
        case "fish": script = PackageResources.completion_fish
        // Only the scripts ask for it.
        case "words":
            return CompletedLine(try SecretInput.file(nil, or: session)).write(to: session)
        default: throw CommandFailure.usage("-f: must be man, bash, zsh or fish")
        }
        script.withUnsafeBytes(session.output.write)
        return 0
    }
}

/// The help of the program.
enum HelpText {
    /// Prints the usage of the program, and the list of commands in two columns.
    static func writeProgram(to output: Output) {
        output.write(
            "Usage: security [-h] [-i] [-l] [-n] [-p prompt] [-q] [-v] [-V] [command] [option...]\n"
        )
        for line in Command.lines(Program.options) { output.write(line + "\n") }
        output.write("Commands:\n")
        for command in CommandTable.commands {
            let gap = String(repeating: " ", count: max(0, 36 - command.name.utf8.count))
            output.write("    \(command.name)\(gap) \(command.summary)\n")
        }
    }

    /// Prints the usage of the named commands, or without names that of the program.
    ///
    /// - Returns: 1 if a name is unknown, else 0.
    static func write(_ names: [[UInt8]], _ session: Session) throws(CommandFailure) -> Int32 {
        if names.isEmpty { writeProgram(to: session.output) }
        var result: Int32 = 0
        for name in names {
            switch CommandTable.entry(name) {
            case .implemented(_, let command):
                session.output.write(command().usage)
            case .absent(let name, let reason):
                StandardError.line("security: help: \(name): \(reason)")
                result = 1
            case nil:
                let hint = CommandTable.hint(for: name)
                let name = BufferFormat.escaped(name)
                StandardError.line("security: help: no such command: \(name)\(hint)")
                result = 1
            }
        }
        return result
    }
}
