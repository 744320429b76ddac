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
        if operands == .items {
            text += "        valued=' \(valued.flatMap(names).joined(separator: " ")) '\n"
        }
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

    /// Returns what the script assigns to `operands` or `value`: what it completes, or quoted words; nil for nothing.
    private static func offer(_ value: CompletedValue) -> String? {
        switch value {
        case .nothing: nil
        case .files: "files"
        case .keychains: "keychains"
        case .items: "items"
        case .commands: "commands"
        case .words(let words): "'\(words.joined(separator: " "))'"
        }
    }

    private static let beginning = #"""
        # Completion of security for bash. Written by `security help --format bash`.
        _security() {
            local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
            local command= index options= operands= value= valued= offer word
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
            if [[ $offer == items ]]; then
                # What follows the name is a keychain.
                while ((++index < COMP_CWORD)); do
                    word=${COMP_WORDS[index]}
                    if [[ $valued == *" $word "* ]]; then
                        [[ ${COMP_WORDS[++index]} != = ]] || ((index++))
                    elif [[ $word != -* ]] && ! _security_is_joined "$index"; then
                        offer=keychains
                    fi
                done
            fi
            COMPREPLY=()
            # -n: a locked keychain has no names here, and no question interrupts the line.
            case $offer in
            '' | -) ;;
            files) _security_files ;;
            items) _security_lines < <(security -nq list --names 2>/dev/null) ;;
            keychains)
                _security_lines < <(security -nq list-keychains 2>/dev/null | sed 's/.*\///; s/"$//')
                ((${#COMPREPLY[@]})) || _security_files
                ;;
            commands) mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$cur") ;;
            *) mapfile -t COMPREPLY < <(compgen -W "$offer" -- "$cur") ;;
            esac
        }
        _security_files() {
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        }
        # Whether a word is followed by the rest of what bash split at : = or @.
        _security_is_joined() {
            local rest=("${COMP_WORDS[@]:$1:COMP_CWORD-$1+1}")
            local IFS=
            [[ ${COMP_LINE:0:COMP_POINT} == *"${rest[*]}" ]]
        }
        # Offers the lines of standard input that begin with what is typed.
        _security_lines() {
            local typed=$cur first=$COMP_CWORD line before=
            [[ -n $value ]] || typed=${COMP_WORDS[COMP_CWORD]}
            while [[ -z $value ]] && ((first > 1)) && _security_is_joined $((first - 1)); do
                typed=${COMP_WORDS[--first]}$typed
            done
            local quote=${typed::1}
            [[ $quote == [\'\"] ]] || quote=
            typed=${typed#"$quote"}
            [ -n "$quote" ] || typed=${typed//\\/}
            # bash replaces only what follows the last : or =, and from the last @ on.
            if [[ -z $quote ]]; then
                line=${COMP_WORDBREAKS//[^:=]/}
                [[ -z $line || $typed != *[$line]* ]] || before=${typed%"${typed##*[$line]}"}
                [[ $COMP_WORDBREAKS != *@* || ${typed#"$before"} != *@* ]] || before=${typed%@*}
            fi
            while IFS= read -r line; do
                [[ $line == "$typed"* ]] || continue
                line=${line#"$before"}
                [ -n "$quote" ] || printf -v line %q "$line"
                COMPREPLY+=("$line")
            done
        }
        complete -F _security security kc

        """#
}
