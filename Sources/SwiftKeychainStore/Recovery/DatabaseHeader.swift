import SwiftKeychainModel

/// Compares the first 100 bytes of a database file with those of every store
/// (sqlite.org/fileformat2.html §1.3).
///
/// SQLite takes some changed bytes for another kind of database: one that it opens for reading only,
/// or not at all.
enum DatabaseHeader {
    /// Bytes that are the same in every store, by their offset.
    private static let fixed: [(name: String, offset: Int, bytes: [UInt8])] = [
        ("magic", 0, Array("SQLite format 3\0".utf8)),
        ("page size", 16, [0x10, 0]),
        ("write version", 18, [2]),
        ("read version", 19, [2]),
        ("reserved space", 20, [0]),
        ("payload fractions", 21, [64, 32, 32]),
        ("schema format", 44, [0, 0, 0, 4]),
        ("largest root page", 52, [0, 0, 0, 0]),
        ("text encoding", 56, [0, 0, 0, 1]),
        ("vacuum mode", 64, [0, 0, 0, 0]),
        ("application id", 68, [0x4b, 0x63, 0x53, 0x74]),
    ]

    /// Gives a sentence for each field that is not what it must be.
    static func problems(_ header: [UInt8]) -> [String] {
        guard header.count == Schema.headerBytes else { return ["the header is cut off"] }
        return fixed.compactMap { field in
            let end = field.offset + field.bytes.count
            return header[field.offset..<end].elementsEqual(field.bytes)
                ? nil : "byte \(field.offset) of the header, the \(field.name), was changed"
        }
    }
}

extension Database {
    /// Looks at the header in the file and, where the log holds a newer one, at that.
    func headerProblems() throws(KeychainError) -> [String] {
        guard let file = PageFile(of: self) else { return [] }
        var problems = DatabaseHeader.problems(try file.read(at: 0, count: Schema.headerBytes))
        if let page = try WriteAheadLog.beside(path)?.page(1) {
            problems += DatabaseHeader.problems(Array(page.prefix(Schema.headerBytes)))
        }
        return problems
    }
}
