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
            if command.completedOperands == .items {
                let valued = command.allOptions.filter { $0.completedValue != nil }
                    .map { " -\($0.letter) --\($0.name)" }.joined()
                let isFirst = "__security_is_first \(command.name)\(valued)"
                output.write("complete -c security -n '\(isFirst)' \(words(.items)!)\n")
                output.write(
                    "complete -c security -n \(inside) -n 'not \(isFirst)' \(words(.keychains)!)\n")
            } else if let words = words(command.completedOperands) {
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
        case .keychains: "-f -a '(__security_keychains)'"
        case .items: "-f -a '(security -nq list --names 2>/dev/null)'"
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
        # Whether the word on the line is the first operand of a command, whose options with values follow its name.
        function __security_is_first
            __security_is $argv[1]; or return 1
            set -l words (commandline -opc)
            while test (count $words) -gt 0; and test $words[1] != $argv[1]
                set -e words[1]
            end
            set -e words[1]
            while set -q words[1]
                if contains -- $words[1] $argv[2..]
                    set -e words[1]
                else if not string match -q -- '-*' $words[1]
                    return 1
                end
                set -e words[1]
            end
        end
        # -n: a locked keychain has no names here, and no question interrupts the line.
        function __security_keychains
            set -l typed (commandline -ct)
            set -l names (security -nq list-keychains 2>/dev/null | string trim -c ' "' | path basename)
            if string match -q -- "$typed*" $names
                printf '%s\n' $names
            else
                __fish_complete_path $typed
            end
        end
        complete -c security -f

        """#
}
