// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore

/// A search for every record on the pages of a damaged database that ignores its trees.
///
/// A page that is a sound leaf yields the cells it points to. A page of unknown kind, or with a broken
/// cell, is tried at every byte. The receiver of a record checks what it is. Freed pages and cells are
/// overwritten with zeros (secure_delete), so nothing deleted is found.
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
        // Page 1 begins with the 100 bytes of the header of the file. In the header of a page, byte 0 is the kind
        // (0x0d leaf and 0x05 inner page of a table, 0x0a and 0x02 those of an index), bytes 3 and 4 are the number
        // of cells, and bytes 5 and 6 the place of their content. On a leaf, the offset of each cell follows from
        // byte 8 on.
        let start = number == 1 ? 100 : 0
        switch page[start] {
        case 0x0d:
            if try scanLeaf(page, start, wants, body) { return }
        case 0x02, 0x05, 0x0a:
            if Self.isSound(page, start) { return }
        default: break
        }
        if page.contains(where: { $0 != 0 }) { try scanBytes(page, wants, body) }
    }

    /// Returns whether the header of a leaf describes cells inside the page.
    private static func isSound(_ page: [UInt8], _ start: Int) -> Bool {
        start + 8 + 2 * word(page, start + 3) <= PageSource.pageSize
            && word(page, start + 5) <= PageSource.pageSize
    }

    private static func word(_ page: [UInt8], _ at: Int) -> Int { page[at..<at + 2].bigEndian }

    /// Returns the records of a leaf; false when anything about it is broken.
    private func scanLeaf(
        _ page: [UInt8], _ start: Int, _ wants: ([UInt64]) -> Bool,
        _ body: (SQLiteRecord) throws -> Void
    ) throws(KeychainError) -> Bool {
        guard Self.isSound(page, start) else { return false }
        var isWhole = true
        var seen: Set<Int> = []
        for cell in 0..<Self.word(page, start + 3) {
            let offset = Self.word(page, start + 8 + 2 * cell)
            guard seen.insert(offset).inserted else { continue }
            guard offset < PageSource.pageSize, let cell = Cell(page, at: offset) else {
                isWhole = false
                continue
            }
            if !wants(cell.header.types) { continue }
            guard let record = try record(of: cell, page) else { continue }
            try KeychainError.only { try body(record) }
        }
        return isWhole
    }

    /// Tries to read a cell at each byte of a page whose header can't be trusted.
    private func scanBytes(
        _ page: [UInt8], _ wants: ([UInt64]) -> Bool,
        _ body: (SQLiteRecord) throws -> Void
    ) throws(KeychainError) {
        for offset in 0..<PageSource.pageSize - 4 {
            guard let cell = Cell(page, at: offset), wants(cell.header.types),
                let record = try record(of: cell, page)
            else { continue }
            try KeychainError.only { try body(record) }
        }
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

/// The cell of a table leaf: the start of its payload and the types of its columns.
private struct Cell {
    let rowid: Int64
    let payloadBytes: Int
    let local: Range<Int>
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
        let end = position + count + (count < payloadBytes ? 4 : 0)
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
