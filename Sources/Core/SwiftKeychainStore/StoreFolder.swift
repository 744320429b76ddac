// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import SwiftKeychainSystem

/// The folder of a store.
package enum StoreFolder {
    /// Returns the folder with symbolic links resolved. A missing one is made with its parents, mode 0700.
    ///
    /// - Throws: `notAvailable` on a network file system: a write-ahead log needs shared memory.
    static func prepare(_ paths: StorePaths) throws(KeychainError) -> StorePaths {
        let path = paths.directory
        try translating { try System.makeFolders(path) }
        let resolved = try translating { try System.resolve(path) }
        if let name = try NetworkFileSystem.name(at: resolved) {
            throw KeychainError(
                .notAvailable,
                "\(resolved): is on \(name), where processes of several machines can't share it")
        }
        return StorePaths(
            directory: resolved, fileName: paths.fileName, isOwned: paths.isOwned)
    }
}

extension Store {
    /// Returns findings for the files of the store that other users may read, change or replace.
    ///
    /// - Returns: A sentence for each, naming the path and its mode; empty when all is well.
    package func permissions() -> [String] {
        let database = paths.database
        return Self.permissions(ofFolder: paths.directory)
            + [database, database + "-wal", database + "-shm", paths.lock, paths.writerLock]
            .flatMap { Self.permissions(of: $0, "0600") }
    }

    /// Returns the same for one folder.
    package static func permissions(ofFolder path: String) -> [String] {
        permissions(of: path, "0700")
    }

    /// Returns a sentence for each folder above `path` whose contents another user can replace. Write access of the user's
    /// own group is accepted, and folders with the sticky bit are.
    package static func permissions(above path: String) -> [String] {
        guard var folder = try? System.resolve(path) else { return [] }
        var findings: [String] = []
        while folder != "/", let end = folder.lastIndex(of: "/") {
            folder = end == folder.startIndex ? "/" : String(folder[..<end])
            guard let status = try? System.status(following: folder) else { continue }
            let writers: mode_t = status.st_gid == getegid() ? 0o002 : 0o022
            if status.st_uid != 0, status.st_uid != geteuid() {
                findings.append(
                    "\(folder): belongs to user \(status.st_uid), who can replace what it contains")
            } else if status.st_mode & writers != 0, status.st_mode & mode_t(S_ISVTX) == 0 {
                let mode = String(status.st_mode & 0o7777, radix: 8)
                findings.append("\(folder): mode 0\(mode) lets others replace what it contains")
            }
        }
        return findings
    }

    /// Returns the same for one file, or a folder.
    package static func permissions(of path: String, _ right: String) -> [String] {
        var findings: [String] = []
        // If the path is a link, the folder that it names matters.
        guard let status = try? System.status(following: path) else { return [] }
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

/// The file systems that several machines may write at once.
enum NetworkFileSystem {
    /// Magic numbers of statfs(2).
    private static let names: [Int: String] = [
        0x6969: "NFS", 0x517b: "SMB", 0xff53_4d42: "CIFS", 0xfe53_4d42: "SMB2",
        0x5346_414f: "AFS", 0x6b41_4653: "AFS", 0x0102_1997: "9P", 0x7375_7245: "Coda",
        0x564c: "NCP", 0x00c3_6400: "Ceph", 0x0bd0_0bd0: "Lustre", 0x0116_1970: "GFS2",
        0x7461_636f: "OCFS2", 0x1983_0326: "FhGFS", 0x4750_4653: "GPFS",
    ]
    private static let fuse = 0x6573_5546
    /// The types of FUSE mounts on a network; encrypted home folders are FUSE mounts too.
    private static let remote = [
        "sshfs", "glusterfs", "s3fs", "rclone", "davfs", "curlftpfs", "ceph",
    ]

    /// Returns the name of the network file system of `path`; nil when it is a local one.
    static func name(at path: String) throws(KeychainError) -> String? {
        let type = try translating { try System.fileSystemType(path) }
        // f_type is signed on some machines.
        let magic = type & 0xffff_ffff
        if let name = names[magic] { return name }
        return magic == fuse ? mountType(of: path).flatMap(remoteName) : nil
    }

    /// Returns the name for a type such as `fuse.sshfs`; nil for one that isn't known to be on a network.
    static func remoteName(_ mountType: String) -> String? {
        let kind = mountType.split(separator: ".").last.map(String.init) ?? mountType
        return remote.contains { kind.hasPrefix($0) } ? "FUSE (\(kind))" : nil
    }

    /// Looks up the type of the mount of `path` by its device number in /proc/self/mountinfo.
    ///
    ///     36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw
    ///
    /// The third field is the number, and the type follows the hyphen, before which the number of fields varies.
    private static func mountType(of path: String) -> String? {
        var status = stat()
        guard path.withPath({ lstat($0, &status) }) == 0,
            let file = fopen("/proc/self/mountinfo", "re")
        else {
            return nil
        }
        defer { fclose(file) }
        let number = UInt64(status.st_dev)
        // The numbers of makedev(3), whose bits aren't next to each other.
        let major = number >> 8 & 0xfff | number >> 32 & ~0xfff
        let minor = number & 0xff | number >> 12 & 0xffff_ff00
        let device = "\(major):\(minor)"
        var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let text = line.map({ String(cString: $0) }) {
            let fields = text.split(separator: " ")
            guard fields.count > 6, fields[2] == device,
                let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
            else { continue }
            return String(fields[dash + 1])
        }
        return nil
    }
}
