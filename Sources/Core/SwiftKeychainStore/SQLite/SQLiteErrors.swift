// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The keychain errors of SQLite's result codes.
enum SQLiteErrors {
    /// Returns whether SQLite calls the file malformed, or no database at all.
    static func isCorruption(_ code: Int32) -> Bool {
        code & 0xff == SQLITE_CORRUPT || code & 0xff == SQLITE_NOTADB
    }

    /// Returns the words for a statement or a schema beyond the limits of ``Database/limitSchema()``; nil for
    /// other errors.
    static func excess(_ code: Int32, _ message: String) -> String? {
        switch code & 0xff {
        case SQLITE_INTERRUPT: "a statement takes more steps than a sound file needs"
        case SQLITE_TOOBIG: message
        case SQLITE_CORRUPT where message.contains(part: "too many arguments on function"): message
        default: nil
        }
    }

    /// - Parameters:
    ///   - code: the extended result code.
    ///   - systemError: `sqlite3_system_errno`, the error number beneath, or 0.
    static func error(
        _ code: Int32, path: String, message: String, systemError: Int32
    ) -> KeychainError {
        if isCorruption(code) {
            return damage(status(code, systemError), path, "SQLite says: \(message)")
        }
        if code & 0xff == SQLITE_CANTOPEN, path.pathBytes.count > longestPath {
            let rule = "the path is too long for SQLite, which takes \(longestPath) bytes"
            return KeychainError(status(code, systemError), "\(path): \(rule)")
        }
        var systemError = systemError
        // When SQLite can't make a file it opens it again as an existing one.
        if code & 0xff == SQLITE_CANTOPEN, systemError == ENOENT {
            if SystemError.hasNoInodes(path) {
                systemError = ENOSPC
            } else if let missing = ["-wal", "-shm"].first(where: { !System.exists(path + $0) }) {
                let rule = "is missing and can't be made; a keychain is copied with all its files"
                return KeychainError(status(code, systemError), "\(path)\(missing): \(rule)")
            }
        }
        let cause = systemError == 0 ? "" : " (\(SystemError.sentence(systemError, at: path)))"
        return KeychainError(status(code, systemError), "\(path): SQLite says: \(message)\(cause)")
    }

    /// The longest path of a database, in bytes: SQLite keeps 512 for it with the ending `-journal`.
    private static let longestPath = 504

    /// Returns the error of a damaged file, with the command that repairs it.
    ///
    /// - Parameter what: the damage, as part of a sentence.
    static func damage(
        _ code: KeychainError.Code, _ path: String, _ what: String
    ) -> KeychainError {
        KeychainError(code, "\(path): damaged (\(what)); security doctor --repair repairs it")
    }

    /// Returns the status for a result of SQLite (sqlite.org/rescode.html) and the errno behind it.
    private static func status(_ code: Int32, _ systemError: Int32) -> KeychainError.Code {
        switch code & 0xff {
        case SQLITE_FULL: .diskFull
        case SQLITE_IOERR where [EDQUOT, ENOSPC, EFBIG].contains(systemError): .diskFull
        case SQLITE_CANTOPEN where [EDQUOT, ENOSPC].contains(systemError): .diskFull
        // SQLITE_IOERR_NOMEM.
        case SQLITE_IOERR where code == SQLITE_IOERR | (12 << 8): .allocation
        case SQLITE_IOERR: .inputOutput
        case SQLITE_CORRUPT: .inputOutput
        case SQLITE_READONLY: .readOnly
        case SQLITE_NOMEM: .allocation
        case SQLITE_TOOBIG: .parameter
        // SQLITE_CONSTRAINT_UNIQUE.
        case SQLITE_CONSTRAINT where code == SQLITE_CONSTRAINT | (8 << 8): .duplicateItem
        case SQLITE_CONSTRAINT, SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE: .internalComponent
        default: .notAvailable
        }
    }
}
