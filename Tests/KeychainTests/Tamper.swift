import CSQLite
import Foundation
import Keychain
import KeychainTestSupport
import Testing

/// Does to a store file what somebody without the keys can do.
struct Tamper {
    let path: String

    init(_ path: String) { self.path = path }

    func run(_ sql: String, _ location: SourceLocation = #_sourceLocation) {
        var handle: OpaquePointer?
        #expect(
            sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            sourceLocation: location)
        defer { sqlite3_close_v2(handle) }
        sqlite3_busy_timeout(handle, 5000)
        // Closing must not checkpoint while others are at work.
        sqlite3_exec(handle, "PRAGMA wal_autocheckpoint=0", nil, nil, nil)
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        #expect(
            code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))",
            sourceLocation: location)
    }
}

extension TestKeychain {
    /// Changes rows behind the keychain's back.
    func tamper(_ sql: String, _ location: SourceLocation = #_sourceLocation) {
        Tamper(home.databasePath).run(sql, location)
    }

    /// What an examination says about one subject.
    func findings(_ subject: String) -> [Finding] {
        keychain.diagnose().filter { $0.subject == subject }
    }

    func isHealthy(_ subject: String) -> Bool {
        let found = findings(subject)
        return !found.isEmpty && found.allSatisfy { !$0.isProblem }
    }
}

/// What no key opens, for the column `meta`.
let zeroed = "zeroblob(length(meta))"
