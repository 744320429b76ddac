import KeychainModel

extension Settlement {
    /// Ends a replacement that a crash interrupted after it was decided.
    func finishReplacement() throws(KeychainError) {
        let waits = try translating { () throws(SystemError) in
            try System.status(paths.replacement) != nil
        }
        if waits { try replace(asideAt: try asidePath()) }
    }

    /// Moves the database, its log and its index aside, and the replacement into their place.
    ///
    /// The replacement's name is the decision: until it is gone, whoever comes next begins here.
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
        let base = paths.database + ".damaged-" + WallClock.stamp(WallClock.seconds)
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
        for suffix in ["", "-wal", "-shm"] where try System.status(path + suffix) != nil {
            return true
        }
        return false
    }
}
