// SPDX-License-Identifier: Apache-2.0
import Glibc

extension System {
    /// The positions of lseek(2), macros of <unistd.h> that Swift can't import.
    /// SEEK_DATA finds the next byte that isn't in a hole, SEEK_HOLE the next hole; the end of the file is one.
    private static let (nextData, nextHole) = (Int32(3), Int32(4))

    /// Returns the parts of a file that have data, in bytes. The others are holes, which take no space and read as zeros. On a
    /// file system without support for this, the whole file.
    ///
    /// Moves the offset of the descriptor.
    ///
    /// - Parameter count: the size of the file.
    package static func dataRanges(_ descriptor: Int32, count: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var offset = 0
        while offset < count {
            let start = Int(lseek(descriptor, off_t(offset), nextData))
            // The rest of the file is a hole.
            if start < 0 && errno == ENXIO { break }
            let end = start < 0 ? -1 : Int(lseek(descriptor, off_t(start), nextHole))
            guard start >= offset, end > start else { return ranges + [offset..<count] }
            ranges.append(start..<min(end, count))
            offset = end
        }
        return ranges
    }
}
