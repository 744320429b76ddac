import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel

/// Holds the words of one command line as C strings that end in a null pointer.
///
/// The strings are borrowed: the process's own, or those of a line that was read. getopt_long
/// reorders the pointers, and a secret is overwritten in place once it was taken.
final class CommandWords {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    let count: Int

    init(_ words: some Collection<UnsafeMutablePointer<CChar>>) {
        count = words.count
        pointers = .allocate(capacity: count + 1)
        for (index, word) in words.enumerated() { (pointers + index).initialize(to: word) }
        (pointers + count).initialize(to: nil)
    }

    deinit { pointers.deallocate() }

    /// Gives a copy of the bytes of one word.
    subscript(index: Int) -> [UInt8] { Self.bytes(pointers[index]!) }

    /// Gives the words from `start` on, for the command that they name.
    func dropping(_ start: Int) -> CommandWords {
        CommandWords((start..<count).map { pointers[$0]! })
    }

    static func bytes(_ word: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
}

/// Holds what a command was given: options with their values, and the words that follow.
struct Arguments {
    /// A secret that was given on the command line, or is to be asked for.
    enum Secret {
        case given(SecretBytes)
        case asked

        /// Tells that it is to be read from standard input.
        var isStandardInput: Bool {
            guard case .given(let word) = self else { return false }
            return word == SecretBytes(copying: [UInt8(ascii: "-")])
        }
    }

    var switches: Set<Unicode.Scalar> = []
    var values: [(option: CommandOption, word: [UInt8])] = []
    var secrets: [Unicode.Scalar: Secret] = [:]
    var operands: [[UInt8]] = []

    func has(_ option: CommandOption) -> Bool {
        switches.contains(option.letter)
    }

    /// Gives the value of `option`; of several the last.
    func word(_ option: CommandOption) -> [UInt8]? {
        words(option).last
    }

    /// Gives every value of `option` in the order of the line.
    func words(_ option: CommandOption) -> [[UInt8]] {
        values.filter { $0.option.letter == option.letter }.map(\.word)
    }

    func secret(_ option: CommandOption) -> Secret? {
        secrets[option.letter]
    }

    /// Collects the attributes that options name.
    func attributes() throws(CommandFailure) -> [Attribute: AttributeValue] {
        var attributes: [Attribute: AttributeValue] = [:]
        for (option, word) in values {
            guard case .attribute(_, let attribute, let form) = option.value else { continue }
            attributes[attribute] = try form.value(of: word, for: option)
        }
        return attributes
    }
}
