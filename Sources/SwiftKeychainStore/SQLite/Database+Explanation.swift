import SwiftKeychainModel

extension Database {
    /// Gives the error that names the damage, where an error of SQLite's only follows from it.
    ///
    /// Changed bytes in the header make SQLite call the file read-only or its own SQL wrong, a counter
    /// at its end makes it say that the disk is full.
    func explaining(_ error: KeychainError) -> KeychainError {
        guard let what = damage(behind: error) else { return error }
        return SQLiteErrors.damage(.notAvailable, path, what)
    }

    /// Says which damage is behind an error; nil: none that is known.
    func damage(behind error: KeychainError) -> String? {
        switch error.code {
        case .readOnly, .internalComponent: (try? headerProblems())?.first
        case .diskFull: (try? rowCounterProblems())?.first
        default: nil
        }
    }
}
