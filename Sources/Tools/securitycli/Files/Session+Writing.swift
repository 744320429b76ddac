// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychain
import SwiftKeychainModel
import SwiftKeychainSystem

extension CommandOption {
    static let outputFile = word(
        "o", "output", "file", "Write to a file that only its owner can read")
}

extension Arguments {
    /// The file of -o; nil for standard output, which `-` and `/dev/stdout` stand for too.
    var outputFile: [UInt8]? {
        word(.outputFile).flatMap { ["-", "/dev/stdout"].contains(String(path: $0)) ? nil : $0 }
    }
}

extension Session {
    /// Has `body` write to a file that only its owner can read, or to standard output without a path.
    ///
    /// The file appears under its name when it is complete. It replaces a regular file of that name. A device, such as
    /// /dev/null, is written to; a link, a FIFO, a file of a keychain or anything else is refused.
    ///
    /// - Throws: a message for a file that can't be made or written, and what `body` throws.
    func writing<Result>(
        to path: [UInt8]?, _ body: (Output) throws -> Result
    ) throws(CommandFailure) -> Result {
        guard let path else { return try CommandFailure.only { try body(output) } }
        if path.isEmpty { throw .usage("-o: the name of the file can't be empty") }
        let name = BufferFormat.escaped(path)
        let device = try CommandFailure.detail { try translating { try Self.device(path) } }
        defer { if let device { System.close(device) } }
        if device == nil { try KeychainFiles.refuse(String(path: path)) }
        let file =
            device == nil
            ? try CommandFailure.detail { try NewArchiveFile(String(path: path)) } : nil
        let target = Output(descriptor: device ?? file!.descriptor)
        do throws(CommandFailure) {
            let result = try CommandFailure.only { try body(target) }
            try target.flush()
            try CommandFailure.detail { try file?.commit() }
            return result
        } catch {
            guard case .output(let number) = error else { throw error }
            throw .message("\(name): \(String(cString: strerror(number)))")
        }
    }
    /// Opens a character device; nil for anything else.
    private static func device(_ path: [UInt8]) throws(SystemError) -> Int32? {
        let path = String(path: path)
        guard let status = try System.status(path), status.st_mode & S_IFMT == S_IFCHR else {
            return nil
        }
        return try System.open(path, O_WRONLY)
    }
}
