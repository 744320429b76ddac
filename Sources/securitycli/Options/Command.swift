import SwiftKeychainModel

/// Describes a command: how it is called, and what it does.
struct Command: Sendable {
    let name: String
    let summary: String
    var options: [CommandOption] = []
    /// Names the words behind the options, for a person; empty: there may be none.
    var operands = ""
    /// Lines that help needs beside the options.
    var notes: [String] = []
    /// Takes every word as it is: a number below zero is no option.
    var takesWordsAsTheyAre = false
    let run: @Sendable (Arguments, Session) throws(CommandFailure) -> Int32
}

/// Describes one option of a command; parsing, usage text and documentation follow from it.
struct CommandOption: Sendable {
    let letter: Unicode.Scalar
    let name: String
    let value: Value
    let help: String

    /// Says what follows the option.
    enum Value: Sendable {
        case none
        case word(String)
        /// A secret: taken out of the words, and asked for when it is left out as the last word.
        case secret(String, isAskedFor: Bool)
        /// A value of an item's attribute.
        case attribute(String, Attribute, AttributeForm)
    }

    init(_ letter: Unicode.Scalar, _ name: String, _ value: Value = .none, _ help: String) {
        self.letter = letter
        self.name = name
        self.value = value
        self.help = help
    }

    /// Names what follows the option, for a person; nil when nothing does.
    var placeholder: String? {
        switch value {
        case .none: nil
        case .word(let name), .secret(let name, _), .attribute(let name, _, _): name
        }
    }

    var isSecret: Bool {
        if case .secret = value { true } else { false }
    }

    /// Tells whether the value may be left out at the end of the line, and is then asked for.
    var isAskedFor: Bool {
        if case .secret(_, true) = value { true } else { false }
    }
}

extension CommandOption {
    static let help = CommandOption("h", "help", .none, "Show this text")
    /// Means the same as the program's own -v, for a command that lists it.
    static let verbose = CommandOption("v", "verbose", .none, "Tell more of a failure")
}

/// Derives what a person reads about a command from its options.
extension Command {
    /// Gives the lines that are printed when a command was used wrongly, and for help.
    var usage: String {
        var lines = ["Usage: \(name) " + usageWords.joined(separator: " ")]
        if usageWords.isEmpty { lines = ["Usage: \(name)"] }
        let width = options.map(Self.left).map(\.count).max() ?? 0
        for option in options {
            let left = Self.left(option)
            let gap = String(repeating: " ", count: width - left.count)
            lines.append("    \(left)\(gap)  \(option.help)")
        }
        lines += notes.map { "    \($0)" }
        lines.append("        \(summary)")
        return lines.map { $0 + "\n" }.joined()
    }

    private var usageWords: [String] {
        var words = options.map { option in
            guard let placeholder = option.placeholder else { return "[-\(option.letter)]" }
            return option.isAskedFor
                ? "[-\(option.letter) [\(placeholder)]]" : "[-\(option.letter) \(placeholder)]"
        }
        if !operands.isEmpty { words.append(operands) }
        return words
    }

    private static func left(_ option: CommandOption) -> String {
        "-\(option.letter), --\(option.name)" + (option.placeholder.map { " \($0)" } ?? "")
    }
}
