// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSealing
import SwiftKeychainModel

/// An archive, which can be read several times.
struct ArchiveInput {
    let header: ArchiveHeader
    /// Reads bytes at a position into a buffer; returns fewer at the end only.
    private let read: (Int, UnsafeMutableRawBufferPointer) throws(KeychainError) -> Int

    /// Opens an archive and reads its header, from which the key is derived.
    ///
    /// - Throws: as ``ArchiveFile/init(_:)``; `decode` as ``ArchiveHeader``.
    init(_ place: ArchiveRequest.Place) throws(KeychainError) {
        switch place {
        case .file(let path): read = try ArchiveFile(path).read
        case .message(let bytes):
            read = { position, buffer in
                let part = bytes.dropFirst(position).prefix(buffer.count)
                buffer.copyBytes(from: part)
                return part.count
            }
        }
        let read = read
        var bytes = [UInt8](repeating: 0, count: ArchiveHeader.byteCount)
        let count = try translating { try bytes.withUnsafeMutableBytes { try read(0, $0) } }
        header = try ArchiveHeader(Array(bytes.prefix(count)))
    }

    /// Returns a reader that starts at the first item.
    func reader(
        _ key: ArchiveKey, deviceKeys: DeviceKeys?
    ) throws(KeychainError) -> ArchiveReader {
        var position = ArchiveHeader.byteCount
        return try ArchiveReader(key, deviceKeys: deviceKeys) {
            [read] (buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) in
            let count = try read(position, buffer)
            position += count
            return count
        }
    }
}
