import Glibc
import KeychainModel

extension Store {
    /// Says which files of the store somebody else may read, change or replace; changes nothing.
    ///
    /// - Returns: A sentence for each, naming the path and its mode; empty when all is well.
    public func permissions() -> [String] {
        var findings: [String] = []
        let database = paths.database
        for path in [
            paths.directory, database, database + "-wal", database + "-shm", paths.lock,
            paths.writerLock,
        ] {
            var status = stat()
            // Here links are followed: it is the folder they lead to that matters.
            guard fstatat(AT_FDCWD, path, &status, 0) == 0 else { continue }
            let mode = String(status.st_mode & 0o7777, radix: 8)
            if status.st_mode & 0o077 != 0 {
                let right = path == paths.directory ? "0700" : "0600"
                findings.append("\(path): mode 0\(mode) lets others in, \(right) does not")
            }
            if status.st_uid != geteuid() {
                findings.append("\(path): belongs to user \(status.st_uid), not \(geteuid())")
            }
        }
        return findings
    }
}
