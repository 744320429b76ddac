import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

extension Store {
    /// Says which files of the store somebody else may read, change or replace; changes nothing.
    ///
    /// - Returns: A sentence for each, naming the path and its mode; empty when all is well.
    package func permissions() -> [String] {
        let database = paths.database
        return Self.permissions(ofFolder: paths.directory)
            + [database, database + "-wal", database + "-shm", paths.lock, paths.writerLock]
            .flatMap { Self.permissions(of: $0, "0600") }
    }

    /// Says the same of one folder.
    package static func permissions(ofFolder path: String) -> [String] {
        permissions(of: path, "0700")
    }

    private static func permissions(of path: String, _ right: String) -> [String] {
        var findings: [String] = []
        var status = stat()
        // Here links are followed: it is the folder they lead to that matters.
        guard path.withPath({ stat($0, &status) }) == 0 else { return [] }
        if status.st_mode & 0o077 != 0 {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            findings.append("\(path): mode 0\(mode) lets others in, \(right) does not")
        }
        if status.st_uid != geteuid() {
            findings.append("\(path): belongs to user \(status.st_uid), not \(geteuid())")
        }
        return findings
    }
}
