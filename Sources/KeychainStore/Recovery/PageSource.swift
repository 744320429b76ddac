import KeychainModel

/// Reads the pages of a damaged database as they were last committed: from the log, else the file.
///
/// Nothing here is SQLite's code, so that no damage can keep it from going on. Files are opened for
/// reading only.
final class PageSource {
    let pageSize: Int
    /// Bytes of a page that hold content.
    let usableSize: Int
    /// The pages of the file, and then those that only the log holds.
    let pageNumbers: [Int]
    private let fileCount: Int
    private let file: PageFile?
    private let log: WriteAheadLog?

    /// Reads the database at `path` and the log beside it. See ``PageFile/init(at:)`` for who may.
    convenience init(database path: String) throws(KeychainError) {
        let file = try PageFile(at: path)
        try self.init(file: file, log: try WriteAheadLog.beside(path))
    }

    /// Reads a file without its log, a log without its file, or both together.
    init(file: PageFile?, log: WriteAheadLog?) throws(KeychainError) {
        self.file = file
        self.log = log
        let header = try file?.read(at: 0, count: 100) ?? []
        let known = Self.pageSize(inHeader: header)
        pageSize = log?.pageSize ?? known ?? 4096
        usableSize = pageSize - (known == pageSize && header[20] < 64 ? Int(header[20]) : 0)
        fileCount = ((file?.byteCount ?? 0) + pageSize - 1) / pageSize
        // A log may name any page: those in between do not exist, and are not looked for.
        pageNumbers = (0..<fileCount).map { $0 + 1 } + (log?.pages(after: fileCount) ?? [])
    }

    /// Gives page `number`, counted from 1; missing bytes are zero. nil for one that does
    /// not exist.
    func page(_ number: Int) throws(KeychainError) -> [UInt8]? {
        guard number > 0 else { return nil }
        if let page = try log?.page(number) { return page }
        guard let file, number <= fileCount else { return nil }
        let bytes = try file.read(at: (number - 1) * pageSize, count: pageSize)
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
}
