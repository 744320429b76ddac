/// Reads the few forms of DER (X.690) that keys and signatures have, and only in the one canonical
/// encoding: shortest lengths, shortest integers, nothing behind the end.
///
/// It reads in place, so that a private key is not copied.
struct DERReader {
    private var rest: Slice<UnsafeRawBufferPointer>

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    /// Tells whether everything was read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Enters a SEQUENCE; nil when none comes next.
    mutating func sequence() -> DERReader? {
        guard let content = element(tag: 0x30) else { return nil }
        return DERReader(content)
    }

    /// Reads an INTEGER that is not negative, without leading zeros: zero has no bytes at all.
    /// nil when none comes next.
    mutating func unsignedInteger() -> UnsafeRawBufferPointer? {
        guard let content = element(tag: 0x02), let first = content.first, first < 0x80 else {
            return nil
        }
        if first != 0 { return content }
        // A zero byte in front stands only where the number would seem negative without it.
        if content.count > 1, content[1] < 0x80 { return nil }
        return UnsafeRawBufferPointer(rebasing: content.dropFirst())
    }

    private mutating func element(tag: UInt8) -> UnsafeRawBufferPointer? {
        guard rest.popFirst() == tag, let count = length(), count <= rest.count else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: rest.prefix(count))
        rest = rest.dropFirst(count)
        return content
    }

    private mutating func length() -> Int? {
        guard let first = rest.popFirst() else { return nil }
        if first < 0x80 { return Int(first) }
        let size = Int(first & 0x7F)
        guard (1...4).contains(size), size <= rest.count else { return nil }
        var count = 0
        for _ in 0..<size { count = count << 8 | Int(rest.removeFirst()) }
        let shortest = count < 0x80 ? 0 : (count.bitWidth - count.leadingZeroBitCount + 7) / 8
        return size == shortest ? count : nil
    }
}
