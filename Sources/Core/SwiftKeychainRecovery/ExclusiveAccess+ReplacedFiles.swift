// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainStore
import SwiftKeychainSystem

// The files that a repair moves aside, and their replacements.
extension ExclusiveAccess {
    /// Finishes a repair that was interrupted after the database had moved aside; moves anything else
    /// with the name of a replacement aside.
    ///
    /// As long as the database is in place it remains the store, and may have changed since the
    /// replacement was made from it.
    ///
    /// - Returns: The new path of a file that is no replacement; nil when there was none.
    /// - Throws: What ``RecoveryKeyProvider/rowJudge(keybags:)`` throws, and then nothing has moved.
    func finishReplacement(_ keys: any RecoveryKeyProvider) throws(KeychainError) -> String? {
        guard try exists(paths.replacement) else { return nil }
        if try FileIdentity(at: paths.database) == nil, try isReplacementWhole(keys) {
            try replace(asideAt: try asidePath())
            return nil
        }
        let aside = try asidePath() + "-new"
        try raiseGeneration()
        try translating {
            try System.rename(paths.replacement, to: aside)
            try System.synchronize(directory: paths.directory)
        }
        return aside
    }

    /// Returns whether the replacement is a store of this device key. A repair gives a file that name
    /// only when it is complete and durable.
    private func isReplacementWhole(
        _ keys: any RecoveryKeyProvider
    ) throws(KeychainError) -> Bool {
        guard try isRegularFile(paths.replacement), let file = try PageFile(at: paths.replacement),
            DatabaseHeader.problems(try file.read(at: 0, count: DatabaseHeader.byteCount)).isEmpty
        else { return false }
        let findings = try SalvageFindings(LeafScanner(source: PageSource(file: file, log: nil)))
        return try keys.rowJudge(keybags: findings.keybags.map(\.record)) != nil
    }

    /// Moves the database, its log and its index aside, and the replacement into their place.
    ///
    /// The database is moved first: while it is missing, no call makes another one, and the next repair
    /// continues here.
    func replace(asideAt aside: String) throws(KeychainError) {
        try raiseGeneration()
        try translating {
            for suffix in ["", "-wal", "-shm"]
            where try System.status(paths.database + suffix) != nil {
                try System.rename(paths.database + suffix, to: aside + suffix)
            }
            try System.rename(paths.replacement, to: paths.database)
            try System.synchronize(directory: paths.directory)
        }
    }

    /// Returns whether the log next to the database is another database's.
    func isLogForeign(_ keys: any RecoveryKeyProvider) throws(KeychainError) -> Bool {
        guard try size(StorePaths.log(paths.database)) > WriteAheadLog.headerBytes else {
            return false
        }
        // Closing the file here costs this process the locks of its idle connections to it.
        try raiseGeneration()
        return try LogExamination(file: try PageFile(at: paths.database), beside: paths.database)?
            .isForeign(keys) ?? false
    }

    /// Moves the log and its index aside; the store then has only the contents of the file.
    ///
    /// A copy takes the place of the file first: the connections of one process to one file share what they
    /// know of its log, and any process may have idle ones.
    ///
    /// - Returns: The new path of the log.
    func moveLogAside() throws(KeychainError) -> String {
        let aside = try asidePath()
        try raiseGeneration()
        do throws(KeychainError) {
            try copyDatabase(to: paths.building)
        } catch {
            try? System.unlink(paths.building)
            throw error
        }
        try translating {
            try System.rename(paths.building, to: paths.database)
            // The index first: a log without its index is read anew, an index without its log describes nothing.
            for suffix in ["-shm", "-wal"]
            where try System.status(paths.database + suffix) != nil {
                try System.rename(paths.database + suffix, to: aside + suffix)
            }
            try System.synchronize(directory: paths.directory)
        }
        return StorePaths.log(aside)
    }

    /// Copies the database without its log, and makes the copy durable.
    private func copyDatabase(to path: String) throws(KeychainError) {
        guard let file = try PageFile(at: paths.database) else { return }
        let descriptor = try translating {
            // What a crash left may have a second name, under which nothing may be written.
            if try System.status(path) != nil { try System.unlink(path) }
            return try System.makeFile(path)
        }
        defer { System.close(descriptor) }
        // A MiB at a time, and no holes, whatever the size of the file.
        let step = 1 << 20
        for range in file.dataRanges {
            for offset in stride(from: range.lowerBound, to: range.upperBound, by: step) {
                let bytes = try file.read(
                    at: offset, count: min(step, range.upperBound - offset))
                try translating { try System.write(descriptor, path, at: offset, bytes) }
            }
        }
        try translating {
            try System.truncate(descriptor, path, to: file.byteCount)
            try System.synchronize(descriptor, path)
        }
    }

    /// Returns a free name for what is moved aside: `keychain-2.db.damaged-20260131T235959Z`, with a
    /// number when that is taken.
    func asidePath() throws(KeychainError) -> String {
        let base = paths.database + ".damaged-" + SystemClock.stamp(SystemClock.seconds)
        return try translating {
            var (path, number) = (base, 1)
            // Neither it nor a file that belongs to it may be there.
            let suffixes = ["", "-wal", "-shm", "-new"]
            while try suffixes.contains(where: { try System.status(path + $0) != nil }) {
                number += 1
                path = "\(base)-\(number)"
            }
            return path
        }
    }
}
