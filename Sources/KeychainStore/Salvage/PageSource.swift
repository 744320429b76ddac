import Glibc
import KeychainModel

/// Reads the pages of a damaged database as they were last committed: from the log, else the file.
///
/// Nothing here is SQLite's code, so that no damage can keep it from going on. Files are opened for
/// reading only. (The caller has raised the generation: closing the file drops the locks of this
/// process's idle connections, which nobody will use again.)
final class PageSource {
    let pageSize: Int
    /// Bytes of a page that hold content.
    let usableSize: Int
    /// The pages of the file, and then those that only the log holds.
    let pageNumbers: [Int]
    private let fileCount: Int
    private let file: (descriptor: Int32, path: String)?
    private let log: WriteAheadLog?

    init(database path: String) throws(KeychainError) {
        file = try Self.open(path)
        var header: [UInt8] = []
        var byteCount = 0
        if let file {
            header = try Self.read(file, at: 0, count: 100)
            byteCount = try translating { () throws(SystemError) in
                Int(try System.status(file.descriptor, file.path).st_size)
            }
        }
        let logFile = try Self.open(StorePaths.log(path))
        log = try logFile.map { (file) throws(KeychainError) in try WriteAheadLog(file) } ?? nil
        let known = Self.pageSize(inHeader: header)
        pageSize = log?.pageSize ?? known ?? 4096
        usableSize = pageSize - (known == pageSize && header[20] < 64 ? Int(header[20]) : 0)
        fileCount = (byteCount + pageSize - 1) / pageSize
        // A log may name any page: those in between do not exist, and are not looked for.
        pageNumbers = (0..<fileCount).map { $0 + 1 } + (log?.pages(after: fileCount) ?? [])
    }

    deinit {
        if let file { _ = close(file.descriptor) }
    }

    /// Gives page `number`, counted from 1; missing bytes are zero. nil for one that does
    /// not exist.
    func page(_ number: Int) throws(KeychainError) -> [UInt8]? {
        guard number > 0 else { return nil }
        if let page = try log?.page(number) { return page }
        guard let file, number <= fileCount else { return nil }
        let bytes = try Self.read(file, at: (number - 1) * pageSize, count: pageSize)
        return bytes + Array(repeating: 0, count: pageSize - bytes.count)
    }

    private static func pageSize(inHeader header: [UInt8]) -> Int? {
        guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
            return nil
        }
        let size = Int(header[16]) << 8 | Int(header[17])
        if size == 1 { return 65536 }
        return size >= 512 && size & (size - 1) == 0 ? size : nil
    }

    private static func open(_ path: String) throws(KeychainError) -> (
        descriptor: Int32, path: String
    )? {
        let descriptor = try translating { () throws(SystemError) -> Int32? in
            try System.status(path) == nil ? nil : try System.open(path, O_RDONLY)
        }
        return descriptor.map { ($0, path) }
    }

    static func read(
        _ file: (descriptor: Int32, path: String), at offset: Int, count: Int
    ) throws(KeychainError) -> [UInt8] {
        try translating { () throws(SystemError) in
            try System.read(file.descriptor, file.path, at: offset, count: count)
        }
    }
}
