// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore

/// The pages of a damaged database as they were last committed: from the log, else the file.
///
/// SQLite's code isn't used here, so that no damage stops it. Files are opened only for reading.
final class PageSource {
    /// The size of the pages of every store. A damaged header may name another one.
    static let pageSize = 4096

    private let fileCount: Int
    /// The numbers of pages that only the log has. They may be any; those in between don't exist.
    private let logged: [Int]
    private let file: PageFile?
    private let log: WriteAheadLog?

    /// Reads the database at `path` and its log. ``PageFile/init(at:)`` describes when that is
    /// allowed.
    convenience init(database path: String) throws(KeychainError) {
        let file = try PageFile(at: path)
        try self.init(file: file, log: try WriteAheadLog.beside(path))
    }

    /// Reads a file without its log, a log without its file, or both together.
    init(file: PageFile?, log: WriteAheadLog?) throws(KeychainError) {
        self.file = file
        self.log = log?.pageSize == Self.pageSize ? log : nil
        fileCount = ((file?.byteCount ?? 0) + Self.pageSize - 1) / Self.pageSize
        logged = self.log?.pages(after: fileCount) ?? []
    }

    /// The number of pages.
    var pageCount: Int { fileCount + logged.count }

    /// The numbers of the pages in the file, and then of those that only the log has.
    var pageNumbers: LazyMapSequence<Range<Int>, Int> {
        (0..<pageCount).lazy.map { [fileCount, logged] position in
            position < fileCount ? position + 1 : logged[position - fileCount]
        }
    }

    /// Returns page `number`, counted from 1; missing bytes are zero. nil for a page that does
    /// not exist.
    func page(_ number: Int) throws(KeychainError) -> [UInt8]? {
        guard number > 0 else { return nil }
        if let page = try log?.page(number) { return page }
        guard let file, number <= fileCount else { return nil }
        let bytes = try file.read(at: (number - 1) * Self.pageSize, count: Self.pageSize)
        return bytes + Array(repeating: 0, count: Self.pageSize - bytes.count)
    }
}
