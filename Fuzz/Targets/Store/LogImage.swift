// SPDX-License-Identifier: Apache-2.0
/// A write-ahead log as SQLite writes it (sqlite.org/fileformat2.html §4), with correct checksums.
struct LogImage {
    /// The whole file; empty until the first frame.
    var bytes: [UInt8] = []
    private let pageSize: Int
    private var sum: (UInt32, UInt32) = (0, 0)
    private static let salts: [UInt32] = [0x0102_0304, 0x0506_0708]

    init(pageSize: Int) { self.pageSize = pageSize }

    /// Adds a frame with `page` under a number.
    ///
    /// - Parameter size: the pages of the database after a commit; 0 for a frame before its end.
    mutating func append(_ page: [UInt8], as number: UInt32, committing size: UInt32) {
        if bytes.isEmpty { begin() }
        let page = page + Array(repeating: 0, count: max(0, pageSize - page.count))
        let head = Self.bigEndian([number, size])
        add(head)
        add(page)
        bytes += head + Self.bigEndian(Self.salts + [sum.0, sum.1]) + page
    }

    /// Truncates the file after the first `count` bytes of a frame.
    mutating func tear(after frames: Int, bytes count: Int) {
        bytes = Array(bytes.prefix(32 + frames * (24 + pageSize) + count))
    }

    private mutating func begin() {
        let head = Self.bigEndian([0x377f_0682, 3_007_000, UInt32(pageSize), 0] + Self.salts)
        add(head)
        bytes = head + Self.bigEndian([sum.0, sum.1])
    }

    private static func bigEndian(_ words: [UInt32]) -> [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    /// Continues the checksum over `bytes`, eight at a time, in little-endian words.
    private mutating func add(_ bytes: [UInt8]) {
        for place in stride(from: 0, to: bytes.count, by: 8) {
            func word(_ at: Int) -> UInt32 {
                (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
            }
            sum.0 &+= word(place) &+ sum.1
            sum.1 &+= word(place + 4) &+ sum.0
        }
    }
}
