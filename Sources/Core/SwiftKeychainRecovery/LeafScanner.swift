// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore

/// A search for every record on the pages of a damaged database that ignores its trees.
///
/// A page that is a sound leaf yields the cells it points to. Any other page is tried at every byte: it may be
/// a leaf with a damaged header. The receiver of a record checks what it is. Freed pages and cells are overwritten
/// with zeros (secure_delete), so nothing deleted is found.
///
/// The contents of a page can't make the work exceed a bound that depends on the size of the file: each
/// cell of a page is read once, a payload is no longer than all pages together, a chain of overflow
/// pages contains each page once, and all chains together have at most a few times as many pages as the
/// file.
final class LeafScanner {
    let source: PageSource
    /// The number of overflow pages that may still be followed.
    private var budget: Int
    /// The number of records that weren't read because the budget was spent.
    private(set) var unread = 0

    init(source: PageSource) {
        self.source = source
        // In a sound file each is part of one record; damage may leave a few records that share some.
        budget = 4 * source.pageCount
    }

    /// Calls `body` with each record that `wants` to be read, judged by its columns' types.
    func scan(
        _ wants: ([UInt64]) -> Bool, _ body: (SQLiteRecord) throws -> Void
    ) throws(KeychainError) {
        for number in source.pageNumbers { try scan(number, wants, body) }
    }

    /// Calls `body` with each such record on the page of that number.
    func scan(
        _ number: Int, _ wants: ([UInt64]) -> Bool,
        _ body: (SQLiteRecord) throws -> Void
    ) throws(KeychainError) {
        guard let page = try source.page(number) else { return }
        // Page 1 begins with the 100 bytes of the header of the file.
        let leaf = Leaf(page, at: number == 1 ? 100 : 0)
        for cell in leaf?.cells ?? Self.possibleCells(page) where wants(cell.header.types) {
            guard let record = try record(of: cell, page) else { continue }
            try translating { try body(record) }
        }
    }

    /// Returns what can be read as a cell at any byte of a page whose header can't be trusted.
    private static func possibleCells(_ page: [UInt8]) -> [Cell] {
        var cells: [Cell] = []
        page.withUnsafeBytes { bytes in
            // Builds for tests don't specialise the iterator of a range, and repeat this hundreds of times.
            var offset = 0
            while offset < PageSource.pageSize - 4 {
                // Most bytes are zero, and no cell begins with a size below two.
                if bytes[offset] >= 2, let cell = Cell(page, at: offset) { cells.append(cell) }
                offset += 1
            }
        }
        return cells
    }

    /// Assembles the payload from the page and the chain of overflow pages.
    private func record(of cell: Cell, _ page: [UInt8]) throws(KeychainError) -> SQLiteRecord? {
        guard cell.payloadBytes <= source.pageCount * PageSource.pageSize else { return nil }
        var payload = Array(page[cell.local])
        var next = cell.overflow
        var followed: Set<Int> = []
        while payload.count < cell.payloadBytes {
            guard followed.insert(next).inserted else { return nil }
            if budget == 0 {
                unread += 1
                return nil
            }
            budget -= 1
            guard let page = try source.page(next) else { return nil }
            let count = min(PageSource.pageSize - 4, cell.payloadBytes - payload.count)
            payload += page[4..<4 + count]
            // The first four bytes of an overflow page name the next one.
            next = page[..<4].bigEndian
        }
        return SQLiteRecord(rowid: cell.rowid, payload: payload)
    }
}

/// A leaf of a table of which every byte is accounted for (sqlite.org/fileformat2.html, section 1.6).
private struct Leaf {
    let cells: [Cell]

    /// Reads the header of a page at byte `start`; nil unless it is that of a leaf, and the header, the cells, free blocks
    /// and fragments make up the page: else a damaged number or pointer hides cells.
    ///
    /// Byte 0 of the header is the kind, 0x0d. Bytes 1 and 2 are the place of the first free block, 3 and 4 the number of
    /// cells, 5 and 6 the place of their content, and byte 7 the number of bytes in fragments. From byte 8 on, the places
    /// of the cells follow. A free block begins with the place of the next one and its own size, two bytes each. No
    /// store reserves bytes at the end of pages.
    init?(_ page: [UInt8], at start: Int) {
        func word(_ at: Int) -> Int { page[at..<at + 2].bigEndian }
        let count = word(start + 3)
        let content = word(start + 5)
        guard page[start] == 0x0d, start + 8 + 2 * count <= content,
            content <= PageSource.pageSize
        else { return nil }
        var cells: [Cell] = []
        var taken: [Range<Int>] = []
        for index in 0..<count {
            let place = word(start + 8 + 2 * index)
            guard place >= content, place < PageSource.pageSize, let cell = Cell(page, at: place)
            else { return nil }
            cells.append(cell)
            taken.append(place..<max(cell.end, place + 4))
        }
        var free = word(start + 1)
        while free != 0 {
            // Free blocks are in the order of their places.
            guard free >= content, free + 4 <= PageSource.pageSize else { return nil }
            let next = word(free)
            guard next == 0 || next > free else { return nil }
            taken.append(free..<free + max(word(free + 2), 4))
            free = next
        }
        taken.sort { $0.lowerBound < $1.lowerBound }
        let bytes = taken.reduce(Int(page[start + 7])) { $0 + $1.count }
        guard content + bytes == PageSource.pageSize,
            zip(taken, taken.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound })
        else { return nil }
        self.cells = cells
    }
}

/// The cell of a table leaf: the start of its payload and the types of its columns.
private struct Cell {
    let rowid: Int64
    let payloadBytes: Int
    let local: Range<Int>
    /// The place after the last byte of the cell.
    let end: Int
    /// The first overflow page; 0 without one.
    let overflow: Int
    let header: SQLiteRecordHeader

    /// The maximum size of a row: a secret, all attributes, and what sealing adds.
    private static let mostBytes = UInt64(Limits.secretBytes + 4 * Limits.allAttributesBytes)

    /// Reads a cell of a table leaf (sqlite.org/fileformat2.html, section 1.6): sizes, the rowid, and the types of its
    /// columns; nil if they contradict each other.
    init?(_ page: [UInt8], at offset: Int) {
        let usable = PageSource.pageSize
        var position = offset
        guard let size = Varint.read(page[...], &position), size >= 2, size <= Self.mostBytes,
            let number = Varint.read(page[...], &position)
        else { return nil }
        payloadBytes = Int(size)
        rowid = Int64(bitPattern: number)
        var count = payloadBytes
        // A payload that is too long for the page keeps a part there whose length follows from its size (section
        // 1.6), and the first overflow page is named behind it.
        if count > usable - 35 {
            let least = (usable - 12) * 32 / 255 - 23
            let fitting = least + (payloadBytes - least) % (usable - 4)
            count = fitting <= usable - 35 ? fitting : least
        }
        local = position..<position + count
        end = position + count + (count < payloadBytes ? 4 : 0)
        guard end <= usable,
            let header = SQLiteRecordHeader(page[local], payloadBytes: payloadBytes)
        else { return nil }
        overflow = count < payloadBytes ? page[local.upperBound..<end].bigEndian : 0
        self.header = header
    }
}

extension ArraySlice<UInt8> {
    /// The number in these bytes, the highest first.
    fileprivate var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
}
