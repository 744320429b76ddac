// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import StoreTestSupport
import Testing

import SwiftKeychainRecovery
@testable import SwiftKeychainStore

@Suite struct FileTests {
    @Test func nothingIsMadeUntilTheFirstCall() throws {
        let folder = Folder()
        #expect(folder.names().isEmpty)
        #expect(try !folder.store.exists)
        try folder.store.read(deadline: .standard) { _ in }
        #expect(try folder.store.exists)
        #expect(
            folder.names().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
                == ["keychain-2.db", "keychain.lock"])
    }

    /// SQLite would make files in the folder that SQLITE_TMPDIR names.
    @Test func temporaryTablesStayInMemory() throws {
        let folder = Folder()
        try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
            #expect(try reader.database.integer("PRAGMA temp_store") == 2)
        }
    }

    @Test func aPathThatIsTooLongForSQLiteIsNamed() {
        let folder = Folder()
        let name = String(repeating: "n", count: 160)
        let store = SampleEngine.store("\(folder.path)/\(name)/\(name)/\(name)")
        let error = #expect(throws: KeychainError.self) {
            try store.read(deadline: .standard) { _ in }
        }
        #expect(error?.code == .notAvailable)
        #expect(
            error?.detail.hasSuffix("the path is too long for SQLite, which takes 504 bytes")
                == true)
    }

    @Test func filesAreTheUsersAloneWhateverTheMask() throws {
        let folder = Folder()
        let child = ChildProcess(
            "/bin/sh",
            [
                "-c",
                "umask 0; exec \(ChildProcess.sibling("StoreProbe")) insert \(folder.path)/a/b 1 1",
            ])
        #expect(child.lines() == ["1"])
        #expect(child.wait() == 0)
        func mode(_ path: String) -> mode_t {
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
        }
        #expect(mode(folder.path + "/a") == 0o700)
        #expect(mode(folder.path + "/a/b") == 0o700)
        let names = Folder.names(folder.path + "/a/b")
        #expect(names.contains("keychain-2.db-wal"))
        for name in names { #expect(mode(folder.path + "/a/b/" + name) == 0o600, "\(name)") }
        #expect(SampleEngine.store(folder.path + "/a/b").permissions().isEmpty)
    }

    @Test func aModeThatLetsOthersInIsReported() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        #expect(folder.store.permissions().isEmpty)
        chmod(folder.database, 0o644)
        chmod(folder.directory, 0o755)
        #expect(folder.store.permissions().count == 2)
        #expect(folder.store.permissions().contains { $0.hasPrefix(folder.database + ":") })
        chmod(folder.directory, 0o700)
        for mode: mode_t in [0o640, 0o620, 0o604, 0o602] {
            chmod(folder.database, mode)
            #expect(folder.store.permissions().count == 1)
        }
    }

    @Test func aFileOfZeroBytesCountsAsNoStore() throws {
        let folder = Folder()
        mkdir(folder.directory, 0o700)
        Folder.write(folder.database, [])
        #expect(try !folder.store.exists)
        try folder.store.add([Sample.row(1)])
        #expect(try folder.reopened().all(.genericPassword).count == 1)
        #expect(!folder.names().contains { $0.contains("damaged") })
    }

    @Test func withoutAnEngineNoStoreIsMade() {
        let folder = Folder()
        let store = Store(directory: folder.directory)
        #expect {
            try store.read(deadline: .standard) { _ in }
        } throws: { KeychainError.Code.internalComponent ~= $0 }
        #expect(!folder.names().contains("keychain-2.db"))
    }

    @Test func aStoreOfAnotherNameHasLocksOfItsOwn() throws {
        let folder = Folder()
        let other = Store(
            directory: folder.directory, fileName: "work.keychain", keys: SampleEngine.keys)
        try other.add([Sample.row(1)])
        try folder.store.add([Sample.row(2)])
        #expect(try other.all(.genericPassword).map(unplaced) == [Sample.row(1)])
        #expect(folder.names().contains("work.keychain.keychain.lock"))
        #expect(other.databasePath == folder.directory + "/work.keychain")
    }

    @Test func aFolderThatIsALinkIsFollowedAndAFileThatIsOneIsNot() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let link = folder.path + "/link"
        symlink(folder.directory, link)
        #expect(try SampleEngine.store(link).all(.genericPassword).count == 1)
        let other = folder.path + "/other"
        mkdir(other, 0o700)
        symlink(folder.database, other + "/keychain-2.db")
        #expect {
            try SampleEngine.store(other).read(deadline: .standard) { _ in }
        } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    @Test func aRemovedFolderIsMadeAnew() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        Folder.remove(folder.directory)
        #expect(try folder.store.all(.genericPassword).isEmpty)
        try folder.store.add([Sample.row(2)])
        // Another engine makes the folder anew while this one holds the files of the old.
        Folder.remove(folder.directory)
        try folder.reopened().add([Sample.row(3)])
        try folder.store.add([Sample.row(4)])
        #expect(
            try folder.store.all(.genericPassword).map(unplaced) == [Sample.row(3), Sample.row(4)])
    }

    @Test func aRemovedDatabaseIsNotWrittenTo() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        for suffix in ["", "-wal", "-shm"] { unlink(folder.database + suffix) }
        try folder.store.add([Sample.row(2)])
        #expect(try folder.reopened().all(.genericPassword).map(unplaced) == [Sample.row(2)])
    }

    /// A limit on the size of files stands in for a full volume.
    @Test func aFullVolumeIsSaidSoAndNothingIsLost() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(9999)])
        let probe = ChildProcess.sibling("StoreProbe")
        let child = ChildProcess(
            "/bin/sh",
            [
                "-c",
                "trap '' XFSZ; ulimit -f 600; exec \(probe) insert \(folder.directory) 0 5000",
            ])
        var lines = child.lines()
        let last = lines.popLast() ?? ""
        #expect(last.contains("(-34)") && last.contains(folder.database), "\(last)")
        // The log alone would have been full after a tenth of them.
        #expect(lines.count > 100)
        let rows = try folder.store.all(.genericPassword)
        #expect(rows.allSatisfy(Sample.isIntact))
        #expect(rows.count == lines.count + 1)
        try folder.store.add([Sample.row(10_000)])
    }

    @Test func networkFileSystemsAreNamed() throws {
        #expect(try NetworkFileSystem.name(at: "/") == nil)
        #expect(NetworkFileSystem.remoteName("fuse.sshfs") == "FUSE (sshfs)")
        #expect(NetworkFileSystem.remoteName("fuse.gocryptfs") == nil)
    }

    /// The superuser may read everything, so another user tries these rules.
    @Test(
        .enabled(if: geteuid() == 0, "needs root to become another user"),
        arguments: ["000", "400"])
    func anUnreadableFileIsLeftAlone(_ mode: String) throws {
        let folder = Folder()
        chmod(folder.path, 0o777)
        func asNobody(_ command: String) -> [String] {
            let child = ChildProcess(
                "setpriv",
                [
                    "--reuid", "65534", "--regid", "65534", "--clear-groups", "/bin/sh", "-c",
                    command,
                ])
            defer { child.wait() }
            return child.lines()
        }
        let probe = ChildProcess.sibling("StoreProbe")
        // The probe may be in a folder that only its owner can read.
        let copy = folder.path + "/probe"
        ChildProcess("install", ["-m", "755", probe, copy]).wait()
        #expect(asNobody("\(copy) insert \(folder.directory) 1 2") == ["1", "2"])
        let before = Folder.read(folder.database)
        let names = folder.names()
        chmod(folder.database, mode == "000" ? 0o000 : 0o400)
        let answer = asNobody("\(copy) insert \(folder.directory) 3 1").joined()
        #expect(answer.contains(mode == "000" ? "-25291" : "-25292"), "\(answer)")
        #expect(answer.contains(folder.database))
        #expect(Folder.read(folder.database) == before)
        #expect(folder.names().filter { $0.contains("damaged") }.isEmpty)
        #expect(Set(folder.names()) == Set(names))
        if mode == "400" { #expect(asNobody("\(copy) count \(folder.directory)") == ["2"]) }
        // A folder that may not be written still answers, as long as the log is there.
        chmod(folder.database, 0o600)
        chmod(folder.directory, 0o500)
        #expect(asNobody("\(copy) count \(folder.directory)") == ["2"])
    }
}
