// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainSystem

/// The program: its own options, then a command or the interactive mode.
///
/// This module is the `security` command, with the names, options and output of Apple's. It is a client of the typed
/// API like any other program. Its idea is that a command is a value: ``CommandTable`` names it, ``Command`` has its
/// options, help and function. Parsing, help, completion and the manual page come from the same values, so that they
/// can't disagree.
///
///     words ─▶ own options ─▶ CommandTable ─▶ OptionParser ─▶ Command.run ─▶ Output ─▶ exit status
///
/// 1. Words are bytes, not text, because names of items and paths needn't be UTF-8.
/// 2. Secrets in arguments are overwritten as soon as they are read, because other users can see the arguments.
/// 3. Output is buffered, and flushed before an error is printed, so that both appear in order.
/// 4. The exit status is Apple's: the status cut to eight bits, 1 where that would be 0, and 2 for wrong usage.
///
/// What may surprise: there is no Foundation here, which would triple the start time. A command that deletes can't be
/// abbreviated.
enum Program {
    private static let help = CommandOption.flag(
        "h", "help", "Show the commands, or how to use the given ones")
    private static let interactive = CommandOption.flag(
        "i", "interactive", "Read commands from standard input, one a line")
    /// On macOS, -l runs leaks(1) on the process before it exits.
    private static let leaks = CommandOption.flag("l", "leaks", "Accepted; no effect")
    private static let neverAsks = CommandOption.flag(
        "n", "no-prompt", "Never ask the user; commands accept only --no-prompt")
    private static let prompt = CommandOption.word(
        "p", "prompt", "prompt", "Prompt of the interactive mode; implies -i")
    private static let quiet = CommandOption.flag("q", "quiet", "Print no notes or confirmations")
    private static let verbose = CommandOption.flag(
        "v", "verbose", "Print each command and the details of errors")
    private static let version = CommandOption.flag("V", "version", "Print the version")

    /// The options of the program itself.
    static let options = [help, interactive, prompt, neverAsks, quiet, verbose, leaks, version]

    /// Runs the arguments of the process, which begin with its own name.
    ///
    /// - Returns: the exit status, cut to eight bits.
    static func main(_ words: CommandWords) -> Int32 {
        let output = Output(descriptor: STDOUT_FILENO)
        let parser = OptionParser(options: options, stopsAtFirstOperand: true)
        let (arguments, fault) = parser.parse(words)
        if arguments.has(neverAsks) { UserInteraction.isAllowed = false }
        let isInteractive = arguments.has(interactive) || arguments.word(prompt) != nil
        let rest = words.dropping(words.count - arguments.operands.count)
        let session = Session(
            output: output, isQuiet: arguments.has(quiet), isVerbose: arguments.has(verbose),
            isInteractive: isInteractive && rest.count == 0)
        // Users should not need the system log to see warnings.
        if !session.isQuiet { Log.send { StandardError.line("security: warning: \($0)") } }
        let wantsText = fault != nil || arguments.has(version) || arguments.has(help)
        let result: Int32
        if rest.count > 0, !wantsText {
            result = run(rest, session)
        } else if isInteractive, !wantsText {
            let prompt = arguments.word(prompt).map { String(decoding: $0, as: UTF8.self) }
            result = InteractiveMode(session: session, prompt: prompt ?? "security> ").run()
        } else {
            result = finish(.help, session) {
                if let fault {
                    StandardError.line("security: \(fault)")
                    StandardError.line("Try 'security help'.")
                    return 2
                }
                if arguments.has(version) {
                    output.write("security (swift-keychain) \(ProgramVersion.text)\n")
                    return 0
                }
                if arguments.has(help) {
                    return try HelpText.write(arguments.operands, session)
                }
                HelpText.writeProgram(to: output)
                return 2
            }
        }
        return exitCode(result)
    }

    /// Runs the command that the first word names.
    ///
    /// - Returns: 0, or the complete status of the failure.
    static func run(_ words: CommandWords, _ session: Session) -> Int32 {
        let name = words[0]
        switch CommandTable.entry(name) {
        case nil:
            let hint = CommandTable.hint(for: name)
            StandardError.line("security: unknown command \"\(BufferFormat.escaped(name))\"\(hint)")
            return 1
        case .absent(let name, let reason):
            StandardError.line("security: \(name): \(reason)")
            return 1
        case .implemented(let full, let command):
            let command = command()
            let needsName = command.deletes || command.changesAlone && !words.hasOption
            guard needsName, name != Array(full.utf8) else { return run(command, words, session) }
            let way = command.deletes ? "" : ", or give it an option"
            StandardError.line(
                "security: \(BufferFormat.escaped(name)): write \(full) in full\(way)")
            return 1
        }
    }

    /// Parses the words after the name of the command, and runs it.
    private static func run(_ command: Command, _ words: CommandWords, _ session: Session) -> Int32
    {
        var arguments = Arguments()
        var fault: String?
        if command.takesRawWords {
            arguments.operands = (1..<max(1, words.count)).map { words[$0] }
        } else {
            let parser = OptionParser(
                options: command.allOptions + [.noPrompt],
                stopsAtFirstOperand: command.stopsAtFirstOperand)
            (arguments, fault) = parser.parse(words)
        }
        words.eraseSecrets(ofAttributes: command.name == Command.item.name)
        // In the interactive mode other commands follow.
        let mayAsk = UserInteraction.isAllowed
        if arguments.switches.remove(CommandOption.noPrompt.letter) != nil {
            UserInteraction.isAllowed = false
        }
        defer { UserInteraction.isAllowed = mayAsk }
        // -v has another meaning for some commands.
        let mayBeVerbose = command.options.contains { $0.name == CommandOption.verbose.name }
        var session = session
        if mayBeVerbose, arguments.has(.verbose) { session.isVerbose = true }
        for option in arguments.swallowed {
            session.note(
                "security: \(command.name): -\(option.letter) took the next word as the password,"
                    + " though it looks like an option; put -\(option.letter) last to be asked")
        }
        // Echo after parsing, which has replaced secrets by stars.
        if session.isVerbose { echo(words) }
        let wantsHelp =
            arguments.has(.help)
            || command.takesRawWords
                && [Array("-h".utf8), Array("--help".utf8)].contains(arguments.operands.first)
        // It starts with the output: a question before that has the terminal for itself.
        var pager: Pager?
        if command.isLong, !wantsHelp, fault == nil { session.output.begins = { pager = Pager() } }
        let result = finish(command, session) {
            if wantsHelp || fault != nil { throw CommandFailure.usage(fault) }
            try command.check(arguments)
            return try command.run(arguments, session)
        }
        session.output.begins = nil
        pager?.end()
        return result
    }

    /// Runs `body`, reports its failure, and flushes the output.
    private static func finish(
        _ command: Command, _ session: Session, _ body: () throws -> Int32
    ) -> Int32 {
        do {
            let result = try body()
            try session.output.flush()
            return result
        } catch {
            let error = CommandFailure(thrown: error)
            // Print earlier output before the error message.
            try? session.output.flush()
            session.report(error, of: command)
            return error.status
        }
    }

    /// Prints a command on standard error, each word in quotes, as `security -v` does.
    private static func echo(_ words: CommandWords) {
        let quoted = (0..<words.count).map { "\"\(BufferFormat.escaped(words[$0]))\"" }
        StandardError.line(quoted.joined(separator: " "))
    }

    /// Cuts a status to eight bits; a failure never becomes 0.
    ///
    /// -25300, which means that no item was found, becomes 44 as on macOS.
    static func exitCode(_ status: Int32) -> Int32 {
        status != 0 && status & 0xff == 0 ? 1 : status & 0xff
    }
}
