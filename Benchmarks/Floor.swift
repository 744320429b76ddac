// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import CKeychainSodium
import Foundation

/// The lower bound for the library's calls: the same statements, indexes, boxes, digests and manifest
/// record with SQLite and libsodium alone, without error checks.
final class Floor {
    private let database: OpaquePointer
    private let findStatement: OpaquePointer
    private let insertStatement: OpaquePointer
    private let readManifest: OpaquePointer
    private let writeManifest: OpaquePointer
    private let begin: OpaquePointer
    private let commit: OpaquePointer
    private let columns: [String]
    private let metaColumn: Int
    private let dataColumn: Int
    private let key = [UInt8](repeating: 7, count: 32)
    private var manifestBox: [UInt8]
    private var revision: Int64 = 1
    /// The associated data of a row's boxes; only its length matters here.
    private let associatedData = [UInt8](repeating: 3, count: 330)

    /// Opens the database at `path`; a new one gets the tables of the one at `model`, all empty.
    init(path: String, model: String) {
        var source: OpaquePointer?
        check(sqlite3_open_v2(model, &source, SQLITE_OPEN_READONLY, nil))
        let schema = rows(
            source,
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
        let columns = rows(source, "SELECT name FROM pragma_table_info('genp')").filter {
            $0 != "rowid"
        }
        self.columns = columns
        metaColumn = columns.firstIndex(of: "meta")!
        dataColumn = columns.firstIndex(of: "data")!
        sqlite3_close(source)
        let isNew = access(path, F_OK) != 0
        var opened: OpaquePointer?
        check(sqlite3_open(path, &opened))
        let database = opened!
        self.database = database
        for pragma in [
            "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA secure_delete=ON",
            "PRAGMA cache_size=-65536",
        ] + (isNew ? schema : []) {
            check(sqlite3_exec(database, pragma, nil, nil, nil))
        }
        let list = columns.map { "\"\($0)\"" }.joined(separator: ",")
        let marks = columns.map { _ in "?" }.joined(separator: ",")
        func statement(_ sql: String) -> OpaquePointer { prepare(database, sql) }
        findStatement = statement(
            "SELECT rowid,\(list) FROM genp WHERE agrp IN (?) AND sync=? AND tomb=? AND acct=?"
                + " AND svce=? AND rowid>? ORDER BY rowid LIMIT ?")
        insertStatement = statement("INSERT INTO genp (\(list)) VALUES (\(marks))")
        check(
            sqlite3_exec(
                database,
                "CREATE TABLE IF NOT EXISTS floor(id INTEGER PRIMARY KEY, record BLOB, rev INTEGER)",
                nil, nil, nil))
        manifestBox = Self.seal([UInt8](repeating: 0, count: 60), [1], key)
        readManifest = statement("SELECT record, rev FROM floor WHERE id=1")
        writeManifest = statement("INSERT OR REPLACE INTO floor VALUES (1,?,?)")
        begin = statement("BEGIN IMMEDIATE")
        commit = statement("COMMIT")
        storeManifest()
    }

    deinit { sqlite3_close_v2(database) }

    /// Finds the sample item of this index.
    func find(_ items: SampleItems, _ index: Int) -> Bool {
        find(service: items.service(index), account: items.account(index))
    }

    /// Adds the sample item of this index.
    func add(_ items: SampleItems, _ index: Int, bulk: Bool) {
        add(
            service: items.service(index), account: items.account(index), secret: items.secret,
            bulk: bulk)
    }

    /// Finds one password by account and service and opens both boxes.
    func find(service: String, account: String) -> Bool {
        let statement = findStatement
        keychain_sqlite3_bind_text(statement, 1, "unsigned", 8)
        sqlite3_bind_int64(statement, 2, 0)
        sqlite3_bind_int64(statement, 3, 0)
        bind(statement, 4, digest(account))
        bind(statement, 5, digest(service))
        sqlite3_bind_int64(statement, 6, 0)
        sqlite3_bind_int64(statement, 7, 1)
        defer { sqlite3_reset(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW else { return false }
        var cells: [[UInt8]] = []
        for index in 1...columns.count { cells.append(blob(statement, Int32(index))) }
        // The boxes authenticate every other cell of the row.
        var context: [UInt8] = []
        context.reserveCapacity(associatedData.count)
        for (index, cell) in cells.enumerated() where index != metaColumn && index != dataColumn {
            context += cell
        }
        precondition(context.count <= associatedData.count)
        guard let attributes = Self.open(cells[metaColumn], associatedData, key),
            Self.open(cells[dataColumn], associatedData, key) != nil
        else { return false }
        return Self.decode(attributes) == 5
    }

    /// Reads pairs of short texts, each preceded by its length, into a dictionary.
    private static func decode(_ bytes: [UInt8]) -> Int {
        var found: [String: String] = [:]
        var position = 0
        func text() -> String {
            let end = position + 1 + Int(bytes[position])
            defer { position = end }
            return String(decoding: bytes[position + 1..<end], as: UTF8.self)
        }
        while position < bytes.count {
            let name = text()
            found[name] = text()
        }
        return found.count
    }

    /// Input for ``decode(_:)``: five attributes of typical lengths.
    static let sampleMetadata: [UInt8] = {
        var bytes: [UInt8] = []
        for (name, value) in [
            ("acct", "account-12345"), ("svce", "service-617"), ("cdat", "12345678"),
            ("mdat", "12345678"), ("labl", "a label of the usual length"),
        ] {
            for text in [name, value] { bytes += [UInt8(text.utf8.count)] + Array(text.utf8) }
        }
        return bytes
    }()

    /// Adds one row and updates the manifest, durably; with `bulk` inside the caller's transaction.
    func add(service: String, account: String, secret: [UInt8], bulk: Bool = false) {
        if !bulk { step(begin) }
        let statement = insertStatement
        let meta = Self.seal(Self.sampleMetadata, associatedData, key)
        let data = Self.seal(secret, associatedData, key)
        for (index, column) in columns.enumerated() {
            let position = Int32(index + 1)
            switch column {
            case "agrp": keychain_sqlite3_bind_text(statement, position, "unsigned", 8)
            case "pdmn": keychain_sqlite3_bind_text(statement, position, "ak", 2)
            case "sync", "tomb": sqlite3_bind_int64(statement, position, 0)
            case "fmt": sqlite3_bind_int64(statement, position, 2)
            case "rev": sqlite3_bind_int64(statement, position, 1)
            case "acct": bind(statement, position, digest(account))
            case "svce": bind(statement, position, digest(service))
            case "pkey": bind(statement, position, digest("unsigned|\(service)|\(account)"))
            case "persistref": bind(statement, position, random(16))
            case "meta": bind(statement, position, meta)
            case "data": bind(statement, position, data)
            case "cdat", "mdat", "labl", "accc", "vwht", "tkid":
                bind(statement, position, digest(column + account))
            default: sqlite3_bind_null(statement, position)
            }
        }
        step(statement)
        if !bulk {
            loadManifest()
            storeManifest()
            step(commit)
        }
    }

    func bulk(_ body: () -> Void) {
        step(begin)
        body()
        step(commit)
        sqlite3_wal_checkpoint_v2(database, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }

    private func loadManifest() {
        sqlite3_step(readManifest)
        let box = blob(readManifest, 0)
        sqlite3_reset(readManifest)
        precondition(Self.open(box, [1], key) != nil)
    }

    private func storeManifest() {
        revision += 1
        var element = [UInt8](repeating: 0, count: 32)
        let message = random(33)
        crypto_generichash(&element, 32, message, 33, key, 32)
        manifestBox = Self.seal([UInt8](repeating: 0, count: 60), [1], key)
        bind(writeManifest, 1, manifestBox)
        sqlite3_bind_int64(writeManifest, 2, revision)
        step(writeManifest)
    }

    private func digest(_ text: String) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: 16)
        let bytes = Array(text.utf8)
        crypto_generichash(&output, 16, bytes, UInt64(bytes.count), key, 32)
        return output
    }

    private func step(_ statement: OpaquePointer) {
        let result = sqlite3_step(statement)
        precondition(result == SQLITE_DONE, String(cString: sqlite3_errmsg(database)))
        sqlite3_reset(statement)
    }

    private static func seal(_ plaintext: [UInt8], _ context: [UInt8], _ key: [UInt8]) -> [UInt8] {
        var box = [UInt8](repeating: 0, count: plaintext.count + 40)
        randombytes_buf(&box, 24)
        box.withUnsafeMutableBufferPointer {
            _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                $0.baseAddress! + 24, nil, plaintext, UInt64(plaintext.count), context,
                UInt64(context.count), nil, $0.baseAddress!, key)
        }
        return box
    }

    private static func open(_ box: [UInt8], _ context: [UInt8], _ key: [UInt8]) -> [UInt8]? {
        var plaintext = [UInt8](repeating: 0, count: box.count - 40)
        let result = box.withUnsafeBufferPointer {
            crypto_aead_xchacha20poly1305_ietf_decrypt(
                &plaintext, nil, nil, $0.baseAddress! + 24, UInt64(box.count - 24), context,
                UInt64(context.count), $0.baseAddress!, key)
        }
        return result == 0 ? plaintext : nil
    }
}

private func check(_ result: Int32) { precondition(result == SQLITE_OK, "SQLite: \(result)") }

private func prepare(_ database: OpaquePointer?, _ sql: String) -> OpaquePointer {
    var statement: OpaquePointer?
    let result = sqlite3_prepare_v3(
        database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    precondition(result == SQLITE_OK, "\(sql): \(String(cString: sqlite3_errmsg(database)))")
    return statement!
}

private func rows(_ database: OpaquePointer?, _ sql: String) -> [String] {
    let statement = prepare(database, sql)
    defer { sqlite3_finalize(statement) }
    var result: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
        result.append(String(cString: sqlite3_column_text(statement, 0)))
    }
    return result
}

private func bind(_ statement: OpaquePointer, _ index: Int32, _ bytes: [UInt8]) {
    keychain_sqlite3_bind_blob(statement, index, bytes, UInt64(bytes.count))
}

private func blob(_ statement: OpaquePointer, _ index: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(statement, index))
    guard count > 0, let bytes = sqlite3_column_blob(statement, index) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
}

private func random(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
}
