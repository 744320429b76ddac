// SPDX-License-Identifier: Apache-2.0
/// The completion script for zsh, written from the tables that `help` shows.
enum ZshCompletion {
    /// Writes a function for `#compdef`: a call of `_arguments` for each command.
    static func write(to output: Output) {
        output.write(beginning)
        output.write("    _arguments -C -s \\\n")
        for option in Program.options { output.write(specification(option)) }
        output.write("        '1:command:_security_commands' '*::argument:->arguments' && return\n")
        output.write("    case $state:${words[1]} in\n")
        for command in CommandTable.commands {
            output.write("    arguments:\(command.name))\n        _arguments -s \\\n")
            for option in command.allOptions { output.write(specification(option)) }
            switch command.completedOperands {
            case .nothing: break  // A message alone would keep zsh from completing options.
            case .items:
                output.write("            '1:name:\(action(.items))' \\\n")
                output.write("            '*:keychain:\(action(.keychains))' \\\n")
            case let operands:
                let action = action(operands)
                output.write("            '*:\(message(command.operands)):\(action)' \\\n")
            }
            output.write("            ;;\n")
        }
        output.write("    esac\n}\n\n_security_commands() {\n    local -a commands=(\n")
        for command in CommandTable.commands {
            let summary = command.summary.backslashing(["\\", ":"])
            output.write("        \(quote("\(command.name):\(summary)"))\n")
        }
        output.write(ending)
    }

    /// The words by which `_arguments` knows an option, on a line.
    private static func specification(_ option: CommandOption) -> String {
        let help = option.help.backslashing(["\\", "[", "]"])
        let value = option.completedValue.map {
            ":\(message(option.placeholder ?? "")):" + action($0)
        }
        let short = "*-\(option.letter)" + (value == nil ? "" : "+")
        let long = "*--\(option.name)" + (value == nil ? "" : "=")
        let rest = "[\(help)]" + (value ?? "")
        return "            \(quote(short + rest)) \(quote(long + rest)) \\\n"
    }

    /// Escapes the description of a value: a colon would end it.
    private static func message(_ text: String) -> String {
        text.backslashing(["\\", ":"])
    }

    /// Returns what `_arguments` completes a value with. A space is an action that offers nothing.
    private static func action(_ value: CompletedValue) -> String {
        switch value {
        case .nothing: " "
        case .files: "_files"
        case .keychains: "_security_keychains"
        case .items: "_security_items"
        case .commands: "_security_commands"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }

    /// Quotes text for zsh, where a quotation mark can't be escaped inside quotes: these end and begin again around it.
    private static func quote(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }

    private static let beginning = #"""
        #compdef security kc
        # Completion of security for zsh. Written by `security help --format zsh`.
        _security() {
            local curcontext=$curcontext state line
            typeset -A opt_args

        """#

    private static let ending = #"""
            )
            _describe -t commands command commands
        }

        # -n: a locked keychain has no names here, and no question interrupts the line.
        _security_items() {
            local -a names=(${(f)"$(_call_program names security -nq list --names 2>/dev/null)"})
            _wanted names expl name compadd -a names
        }

        _security_keychains() {
            local -a paths=(${(f)"$(_call_program paths security -nq list-keychains 2>/dev/null)"})
            local -a names=(${${paths##*/}%\"})
            _wanted names expl keychain compadd -a names || _files
        }

        # Loaded from a folder of completions the file is the function, and otherwise defines it.
        if [[ ${funcstack[1]} == _security ]]; then
            _security "$@"
        else
            compdef _security security kc
        fi

        """#
}
