// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import SwiftKeychain

/// The changes to a store file that need no keys.
public struct Tamper {
    public let path: String

    public init(_ path: String) { self.path = path }

    /// Runs statements; one that SQLite refuses is a mistake in the test.
    public func run(_ sql: String) {
        var handle: OpaquePointer?
        precondition(
            sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, path)
        defer { sqlite3_close_v2(handle) }
        sqlite3_busy_timeout(handle, 5000)
        // Closing must not checkpoint while others are at work.
        sqlite3_exec(handle, "PRAGMA wal_autocheckpoint=0", nil, nil, nil)
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        precondition(code == SQLITE_OK, "\(sql): \(String(cString: sqlite3_errmsg(handle)))")
    }

    /// What no key opens, for the column `meta`.
    public static let zeroed = "zeroblob(length(meta))"
}

extension TestKeychain {
    /// Changes rows behind the keychain's back.
    public func tamper(_ sql: String) { Tamper(home.databasePath).run(sql) }

    /// What an examination says about one subject.
    public func findings(_ subject: String) -> [Finding] {
        keychain.diagnose().filter { $0.subject == subject }
    }

    public func isHealthy(_ subject: String) -> Bool {
        let found = findings(subject)
        return !found.isEmpty && found.allSatisfy { !$0.isProblem }
    }
}
