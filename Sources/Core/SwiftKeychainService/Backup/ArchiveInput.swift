// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// An archive, which can be read several times.
final class ArchiveInput {
    let header: ArchiveHeader
    private let source: Source

    private enum Source {
        case file(ArchiveFile)
        case bytes([UInt8])

        /// Reads bytes at a position into `buffer`; returns fewer at the end only.
        func read(
            at position: Int, into buffer: UnsafeMutableRawBufferPointer
        ) throws(KeychainError) -> Int {
            switch self {
            case .file(let file): return try file.read(at: position, into: buffer)
            case .bytes(let bytes):
                let part = bytes.dropFirst(position).prefix(buffer.count)
                buffer.copyBytes(from: part)
                return part.count
            }
        }
    }

    /// Opens the file and reads its header.
    ///
    /// - Throws: as ``ArchiveFile/init(_:)``; `decode` as ``ArchiveHeader``.
    convenience init(_ path: String) throws(KeychainError) {
        try self.init(.file(ArchiveFile(path)))
    }

    /// - Throws: `decode` as ``ArchiveHeader``.
    convenience init(_ bytes: [UInt8]) throws(KeychainError) { try self.init(.bytes(bytes)) }

    /// Reads the header, from which the key is derived.
    private init(_ source: Source) throws(KeychainError) {
        self.source = source
        var bytes = [UInt8](repeating: 0, count: ArchiveHeader.byteCount)
        let count = try KeychainError.only {
            try bytes.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }
        }
        header = try ArchiveHeader(Array(bytes.prefix(count)))
    }

    /// Returns a reader that starts at the first item.
    func reader(
        _ key: ArchiveKey, deviceKeys: DeviceKeys?
    ) throws(KeychainError) -> ArchiveReader {
        var position = ArchiveHeader.byteCount
        return try ArchiveReader(key, deviceKeys: deviceKeys) {
            [source] (buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) in
            let count = try source.read(at: position, into: buffer)
            position += count
            return count
        }
    }
}
