// SPDX-License-Identifier: Apache-2.0
/// The completion script for bash, written from the tables that `help` shows.
enum BashCompletion {
    /// Writes a function for `complete -F`: a case for each command, with its options and the kind of its operands.
    static func write(to output: Output) {
        output.write(beginning)
        output.write(entry("''", Program.options, .commands))
        for command in CommandTable.commands {
            output.write(entry(command.name, command.allOptions, command.completedOperands))
        }
        let names = CommandTable.commands.map(\.name).joined(separator: " ")
        output.write("    esac\n    local commands='\(names)'\n" + ending)
    }

    /// A case of the script: the options, and what their values and the operands are.
    private static func entry(
        _ name: String, _ options: [CommandOption], _ operands: CompletedValue
    ) -> String {
        var text = "    \(name))\n        options='"
        text += options.flatMap(names).joined(separator: " ") + "'\n"
        if let offer = offer(operands) { text += "        operands=\(offer)\n" }
        let valued = options.filter { $0.completedValue != nil }
        if !valued.isEmpty {
            text += "        case $prev in\n"
            for option in valued {
                let offer = option.completedValue.flatMap(offer) ?? "-"
                text += "        \(names(option).joined(separator: "|"))) value=\(offer) ;;\n"
            }
            text += "        esac\n"
        }
        return text + "        ;;\n"
    }

    /// Returns both spellings of an option.
    private static func names(_ option: CommandOption) -> [String] {
        ["-\(option.letter)", "--\(option.name)"]
    }

    /// Returns what the script assigns to `operands` or `value`: "files", "commands" or quoted words; nil for nothing.
    private static func offer(_ value: CompletedValue) -> String? {
        switch value {
        case .nothing: nil
        case .files: "files"
        case .commands: "commands"
        case .words(let words): "'\(words.joined(separator: " "))'"
        }
    }

    private static let beginning = #"""
        # Completion of security for bash. Written by `security help --format bash`.
        _security() {
            local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
            local command= index options= operands= value= offer
            # bash splits --name=value into three words.
            [ "$prev" != = ] || prev=${COMP_WORDS[COMP_CWORD - 2]}
            [ "$cur" != = ] || cur=
            for ((index = 1; index < COMP_CWORD; index++)); do
                case ${COMP_WORDS[index]} in
                -p | --prompt) ((index++)) ;;
                -*) ;;
                *)
                    command=${COMP_WORDS[index]}
                    break
                    ;;
                esac
            done
            case $command in

        """#

    private static let ending = #"""
            offer=${value:-$operands}
            [[ -n $value || $cur != -* ]] || offer=$options
            COMPREPLY=()
            case $offer in
            '' | -) ;;
            files)
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                ;;
            commands) mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$cur") ;;
            *) mapfile -t COMPREPLY < <(compgen -W "$offer" -- "$cur") ;;
            esac
        }
        complete -F _security security

        """#
}
