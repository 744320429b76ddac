import SwiftKeychainModel
import SwiftKeychainSystem

extension Settlement {
    /// Ends a repair that was interrupted after the database had moved aside; moves aside whatever
    /// else has the name of a replacement.
    ///
    /// As long as the database is in its place it goes on being the store, and may have changed since
    /// the replacement was made of it.
    ///
    /// - Returns: where something that is no replacement lies now; nil when nothing was in the way.
    /// - Throws: what ``Store/Hands/salvager`` throws, and then nothing has moved.
    func settleReplacement() throws(KeychainError) -> String? {
        guard try exists(paths.replacement) else { return nil }
        if try FileIdentity(at: paths.database) == nil, try isReplacementWhole() {
            try replace(asideAt: try asidePath())
            return nil
        }
        let aside = try asidePath() + "-replacement"
        try locks.raiseGeneration()
        try translating { () throws(SystemError) in
            try System.rename(paths.replacement, to: aside)
            try System.synchronize(directory: paths.directory)
        }
        return aside
    }

    /// Tells whether the replacement is a store of this device key. Whatever the repair put under that
    /// name was complete and durable before.
    private func isReplacementWhole() throws(KeychainError) -> Bool {
        guard let hands, try isRegularFile(paths.replacement),
            let file = try PageFile(at: paths.replacement),
            DatabaseHeader.problems(try file.read(at: 0, count: Schema.headerBytes)).isEmpty
        else { return false }
        let findings = try SalvageFindings(LeafScanner(source: PageSource(file: file, log: nil)))
        return try hands.salvager(findings.keybags.map(\.record)) != nil
    }

    /// Moves the database, its log and its index aside, and the replacement into their place.
    ///
    /// The database goes first: as long as it is not there, no call makes another one, and the next
    /// repair goes on here.
    func replace(asideAt aside: String) throws(KeychainError) {
        try locks.raiseGeneration()
        try translating { () throws(SystemError) in
            for suffix in ["", "-wal", "-shm"]
            where try System.status(paths.database + suffix) != nil {
                try System.rename(paths.database + suffix, to: aside + suffix)
            }
            try System.rename(paths.replacement, to: paths.database)
            try System.synchronize(directory: paths.directory)
        }
    }

    /// A name for what is moved aside: `keychain-2.db.damaged-20260131T235959Z`, numbered if taken.
    func asidePath() throws(KeychainError) -> String {
        let base = paths.database + ".damaged-" + SystemClock.stamp(SystemClock.seconds)
        return try translating { () throws(SystemError) in
            var (path, number) = (base, 1)
            while try isTaken(path) {
                number += 1
                path = "\(base)-\(number)"
            }
            return path
        }
    }

    private func isTaken(_ path: String) throws(SystemError) -> Bool {
        for suffix in ["", "-wal", "-shm", "-replacement"]
        where try System.status(path + suffix) != nil {
            return true
        }
        return false
    }
}
