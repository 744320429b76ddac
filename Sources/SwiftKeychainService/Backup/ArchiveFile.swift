import Glibc
import SwiftKeychainSealing
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// A file with an archive, which can be read several times.
final class ArchiveFile {
    let header: ArchiveHeader
    private let path: String
    private let descriptor: Int32

    /// Opens the file and reads its header.
    ///
    /// - Throws: `inputOutput` when it is missing or can't be read; `decode` as ``ArchiveHeader``.
    init(_ path: String) throws(KeychainError) {
        self.path = path
        do throws(SystemError) {
            descriptor = try System.open(path, O_RDONLY, followsLink: true)
        } catch {
            throw NewArchiveFile.error(error)
        }
        do throws(KeychainError) {
            header = try Self.header(descriptor, path)
        } catch {
            System.close(descriptor)
            throw error
        }
    }

    deinit { System.close(descriptor) }

    /// Returns a reader that starts at the first item.
    func reader(
        _ key: ArchiveKey, deviceKeys: DeviceKeys?
    ) throws(KeychainError) -> ArchiveReader {
        var position = ArchiveHeader.byteCount
        return try ArchiveReader(key, deviceKeys: deviceKeys) {
            [self] (buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) in
            let count = try Self.read(descriptor, path, at: position, into: buffer)
            position += count
            return count
        }
    }

    private static func header(
        _ descriptor: Int32, _ path: String
    ) throws(KeychainError) -> ArchiveHeader {
        let status: stat
        do throws(SystemError) {
            status = try System.status(descriptor, path)
        } catch {
            throw NewArchiveFile.error(error)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw KeychainError(.inputOutput, "\(path): not a regular file")
        }
        var bytes = [UInt8](repeating: 0, count: ArchiveHeader.byteCount)
        let result = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(KeychainError) in
                try read(descriptor, path, at: 0, into: buffer)
            }
        }
        return try ArchiveHeader(Array(bytes.prefix(try result.get())))
    }

    private static func read(
        _ descriptor: Int32, _ path: String, at position: Int,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(KeychainError) -> Int {
        do throws(SystemError) {
            return try System.read(descriptor, path, at: position, into: buffer)
        } catch {
            throw NewArchiveFile.error(error)
        }
    }
}
