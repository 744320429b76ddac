// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel

/// The committed pages of a write-ahead log (sqlite.org/fileformat2.html §4).
///
/// SQLite stops at the first frame whose checksum is wrong. Here a broken frame is skipped: the
/// checksum of each frame continues the one *stored* in the frame before it.
package final class WriteAheadLog {
    package static let headerBytes = 32
    private static let frameHeaderBytes = 24

    package let pageSize: Int
    private let file: PageFile
    /// The offset of the newest committed image of each page.
    private var offsets: [Int: Int] = [:]

    /// Reads the log of the database at `path`; nil when there is none, or none with a header.
    ///
    /// | byte | header of the log |
    /// |---|---|
    /// | 0–3 | 0x377f0682, or 0x377f0683 if checksums read words with the highest byte first |
    /// | 8–11 | the size of a page |
    /// | 16–23 | two salts, which change when the log starts over |
    /// | 24–31 | the checksum of the bytes before it, with which that of the first frame begins |
    package init?(beside path: String) throws(KeychainError) {
        guard let file = try PageFile(at: StorePaths.log(path)) else { return nil }
        self.file = file
        let header = try file.read(at: 0, count: Self.headerBytes)
        guard header.count == Self.headerBytes, Self.word(header, 0) & ~1 == 0x377f_0682,
            case let size = Int(Self.word(header, 8)), size >= 512, size <= 65536,
            size & (size - 1) == 0
        else { return nil }
        pageSize = size
        try index(header)
    }

    /// Returns the numbers above `last` of the pages it holds, in order.
    package func pages(after last: Int) -> [Int] { offsets.keys.filter { $0 > last }.sorted() }

    /// Returns the newest committed image of a page; nil when the log holds none.
    package func page(_ number: Int) throws(KeychainError) -> [UInt8]? {
        guard let offset = offsets[number] else { return nil }
        let bytes = try file.read(at: offset, count: pageSize)
        return bytes.count == pageSize ? bytes : nil
    }

    /// Reads the frames, and notes the last committed place of each page. A frame with other salts ends the log, and one
    /// with a wrong checksum is skipped.
    ///
    /// | byte | header of a frame, before its page |
    /// |---|---|
    /// | 0–3 | the number of the page |
    /// | 4–7 | in the last frame of a commit, the pages of the database after it; otherwise 0 |
    /// | 8–15 | the salts of the log |
    /// | 16–23 | the checksum of bytes 0–7 and the page, which continues that of the frame before |
    private func index(_ header: [UInt8]) throws(KeychainError) {
        let bigEndian = header[3] & 1 == 1
        let salts = header[16..<24]
        var seed = (Self.word(header, 24), Self.word(header, 28))
        var offset = Self.headerBytes
        var uncommitted: [Int: Int] = [:]
        while true {
            let frame = try file.read(at: offset, count: Self.frameHeaderBytes + pageSize)
            // Frames with other salts are left from before the log last started over.
            guard frame.count == Self.frameHeaderBytes + pageSize, frame[8..<16] == salts else {
                break
            }
            let stored = (Self.word(frame, 16), Self.word(frame, 20))
            var sum = seed
            Self.add(frame[0..<8], to: &sum, bigEndian)
            Self.add(frame[Self.frameHeaderBytes...], to: &sum, bigEndian)
            if sum == stored {
                let number = Int(Self.word(frame, 0))
                // No page has it. In a hole, which may have terabytes, each frame looks like this.
                if number == 0 { break }
                uncommitted[number] = offset + Self.frameHeaderBytes
                if Self.word(frame, 4) != 0 {
                    offsets.merge(uncommitted) { $1 }
                    uncommitted = [:]
                }
            }
            seed = stored
            offset += Self.frameHeaderBytes + pageSize
        }
    }

    private static func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Adds bytes to a checksum: two sums of 32-bit words, in the byte order that the header names.
    private static func add(
        _ bytes: ArraySlice<UInt8>, to sum: inout (UInt32, UInt32), _ bigEndian: Bool
    ) {
        let isSwapped = bigEndian != (UInt32(1).bigEndian == 1)
        bytes.withUnsafeBytes { buffer in
            // Pointers to words and plain variables: a log has a million words, and anything generic is a call for each of
            // them in a build without optimization.
            let words = buffer.assumingMemoryBound(to: UInt32.self).baseAddress!
            let count = buffer.count / 4
            var (first, second) = sum
            var index = 0
            while index < count {
                let (one, other) = (words[index], words[index + 1])
                first = first &+ (isSwapped ? one.byteSwapped : one) &+ second
                second = second &+ (isSwapped ? other.byteSwapped : other) &+ first
                index += 2
            }
            sum = (first, second)
        }
    }
}
