extension Command {
    static let help = Command(
        name: "help",
        summary: "Show all commands, or show usage for a command.",
        operands: "[command...]",
        takesWordsAsTheyAre: true
    ) { (arguments, session) throws(CommandFailure) in
        try HelpText.write(arguments.operands, session)
    }
}

/// Prints help.
enum HelpText {
    /// Prints how the program is called, and its commands.
    static func writeProgram(to output: Output) {
        output.write("Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v] [command] [option...]\n")
        output.write(
            "    -h, --help           Show the commands, or how to use those that follow\n")
        output.write("    -i, --interactive    Read commands from standard input, one a line\n")
        output.write("    -p, --prompt prompt  The prompt of the interactive mode; implies -i\n")
        output.write("    -q, --quiet          Say less\n")
        output.write("    -v, --verbose        Say more\n")
        output.write("    -l, --leaks          Accepted, and does nothing here\n")
        writeCommands(to: output)
    }

    /// Prints the usage of the commands that are named, or the list of all.
    ///
    /// - Returns: 1 when one of them is unknown.
    static func write(_ names: [[UInt8]], _ session: Session) throws(CommandFailure) -> Int32 {
        if names.isEmpty { writeProgram(to: session.output) }
        var result: Int32 = 0
        for name in names {
            switch CommandTable.entry(name) {
            case .here(_, let command):
                session.output.write(command().usage)
            case .later(let name):
                StandardError.line("security: help: \(name): not available yet")
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
