// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

/// The changes that a repair made to the files of a store.
///
/// This module repairs what SQLite can't open: it examines a file, salvages its rows into a new one, and replaces it.
/// No ordinary call enters it; `security doctor --repair` does. Its idea is that damage is read without SQLite, so that
/// no damage stops the reading, and judged by keys, so that no damage is believed:
///
///     PageSource ─▶ LeafScanner ─▶ SalvagedRecord ─▶ RowJudge: do both boxes open? ─▶ SalvageRebuild ─▶ new file
///      (pages)       (records)      (by columns)      (authenticated keybag)          (one row per key)
///
/// 1. Nothing is deleted. Files that are replaced or in the way get another name, which the report has.
/// 2. Nothing is moved until the new file is complete and durable.
/// 3. The work is bounded by the size of the file, whatever its bytes say.
/// 4. Only a row whose boxes open is kept; one whose class key is locked is kept unjudged.
///
/// What may surprise: without a keybag that authenticates, no row can be kept, because any could be forged. A repair
/// runs while no call of any process is in flight. Docs/internals/format.md, "Salvage", has the rules.
package struct FileRepair: Sendable {
    /// The new path of a file that had the name of a replacement and was none.
    package fileprivate(set) var replacementPath: String?
    /// The new path of another database's log.
    package fileprivate(set) var foreignLogPath: String?
    package fileprivate(set) var salvage: SalvageReport?
}

extension Store {
    /// Repairs the files of the store, then runs `body` as a write, while no call of any process is in
    /// flight.
    ///
    /// A file that SQLite can't use as a whole is salvaged. Nothing is deleted: files that are replaced,
    /// or were in the way, get another name, and ``damagedFiles()`` lists them.
    ///
    /// - Parameters:
    ///   - deadline: limits the wait for calls in flight, not the work itself.
    ///   - progress: receives the number of rows kept so far, now and then.
    /// - Returns: What `body` returns; nil when there is no store.
    /// - Throws: What `body` and ``RecoveryKeyProvider/rowJudge(keybags:)`` throw, `notAvailable` for a
    ///   file that is newer or another program's, `diskFull`, `inputOutput`.
    package func repair<R>(
        keys: any RecoveryKeyProvider, deadline: Deadline, progress: ((Int) -> Void)? = nil,
        _ body: (StoreWriter, FileRepair) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        try exclusiveAccess(deadline: deadline).repair(keys, progress, body)
    }

    /// Rebuilds the store in any condition: every row whose boxes open goes into a new file, and the
    /// old one is kept.
    ///
    /// - Parameters:
    ///   - deadline: limits the wait for calls in flight, not the work itself.
    ///   - reason: the reason for the record of incidents.
    ///   - progress: receives the number of rows kept so far, now and then.
    /// - Throws: What ``RecoveryKeyProvider/rowJudge(keybags:)`` throws, and then nothing has moved;
    ///   `diskFull`, `inputOutput`.
    @discardableResult
    package func salvage(
        keys: any RecoveryKeyProvider, deadline: Deadline, reason: String,
        progress: ((Int) -> Void)? = nil
    ) throws(KeychainError) -> SalvageReport {
        let access = try exclusiveAccess(deadline: deadline)
        _ = try access.finishReplacement(keys)
        return try access.salvage(keys, reason, progress)
    }

    /// Returns what keeps the store from being opened, as sentences; changes nothing.
    package func fileProblems(
        keys: any RecoveryKeyProvider, deadline: Deadline
    ) throws(KeychainError) -> [String] {
        try exclusiveAccess(deadline: deadline).problems(keys)
    }

    /// The path of a file with the name of a repair's replacement, next to a database.
    package var replacementPath: String? {
        System.exists(paths.database) && System.exists(paths.replacement) ? paths.replacement : nil
    }

    /// Returns the paths of the files that repairs moved aside, in the order of their dates.
    package func damagedFiles() -> [String] {
        let prefix = paths.fileName + ".damaged-"
        // An index contains nothing that isn't in the log.
        return System.readableNames(in: paths.directory)
            .filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-shm") }
            .sorted().map { paths.directory + "/" + $0 }
    }
}

extension ExclusiveAccess {
    /// Does the repair in order: finishes an interrupted replacement, moves a foreign log aside, salvages what SQLite
    /// can't use, and runs `body`.
    fileprivate func repair<R>(
        _ keys: any RecoveryKeyProvider, _ progress: ((Int) -> Void)?,
        _ body: (StoreWriter, FileRepair) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        var done = FileRepair()
        done.replacementPath = try finishReplacement(keys)
        if try isLogForeign(keys) { done.foreignLogPath = try moveLogAside() }
        if let reason = try reasonToSalvage() {
            done.salvage = try salvage(keys, reason, progress)
        }
        guard try FileIdentity(at: paths.database) != nil else { return nil }
        guard case .opened(let database) = try open() else {
            throw KeychainError(.notAvailable, "\(paths.database): can't be opened after a repair")
        }
        try raiseGeneration()
        return try write(database) { try body($0, done) }
    }

    /// Returns why the database can't stay as it is; nil when it can, or there is none.
    private func reasonToSalvage() throws(KeychainError) -> String? {
        guard try FileIdentity(at: paths.database) != nil else {
            return try size(StorePaths.log(paths.database)) > WriteAheadLog.headerBytes
                ? "the database file is missing, its log is not" : nil
        }
        do throws(KeychainError) {
            if let reason = try reasonNotToMigrate() { return reason }
            switch try open() {
            case .malformed(let words): return words
            case .older: return nil
            case .opened(let database):
                do throws(KeychainError) {
                    return try database.problems(limit: 1).first
                } catch {
                    if let words = database.corruption ?? database.excess { return words }
                    throw error
                }
            }
        } catch {
            // The schema doesn't match the statements.
            if error.code == .internalComponent { return error.detail }
            throw error
        }
    }

    /// Migrates an older database, and returns why that isn't possible: its manifest doesn't open. nil for one that was
    /// migrated or isn't older.
    private func reasonNotToMigrate() throws(KeychainError) -> String? {
        guard case .older = try open() else { return nil }
        do throws(KeychainError) { try prepare() } catch {
            guard error.code == .notAvailable else { throw error }
            return error.detail
        }
        return nil
    }

    /// Examines without changing: a missing file whose contents seem lost, a broken header, and a foreign log.
    fileprivate func problems(_ keys: any RecoveryKeyProvider) throws(KeychainError) -> [String] {
        var problems: [String] = []
        if try FileIdentity(at: paths.database) == nil {
            do throws(KeychainError) { try requireNothingLost() } catch {
                problems = [error.detail]
            }
        } else if try isRegularFile(paths.database) {
            // Closing the file here costs this process the locks of its idle connections to it.
            try raiseGeneration()
            if let header = try PageFile(at: paths.database)?.read(
                at: 0, count: DatabaseHeader.byteCount)
            {
                problems += DatabaseHeader.problems(header).map { "\(paths.database): \($0)" }
            }
            if (try? isLogForeign(keys)) == true {
                problems.append(
                    "\(StorePaths.log(paths.database)): the log of another database; nothing in it"
                        + " opens under the keybag of \(paths.database), which it hides; security"
                        + " doctor --repair sets it aside")
            }
        }
        return problems
    }
}
