// SPDX-License-Identifier: Apache-2.0
extension FixedWidthInteger {
    /// The bytes of the number, the lowest first.
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }

    /// Reads as many bytes as the number has, the lowest first.
    init(littleEndianBytes bytes: some BidirectionalCollection<UInt8>) {
        precondition(bytes.count == MemoryLayout<Self>.size, "a byte for each of the number")
        self = bytes.reversed().reduce(0) { $0 << 8 | Self($1) }
    }
}
