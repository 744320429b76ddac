// SPDX-License-Identifier: Apache-2.0
/// What a shell offers in a place of the command line.
///
/// The tables have no column for it: the words by which help names a value say what it is.
///
///     file, program, folder             files
///     keychain                          keychains of the search list; files if none fits
///     name ...                          names of items; what follows is a keychain
///     status|enable|disable             one of these words
///     command                           the names of commands
///     anything else                     nothing
enum CompletedValue: Equatable {
    case nothing
    case files
    case keychains
    case items
    case commands
    /// The words that are allowed.
    case words([String])

    /// Reads the placeholder of an option, or the operands of a command.
    init(placeholder: String) {
        let words = placeholder.lowercased().split {
            !($0.isLetter || $0.isNumber || "|-".contains($0))
        }
        if words.first == "name" {
            self = .items
        } else if let choice = words.first(where: { $0.utf8.contains(UInt8(ascii: "|")) }) {
            self = .words(choice.split(separator: "|").map(String.init))
        } else if words.contains(where: Self.fileWords.contains) {
            self = .files
        } else if words.contains("keychain") {
            self = .keychains
        } else {
            self = words.contains("command") ? .commands : .nothing
        }
    }

    private static let fileWords: Set<Substring> = ["file", "program", "folder"]
}

extension CommandOption {
    /// Both spellings: `-a` and `--account`.
    var spellings: [String] { ["-\(letter)", "--\(name)"] }

    /// What a shell offers as the value; nil for an option that needs none.
    var completedValue: CompletedValue? {
        switch value {
        case .none, .optionalNumber: nil
        case .word(let name): CompletedValue(placeholder: name)
        default: .nothing
        }
    }
}

extension Command {
    /// The options, with the help that every command has.
    var allOptions: [CommandOption] {
        // -h has another meaning for cms.
        let hasOwn = options.contains { $0.letter == CommandOption.help.letter }
        return (hasOwn || takesRawWords ? [] : [.help]) + options
    }

    /// What a shell offers as an operand.
    var completedOperands: CompletedValue { CompletedValue(placeholder: operands) }
}
