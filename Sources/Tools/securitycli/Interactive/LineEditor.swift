// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainSystem

/// The user's line at a terminal, with editing, history and completion by libedit.
///
/// libedit is loaded when the interactive mode begins; where it isn't installed, lines are read as they
/// are typed. Its buffer keeps a line until the next one is typed; the copies made here are wiped.
final class LineEditor {
    private let readLine: @convention(c) (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
    private let addHistory: @convention(c) (UnsafePointer<CChar>) -> Int32
    private var line: UnsafeMutablePointer<CChar>?

    /// - Returns: nil if standard input is no terminal that can edit, or libedit isn't there.
    init?() {
        guard isatty(STDIN_FILENO) == 1,
            ![nil, "dumb"].contains(Environment.value("TERM")),
            let library = dlopen("libedit.so.2", RTLD_NOW),
            let readLine = dlsym(library, "readline"),
            let addHistory = dlsym(library, "add_history"),
            let errors = dlsym(nil, "stderr"),
            LineCompletion.begin(library)
        else { return nil }
        self.readLine = unsafeBitCast(
            readLine,
            to: (@convention(c) (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?).self)
        self.addHistory = unsafeBitCast(
            addHistory, to: (@convention(c) (UnsafePointer<CChar>) -> Int32).self)
        // The prompt is no output of the commands.
        if let stream = dlsym(library, "rl_outstream") {
            stream.copyMemory(from: errors, byteCount: MemoryLayout<UnsafeRawPointer>.size)
        }
    }

    deinit { wipe() }

    /// Reads a line, which is valid until the next call.
    func next(_ prompt: String) -> LineReader.Line {
        wipe()
        line = readLine(prompt)
        guard let line else { return .end }
        let length = strlen(line)
        guard length <= LineSplitter.longestLine else { return .tooLong }
        return .line(UnsafeRawBufferPointer(start: line, count: length))
    }

    /// Wipes the last line.
    func wipe() {
        guard let line else { return }
        explicit_bzero(line, strlen(line))
        free(line)
        self.line = nil
    }

    /// Adds the last line to the history, unless it may contain a secret.
    func remember(_ words: [[UInt8]]) {
        if let line, !Self.mayContainSecret(words) { _ = addHistory(line) }
    }

    /// Returns whether a word may be a secret: those of an unknown command, and of options that take
    /// secrets, also where the option is shortened or joined with others.
    static func mayContainSecret(_ words: [[UInt8]]) -> Bool {
        guard let name = words.first, case .implemented(_, let command) = CommandTable.entry(name)
        else { return true }
        let secrets = command().options.filter(\.isSecret)
        return words.dropFirst().contains { word in
            let text = String(decoding: word, as: UTF8.self)
            if text.contains("v_Data") { return true }
            guard text.hasPrefix("-") else { return false }
            guard text.hasPrefix("--") else {
                return secrets.contains { text.unicodeScalars.contains($0.letter) }
            }
            let name = text.dropFirst(2).prefix { $0 != "=" }
            return secrets.contains { $0.name.hasPrefix(name) }
        }
    }
}

/// The words that libedit offers: commands, then options of the command on the line.
private enum LineCompletion {
    private typealias Entry =
        @convention(c) (UnsafePointer<CChar>, Int32) -> UnsafeMutablePointer<CChar>?
    private typealias Matches = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private typealias Match = @convention(c) (UnsafePointer<CChar>, Entry) -> Matches?

    // Only the thread of the interactive mode uses these.
    nonisolated(unsafe) private static var match: Match?
    nonisolated(unsafe) private static var buffer: UnsafeMutableRawPointer?
    nonisolated(unsafe) private static var isOver: UnsafeMutableRawPointer?
    nonisolated(unsafe) private static var candidates: [String] = []

    /// Installs the completion of commands, options and files in libedit; false if the library lacks a function.
    static func begin(_ library: UnsafeMutableRawPointer) -> Bool {
        guard let hook = dlsym(library, "rl_attempted_completion_function"),
            let match = dlsym(library, "rl_completion_matches"),
            let buffer = dlsym(library, "rl_line_buffer"),
            let isOver = dlsym(library, "rl_attempted_completion_over")
        else { return false }
        Self.match = unsafeBitCast(match, to: Match.self)
        (Self.buffer, Self.isOver) = (buffer, isOver)
        let complete: @convention(c) (UnsafePointer<CChar>, Int32, Int32) -> Matches? = {
            word, start, _ in LineCompletion.complete(word, Int(start))
        }
        hook.storeBytes(
            of: unsafeBitCast(complete, to: UnsafeRawPointer.self), as: UnsafeRawPointer.self)
        return true
    }

    /// Completes a word by those before it: commands in the first place, then the options of the command, or files.
    private static func complete(_ word: UnsafePointer<CChar>, _ start: Int) -> Matches? {
        let line = buffer?.load(as: UnsafePointer<CChar>?.self)
        let before = line.map { CommandWords.bytes($0).prefix(start) } ?? []
        let words = before.split(separator: UInt8(ascii: " "))
        guard let name = words.first else {
            candidates = CommandTable.commands.map(\.name) + ["quit"]
            return offer(word, orFiles: false)
        }
        guard case .implemented(_, let command) = CommandTable.entry(Array(name)) else {
            candidates = []
            return offer(word, orFiles: false)
        }
        let made = command()
        let isOption = word[0] == CChar(UInt8(ascii: "-"))
        if made.name == Command.help.name {
            candidates = CommandTable.commands.map(\.name)
        } else {
            candidates = isOption ? made.allOptions.map { "--\($0.name)" } : []
        }
        return offer(word, orFiles: !isOption && made.completedOperands == .files)
    }

    /// Passes the candidates that begin with the word to libedit.
    ///
    /// - Parameter orFiles: whether libedit completes names of files if there is no candidate.
    private static func offer(_ word: UnsafePointer<CChar>, orFiles: Bool) -> Matches? {
        isOver?.storeBytes(of: orFiles ? 0 : 1, as: Int32.self)
        return match?(word) { word, state in
            // The first call of a completion has the state 0.
            let start = CommandWords.bytes(word)
            if state == 0 { LineCompletion.candidates.removeAll { !$0.utf8.starts(with: start) } }
            return LineCompletion.candidates.popLast().map { strdup($0) }
        }
    }
}
