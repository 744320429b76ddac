// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

/// The words of a command line as C strings, with a null pointer behind the last.
///
/// The strings belong to the process or to a line that was read. A secret is overwritten in place once it has been
/// taken.
final class CommandWords {
    /// The words, and a null pointer.
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    /// The number of words, without the null pointer.
    let count: Int

    /// Makes words of pointers, which it doesn't own. A null pointer follows them, as getopt_long expects.
    init(_ words: some Collection<UnsafeMutablePointer<CChar>>) {
        count = words.count
        pointers = .allocate(capacity: count + 1)
        for (index, word) in words.enumerated() { (pointers + index).initialize(to: word) }
        (pointers + count).initialize(to: nil)
    }

    deinit { pointers.deallocate() }

    /// The bytes of one word.
    subscript(index: Int) -> [UInt8] { Self.bytes(pointers[index]!) }

    /// Returns the words from `start` on.
    ///
    /// The strings are shared: a secret that is erased in one of the two is erased in both.
    func dropping(_ start: Int) -> CommandWords {
        CommandWords((start..<count).map { pointers[$0]! })
    }

    /// Whether a word after the first looks like an option.
    /// A lone `-` counts too.
    var hasOption: Bool {
        (1..<max(1, count)).contains { self[$0].first == UInt8(ascii: "-") }
    }

    /// Overwrites the secrets that words contain: the value of `v_Data` of the `item` command, and the password of an
    /// address. The words were copied by then.
    func eraseSecrets(ofAttributes: Bool) {
        for word in (0..<count).compactMap({ pointers[$0] }) {
            if ofAttributes, let name = strstr(word, "v_Data=") { Self.erase(name + 7) }
            guard let host = strstr(word, "://").map({ $0 + 3 }) else { continue }
            let authority = UnsafeMutableBufferPointer(
                start: host, count: strcspn(host, "/?#\\"))
            guard let at = authority.lastIndex(of: CChar(UInt8(ascii: "@"))),
                let colon = authority[..<at].firstIndex(of: CChar(UInt8(ascii: ":")))
            else { continue }
            for index in (colon + 1)..<at { authority[index] = CChar(UInt8(ascii: "*")) }
        }
    }

    /// Overwrites a C string, because other programs can read the arguments of a process; leaves them a star.
    static func erase(_ word: UnsafeMutablePointer<CChar>) {
        let length = strlen(word)
        explicit_bzero(word, length)
        if length > 0 { word[0] = CChar(UInt8(ascii: "*")) }
    }

    /// Copies a C string without its zero byte, to an ordinary array that isn't wiped.
    static func bytes(_ word: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
}

/// The arguments of a command: its options with their values, and its operands.
struct Arguments {
    /// A secret given on the command line, or one to ask for.
    enum Secret {
        /// The value, which was erased from the command line. A single `-` stands for standard input.
        case given(SecretBytes)
        /// A value that the user is asked for: the option is the last word, or the command needs one that wasn't given.
        case asked

        /// Whether the secret must be read from standard input.
        var isStandardInput: Bool {
            guard case .given(let word) = self else { return false }
            return word == SecretBytes(copying: [UInt8(ascii: "-")])
        }

        /// Whether the secret was a word of the command line.
        var isWord: Bool { if case .given = self { !isStandardInput } else { false } }
    }

    /// The letters of options without a value, and of those whose value may be left out, whether it was or not.
    var switches: Set<Unicode.Scalar> = []
    /// The options with a value, in the order of the command line. A repeated option is there several times.
    var values: [(option: CommandOption, word: [UInt8])] = []
    /// The secrets by the letter of the option; the last one of a repeated option.
    var secrets: [Unicode.Scalar: Secret] = [:]
    /// The words that are neither options nor their values, in their order.
    var operands: [[UInt8]] = []
    /// The options whose secret is the name of another option, which was probably meant as such.
    var swallowed: [CommandOption] = []

    /// Returns whether an option without a required value was given. For one with such a value, ask ``word(_:)``.
    func has(_ option: CommandOption) -> Bool {
        switches.contains(option.letter)
    }

    /// Returns the value of `option`, the last one if there are several.
    func word(_ option: CommandOption) -> [UInt8]? {
        words(option).last
    }

    /// Returns every value of `option`, in the order of the command line.
    func words(_ option: CommandOption) -> [[UInt8]] {
        values.filter { $0.option.letter == option.letter }.map(\.word)
    }

    /// - Returns: nil if the option wasn't given; an option without its value is ``Secret/asked``.
    func secret(_ option: CommandOption) -> Secret? {
        secrets[option.letter]
    }

    /// Returns the value of an option whose value must be text.
    ///
    /// - Returns: nil without the option.
    /// - Throws: a message for bytes that aren't UTF-8.
    func text(_ option: CommandOption) throws(CommandFailure) -> String? {
        guard let word = word(option) else { return nil }
        guard let text = String(validating: word, as: UTF8.self) else {
            throw .message("-\(option.letter): not UTF-8")
        }
        return text
    }

    /// Returns the value of an option that must be a number in a range.
    ///
    /// - Returns: nil without the option.
    /// - Throws: wrong usage for another word, or a number outside of the range.
    func number(
        _ option: CommandOption, _ range: ClosedRange<Int>
    ) throws(CommandFailure) -> Int? {
        guard let word = word(option) else { return nil }
        guard let number = Int(String(decoding: word, as: UTF8.self)), range ~= number else {
            throw .usage(
                "-\(option.letter): must be a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// Returns what the value of an option stands for.
    ///
    /// - Returns: nil without the option.
    /// - Throws: wrong usage for a word that isn't a key of `values`, with the keys in their order.
    func choice<Value>(
        _ option: CommandOption, _ values: KeyValuePairs<String, Value>
    ) throws(CommandFailure) -> Value? {
        guard let word = word(option) else { return nil }
        let text = String(decoding: word, as: UTF8.self)
        guard let value = values.first(where: { $0.key == text })?.value else {
            let names = values.map(\.key)
            throw .usage(
                "-\(option.letter): must be \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
            )
        }
        return value
    }

    /// Returns the value of an option that must be a date, in seconds since 2001-01-01 UTC.
    ///
    /// - Returns: nil without the option.
    /// - Throws: wrong usage for a word of another form, and for a day or time that doesn't exist.
    func date(_ option: CommandOption) throws(CommandFailure) -> Double? {
        guard let word = word(option) else { return nil }
        guard let date = CalendarDate(option: word) else {
            throw .usage("-\(option.letter): must be a date of the form YYYY-MM-DD-hh:mm:ss")
        }
        return date.seconds
    }

    /// Returns the only operand, the path of a file.
    ///
    /// - Throws: wrong usage for none, for an empty one, and for several.
    func onlyFile() throws(CommandFailure) -> [UInt8] {
        guard let path = operands.first, !path.isEmpty else { throw .usage("no file was given") }
        if operands.count > 1 { throw .usage("more than one file") }
        return path
    }

    /// Returns the only operand, the path of a file to make.
    ///
    /// - Parameter contents: what the file holds, for the message.
    /// - Throws: as ``onlyFile()``; a message for `-`.
    func newFile(of contents: String) throws(CommandFailure) -> [UInt8] {
        let path = try onlyFile()
        if path == [UInt8(ascii: "-")] {
            throw .message("standard output can't take \(contents); name a file")
        }
        return path
    }

    /// Returns the attributes that options set.
    ///
    /// - Returns: each attribute once: the last one of a repeated option counts.
    /// - Throws: as ``AttributeForm/value(of:for:)``.
    func attributes() throws(CommandFailure) -> [Attribute: AttributeValue] {
        var attributes: [Attribute: AttributeValue] = [:]
        for (option, word) in values {
            guard case .attribute(_, let attribute, let form) = option.value else { continue }
            attributes[attribute] = try form.value(of: word, for: option)
        }
        return attributes
    }
}
