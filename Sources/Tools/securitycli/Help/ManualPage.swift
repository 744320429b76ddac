// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// The manual page security(1) in the language mdoc, written from the tables that `help` shows.
enum ManualPage {
    /// Writes the page: the fixed parts, and between them the options and the commands from their tables.
    static func write(to output: Output) {
        output.write(beginning)
        for option in Program.options { output.write(item(option)) }
        output.write(afterOptions)
        for command in CommandTable.commands { output.write(section(command)) }
        output.write(ending)
    }

    /// Returns the entry of a command in mdoc: its usage, its summary, and a list of its options.
    private static func section(_ command: Command) -> String {
        var text = ".It Xo\n.Cm \(word(command.name))\n"
        for option in command.options {
            var words = "Op Fl \(word(String(option.letter)))"
            if let placeholder = option.placeholder {
                words += option.mayLackValue || option.isAskedFor ? " Op Ar " : " Ar "
                words += word(placeholder)
            }
            text += ".\(words)\n"
        }
        if !command.operands.isEmpty { text += line(command.operands) }
        text += ".Xc\n" + line(command.summary)
        if !command.notes.isEmpty { text += ".Pp\n" }
        for note in command.notes { text += line(note) }
        guard !command.options.isEmpty else { return text }
        text += ".Bl -tag -width Ds -compact\n"
        for option in command.options { text += item(option) }
        return text + ".El\n"
    }

    /// Returns the entry of an option in a list.
    private static func item(_ option: CommandOption) -> String {
        let macro = option.mayLackValue ? " Op Ar " : " Ar "
        let value = option.placeholder.map { macro + word($0) } ?? ""
        return ".It Fl \(word(String(option.letter))) , Fl \\-\(word(option.name))\(value)\n"
            + line(option.help)
    }

    /// Returns the argument of a macro.
    private static func word(_ text: String) -> String {
        let escaped = escape(text).map { $0 == "\"" ? "\\(dq" : String($0) }.joined()
        return escaped.utf8.contains(UInt8(ascii: " ")) ? "\"\(escaped)\"" : escaped
    }

    /// Lines of text, one for each sentence.
    ///
    /// A line that begins with a period would be a macro; `\&` prints nothing and comes before it.
    private static func line(_ text: String) -> String {
        var lines = [""]
        for character in escape(text) {
            if character == " ", lines[lines.count - 1].last == "." {
                lines.append("")
            } else {
                lines[lines.count - 1].append(character)
            }
        }
        return lines.map { ($0.first == "." ? "\\&" : "") + $0 + "\n" }.joined()
    }

    /// Escapes the characters that roff gives a meaning or prints in another form.
    private static func escape(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "`": result += "\\(ga"
            case "'": result += "\\(aq"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "…": result += "..."
            // A long choice may break after each word.
            case "|": result += "|\\:"
            default: result.append(character)
            }
        }
        return result
    }
}
