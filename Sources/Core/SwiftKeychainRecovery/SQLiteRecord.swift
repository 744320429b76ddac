// SPDX-License-Identifier: Apache-2.0
/// One row as SQLite encodes it (sqlite.org/fileformat2.html §2.1).
struct SQLiteRecord {
    /// A value in one of SQLite's five storage classes.
    enum Value: Hashable {
        case null
        case integer(Int64)
        case real(Double)
        case text([UInt8])
        case blob([UInt8])
    }

    let rowid: Int64
    let values: [Value]
    /// The length of the payload.
    let byteCount: Int

    /// Decodes a payload; nil when its header and its length contradict each other.
    ///
    /// | type | value |
    /// |---|---|
    /// | 0 | null |
    /// | 1, 2, 3, 4, 5, 6 | an integer of 1, 2, 3, 4, 6 or 8 bytes |
    /// | 7 | a float of 8 bytes |
    /// | 8, 9 | the integers 0 and 1, without bytes |
    /// | 12, 14, … | a blob of (type - 12) / 2 bytes |
    /// | 13, 15, … | a text of (type - 13) / 2 bytes |
    init?(rowid: Int64, payload: [UInt8]) {
        guard let header = SQLiteRecordHeader(payload[...], payloadBytes: payload.count) else {
            return nil
        }
        var position = header.byteCount
        var values: [Value] = []
        values.reserveCapacity(header.types.count)
        for type in header.types {
            let count = SQLiteRecordHeader.byteCount(of: type)
            let bytes = payload[position..<position + count]
            position += count
            switch type {
            case 0: values.append(.null)
            case 8, 9: values.append(.integer(Int64(type) - 8))
            case 7:
                values.append(.real(Double(bitPattern: UInt64(bitPattern: Self.integer(bytes)))))
            case 1...6: values.append(.integer(Self.integer(bytes)))
            default: values.append(type % 2 == 0 ? .blob(Array(bytes)) : .text(Array(bytes)))
            }
        }
        self.rowid = rowid
        self.values = values
        byteCount = payload.count
    }

    /// Reads an integer in two's complement, the highest byte first.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
        var value: Int64 = Int8(bitPattern: bytes.first ?? 0) < 0 ? -1 : 0
        for byte in bytes { value = value << 8 | Int64(byte) }
        return value
    }
}

/// The types of a record's columns.
struct SQLiteRecordHeader {
    let byteCount: Int
    let types: [UInt64]
    /// More columns than any table of a store has, so that random bytes are rejected early.
    private static let mostColumns = 128

    /// Reads the header at the start of `bytes`; nil unless it accounts for exactly `payloadBytes`.
    init?(_ bytes: ArraySlice<UInt8>, payloadBytes: Int) {
        var position = bytes.startIndex
        guard let size = Varint.read(bytes, &position), size >= 2,
            size <= UInt64(min(payloadBytes, bytes.count))
        else { return nil }
        let end = bytes.startIndex + Int(size)
        var types: [UInt64] = []
        var total = Int(size)
        while position < end {
            guard let type = Varint.read(bytes[..<end], &position), type != 10, type != 11,
                type < 1 << 32, types.count < Self.mostColumns
            else { return nil }
            types.append(type)
            total += Self.byteCount(of: type)
            if total > payloadBytes { return nil }
        }
        guard total == payloadBytes else { return nil }
        byteCount = Int(size)
        self.types = types
    }

    /// Returns the bytes of a value with a serial type (sqlite.org/fileformat2.html, section 2.1).
    static func byteCount(of type: UInt64) -> Int {
        switch type {
        case 0, 8, 9: 0
        case 1...4: Int(type)
        case 5: 6
        case 6, 7: 8
        default: Int((type - 12) / 2)
        }
    }
}

/// SQLite's variable-length integers: big-endian, seven bits a byte, at most nine bytes.
enum Varint {
    /// Reads a variable-length integer of 1 to 9 bytes; nil if the bytes end before it does.
    static func read(_ bytes: ArraySlice<UInt8>, _ position: inout Int) -> UInt64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard position < bytes.endIndex else { return nil }
            let byte = bytes[position]
            position += 1
            if index == 8 { return value << 8 | UInt64(byte) }
            value = value << 7 | UInt64(byte & 0x7f)
            if byte < 0x80 { return value }
        }
        return nil
    }
}
