import Glibc

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
