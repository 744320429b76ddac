// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore

/// The comparison of a write-ahead log with its database file.
///
/// SQLite's format doesn't record which database a log belongs to: SQLite takes any log with the right
/// checksums for the file's own, and reads the pages of another store in place of this one's. The next
/// checkpoint would overwrite the file with them.
struct LogExamination {
    /// The file without the log.
    private let main: PageSource
    /// The log without the file.
    private let log: PageSource

    /// The records that must contradict the keybag: a single one may be damaged.
    private static let least = 2

    /// - Returns: nil when there is no file, or nothing committed in the log.
    init?(file: PageFile?, beside path: String) throws(KeychainError) {
        guard let file, let log = try WriteAheadLog(beside: path) else { return nil }
        self.log = try PageSource(file: nil, log: log)
        if self.log.pageNumbers.isEmpty { return nil }
        main = try PageSource(file: file, log: nil)
    }

    /// Returns whether the log is another database's: the file has a keybag and its manifest, and
    /// nothing in the log opens under that keybag.
    func isForeign(_ keys: any RecoveryKeyProvider) throws(KeychainError) -> Bool {
        guard let judge = try judge(keys) else { return false }
        if try hidesHeader() { return true }
        let scanner = LeafScanner(source: log)
        var refused = 0
        for number in log.pageNumbers {
            var isOwned = false
            func count(_ part: StorePart) {
                switch judge.owns(part) {
                case true?: isOwned = true
                case false?: refused += 1
                case nil: break
                }
            }
            try scanner.scan(number, SalvagedRecord.mayBeOther) { record in
                if let part = Self.part(record) { count(part) }
            }
            try scanner.scan(number, SalvagedRecord.mayBeRow) { record in
                for row in SalvagedRecord.rows(record) { count(.row(row)) }
            }
            if isOwned { return false }
        }
        return refused >= Self.least
    }

    /// Finds a keybag of the file under which a manifest in the file opens.
    private func judge(
        _ keys: any RecoveryKeyProvider
    ) throws(KeychainError) -> (any RowJudge)? {
        let scanner = LeafScanner(source: main)
        var found: [any RowJudge] = []
        var manifests: [StorePart] = []
        var seen: Set<[UInt8]> = []
        for number in main.pageNumbers {
            var whole: (any RowJudge)?
            try scanner.scan(number, SalvagedRecord.mayBeOther) { record in
                switch Self.part(record) {
                case .keybag(let bytes)? where seen.insert(bytes).inserted:
                    // A row that doesn't open proves nothing about the others.
                    guard let opened = try? keys.rowJudge(keybags: [bytes]) else { break }
                    found.append(opened)
                    if manifests.contains(where: { opened.owns($0) == true }) { whole = opened }
                case .manifest(let bytes, let revision)? where seen.insert(bytes).inserted:
                    let manifest = StorePart.manifest(bytes, revision: revision)
                    manifests.append(manifest)
                    if let opened = found.first(where: { $0.owns(manifest) == true }) {
                        whole = opened
                    }
                default: break
                }
            }
            if let whole { return whole }
        }
        return nil
    }

    /// Returns whether the first page is ours in the file, and another program's in the log.
    private func hidesHeader() throws(KeychainError) -> Bool {
        func isOurs(_ page: [UInt8]) -> Bool {
            DatabaseHeader.isOurs(Array(page.prefix(DatabaseHeader.byteCount)))
        }
        guard let own = try main.page(1), let hiding = try log.page(1) else { return false }
        return isOurs(own) && !isOurs(hiding)
    }

    private static func part(_ record: SQLiteRecord) -> StorePart? {
        switch SalvagedRecord(other: record) {
        case .keybag(let bytes, _): .keybag(bytes)
        case .manifest(let bytes, let revision): .manifest(bytes, revision: revision)
        default: nil
        }
    }
}
