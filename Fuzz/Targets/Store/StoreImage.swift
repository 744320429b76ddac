// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainRecovery
import SwiftKeychainStore

/// The contents of a store's files, page by page, which an input can damage.
struct StoreImage {
    static let pageSize = 4096

    /// The pages of the database file; the last one may be incomplete after damage.
    var pages: [[UInt8]]
    var log = LogImage(pageSize: pageSize)

    /// A store with every sample row, some with long secrets, after a checkpoint.
    static let whole: StoreImage = {
        do { return try StoreFiles.with(made) } catch { fatalError("the sample store: \(error)") }
    }()

    private static func made(_ files: StoreFiles) throws(KeychainError) -> StoreImage {
        let store = Store(directory: files.directory, keys: SampleStore.keys)
        try store.write(deadline: .standard) { (writer) throws(KeychainError) in
            let aside = try writer.insert(SampleStore.rows[0].row)
            // Only the dates of these two differ from one process to the next.
            try writer.quarantine(.genericPassword, rowid: aside, reason: "an example")
            try writer.addIncident(kind: "test", detail: "an example")
            for sealed in SampleStore.stored { try writer.insert(sealed.row) }
        }
        try store.truncateLog(deadline: .standard)
        let bytes = StoreFiles.read(files.database)
        return StoreImage(
            pages: stride(from: 0, to: bytes.count, by: pageSize).map {
                Array(bytes[$0..<min($0 + pageSize, bytes.count)])
            })
    }

    var database: [UInt8] { Array(pages.joined()) }

    /// Returns the image with all damage that the input asks for.
    func damaged(by input: inout FuzzBytes) -> StoreImage {
        var image = self
        while !input.isAtEnd { image.damage(by: &input) }
        return image
    }

    private mutating func damage(by input: inout FuzzBytes) {
        guard !pages.isEmpty else {
            pages = [input.rest()]
            return
        }
        let page = input.choose(of: Array(pages.indices))
        switch input.choose(12) {
        case 0: flip(page, at: input.choose(12), by: &input)
        case 1, 2:
            let cell = input.choose(of: Self.cells)
            flip(min(cell.page, pages.count - 1), at: cell.place + Int(input.byte()), by: &input)
        case 3: write(input.piece(), page, at: place(&input))
        case 4: flip(page, at: place(&input), by: &input)
        case 5:
            let (other, from) = (input.choose(of: Array(pages.indices)), place(&input))
            write(Array(pages[other].dropFirst(from).prefix(255)), page, at: place(&input))
        case 6: pages[page] = Array(repeating: 0, count: Self.pageSize)
        case 7: pages.swapAt(page, input.choose(of: Array(pages.indices)))
        case 8: pages.append(pages[page])
        case 9: pages.removeLast(input.choose(min(pages.count + 1, 256)))
        case 10:
            pages[pages.count - 1].removeLast(place(&input) % (pages[pages.count - 1].count + 1))
        default: damageLog(page, by: &input)
        }
    }

    /// The positions of the cells in the leaf pages of all tables.
    private static let cells: [(page: Int, place: Int)] = whole.pages.enumerated().flatMap {
        (index, page) in
        let start = index == 0 ? 100 : 0
        guard page[start] == 0x0d else { return [(page: Int, place: Int)]() }
        return (0..<Int(page[start + 4])).map { cell in
            let pointer = start + 8 + 2 * cell
            return (index, Int(page[pointer]) << 8 | Int(page[pointer + 1]))
        }
    }

    /// Changes one bit.
    private mutating func flip(_ page: Int, at place: Int, by input: inout FuzzBytes) {
        let bit: UInt8 = 1 << UInt8(input.choose(8))
        guard !pages[page].isEmpty else { return }
        pages[page][place % pages[page].count] ^= bit
    }

    private mutating func damageLog(_ page: Int, by input: inout FuzzBytes) {
        switch input.choose(5) {
        case 0: log.append(pages[page], as: UInt32(page + 1), committing: UInt32(pages.count))
        case 1: log.append(pages[page], as: UInt32(page + 1), committing: 0)
        case 2:
            log.append(
                pages[page], as: UInt32(truncatingIfNeeded: input.word()),
                committing: UInt32(truncatingIfNeeded: input.word()))
        case 3: log.tear(after: input.choose(8), bytes: input.choose(64))
        default: log.bytes = input.edit(log.bytes, other: pages[page])
        }
    }

    private func place(_ input: inout FuzzBytes) -> Int {
        Int(input.byte()) << 8 | Int(input.byte())
    }

    private mutating func write(_ bytes: [UInt8], _ page: Int, at place: Int) {
        for (index, byte) in bytes.enumerated() where !pages[page].isEmpty {
            pages[page][(place + index) % pages[page].count] = byte
        }
    }
}
