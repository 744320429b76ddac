import SwiftKeychainMemory

/// Writes a SEQUENCE of unsigned INTEGERs in DER (X.690): what RSA keys and ECDSA signatures are.
enum DERWriter {
    /// Writes integers, whose bytes come highest first with or without leading zeros, into
    /// locked memory.
    static func secretSequence(_ integers: [SecretBytes]) -> SecretBytes {
        let sizes = integers.map { $0.withBytes { integerSize($0) } }
        let content = sizes.reduce(0, +)
        return SecretBytes(count: headerSize(content) + content) { room in
            var output = Output(room: room)
            output.header(tag: 0x30, count: content)
            for integer in integers { integer.withBytes { output.integer($0) } }
        }
    }

    /// Writes integers that are no secrets.
    static func sequence(_ integers: [[UInt8]]) -> [UInt8] {
        let content = integers.reduce(0) { $0 + $1.withUnsafeBytes { integerSize($0) } }
        var bytes = [UInt8](repeating: 0, count: headerSize(content) + content)
        bytes.withUnsafeMutableBytes { room in
            var output = Output(room: room)
            output.header(tag: 0x30, count: content)
            for integer in integers { integer.withUnsafeBytes { output.integer($0) } }
        }
        return bytes
    }

    private struct Output {
        let room: UnsafeMutableRawBufferPointer
        var position = 0

        mutating func header(tag: UInt8, count: Int) {
            byte(tag)
            let size = headerSize(count) - 2
            guard size > 0 else { return byte(UInt8(count)) }
            byte(0x80 | UInt8(size))
            for index in (0..<size).reversed() {
                byte(UInt8(truncatingIfNeeded: count >> (8 * index)))
            }
        }

        mutating func integer(_ bytes: UnsafeRawBufferPointer) {
            let magnitude = bytes.drop { $0 == 0 }
            let isPadded = needsPadding(magnitude)
            header(tag: 0x02, count: magnitude.count + (isPadded ? 1 : 0))
            if isPadded { byte(0) }
            for octet in magnitude { byte(octet) }
        }

        private mutating func byte(_ byte: UInt8) {
            room[position] = byte
            position += 1
        }
    }

    private static func headerSize(_ count: Int) -> Int {
        count < 0x80 ? 2 : 2 + (count.bitWidth - count.leadingZeroBitCount + 7) / 8
    }

    private static func integerSize(_ bytes: UnsafeRawBufferPointer) -> Int {
        let magnitude = bytes.drop { $0 == 0 }
        let count = magnitude.count + (needsPadding(magnitude) ? 1 : 0)
        return headerSize(count) + count
    }

    /// Tells whether a zero byte must stand in front: for zero itself, and for what would seem
    /// negative.
    private static func needsPadding(_ magnitude: Slice<UnsafeRawBufferPointer>) -> Bool {
        (magnitude.first ?? 0xFF) >= 0x80
    }
}
