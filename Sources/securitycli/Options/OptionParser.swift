@preconcurrency import CKeychainLinux
@preconcurrency import Glibc
import SwiftKeychainMemory

/// Reads options with glibc's getopt_long, for every command in one way.
///
/// Options and other words may be mixed; `--` ends the options; long names may be shortened.
struct OptionParser {
    let options: [CommandOption]
    /// Leaves all words from the first operand on alone: they belong to the command it names.
    var stopsAtFirstOperand = false

    /// Reads all words after the first.
    ///
    /// Reading goes on behind a fault, so that no secret stays among the words.
    ///
    /// - Returns: what was understood, and the first fault.
    func parse(_ words: CommandWords) -> (arguments: Arguments, fault: String?) {
        var arguments = Arguments()
        var fault: String?
        withTables { short, names, letters in
            // Zero makes getopt_long start anew, for every line of the interactive mode.
            optind = 0
            opterr = 0
            while true {
                let result = keychain_getopt_long(
                    Int32(words.count), words.pointers, short, names, letters,
                    Int32(options.count))
                if result == -1 { break }
                let problem = take(result, words, &arguments)
                fault = fault ?? problem
            }
            arguments.operands = (Int(optind)..<max(Int(optind), words.count)).map { words[$0] }
        }
        return (arguments, fault)
    }

    /// Stores one answer of getopt_long, or tells what is wrong with it.
    private func take(
        _ result: Int32, _ words: CommandWords, _ arguments: inout Arguments
    ) -> String? {
        let option = options.first { Int32($0.letter.value) == result }
        guard let option else { return fault(result, words, &arguments) }
        guard option.placeholder != nil else {
            arguments.switches.insert(option.letter)
            return nil
        }
        guard let word = optarg else { return nil }
        guard option.isSecret else {
            arguments.values.append((option, CommandWords.bytes(word)))
            return nil
        }
        let length = strlen(word)
        arguments.secrets[option.letter] = .given(
            SecretBytes(copying: UnsafeRawBufferPointer(start: word, count: length)))
        // Other programs read the words of a process; from here on they find one star.
        explicit_bzero(word, length)
        if length > 0 { word[0] = CChar(UInt8(ascii: "*")) }
        return nil
    }

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
        return "unknown or ambiguous option \(BufferFormat.escaped(Array(word)))"
    }

    /// Lends the short options as getopt_long reads them, and the names and letters of all.
    private func withTables(
        _ body: (
            UnsafePointer<CChar>, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>
        ) -> Void
    ) {
        // The colon in front tells a missing value from an unknown option.
        var short = stopsAtFirstOperand ? "+:" : ":"
        for option in options {
            short.unicodeScalars.append(option.letter)
            if option.placeholder != nil { short += ":" }
        }
        let names = options.map { UnsafePointer<CChar>(strdup($0.name)) }
        defer { for name in names { Glibc.free(UnsafeMutableRawPointer(mutating: name)) } }
        body(short, names, options.map { Int32($0.letter.value) })
    }
}
