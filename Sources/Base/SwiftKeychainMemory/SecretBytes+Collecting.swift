// SPDX-License-Identifier: Apache-2.0

extension SecretBytes {
    /// Collects a secret of unknown length, in pieces that are joined last, so that no byte remains anywhere else.
    ///
    /// A piece is filled before the next is made, however few bytes come at a time.
    ///
    /// - Parameter read: writes to the beginning of a buffer, and returns the number of bytes; 0 at the end.
    /// - Returns: nil if there are more than `limit` bytes.
    package static func collect<Failure: Error>(
        upTo limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> SecretBytes? {
        var pieces: [(bytes: SecretBytes, count: Int)] = []
        var total = 0
        var isAtEnd = false
        while !isAtEnd {
            var count = 0
            let piece = try SecretBytes(count: 64 << 10) { buffer throws(Failure) in
                while !isAtEnd, count < buffer.count, total + count <= limit {
                    let got = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                    isAtEnd = got == 0
                    count += got
                }
            }
            total += count
            if total > limit { return nil }
            pieces.append((piece, count))
        }
        return SecretBytes(count: total) { joined in
            var used = 0
            for piece in pieces {
                piece.bytes.withBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: joined[used..<used + piece.count])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<piece.count]))
                }
                used += piece.count
            }
        }
    }
}
