// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSystem

/// The interactive mode: commands from standard input, one on each line.
///
/// A line may contain passwords, so lines and words are read into memory that is wiped after each command. A line that
/// is too long or malformed is reported and skipped, and the session goes on. Keychains stay open between the lines.
struct InteractiveMode {
    let session: Session
    /// Shown on standard error, if standard input is a terminal.
    let prompt: String

    /// Runs commands until the end of input or `quit`.
    ///
    /// - Returns: the status of the last command; 0 after `quit`.
    func run() -> Int32 {
        let reader = LineReader(descriptor: STDIN_FILENO)
        // One buffer for all lines: an array for each would leave passwords in freed memory.
        let words = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Terminal.longestLine + 1, alignment: 1)
        defer { words.deallocate() }
        let showsPrompt = isatty(STDIN_FILENO) == 1
        let editor = LineEditor()
        var result: Int32 = 0
        while true {
            if showsPrompt, editor == nil { StandardError.write(prompt) }
            switch editor?.next(prompt) ?? reader.next() {
            case .end:
                if showsPrompt { StandardError.write("\n") }
                return result
            case .failed(let number):
                StandardError.line("security: standard input: \(String(cString: strerror(number)))")
                return 1
            case .tooLong:
                reject("longer than \(Terminal.longestLine) characters")
                result = 1
            case .line(let line):
                guard let returned = run(line, words, editor, after: result) else { return 0 }
                result = returned
            }
            reader.wipe()
            editor?.wipe()
            explicit_bzero(words.baseAddress!, words.count)
        }
    }

    /// Runs one line.
    ///
    /// - Parameter words: memory for the words of the line, which the caller wipes.
    /// - Returns: the status of the command, `former` for an empty line, nil for `quit`.
    private func run(
        _ line: UnsafeRawBufferPointer, _ words: UnsafeMutableRawBufferPointer,
        _ editor: LineEditor?, after former: Int32
    ) -> Int32? {
        let starts: [Int]
        do throws(LineSplitter.Fault) {
            starts = try LineSplitter.split(line, into: words)
        } catch {
            reject(error.rawValue)
            return 1
        }
        if starts.isEmpty { return former }
        let pointers = starts.map { (words.baseAddress! + $0).assumingMemoryBound(to: CChar.self) }
        let command = CommandWords(pointers)
        editor?.remember((0..<command.count).map { command[$0] })
        let name = command[0]
        if name == Array("quit".utf8) { return nil }
        let result = Program.run(command, session)
        if result != 0, !session.isQuiet {
            StandardError.line("\(BufferFormat.escaped(name)): returned \(result)")
        }
        return result
    }

    /// Reports a line that isn't run. The line isn't repeated, because it may contain a password.
    private func reject(_ reason: String) {
        StandardError.line("security: line rejected: \(reason)")
    }
}
