// SPDX-License-Identifier: Apache-2.0
/// The deterministic CBOR (RFC 8949 §4.2.1) of everything that is sealed, authenticated or sent:
/// shortest heads, definite lengths, no tags, doubles as 64 bits.
///
/// It has what the formats need: unsigned and negative integers, byte and text strings, arrays, maps,
/// booleans, null, 64-bit floats. Decoding refuses everything else.
package enum CanonicalCBOR {
    /// The error for bytes that are incomplete, not canonical, or not of the expected type.
    package struct Malformed: Error, Sendable { package init() {} }

    /// Orders the keys of a map, as RFC 8949 §4.2.1 orders their encodings: the shorter first, then
    /// by bytes.
    package static func precedes(_ left: String, _ right: String) -> Bool {
        let (a, b) = (left.utf8, right.utf8)
        return a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
    }

    /// A value of an array whose elements are known: see ``array(_:)``.
    package enum Value: Sendable {
        case unsigned(UInt64), integer(Int64), data([UInt8]), text(String), boolean(Bool)
        case array([Value])
    }

    /// Encodes an array of values.
    package static func array(_ values: [Value]) -> [UInt8] {
        var encoder = Encoder()
        encoder.value(.array(values))
        return encoder.bytes
    }

    /// Encodes a map from names to encoded values.
    package static func map(_ entries: [String: [UInt8]]) -> [UInt8] {
        var encoder = Encoder(reservingCapacity: 128)
        encoder.map(entries.count)
        for (name, value) in entries.sorted(by: { precedes($0.key, $1.key) }) {
            encoder.text(name)
            encoder.encoded(value)
        }
        return encoder.bytes
    }

    /// A writer of values one after the other. Its caller counts the elements of arrays and maps.
    ///
    /// | first byte | value |
    /// |---|---|
    /// | 0x00–0x1b | unsigned integer: the argument |
    /// | 0x20–0x3b | negative integer: -1 minus the argument |
    /// | 0x40–0x5b | byte string; the argument is its length, and the bytes follow |
    /// | 0x60–0x7b | text in UTF-8; the argument is its length in bytes |
    /// | 0x80–0x9b | array; the argument is the number of elements |
    /// | 0xa0–0xbb | map; the argument is the number of pairs, a key before its value |
    /// | 0xf4, 0xf5, 0xf6 | false, true, null |
    /// | 0xfb | double: its eight bytes, the highest first |
    ///
    /// The low five bits of the first byte are an argument below 24; 24, 25, 26 and 27 say that it follows in 1, 2, 4
    /// or 8 bytes.
    ///
    /// It writes into raw memory: an array checks at each byte for other owners and for room.
    package struct Encoder: ~Copyable {
        private var room: UnsafeMutableRawBufferPointer
        private var count = 0

        package init(reservingCapacity count: Int = 256) {
            room = .allocate(byteCount: count, alignment: 1)
        }

        deinit { room.deallocate() }

        /// What was written.
        package var bytes: [UInt8] { [UInt8](UnsafeRawBufferPointer(rebasing: room[..<count])) }

        private mutating func reserve(_ more: Int) {
            guard room.count - count < more else { return }
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(2 * room.count, count + more), alignment: 1)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
            room.deallocate()
            room = larger
        }

        private mutating func append(_ byte: UInt8) {
            reserve(1)
            room[count] = byte
            count += 1
        }

        private mutating func append(_ bytes: UnsafeRawBufferPointer) {
            reserve(bytes.count)
            UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
            count += bytes.count
        }

        /// Writes the first byte of a head, and an argument of 1 to 8 bytes, the highest first.
        private mutating func append(_ initial: UInt8, _ argument: UInt64, _ size: Int) {
            reserve(9)
            room[count] = initial
            let aligned = argument << (64 - 8 * UInt64(size))
            room.storeBytes(of: aligned.bigEndian, toByteOffset: count + 1, as: UInt64.self)
            count += 1 + size
        }

        /// Writes the head of a value (RFC 8949, section 3): the major type in three bits, then the argument in the
        /// shortest form.
        private mutating func head(_ major: UInt8, _ argument: UInt64) {
            let top = major << 5
            switch argument {
            case 0..<24: append(top | UInt8(argument))
            case 24...0xff: append(top | 24, argument, 1)
            case 0x100...0xffff: append(top | 25, argument, 2)
            case 0x1_0000...0xffff_ffff: append(top | 26, argument, 4)
            default: append(top | 27, argument, 8)
            }
        }

        package mutating func unsigned(_ value: UInt64) { head(0, value) }
        package mutating func integer(_ value: Int64) {
            // ~value is -1 - value, and can't overflow.
            if value >= 0 { head(0, UInt64(value)) } else { head(1, UInt64(bitPattern: ~value)) }
        }
        /// Writes an array's bytes; separate because other modules don't specialise the generic form.
        package mutating func data(_ value: [UInt8]) {
            head(2, UInt64(value.count))
            value.withUnsafeBytes { append($0) }
        }
        package mutating func data(_ value: some Collection<UInt8>) { data(Array(value)) }
        package mutating func text(_ value: String) {
            var value = value
            value.withUTF8 { utf8 in
                head(3, UInt64(utf8.count))
                append(UnsafeRawBufferPointer(utf8))
            }
        }
        /// Writes a number as a text of four bytes, the highest first.
        package mutating func fourCharacters(_ code: UInt32) {
            append(0x64, UInt64(code), 4)
        }
        /// Begins an array of `count` values, which the caller must write next.
        package mutating func array(_ count: Int) { head(4, UInt64(count)) }
        /// Begins a map of `count` pairs; the caller must write the keys in their canonical order.
        package mutating func map(_ count: Int) { head(5, UInt64(count)) }
        package mutating func boolean(_ value: Bool) { append(value ? 0xf5 : 0xf4) }
        package mutating func null() { append(0xf6) }
        package mutating func double(_ value: Double) { append(0xfb, value.bitPattern, 8) }
        package mutating func value(_ value: Value) {
            switch value {
            case .unsigned(let number): unsigned(number)
            case .integer(let number): integer(number)
            case .data(let bytes): data(bytes)
            case .text(let string): text(string)
            case .boolean(let flag): boolean(flag)
            case .array(let values):
                array(values.count)
                for element in values { self.value(element) }
            }
        }
        /// Writes what ``Decoder/item()`` returned.
        package mutating func encoded(_ item: [UInt8]) { item.withUnsafeBytes { append($0) } }
    }

    /// The kind of a value.
    package enum Kind: Sendable {
        case unsigned, negative, data, text, array, map, boolean, null, double
    }

    /// A reader of values one after the other. After an error its position has no meaning.
    package struct Decoder: Sendable {
        private let bytes: [UInt8]
        private var position = 0
        package init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// Whether no bytes are left. A caller that doesn't check this at the end ignores what follows the value.
        package var isAtEnd: Bool { position == bytes.count }

        /// Returns the kind of the next value, without reading it.
        package func next() throws(Malformed) -> Kind {
            guard position < bytes.count else { throw Malformed() }
            switch (bytes[position] >> 5, bytes[position]) {
            case (0, _): return .unsigned
            case (1, _): return .negative
            case (2, _): return .data
            case (3, _): return .text
            case (4, _): return .array
            case (5, _): return .map
            case (_, 0xf4), (_, 0xf5): return .boolean
            case (_, 0xf6): return .null
            case (_, 0xfb): return .double
            default: throw Malformed()
            }
        }

        /// Reads a number of `count` bytes, the highest first.
        private mutating func big(_ count: Int) throws(Malformed) -> UInt64 {
            guard bytes.count - position >= count else { throw Malformed() }
            var value: UInt64 = 0
            for _ in 0..<count {
                value = value << 8 | UInt64(bytes[position])
                position += 1
            }
            return value
        }

        /// Reads the head of a value of this major type, and returns its argument. A form longer than necessary is
        /// malformed.
        private mutating func head(_ major: UInt8) throws(Malformed) -> UInt64 {
            guard position < bytes.count, bytes[position] >> 5 == major else { throw Malformed() }
            let low = bytes[position] & 0x1f
            position += 1
            let (count, least): (Int, UInt64)
            switch low {
            case 0..<24: return UInt64(low)
            case 24: (count, least) = (1, 24)
            case 25: (count, least) = (2, 0x100)
            case 26: (count, least) = (4, 0x1_0000)
            case 27: (count, least) = (8, 0x1_0000_0000)
            default: throw Malformed()
            }
            let argument = try big(count)
            guard argument >= least else { throw Malformed() }
            return argument
        }

        package mutating func unsigned() throws(Malformed) -> UInt64 { try head(0) }

        /// Reads an unsigned or negative integer that 64 bits hold.
        package mutating func integer() throws(Malformed) -> Int64 {
            let negative = try next() == .negative
            guard let value = Int64(exactly: try head(negative ? 1 : 0)) else { throw Malformed() }
            return negative ? ~value : value
        }

        package mutating func data() throws(Malformed) -> [UInt8] { Array(try take(2)) }

        /// Reads a byte string that must have exactly `count` bytes.
        package mutating func data(count: Int) throws(Malformed) -> [UInt8] {
            let bytes = try data()
            guard bytes.count == count else { throw Malformed() }
            return bytes
        }

        /// Reads a byte or text string. Its length is checked against the bytes that are left before anything is
        /// allocated.
        private mutating func take(_ major: UInt8) throws(Malformed) -> ArraySlice<UInt8> {
            let length = try head(major)
            guard length <= UInt64(bytes.count - position) else { throw Malformed() }
            position += Int(length)
            return bytes[position - Int(length)..<position]
        }

        /// Reads a text, which must be UTF-8.
        package mutating func text() throws(Malformed) -> String {
            let range = try take(3).indices
            // A span is validated without the generic machinery of String(validating:as:).
            guard let text = try? UTF8Span(validating: bytes.span.extracting(range)) else {
                throw Malformed()
            }
            return String(copying: text)
        }

        /// Reads a text of four bytes as a number, the first in its highest byte.
        package mutating func fourCharacters() throws(Malformed) -> UInt32 {
            guard try head(3) == 4 else { throw Malformed() }
            return UInt32(try big(4))
        }

        /// Reads the head of an array; a count larger than the number of remaining bytes is malformed.
        package mutating func array() throws(Malformed) -> Int { try count(of: 4, each: 1) }
        /// Reads the head of an array with this many elements, of which the first may have to be a text.
        package mutating func array(of count: Int, _ magic: String? = nil) throws(Malformed) {
            guard try array() == count else { throw Malformed() }
            if let magic, try text() != magic { throw Malformed() }
        }
        /// Reads the head of a map and returns the number of its pairs. The caller checks the order of the keys.
        package mutating func map() throws(Malformed) -> Int { try count(of: 5, each: 2) }

        /// Reads the head of a collection, whose elements take at least `each` bytes, so that a large count allocates
        /// nothing.
        private mutating func count(of major: UInt8, each: Int) throws(Malformed) -> Int {
            let count = try head(major)
            guard count <= UInt64((bytes.count - position) / each) else { throw Malformed() }
            return Int(count)
        }

        /// The depth of nested arrays and maps that ``item()`` reads.
        /// Each level is a call of ``skip(depth:)``, so that bytes nested without a limit could exhaust the stack.
        private static let deepest = 8

        /// Reads one value of any kind and returns its bytes, to keep what a newer build wrote.
        package mutating func item() throws(Malformed) -> [UInt8] {
            let start = position
            try skip(depth: 0)
            return Array(bytes[start..<position])
        }

        /// Reads one value of any kind and the values in it.
        private mutating func skip(depth: Int) throws(Malformed) {
            guard depth < Self.deepest else { throw Malformed() }
            switch try next() {
            case .unsigned: _ = try head(0)
            case .negative: _ = try head(1)
            case .data: _ = try take(2)
            case .text: _ = try text()
            case .array: for _ in 0..<(try array()) { try skip(depth: depth + 1) }
            case .map: for _ in 0..<(2 * (try map())) { try skip(depth: depth + 1) }
            case .boolean: _ = try boolean()
            case .null: try null()
            case .double: _ = try double()
            }
        }

        /// Reads a map from names to values; `read` is called for each name, and reads its value.
        package mutating func entries(
            _ read: (String, inout Decoder) throws(Malformed) -> Void
        ) throws(Malformed) {
            var last: String?
            for _ in 0..<(try map()) {
                let name = try text()
                // Names in their order can't be repeated either.
                if let last, !CanonicalCBOR.precedes(last, name) { throw Malformed() }
                last = name
                try read(name, &self)
            }
        }

        package mutating func boolean() throws(Malformed) -> Bool {
            guard try next() == .boolean else { throw Malformed() }
            position += 1
            return bytes[position - 1] == 0xf5
        }

        package mutating func null() throws(Malformed) {
            guard try skipsNull() else { throw Malformed() }
        }

        /// Reads a null, if it is next.
        package mutating func skipsNull() throws(Malformed) -> Bool {
            guard try next() == .null else { return false }
            position += 1
            return true
        }

        package mutating func double() throws(Malformed) -> Double {
            guard try next() == .double else { throw Malformed() }
            position += 1
            return Double(bitPattern: try big(8))
        }
    }
}
