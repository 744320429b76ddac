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
