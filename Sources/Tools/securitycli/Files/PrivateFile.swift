// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem
import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// An output file that only its owner can read. It appears under its name when it is complete.
///
/// It replaces a regular file of that name; a link, a FIFO or anything else is refused.
struct PrivateFile: ~Copyable {
    private let file: NewArchiveFile
    private let name: String

    var descriptor: Int32 { file.descriptor }

    /// Begins a file with mode 0600 under a temporary name. It replaces the file at the path when it is finished.
    init(_ path: [UInt8]) throws(CommandFailure) {
        name = BufferFormat.escaped(path)
        guard let path = String(validating: path, as: UTF8.self) else {
            throw .message("\(name): the name of the file must be UTF-8")
        }
        file = try CommandFailure.detail { try NewArchiveFile(path) }
    }

    /// Syncs the file and gives it its name.
    func commit() throws(CommandFailure) {
        try CommandFailure.detail { try file.commit() }
    }

    /// Flushes `output`, and commits.
    func finish(_ output: Output) throws(CommandFailure) {
        do throws(CommandFailure) {
            try output.flush()
        } catch {
            guard case .output(let number) = error else { throw error }
            throw failure(number)
        }
        try commit()
    }

    func failure(_ number: Int32) -> CommandFailure {
        .message("\(name): \(String(cString: strerror(number)))")
    }
}

extension CommandOption {
    static let outputFile = word(
        "o", "output", "file", "Write to a file that only its owner can read")
}

extension Arguments {
    /// Has `body` write to the file that an option names, or to standard output without it.
    func writing<Result>(
        _ session: Session, to option: CommandOption = .outputFile,
        _ body: (Output) throws -> Result
    ) throws(CommandFailure) -> Result {
        guard let path = word(option) else {
            return try CommandFailure.only { try body(session.output) }
        }
        let file = try PrivateFile(path)
        let output = Output(descriptor: file.descriptor)
        do {
            let result = try body(output)
            try file.finish(output)
            return result
        } catch {
            let failure = CommandFailure(thrown: error)
            guard case .output(let number) = failure else { throw failure }
            throw file.failure(number)
        }
    }
}
