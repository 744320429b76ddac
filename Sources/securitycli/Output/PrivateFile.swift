import Glibc
import SwiftKeychain
import SwiftKeychainMemory
import SwiftKeychainModel

/// A file for output that nobody but its owner can read, and that has its name once it is whole.
///
/// It takes the place of a regular file. A link, a FIFO or anything else under the name is refused.
struct PrivateFile: ~Copyable {
    private let file: NewArchiveFile
    private let name: String

    var descriptor: Int32 { file.descriptor }

    init(_ path: [UInt8]) throws(CommandFailure) {
        name = BufferFormat.escaped(path)
        guard let path = String(validating: path, as: UTF8.self) else {
            throw .said("\(name): the name of a file must be UTF-8")
        }
        file = try Self.saying { () throws(KeychainError) in try NewArchiveFile(path) }
    }

    /// Makes the file durable and gives it its name.
    func commit() throws(CommandFailure) {
        try Self.saying { () throws(KeychainError) in try file.commit() }
    }

    /// Writes bytes to a file of this name.
    static func write(_ bytes: SecretBytes, to path: [UInt8]) throws(CommandFailure) {
        let file = try PrivateFile(path)
        let output = Output(descriptor: file.descriptor)
        bytes.withBytes { output.write($0) }
        try file.finish(output)
    }

    /// Writes what is left in the buffer of `output`, and commits.
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
        .said("\(name): \(String(cString: strerror(number)))")
    }

    private static func saying<Result>(
        _ body: () throws(KeychainError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(KeychainError) { return try body() } catch { throw .said(error.detail) }
    }
}
