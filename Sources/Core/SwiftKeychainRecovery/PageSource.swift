// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore

/// The pages of a damaged database as they were last committed: from the log, else the file.
///
/// SQLite's code isn't used here, so that no damage stops it. Files are opened only for reading.
final class PageSource {
    /// The size of the pages of every store. A damaged header may name another one.
    static let pageSize = 4096

    /// The pages of the file, with those that are holes.
    private let fileCount: Int
    /// The numbers of the pages in the file that have data, and then of those that only the log has. The latter may be any;
    /// those in between don't exist.
    let pageNumbers: [Int]
    private let file: PageFile?
    private let log: WriteAheadLog?

    /// Reads the database at `path` and its log. ``PageFile/init(at:)`` describes when that is
    /// allowed.
    convenience init(database path: String) throws(KeychainError) {
        let file = try PageFile(at: path)
        try self.init(file: file, log: try WriteAheadLog(beside: path))
    }

    /// Reads a file without its log, a log without its file, or both together.
    init(file: PageFile?, log: WriteAheadLog?) throws(KeychainError) {
        self.file = file
        self.log = log?.pageSize == Self.pageSize ? log : nil
        fileCount = Self.pages(in: file?.byteCount ?? 0)
        var numbers: [Int] = []
        for range in file?.dataRanges ?? [] {
            let first = max(range.lowerBound / Self.pageSize + 1, (numbers.last ?? 0) + 1)
            let last = Self.pages(in: range.upperBound)
            if first <= last { numbers += first...last }
        }
        pageNumbers = numbers + (self.log?.pages(after: fileCount) ?? [])
    }

    /// Returns the number of pages that some bytes take, of which the last may be a part.
    static func pages(in bytes: Int) -> Int {
        bytes / pageSize + (bytes.isMultiple(of: pageSize) ? 0 : 1)
    }

    /// The number of pages that have data.
    var pageCount: Int { pageNumbers.count }

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
