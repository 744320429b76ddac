// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// A file with an archive, which can be read several times.
package final class ArchiveFile {
    private let path: String
    private let descriptor: Int32
    private let size: Int

    /// Opens the file.
    ///
    /// - Throws: `inputOutput` when it is missing, can't be read, or isn't a regular file.
    package init(_ path: String) throws(KeychainError) {
        self.path = path
        descriptor = try NewArchiveFile.translating {
            try System.open(path, O_RDONLY, followsLink: true)
        }
        do throws(KeychainError) {
            size = try Self.size(descriptor, path)
        } catch {
            System.close(descriptor)
            throw error
        }
    }

    deinit { System.close(descriptor) }

    /// Returns the size of a regular file. Others can't be read twice, first the header and later the whole.
    private static func size(_ descriptor: Int32, _ path: String) throws(KeychainError) -> Int {
        let status = try NewArchiveFile.translating { try System.status(descriptor, path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw KeychainError(.inputOutput, "\(path): not a regular file")
        }
        return Int(status.st_size)
    }

    /// Reads bytes at a position into `buffer`; returns fewer at the end only.
    package func read(
        at position: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> Int {
        try NewArchiveFile.translating {
            try System.read(descriptor, path, at: position, into: buffer)
        }
    }

    /// Reads the whole file, to send it in a request.
    ///
    /// - Throws: `inputOutput`; `notAvailable` for a file that is too long for one.
    package func contents() throws(KeychainError) -> [UInt8] {
        guard size <= ArchiveRequest.mostBytesOfMessage else {
            throw ArchiveRequest.tooLongForMessage
        }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = try translating {
            try bytes.withUnsafeMutableBytes { try read(at: 0, into: $0) }
        }
        return Array(bytes.prefix(count))
    }
}

extension ArchiveRequest {
    /// The most bytes of an archive in a message: what a message has room for, with a little for the rest of it.
    package static let mostBytesOfMessage = Message.longestBody - (1 << 20)

    package static var tooLongForMessage: KeychainError {
        KeychainError(
            .notAvailable,
            "archive: longer than \(mostBytesOfMessage >> 20) MiB, the most that goes through securityd"
        )
    }
}
