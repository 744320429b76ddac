// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc

/// The user's line at a terminal, with editing, history and completion by libedit.
///
/// libedit is loaded at first use; where it isn't installed, lines are read as they
/// are typed. Its buffer keeps a line until the next one is typed; the copies made here are wiped.
package final class LineEditor {
    /// Returns what may take the place of a word, and whether names of files may if nothing else does.
    ///
    /// Its arguments are whether the word begins with a hyphen, and the words before it.
    package typealias Completion = (Bool, [[UInt8]]) -> (candidates: [String], orFiles: Bool)

    private let readLine: @convention(c) (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
    private let addHistory: @convention(c) (UnsafePointer<CChar>) -> Int32
    /// The last line, which libedit allocated with malloc().
    private var line: UnsafeMutablePointer<CChar>?

    /// Loads libedit.
    ///
    /// - Returns: nil if standard input is no terminal that can edit, or libedit isn't there.
    package init?(completing complete: @escaping Completion) {
        guard isatty(STDIN_FILENO) == 1,
            ![nil, "dumb"].contains(Environment.value("TERM")),
            let errors = dlsym(nil, "stderr")
        else { return nil }
        do throws(LoadedLibrary.Missing) {
            let library = try LoadedLibrary("libedit.so.2")
            readLine = try library.symbol("readline")
            addHistory = try library.symbol("add_history")
            try LineCompletion.begin(library, complete)
            // The prompt is no output of the commands.
            if let stream: UnsafeMutableRawPointer = try? library.symbol("rl_outstream") {
                stream.copyMemory(from: errors, byteCount: MemoryLayout<UnsafeRawPointer>.size)
            }
        } catch {
            return nil
        }
    }

    deinit { wipe() }

    /// Reads a line, which is valid until the next call.
    package func next(_ prompt: String) -> LineReader.Line {
        wipe()
        line = readLine(prompt)
        guard let line else { return .end }
        let length = strlen(line)
        guard length <= Terminal.longestLine else { return .tooLong }
        return .line(UnsafeRawBufferPointer(start: line, count: length))
    }

    /// Wipes the last line.
    package func wipe() {
        guard let line else { return }
        explicit_bzero(line, strlen(line))
        free(line)
        self.line = nil
    }

    /// Adds the last line to the history.
    package func remember() {
        if let line { _ = addHistory(line) }
    }
}

/// The words that libedit offers.
private enum LineCompletion {
    private typealias Entry =
        @convention(c) (UnsafePointer<CChar>, Int32) -> UnsafeMutablePointer<CChar>?
    private typealias Matches = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private typealias Match = @convention(c) (UnsafePointer<CChar>, Entry) -> Matches?

    // Only the thread that edits lines uses these.
    nonisolated(unsafe) private static var match: Match?
    // The address of rl_line_buffer, the line as it is typed so far.
    nonisolated(unsafe) private static var buffer: UnsafeMutableRawPointer?
    // The address of rl_attempted_completion_over. If it is 1, libedit offers no names of files.
    nonisolated(unsafe) private static var isOver: UnsafeMutableRawPointer?
    nonisolated(unsafe) private static var candidates: [String] = []
    nonisolated(unsafe) private static var completion: LineEditor.Completion?

    /// Installs the completion in libedit.
    static func begin(
        _ library: LoadedLibrary, _ completion: @escaping LineEditor.Completion
    ) throws(LoadedLibrary.Missing) {
        let hook: UnsafeMutableRawPointer = try library.symbol("rl_attempted_completion_function")
        match = try library.symbol("rl_completion_matches")
        buffer = try library.symbol("rl_line_buffer")
        isOver = try library.symbol("rl_attempted_completion_over")
        Self.completion = completion
        let complete: @convention(c) (UnsafePointer<CChar>, Int32, Int32) -> Matches? = {
            word, start, _ in LineCompletion.complete(word, Int(start))
        }
        hook.storeBytes(
            of: unsafeBitCast(complete, to: UnsafeRawPointer.self), as: UnsafeRawPointer.self)
    }

    /// Completes a word by those before it.
    private static func complete(_ word: UnsafePointer<CChar>, _ start: Int) -> Matches? {
        let line = buffer?.load(as: UnsafePointer<CChar>?.self)
        let before = line.map { bytes($0).prefix(start) } ?? []
        let words = before.split(separator: UInt8(ascii: " ")).map { Array($0) }
        let offer = completion?(word[0] == CChar(UInt8(ascii: "-")), words)
        candidates = offer?.candidates ?? []
        return Self.offer(word, orFiles: offer?.orFiles ?? false)
    }

    private static func bytes(_ word: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }

    /// Passes the candidates that begin with the word to libedit.
    ///
    /// - Parameter orFiles: whether libedit completes names of files if there is no candidate.
    private static func offer(_ word: UnsafePointer<CChar>, orFiles: Bool) -> Matches? {
        isOver?.storeBytes(of: orFiles ? 0 : 1, as: Int32.self)
        return match?(word) { word, state in
            // The first call of a completion has the state 0.
            let start = LineCompletion.bytes(word)
            if state == 0 { LineCompletion.candidates.removeAll { !$0.utf8.starts(with: start) } }
            return LineCompletion.candidates.popLast().map { strdup($0) }
        }
    }
}
