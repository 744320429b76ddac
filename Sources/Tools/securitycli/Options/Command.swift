// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainSystem

/// A command: its syntax, its help and its implementation.
struct Command: Sendable {
    let name: String
    /// A sentence, the last line of the help.
    let summary: String
    /// The options in the order of the help. The parser also accepts -h and --no-prompt.
    var options: [CommandOption] = []
    /// The operands in the usage line; empty if the command takes none, such as `[file]` if it takes one at most.
    var operands = ""
    /// The failure for an operand of a command that takes none; nil if the command itself refuses it.
    var unexpectedOperand: CommandFailure? = .usage("unexpected argument")
    /// Lines of help below the options.
    var notes: [String] = []
    /// Passes every word as an operand, so that a negative number is not taken for an option.
    var takesRawWords = false
    /// Whether the output may be long; on a terminal it is shown by a pager.
    var isLong = false
    /// Whether the words from the first operand on belong to another program.
    var stopsAtFirstOperand = false
    /// Whether the command deletes or removes something; such a command has no short name.
    var deletes = false
    /// Whether the command changes something even without options; its short name then needs one.
    var changesAlone = false
    /// Throws a `CommandFailure`, which the closures of the table would have to spell.
    ///
    /// Returns the exit status before it is cut to eight bits.
    let run: @Sendable (Arguments, Session) throws -> Int32
}

/// An option of a command; parsing and help are derived from it.
struct CommandOption: Sendable {
    /// The short name, by which ``Arguments`` keeps the option; a command uses each letter once.
    let letter: Unicode.Scalar
    /// The long name, without hyphens.
    let name: String
    let value: Value
    let help: String

    /// The value that follows the option.
    /// The text of each case is what help calls the value.
    enum Value: Sendable {
        case none
        /// Any bytes. The value is required.
        case word(String)
        /// A secret. It is erased from the arguments; if `isAskedFor`, it may be left out at the
        /// end of the line and is then asked for.
        case secret(String, isAskedFor: Bool)
        /// A number that may be left out.
        case optionalNumber(String)
        /// The value of an attribute.
        case attribute(String, Attribute, AttributeForm)
        /// An option of macOS that is refused, with the reason, and with its value if it has one.
        case absent(String, value: String?)
    }

    init(_ letter: Unicode.Scalar, _ name: String, _ value: Value, _ help: String) {
        (self.letter, self.name, self.value, self.help) = (letter, name, value, help)
    }

    /// Makes an option without a value.
    static func flag(_ letter: Unicode.Scalar, _ name: String, _ help: String) -> CommandOption {
        CommandOption(letter, name, .none, help)
    }

    /// Makes an option with a value, which help calls `placeholder`.
    static func word(
        _ letter: Unicode.Scalar, _ name: String, _ placeholder: String, _ help: String
    ) -> CommandOption {
        CommandOption(letter, name, .word(placeholder), help)
    }

    /// Makes an option of macOS that isn't available here; ``Command/check(_:)`` refuses it.
    static func absent(
        _ letter: Unicode.Scalar, _ name: String, _ reason: String, value placeholder: String? = nil
    ) -> CommandOption {
        CommandOption(
            letter, name, .absent(reason, value: placeholder), "Not available: \(reason)")
    }

    /// The name of the value in help; nil for an option without one.
    var placeholder: String? {
        switch value {
        case .none: nil
        case .word(let name), .secret(let name, _), .optionalNumber(let name),
            .attribute(let name, _, _):
            name
        case .absent(_, let name): name
        }
    }

    var isSecret: Bool {
        if case .secret = value { true } else { false }
    }

    /// Whether the option has a meaning without its value.
    var mayLackValue: Bool {
        if case .optionalNumber = value { true } else { false }
    }

    /// Whether a value left out at the end of the line is asked for.
    var isAskedFor: Bool {
        if case .secret(_, true) = value { true } else { false }
    }
}

extension Command {
    /// Refuses options that aren't available, and more operands than the usage line has.
    func check(_ arguments: Arguments) throws(CommandFailure) {
        for option in options where arguments.has(option) || arguments.word(option) != nil {
            guard case .absent(let reason, _) = option.value else { continue }
            throw .message("-\(option.letter): not available: \(reason)")
        }
        let given = arguments.operands
        if operands.isEmpty, !given.isEmpty, let unexpectedOperand { throw unexpectedOperand }
        let name = operands.dropFirst().prefix(while: \.isLetter)
        let isOptional = operands.hasPrefix("[\(name)") && !operands.contains(part: "...")
        if isOptional, given.count > 1 { throw .usage("more than one \(name)") }
    }
}

extension CommandOption {
    static let help = flag("h", "help", "Show this text; exits with status 2")
    /// The program's own -v, for a command that lists it.
    static let verbose = flag("v", "verbose", "Print the details of errors")
}

/// The help of a command, derived from its options.
extension Command {
    /// The usage lines, which the help prints.
    var usage: String {
        var lines = ["Usage: " + ([name] + usageWords).joined(separator: " ")]
        lines += Self.lines(options)
        lines += notes.map { "    \($0)" }
        lines.append("        \(summary)")
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns the help of each option, on two lines if its values are many.
    static func lines(_ options: [CommandOption]) -> [String] {
        let columns = options.map(left)
        let width = columns.map(\.count).filter { $0 <= mostLeft }.max() ?? 0
        return zip(columns, options).map { column, option in
            let isLong = column.count > mostLeft
            let gap = String(repeating: " ", count: isLong ? width : width - column.count)
            return "    \(column)\(isLong ? "\n    " : "")\(gap)  \(option.help)"
        }
    }

    /// The most characters before the help of an option on the same line.
    private static let mostLeft = 46

    private var usageWords: [String] {
        var words = options.map { option in
            guard var placeholder = option.placeholder else { return "[-\(option.letter)]" }
            // A long choice is listed below.
            if placeholder.count > Self.mostLeft { placeholder = "..." }
            return option.mayLackValue || option.isAskedFor
                ? "[-\(option.letter) [\(placeholder)]]" : "[-\(option.letter) \(placeholder)]"
        }
        if !operands.isEmpty { words.append(operands) }
        return words
    }

    /// Returns the left column of help: both names of the option, and its value.
    private static func left(_ option: CommandOption) -> String {
        let text = "-\(option.letter), --\(option.name)"
        guard let placeholder = option.placeholder else { return text }
        return text + (option.mayLackValue ? " [\(placeholder)]" : " \(placeholder)")
    }
}
