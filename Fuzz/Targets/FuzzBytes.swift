// SPDX-License-Identifier: Apache-2.0
/// The bytes of an input, read as choices, numbers and pieces.
///
/// Any input can be read, and shortened anywhere: zeros follow its end. A choice of zero is always
/// the simplest one.
struct FuzzBytes {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The limits of integer types, and doubles that are infinite, not a number or denormal.
    private static let corners: [UInt64] = [
        0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000, 0x7fff_ffff_ffff_ffff,
        0x8000_0000_0000_0000, 0xffff_ffff_7fff_ffff, 0xffff_ffff_ffff_ffff,
        0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0000, 0x7ff8_0000_0000_0000,
        0x7ff0_0000_0000_0001, 0x8000_0000_0000_0001,
    ]

    var isAtEnd: Bool { position >= bytes.count }

    mutating func byte() -> UInt8 {
        guard position < bytes.count else { return 0 }
        position += 1
        return bytes[position - 1]
    }

    /// Returns a number below `count`, which is at most 256.
    mutating func choose(_ count: Int) -> Int { Int(byte()) % count }

    /// Chooses an element; `elements` must not be empty.
    mutating func choose<Element>(of elements: [Element]) -> Element {
        let wide = elements.count > 256 ? Int(byte()) << 8 : 0
        return elements[(wide | Int(byte())) % elements.count]
    }

    /// Reads a number of 64 bits: one byte, one of ``corners``, or eight bytes.
    mutating func word() -> UInt64 {
        switch choose(4) {
        case 0: UInt64(byte())
        case 1:
            choose(of: Self.corners)
        default: (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) }
        }
    }

    /// Reads a length in one byte and that many bytes, or as many as are left.
    mutating func piece() -> [UInt8] {
        let count = Int(byte())
        defer { position += count }
        return Array(bytes.dropFirst(position).prefix(count))
    }

    /// Reads the remaining bytes.
    mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes.dropFirst(position))
    }
}

extension FuzzBytes {
    /// Changes bytes: one of them, their number, or all.
    ///
    /// - Parameter other: bytes of the same kind, which may replace them.
    mutating func edit(_ original: [UInt8], other: [UInt8]) -> [UInt8] {
        var bytes = original
        switch choose(6) {
        case 0:
            let place = Int(byte()) << 8 | Int(byte())
            if !bytes.isEmpty { bytes[place % bytes.count] ^= byte() }
        case 1: bytes.removeLast(choose(bytes.count + 1 > 256 ? 256 : bytes.count + 1))
        case 2: bytes += piece()
        case 3: bytes = piece()
        case 4: bytes = other
        default:
            // The head of one and the tail of the other.
            let place = Int(byte()) << 8 | Int(byte())
            bytes = Array(bytes.prefix(place)) + other.dropFirst(place)
        }
        return bytes
    }
}
