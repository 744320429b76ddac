// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    fileprivate static let environmentFile = word(
        "e", "env-file", "file", "Also set the variables of this file, lines of NAME=value")
    fileprivate static let mask = flag(
        "m", "mask",
        "Mask the secrets in what the program prints; the standard unless on a terminal")
    fileprivate static let noMask = flag("M", "no-mask", "Print them as the program does")
    fileprivate static let terminal = flag(
        "t", "terminal", "Give the program a terminal, and mask what it prints there")
}

extension Command {
    static let runProgram = Command(
        name: "run",
        summary: "Run a program with secrets in its environment.",
        options: [.environmentFile, .referredKeychain, .mask, .noMask, .terminal],
        operands: "[--] program [argument...]",
        notes: [
            "A variable whose value is keychain://service/account gets the password in its place.",
            "keychain://service stands for the oldest password of the service or server;",
            "% and two hexadecimal digits stand for a byte: %2F is a slash.",
            "The program isn't started if a password can't be read.",
            "Where standard output or error is no terminal, a secret in it is replaced by \(OutputMask.replacement),",
            "also in base64 and with percent signs.",
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
        var variables: [EnvironmentFile.Variable] = []
        for file in arguments.words(.environmentFile) {
            variables += try EnvironmentFile.variables(
                in: SecretInput.file(file).withBytes { Array($0) },
                of: BufferFormat.escaped(file))
        }
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
            Environment.set(variable.name, SecretBytes(copying: variable.value))
        }
        for (name, secret) in values { Environment.set(name, secret) }
        let secrets = arguments.has(.noMask) ? [] : values.map(\.value)
        let masked = ([1, 2] as [Int32]).filter {
            arguments.has(.mask) || isatty($0) == 0 && !arguments.has(.noMask)
        }
        let usesTerminal = arguments.has(.terminal)
        if secrets.isEmpty || masked.isEmpty, !usesTerminal {
            return try become(arguments.operands)
        }
        return try pass(arguments.operands, OutputMask(secrets), masked, usesTerminal: usesTerminal)
    }

    /// Runs a program and passes on what it prints.
    private static func pass(
        _ words: [[UInt8]], _ mask: OutputMask, _ masked: [Int32], usesTerminal: Bool
    ) throws(CommandFailure) -> Int32 {
        let number: Int32
        do throws(MaskedProgram.Failure) {
            var program = try MaskedProgram(words, mask, masked: masked, usesTerminal: usesTerminal)
            let status = program.run()
            if status != 0 || program.outputFailure == 0 { return status }
            number = program.outputFailure
        } catch {
            throw failure(words, error.number)
        }
        // The program has written everything, and doesn't know.
        throw .output(number)
    }

    /// Returns the failure of a program that can't be run: 127 if it isn't found, otherwise 126, as in a shell.
    private static func failure(_ words: [[UInt8]], _ number: Int32) -> CommandFailure {
        .message(
            "\(BufferFormat.escaped(words[0])): \(String(cString: strerror(number)))",
            status: number == ENOENT ? 127 : 126)
    }

    /// Replaces this process by a program.
    private static func become(_ words: [[UInt8]]) throws(CommandFailure) -> Int32 {
        throw failure(words, ChildProcess.replaceThisProcess(by: words))
    }
}
