// SPDX-License-Identifier: Apache-2.0
/// A reader of the binary form of a property list: objects, a table of their offsets, and a trailer
/// with the sizes of both.
struct BinaryPropertyListReader {
    static let magic = Array("bplist00".utf8)

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let top: Int
    private let table: Int
    /// The maximum number of objects and of their bytes that are read. Objects may be shared, so a small file could expand.
    private let most: Int

    /// Reads the trailer, the last 32 bytes, and checks that the table of offsets is inside the file.
    ///
    /// | byte | number, the highest byte first |
    /// |---|---|
    /// | 6 | the size of an offset in the table, 1 to 8 |
    /// | 7 | the size of a reference, the number of an object in a collection, 1 to 8 |
    /// | 8–15 | the number of objects |
    /// | 16–23 | the number of the outermost object |
    /// | 24–31 | the offset of the table |
    init(_ bytes: [UInt8]) throws(PropertyList.Malformed) {
        guard bytes.count >= Self.magic.count + 32 else { throw PropertyList.Malformed() }
        self.bytes = bytes
        most = 100_000 + 16 * bytes.count
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        objectCount = try Self.number(bytes, trailer + 8, 8)
        top = try Self.number(bytes, trailer + 16, 8)
        table = try Self.number(bytes, trailer + 24, 8)
        guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, top < objectCount,
            table >= Self.magic.count, table <= trailer,
            objectCount <= (trailer - table) / offsetSize
        else { throw PropertyList.Malformed() }
    }

    func read() throws(PropertyList.Malformed) -> PropertyList {
        var budget = most
        return try object(top, depth: 0, &budget)
    }

    /// Reads an object by its number, and the objects that it refers to. A cycle ends at the limit of the depth.
    ///
    /// | marker | object |
    /// |---|---|
    /// | 0x08, 0x09 | false, true |
    /// | 0x10–0x13 | an integer of 1, 2, 4 or 8 bytes |
    /// | 0x22, 0x23 | a float of 4 or 8 bytes |
    /// | 0x33 | a date: a float of 8 bytes, seconds since 2001-01-01 |
    /// | 0x4n | n bytes of data |
    /// | 0x5n | n characters of ASCII |
    /// | 0x6n | n units of UTF-16, the highest byte first |
    /// | 0x8n | a reference in an archive, of n + 1 bytes |
    /// | 0xAn | an array: n references |
    /// | 0xDn | a dictionary: n references of keys, then n of values |
    ///
    /// - Parameter budget: the number of objects and bytes that may still be read.
    private func object(
        _ index: Int, depth: Int, _ budget: inout Int
    ) throws(PropertyList.Malformed) -> PropertyList {
        budget -= 1
        guard index < objectCount, depth <= PropertyList.deepest, budget > 0 else {
            throw PropertyList.Malformed()
        }
        var place = try Self.number(bytes, table + index * offsetSize, offsetSize)
        guard place >= Self.magic.count, place < table else { throw PropertyList.Malformed() }
        let marker = bytes[place]
        place += 1
        let low = Int(marker & 0xf)
        switch marker >> 4 {
        case 0 where low == 8: return .boolean(false)
        case 0 where low == 9: return .boolean(true)
        case 1 where low <= 3:
            return .integer(Int64(bitPattern: try word(place, 1 << low)))
        case 2 where low == 2:
            return .real(Double(Float(bitPattern: UInt32(try word(place, 4)))))
        case 2 where low == 3: return .real(Double(bitPattern: try word(place, 8)))
        case 3 where low == 3: return .date(Double(bitPattern: try word(place, 8)))
        case 4: return .data(Array(try content(low, &place, unit: 1, &budget)))
        case 5:
            let text = try content(low, &place, unit: 1, &budget)
            guard text.allSatisfy({ $0 < 0x80 }) else { throw PropertyList.Malformed() }
            return .string(String(decoding: text, as: UTF8.self))
        case 6:
            let text = Array(try content(low, &place, unit: 2, &budget))
            let units = stride(from: 0, to: text.count, by: 2).map {
                UInt16(text[$0]) << 8 | UInt16(text[$0 + 1])
            }
            guard let string = String(validating: units, as: UTF16.self) else {
                throw PropertyList.Malformed()
            }
            return .string(string)
        case 8: return .reference(try Self.number(bytes, place, low + 1))
        case 0xa:
            var array: [PropertyList] = []
            let all = try references(try content(low, &place, unit: referenceSize, &budget))
            for index in all {
                array.append(try object(index, depth: depth + 1, &budget))
            }
            return .array(array)
        case 0xd:
            let all = try references(try content(low, &place, unit: 2 * referenceSize, &budget))
            var dictionary: [String: PropertyList] = [:]
            for (key, value) in zip(all.prefix(all.count / 2), all.suffix(all.count / 2)) {
                guard case .string(let name) = try object(key, depth: depth + 1, &budget),
                    dictionary.updateValue(
                        try object(value, depth: depth + 1, &budget), forKey: name) == nil
                else { throw PropertyList.Malformed() }
            }
            return .dictionary(dictionary)
        default: throw PropertyList.Malformed()
        }
    }

    /// Returns the bytes of an object whose count is in its marker, or in an integer after it.
    ///
    /// A count from 15 on isn't in the marker 0x_F but in an integer with a marker of its own, 0x10 to 0x13.
    private func content(
        _ low: Int, _ place: inout Int, unit: Int, _ budget: inout Int
    ) throws(PropertyList.Malformed) -> ArraySlice<UInt8> {
        var count = low
        if low == 0xf {
            guard place < table, bytes[place] >> 4 == 1, bytes[place] & 0xf <= 3 else {
                throw PropertyList.Malformed()
            }
            let size = 1 << Int(bytes[place] & 0xf)
            count = try Self.number(bytes, place + 1, size)
            place += 1 + size
        }
        guard place <= table, count <= (table - place) / unit else {
            throw PropertyList.Malformed()
        }
        budget -= count * unit
        return bytes[place..<place + count * unit]
    }

    /// Reads the numbers of the objects that a collection contains.
    private func references(
        _ content: ArraySlice<UInt8>
    ) throws(PropertyList.Malformed) -> [Int] {
        var indices: [Int] = []
        for place in stride(from: content.startIndex, to: content.endIndex, by: referenceSize) {
            indices.append(try Self.number(bytes, place, referenceSize))
        }
        return indices
    }

    /// Reads a number of `size` bytes, the highest first. Objects end before the table.
    private func word(_ place: Int, _ size: Int) throws(PropertyList.Malformed) -> UInt64 {
        guard place + size <= table else { throw PropertyList.Malformed() }
        return bytes[place..<place + size].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads a count, which must be far below the largest integer.
    private static func number(
        _ bytes: [UInt8], _ place: Int, _ size: Int
    ) throws(PropertyList.Malformed) -> Int {
        guard place + size <= bytes.count else { throw PropertyList.Malformed() }
        let number = bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard number <= UInt64(Int32.max) else { throw PropertyList.Malformed() }
        return Int(number)
    }
}
