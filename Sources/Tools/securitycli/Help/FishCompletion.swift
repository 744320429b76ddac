// SPDX-License-Identifier: Apache-2.0
/// The completion script for fish, written from the tables that `help` shows.
enum FishCompletion {
    /// Writes a line `complete` for each command and each option, with its help as the description.
    static func write(to output: Output) {
        output.write(beginning)
        let outside = "'not __security_command'"
        for option in Program.options { output.write(line(option, outside)) }
        for command in CommandTable.commands {
            output.write(
                "complete -c security -n \(outside) -a \(command.name) -d \(quote(command.summary))\n"
            )
        }
        for command in CommandTable.commands {
            let inside = "'__security_is \(command.name)'"
            for option in command.allOptions { output.write(line(option, inside)) }
            if let words = words(command.completedOperands) {
                output.write("complete -c security -n \(inside) \(words)\n")
            }
        }
    }

    /// Returns the line of an option. `-r` says that it needs a value, and `-f` that files aren't offered.
    private static func line(_ option: CommandOption, _ condition: String) -> String {
        var text = "complete -c security -n \(condition) -s \(option.letter) -l \(option.name)"
        if let value = option.completedValue { text += " -r " + (words(value) ?? "-f") }
        return text + " -d \(quote(option.help))\n"
    }

    /// The options of `complete` for a value; nil where nothing is offered.
    private static func words(_ value: CompletedValue) -> String? {
        switch value {
        case .nothing: nil
        case .files: "-F"
        case .commands:
            "-f -a \(quote(CommandTable.commands.map(\.name).joined(separator: " ")))"
        case .words(let words): "-f -a \(quote(words.joined(separator: " ")))"
        }
    }

    /// Quotes text for fish, where a backslash escapes a quotation mark inside quotes.
    private static func quote(_ text: String) -> String {
        "'" + text.backslashing(["\\", "'"]) + "'"
    }

    private static let beginning = #"""
        # Completion of security for fish. Written by `security help --format fish`.
        function __security_command --description 'Print the command on the line'
            set -l words (commandline -opc)
            set -e words[1]
            while set -q words[1]
                switch $words[1]
                    case -p --prompt
                        set -e words[1]
                    case '-*'
                    case '*'
                        echo $words[1]
                        return 0
                end
                set -e words[1]
            end
            return 1
        end
        function __security_is
            test "$(__security_command)" = $argv[1]
        end
        complete -c security -f

        """#
}
