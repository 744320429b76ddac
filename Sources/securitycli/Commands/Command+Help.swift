extension Command {
    static let help = Command(
        name: "help",
        summary: "Show all commands, or show usage for a command.",
        operands: "[command...]",
        takesRawWords: true
    ) { (arguments, session) throws(CommandFailure) in
        try HelpText.write(arguments.operands, session)
    }
}

/// The help of the program.
enum HelpText {
    /// Prints the usage of the program and the list of commands.
    static func writeProgram(to output: Output) {
        output.write("Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v] [command] [option...]\n")
        output.write(
            "    -h, --help           Show the commands, or how to use the given ones\n")
        output.write("    -i, --interactive    Read commands from standard input, one a line\n")
        output.write("    -p, --prompt prompt  Prompt of the interactive mode; implies -i\n")
        output.write("    -q, --quiet          Print no notes or confirmations\n")
        output.write("    -v, --verbose        Print each command and the details of errors\n")
        output.write("    -l, --leaks          Accepted; no effect\n")
        writeCommands(to: output)
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
                let name = BufferFormat.escaped(name)
                StandardError.line("security: help: no such command: \(name)")
                result = 1
            }
        }
        return result
    }

    private static func writeCommands(to output: Output) {
        output.write("Commands:\n")
        for command in CommandTable.commands {
            let gap = String(repeating: " ", count: max(0, 36 - command.name.utf8.count))
            output.write("    \(command.name)\(gap) \(command.summary)\n")
        }
    }
}
