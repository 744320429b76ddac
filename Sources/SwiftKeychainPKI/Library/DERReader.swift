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

    /// Counts the bytes that are left.
    var count: Int { rest.count }

    /// Tells the tag of the next element; nil at the end.
    var nextTag: DERTag? { rest.first.map(DERTag.init(rawValue:)) }

    /// Enters a constructed element; nil when another one comes next.
    mutating func enter(_ tag: DERTag) -> DERReader? { content(tag).map(DERReader.init) }

    /// Reads the content of an element with this tag; nil when another one comes next.
    mutating func content(_ tag: DERTag) -> UnsafeRawBufferPointer? { element(tag: tag.rawValue) }

    /// Reads the next element with its header, whatever it is; nil when none is whole.
    mutating func whole() -> UnsafeRawBufferPointer? {
        let start = rest
        guard let tag = rest.first, tag & 0x1F != 0x1F, element(tag: tag) != nil else { return nil }
        return UnsafeRawBufferPointer(rebasing: start.prefix(start.count - rest.count))
    }

    /// Reads an INTEGER from 0 to 2^31 - 1.
    mutating func smallNumber() -> Int? {
        guard let octets = unsignedInteger(), octets.count <= 4 else { return nil }
        let value = octets.reduce(0) { $0 << 8 | Int($1) }
        return value < 1 << 31 ? value : nil
    }

    private mutating func element(tag: UInt8) -> UnsafeRawBufferPointer? {
        // What is not read stays, so that another element can be looked for.
        var ahead = self
        guard ahead.rest.popFirst() == tag, let count = ahead.length(), count <= ahead.count else {
            return nil
        }
        let content = UnsafeRawBufferPointer(rebasing: ahead.rest.prefix(count))
        rest = ahead.rest.dropFirst(count)
        return content
    }

    /// Reads a length in its shortest form.
    mutating func length() -> Int? {
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
