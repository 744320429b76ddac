// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychainModel
import StoreTestSupport

/// Stores rows as a program would that leaves the waiting to SQLite: the floor of ``Comparison``.
struct BusyHandler {
    let folder: String

    func insert(_ first: Int, _ count: Int) throws {
        var handle: OpaquePointer?
        sqlite3_open(folder + "/busy.db", &handle)
        sqlite3_busy_timeout(handle, 60_000)
        // Every process sets the file up; all but the first find it done.
        sqlite3_exec(
            handle,
            """
            PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
            CREATE TABLE IF NOT EXISTS genp(id INTEGER PRIMARY KEY, meta BLOB, data BLOB);
            """, nil, nil, nil)
        var statement: OpaquePointer?
        sqlite3_prepare_v2(handle, "INSERT INTO genp(meta,data) VALUES(?,?)", -1, &statement, nil)
        for number in first..<first + count {
            let row = Sample.row(number)
            let start = ContinuousClock.now
            sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil)
            for (index, box) in [row.metadataBox, row.secretBox ?? []].enumerated() {
                box.withUnsafeBytes {
                    _ = keychain_sqlite3_bind_blob(
                        statement, Int32(index + 1), $0.baseAddress, UInt64($0.count))
                }
            }
            let code = sqlite3_step(statement)
            sqlite3_reset(statement)
            guard code == SQLITE_DONE, sqlite3_exec(handle, "COMMIT", nil, nil, nil) == SQLITE_OK
            else {
                throw KeychainError(.internalComponent, "busy.db: \(code)")
            }
            say(microseconds(since: start))
        }
        sqlite3_finalize(statement)
        sqlite3_close(handle)
    }
}
