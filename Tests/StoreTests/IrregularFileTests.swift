// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import StoreTestSupport
import Testing

@testable import SwiftKeychainStore

/// What may lie at the path of a database, or beside it, that is no regular file with one name.
@Suite struct IrregularFileTests {
    /// Checks that reading and writing fail with a sentence that names the path and what lies there,
    /// and that it still lies there.
    private func expectRefusal(
        of store: Store, _ path: String, _ words: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        var before = stat()
        #expect(lstat(path, &before) == 0, sourceLocation: location)
        for isWriting in [false, true] {
            let error = #expect(throws: KeychainError.self, sourceLocation: location) {
                if isWriting {
                    try store.add([Sample.row(2)])
                } else {
                    try store.read(deadline: .standard) { _ in }
                }
            }
            #expect(error?.code == .notAvailable, sourceLocation: location)
            #expect(
                error?.detail.hasPrefix("\(path): \(words)") == true, "\(error?.detail ?? "")",
                sourceLocation: location)
        }
        var after = stat()
        #expect(lstat(path, &after) == 0, sourceLocation: location)
        #expect(before.st_ino == after.st_ino, sourceLocation: location)
    }

    private func makeFIFO(_ path: String) { #expect(mkfifo(path, 0o400) == 0) }

    private func makeSocket(_ path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(result == 0)
    }

    @Test func inPlaceOfAStoreThatWasNotMadeYet() throws {
        for (words, make) in [
            ("is a FIFO", makeFIFO), ("is a socket", makeSocket),
            ("is a folder", { mkdir($0, 0o700) }),
            ("is a symbolic link", { symlink("/nowhere", $0) }),
        ] as [(String, (String) -> Void)] {
            let folder = Folder()
            mkdir(folder.directory, 0o700)
            make(folder.database)
            try expectRefusal(of: folder.store, folder.database, words)
        }
    }

    /// Root in a container may not make devices.
    private static let makesDevices = {
        let folder = Folder()
        // The folder goes with its object.
        return withExtendedLifetime(folder) { makeDevice(folder.path + "/device") }
    }()

    private static func makeDevice(_ path: String) -> Bool {
        // The numbers of /dev/null.
        mknod(path, S_IFCHR | 0o600, 1 << 8 | 3) == 0
    }

    @Test(.enabled(if: makesDevices, "needs the right to make devices"))
    func aDevice() throws {
        let folder = Folder()
        mkdir(folder.directory, 0o700)
        #expect(Self.makeDevice(folder.database))
        try expectRefusal(of: folder.store, folder.database, "is a device")
    }

    @Test func inPlaceOfAStoreInUse() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        rename(folder.database, folder.database + ".kept")
        makeFIFO(folder.database)
        try expectRefusal(of: folder.store, folder.database, "is a FIFO")
        unlink(folder.database)
        rename(folder.database + ".kept", folder.database)
        #expect(try folder.store.all(.genericPassword).count == 1)
    }

    @Test(arguments: ["-wal", "-shm", "-journal"])
    func besideTheDatabase(_ suffix: String) throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        try folder.store.truncateLog(deadline: .standard)
        let path = folder.database + suffix
        unlink(path)
        makeFIFO(path)
        try expectRefusal(of: folder.reopened(), path, "is a FIFO")
    }

    @Test func aSecondNameIsRefusedByBoth() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let other = folder.path + "/other"
        mkdir(other, 0o700)
        link(folder.database, other + "/keychain-2.db")
        try expectRefusal(of: folder.store, folder.database, "has 2 names (hard links)")
        try expectRefusal(
            of: SampleEngine.store(other), other + "/keychain-2.db", "has 2 names (hard links)")
        unlink(other + "/keychain-2.db")
        #expect(try folder.store.all(.genericPassword).map(unplaced) == [Sample.row(1)])
    }

    @Test(arguments: ["keychain.lock", "writer.lock", "keychain-2.db.rewriting"])
    func aFIFOInPlaceOfASmallFileEndsTheCall(_ name: String) throws {
        let folder = Folder()
        mkdir(folder.directory, 0o700)
        try folder.store.add([Sample.row(1)])
        let path = folder.directory + "/" + name
        unlink(path)
        makeFIFO(path)
        let store = folder.reopened()
        // Some succeed, for they only take a lock; none waits.
        _ = try? store.read(deadline: .standard) { _ in }
        _ = try? store.add([Sample.row(2)])
        _ = try? store.rewrite(deadline: .standard) { _ in
        } afterwards: {
        }
    }

    /// What is written to a small file would be written to the other file too.
    @Test(arguments: ["keychain.lock", "writer.lock"])
    func aSmallFileWithASecondNameIsRefused(_ name: String) throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let path = folder.directory + "/" + name
        let letter = folder.path + "/letter"
        Folder.write(letter, Array("dear reader".utf8))
        chmod(letter, 0o640)
        unlink(path)
        link(letter, path)
        let error = #expect(throws: KeychainError.self) {
            try folder.reopened().add([Sample.row(2)])
        }
        #expect(error?.code == .notAvailable)
        #expect(
            error?.detail.hasPrefix("\(path): has 2 names (hard links)") == true,
            "\(error?.detail ?? "")")
        #expect(throws: KeychainError.self) {
            try LockedFile.alone(path, deadline: .standard) {}
        }
        #expect(Folder.read(letter) == Array("dear reader".utf8))
        unlink(path)
        try folder.reopened().add([Sample.row(2)])
        #expect(try folder.reopened().all(.genericPassword).count == 2)
    }

    /// A mark has no content; a file that a crash left is made anew.
    @Test func aMarkWithASecondNameIsLeftAsItIs() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let letter = folder.path + "/letter"
        Folder.write(letter, Array("dear reader".utf8))
        chmod(letter, 0o640)
        link(letter, folder.database + ".rewriting")
        try folder.store.rewrite(deadline: .standard) { _ in
        } afterwards: {
        }
        var status = stat()
        #expect(stat(letter, &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(Folder.read(letter) == Array("dear reader".utf8))
    }
}
