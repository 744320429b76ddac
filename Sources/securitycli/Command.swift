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
