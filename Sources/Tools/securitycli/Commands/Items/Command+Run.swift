// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let environmentFile = CommandOption(
        "e", "env-file", .word("file"), "Also set the variables of this file, lines of NAME=value")
}

extension Command {
    static let runProgram = Command(
        name: "run",
        summary: "Run a program with secrets in its environment.",
        options: [.environmentFile, .referredKeychain],
        operands: "[--] program [argument...]",
        notes: [
            "A variable whose value is keychain://service/account gets the password in its place.",
            "keychain://service stands for the oldest password of the service or server;",
            "% and two hexadecimal digits stand for a byte: %2F is a slash.",
            "The program isn't started if a password can't be read.",
        ],
        stopsAtFirstOperand: true
    ) { arguments, session in
        guard !arguments.operands.isEmpty else {
            throw CommandFailure.usage("no program was given")
        }
        if session.isInteractive {
            throw CommandFailure.message("not available in the interactive mode")
        }
        var references = try SecretReferences(arguments, session)
        var variables = try EnvironmentFile.variables(of: arguments.words(.environmentFile))
        let named = Set(variables.map(\.name))
        variables = EnvironmentFile.own.filter { !named.contains($0.name) } + variables
        var values: [(name: [UInt8], value: SecretBytes)] = []
        for variable in variables where variable.value.starts(with: ItemName.scheme) {
            let name = BufferFormat.escaped(variable.name)
            let secret = try references.secret(variable.value, at: name)
            guard secret.withBytes({ !$0.contains(0) }) else {
                throw CommandFailure.message("\(name): the password contains a zero byte")
            }
            values.append((variable.name, secret))
        }
        for variable in variables where named.contains(variable.name) {
            set(variable.name, SecretBytes(copying: variable.value))
        }
        for (name, secret) in values { set(name, secret) }
        return try become(arguments.operands)
    }

    /// Sets a variable of the environment.
    private static func set(_ name: [UInt8], _ value: SecretBytes) {
        let terminated = SecretBytes(count: value.count + 1) { buffer in
            value.withBytes { buffer.copyMemory(from: $0) }
        }
        (name + [0]).withUnsafeBytes { name in
            terminated.withBytes { value in
                _ = setenv(
                    name.baseAddress!.assumingMemoryBound(to: CChar.self),
                    value.baseAddress!.assumingMemoryBound(to: CChar.self), 1)
            }
        }
    }

    /// Replaces this process by a program.
    private static func become(_ words: [[UInt8]]) throws(CommandFailure) -> Int32 {
        // They are ignored here, and would stay so in the program.
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
        let arguments = words.map { strdup($0.map(CChar.init(truncatingIfNeeded:)) + [0]) } + [nil]
        execvp(arguments[0]!, arguments)
        let number = errno
        throw .message(
            "\(BufferFormat.escaped(words[0])): \(String(cString: strerror(number)))",
            status: number == ENOENT ? 127 : 126)
    }
}

/// The variables of the environment, and of files of lines `NAME=value`.
///
/// A value may stand in quotes. Empty lines, lines that begin with `#` and the word `export` before a
/// name are ignored.
enum EnvironmentFile {
    typealias Variable = (name: [UInt8], value: [UInt8])

    /// The variables of this process.
    static var own: [Variable] {
        var variables: [Variable] = []
        var next = environ
        while let entry = next.pointee {
            let bytes = CommandWords.bytes(entry)
            if let split = bytes.firstIndex(of: UInt8(ascii: "=")) {
                variables.append((Array(bytes[..<split]), Array(bytes[(split + 1)...])))
            }
            next += 1
        }
        return variables
    }

    /// Reads files of `NAME=value` lines, as `.env` files are written. Empty lines and comments are skipped.
    static func variables(of files: [[UInt8]]) throws(CommandFailure) -> [Variable] {
        var variables: [Variable] = []
        for file in files {
            let text = try SecretInput.file(file).withBytes { Array($0) }
            let lines = text.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() {
                let line = trimmed(line)
                if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
                guard let variable = variable(line) else {
                    throw .message(
                        "\(BufferFormat.escaped(file)): line \(number + 1): not NAME=value")
                }
                variables.append(variable)
            }
        }
        return variables
    }

    /// Reads one line: a name, an equals sign and a value, which may be in quotes; nil for anything else.
    private static func variable(_ line: ArraySlice<UInt8>) -> Variable? {
        var line = line
        if line.starts(with: Array("export ".utf8)) { line = trimmed(line.dropFirst(7)) }
        guard let split = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = line[..<split]
        var value = line[(split + 1)...]
        guard !name.isEmpty, name.allSatisfy({ isInName($0) }), !value.contains(0) else {
            return nil
        }
        if let quote = value.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
            guard value.count >= 2, value.last == quote else { return nil }
            value = value.dropFirst().dropLast()
        }
        return (Array(name), Array(value))
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "A"..."Z", "a"..."z", "0"..."9", "_": true
        default: false
        }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0d]
        while let first = line.first, blanks.contains(first) { line = line.dropFirst() }
        while let last = line.last, blanks.contains(last) { line = line.dropLast() }
        return line
    }
}
