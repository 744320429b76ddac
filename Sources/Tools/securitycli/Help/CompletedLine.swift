// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainSystem

/// A command line that a shell completes. Its script asks with `security help --format words`, and writes the words to
/// standard input, each with a zero byte behind it: one of them may be a password, and arguments show in the list of
/// processes.
///
/// The scripts only pass the words on and offer the answer, so that every shell completes the same, from the tables that
/// `help` shows.
struct CompletedLine {
    /// The word that the cursor is in.
    private let typed: String
    /// The start of the word that stays: `--name=` in front of a value, else empty.
    private var start = ""
    /// What may take the place of the rest; nil for an option.
    private let value: CompletedValue?
    /// What help says of the value that the word is; nil for a word that is none.
    private var hint: String?
    /// The options that may be in the place.
    private var options = Program.options

    /// Reads a command line: the name of the program, and the words after it to the one that the cursor is in.
    init(_ input: SecretBytes) {
        let words = input.withBytes { bytes in
            bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
                .map { String(decoding: $0, as: UTF8.self) }
        }
        var operands = CompletedValue.commands
        var isInCommand = false
        var valued: CommandOption?
        for word in words.dropFirst().dropLast() {
            if valued != nil {
                valued = nil
            } else if word.hasPrefix("-") {
                valued = options.first { $0.completedValue != nil && $0.spellings.contains(word) }
            } else if !isInCommand {
                isInCommand = true
                var command: Command?
                if case .implemented(_, let made) = CommandTable.entry(Array(word.utf8)) {
                    command = made()
                }
                options = command?.allOptions ?? []
                operands = command?.completedOperands ?? .nothing
            } else if operands == .items {
                // What follows the name of an item is a keychain.
                operands = .keychains
            }
        }
        let typed = words.last ?? ""
        if valued == nil, let end = typed.firstIndex(of: "=") {
            valued = options.first { "--\($0.name)" == typed[..<end] }
            if valued != nil { start = String(typed[...end]) }
        }
        let isOption = valued == nil && typed.hasPrefix("-")
        value = isOption ? nil : valued.map { $0.completedValue ?? .nothing } ?? operands
        hint = valued.flatMap { option in option.placeholder.map { "\($0): \(option.help)" } }
        self.typed = typed
    }

    /// Prints what may take the place of the last word, one a line, with a tab and its description if it has one.
    ///
    /// - Returns: 1 if files may take the place, else 0.
    func write(to session: Session) -> Int32 {
        func offer(_ word: String, _ description: String = "") {
            session.output.write(
                start + word + (description.isEmpty ? "" : "\t\(description)") + "\n")
        }
        switch value {
        case nil:
            for option in options { for word in option.spellings { offer(word, option.help) } }
        // A line without a word, which zsh shows and the others skip.
        case .nothing: if let hint { session.output.write("\t\(hint)\n") }
        case .files: return 1
        case .commands:
            for command in CommandTable.commands { offer(command.name, command.summary) }
        case .words(let words):
            for word in words { offer(word) }
        case .items:
            var arguments = Arguments()
            arguments.switches = [CommandOption.onlyNames.letter]
            _ = try? Command.list.run(arguments, session)
        case .keychains:
            let paths = (try? Keychain.searchList().map(\.path)) ?? []
            let names = paths.map { String($0.split(separator: "/").last ?? "").printable }
            for name in names { offer(name) }
            if !names.contains(where: { (start + $0).hasPrefix(typed) }) { return 1 }
        }
        return 0
    }
}
