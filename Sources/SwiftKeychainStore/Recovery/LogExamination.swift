import SwiftKeychainModel

/// Compares a write-ahead log with the database file it lies beside.
///
/// Nothing in SQLite's format says which database a log belongs to: it takes one with the right
/// checksums for the file's own, and shows the pages of another store in place of this one's. The
/// next checkpoint would write them over it.
struct LogExamination {
    /// The file without the log.
    private let main: PageSource
    /// The log without the file.
    private let log: PageSource

    /// Records that have to contradict the keybag: a single one may be damaged.
    private static let least = 2

    /// - Returns: nil when there is no file, or nothing committed in the log.
    init?(file: PageFile?, beside path: String) throws(KeychainError) {
        guard let file, let log = try WriteAheadLog.beside(path) else { return nil }
        self.log = try PageSource(file: nil, log: log)
        if self.log.pageNumbers.isEmpty { return nil }
        main = try PageSource(file: file, log: nil)
    }

    /// Tells whether the log is another database's: the file is whole by itself, keybag and manifest,
    /// and nothing that lies in the log opens under that keybag.
    ///
    /// - Parameter salvager: as in ``Store/Hands``.
    func isForeign(
        _ salvager: ([[UInt8]]) throws(KeychainError) -> Store.Salvager?
    ) throws(KeychainError) -> Bool {
        guard let salvager = try keybag(salvager) else { return false }
        if try hidesHeader() { return true }
        let scanner = LeafScanner(source: log)
        var refused = 0
        for number in log.pageNumbers {
            var owned = false
            func judge(_ part: Store.Part) {
                switch salvager.owns(part) {
                case true?: owned = true
                case false?: refused += 1
                case nil: break
                }
            }
            try scanner.scan(number, SalvagedRecord.mayBeOther) { record in
                if let part = Self.part(record) { judge(part) }
            }
            try scanner.scan(number, SalvagedRecord.mayBeRow) { record in
                for itemClass in ItemClass.stored {
                    if let row = SalvagedRecord.row(record, TableLayout.of(itemClass)) {
                        judge(.row(row))
                    }
                }
            }
            if owned { return false }
        }
        return refused >= Self.least
    }

    /// Finds the keybag of the file, and a manifest in it that opens under that.
    private func keybag(
        _ salvager: ([[UInt8]]) throws(KeychainError) -> Store.Salvager?
    ) throws(KeychainError) -> Store.Salvager? {
        let scanner = LeafScanner(source: main)
        var found: [Store.Salvager] = []
        var manifests: [Store.Part] = []
        var seen: Set<[UInt8]> = []
        for number in main.pageNumbers {
            var whole: Store.Salvager?
            try scanner.scan(number, SalvagedRecord.mayBeOther) { record in
                switch Self.part(record) {
                case .keybag(let bytes)? where seen.insert(bytes).inserted:
                    // One that does not open says nothing of the others.
                    guard let opened = try? salvager([bytes]) else { break }
                    found.append(opened)
                    if manifests.contains(where: { opened.owns($0) == true }) { whole = opened }
                case .manifest(let bytes, let revision)? where seen.insert(bytes).inserted:
                    let manifest = Store.Part.manifest(bytes, revision: revision)
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

    /// Tells whether the first page is ours in the file, and another program's in the log.
    private func hidesHeader() throws(KeychainError) -> Bool {
        guard let own = try main.page(1), Schema.isHeader(Array(own.prefix(Schema.headerBytes))),
            let hiding = try log.page(1)
        else { return false }
        return !Schema.isHeader(Array(hiding.prefix(Schema.headerBytes)))
    }

    private static func part(_ record: Record) -> Store.Part? {
        switch SalvagedRecord(other: record) {
        case .keybag(let bytes, _): .keybag(bytes)
        case .manifest(let bytes, let revision): .manifest(bytes, revision: revision)
        default: nil
        }
    }
}
