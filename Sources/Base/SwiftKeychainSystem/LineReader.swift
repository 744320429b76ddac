// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A reader of lines into memory that is wiped, because they may contain passwords.
package final class LineReader {
    package enum Line {
        /// A line without its newline, valid until the next call.
        case line(UnsafeRawBufferPointer)
        /// A line of more than ``Terminal/longestLine`` bytes.
        case tooLong
        case end
        /// An errno of read(2).
        case failed(Int32)
    }

    private let descriptor: Int32
    private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    private let line = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Terminal.longestLine, alignment: 1)
    private var position = 0
    private var end = 0

    package init(descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        wipe()
        explicit_bzero(chunk.baseAddress!, chunk.count)
        line.deallocate()
        chunk.deallocate()
    }

    /// Wipes the last line.
    package func wipe() { explicit_bzero(line.baseAddress!, line.count) }

    /// Reads the next line. A line that is too long is read to its end and rejected as a whole.
    ///
    /// A last line without a newline counts as a line.
    package func next() -> Line {
        var length = 0
        var isEnd = false
        while true {
            if position == end {
                let number = fill()
                if number != 0 { return .failed(number) }
                if position == end {
                    if length == 0 { return .end }
                    isEnd = true
                }
            }
            let byte = isEnd ? UInt8(ascii: "\n") : take()
            if byte == UInt8(ascii: "\n") {
                if length > line.count { return .tooLong }
                return .line(UnsafeRawBufferPointer(rebasing: line[..<length]))
            }
            if length < line.count { line[length] = byte }
            length += 1
        }
    }

    /// Returns the next byte of the chunk, and clears it: a line may contain a secret.
    private func take() -> UInt8 {
        defer {
            chunk[position] = 0
            position += 1
        }
        return chunk[position]
    }

    /// - Returns: 0, or an errno.
    private func fill() -> Int32 {
        while true {
            let count = read(descriptor, chunk.baseAddress!, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno }
            position = 0
            end = count
            return 0
        }
    }
}
