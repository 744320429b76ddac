// SPDX-License-Identifier: Apache-2.0
@preconcurrency import CKeychainLinux
@preconcurrency import Glibc
import SwiftKeychainSystem
import SwiftKeychainMemory

/// The parser of every command's options, on glibc's getopt_long.
///
/// Options and operands may be mixed, `--` ends the options, and long names may be shortened.
///
/// getopt_long works on the words themselves, which matters here: they are the arguments that other programs see in
/// /proc, so a secret can be erased in place. It has global state.
struct OptionParser {
    let options: [CommandOption]
    /// Whether parsing stops at the first operand, because the remaining words belong to the
    /// command it names.
    var stopsAtFirstOperand = false

    /// Parses all words after the first.
    ///
    /// Parsing continues after an error, so that every secret is erased from the words.
    ///
    /// - Returns: the arguments, and the first error.
    func parse(_ words: CommandWords) -> (arguments: Arguments, fault: String?) {
        var arguments = Arguments()
        var fault: String?
        withTables { short, names, letters in
            // Zero resets getopt_long, for each line of the interactive mode.
            optind = 0
            opterr = 0
            while true {
                let result = keychain_getopt_long(
                    Int32(words.count), words.pointers, short, names, letters,
                    Int32(options.count))
                if result == -1 { break }
                if result == Self.operand {
                    arguments.operands.append(CommandWords.bytes(optarg!))
                    continue
                }
                let problem = take(result, words, &arguments)
                fault = fault ?? problem
            }
            arguments.operands += (Int(optind)..<max(Int(optind), words.count)).map { words[$0] }
        }
        return (arguments, fault)
    }

    /// What getopt_long returns for an operand between options.
    private static let operand: Int32 = 1

    /// Stores one result of getopt_long, or returns the error that it means.
    private func take(
        _ result: Int32, _ words: CommandWords, _ arguments: inout Arguments
    ) -> String? {
        let option = options.first { Int32($0.letter.value) == result }
        guard let option else { return fault(result, words, &arguments) }
        guard option.placeholder != nil else {
            arguments.switches.insert(option.letter)
            return nil
        }
        if option.mayLackValue {
            arguments.switches.insert(option.letter)
            // getopt_long takes `--name=value` only; the next word is the value if it is a number.
            if optarg == nil, Int(optind) < words.count, Self.isNumber(words[Int(optind)]) {
                optarg = words.pointers[Int(optind)]
                optind += 1
            }
        }
        guard let word = optarg else { return nil }
        guard option.isSecret else {
            arguments.values.append((option, CommandWords.bytes(word)))
            return nil
        }
        let length = strlen(word)
        if names(CommandWords.bytes(word)) { arguments.swallowed.append(option) }
        arguments.secrets[option.letter] = .given(
            SecretBytes(copying: UnsafeRawBufferPointer(start: word, count: length)))
        CommandWords.erase(word)
        return nil
    }

    /// Returns whether a word is an option as it is written: `-a` or `--account`.
    private func names(_ word: [UInt8]) -> Bool {
        options.contains {
            word == Array("-\($0.letter)".utf8) || word == Array("--\($0.name)".utf8)
        }
    }

    private static func isNumber(_ word: [UInt8]) -> Bool {
        !word.isEmpty && word.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    /// Returns why getopt_long refused a word; nil if the option's value may be left out and will be asked for.
    private func fault(
        _ result: Int32, _ words: CommandWords, _ arguments: inout Arguments
    ) -> String? {
        let letter = optopt
        let option = options.first { Int32($0.letter.value) == letter }
        if result == Int32(UInt8(ascii: ":")), let option {
            guard option.isAskedFor else { return "option -\(option.letter) needs a value" }
            arguments.secrets[option.letter] = .asked
            return nil
        }
        if let option { return "option --\(option.name) takes no value" }
        guard letter == 0 else {
            return "unknown option -\(BufferFormat.escaped([UInt8(truncatingIfNeeded: letter)]))"
        }
        let word = words[Int(optind) - 1].prefix { $0 != UInt8(ascii: "=") }
        let hint = Suggestion.text(
            for: Array(word.dropFirst(2)), among: options.map(\.name), mark: "--")
        return "unknown or ambiguous option \(BufferFormat.escaped(Array(word)))\(hint)"
    }

    /// Calls `body` with the short options for getopt_long, and the names and letters of all
    /// options.
    private func withTables(
        _ body: (
            UnsafePointer<CChar>, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>
        ) -> Void
    ) {
        // The colon makes getopt_long distinguish a missing value from an unknown option. Without the hyphen,
        // POSIXLY_CORRECT in the environment would make an operand of an option that follows one.
        var short = stopsAtFirstOperand ? "+:" : "-:"
        for option in options where option.letter != CommandOption.noLetter {
            short.unicodeScalars.append(option.letter)
            if option.placeholder != nil { short += ":" }
            if option.mayLackValue { short += ":" }
        }
        let names = options.map { UnsafePointer<CChar>(strdup($0.name)) }
        defer { for name in names { Glibc.free(UnsafeMutableRawPointer(mutating: name)) } }
        body(short, names, options.map { Int32($0.letter.value) })
    }
}
