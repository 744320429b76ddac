// SPDX-License-Identifier: Apache-2.0
import Glibc
import SwiftKeychainModel
import StoreTestSupport
import Testing

@testable import SwiftKeychainRecovery
@testable import SwiftKeychainStore

/// Files that say they have more bytes than the disk: whoever can write to the folder can make one.
@Suite struct SparseFileTests {
    private func blocks(_ path: String) -> Int {
        var status = stat()
        #expect(stat(path, &status) == 0)
        return Int(status.st_blocks)
    }

    @Test func aCopyOfADatabaseFillsNoHole() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        try folder.store.truncateLog(deadline: .standard)
        let rows = try folder.store.all(.genericPassword)
        let before = blocks(folder.database)
        #expect(truncate(folder.database, 64 << 20) == 0)
        let access = try folder.store.exclusiveAccess(deadline: .standard)
        _ = try access.moveLogAside()
        _ = consume access
        var status = stat()
        #expect(stat(folder.database, &status) == 0 && status.st_size == 64 << 20)
        #expect(blocks(folder.database) <= 2 * before)
        #expect(try folder.reopened().all(.genericPassword) == rows)
    }

    /// Some file systems have files of almost 2^63 bytes.
    @Test(arguments: [(0, 0), (1, 1), (4096, 1), (4097, 2), (Int.max, 1 << 51)])
    func thePagesOfAFileAreCounted(bytes: Int, pages: Int) {
        #expect(PageSource.pages(in: bytes) == pages)
    }

    /// The frames of a hole have the checksum of nothing.
    @Test func aHoleEndsALog() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let log = StorePaths.log(folder.database)
        Folder.write(log, [0x37, 0x7f, 0x06, 0x82, 0, 0, 0, 0, 0, 0, 0x10, 0])
        #expect(truncate(log, 1 << 42) == 0)
        #expect(try WriteAheadLog(beside: folder.database)?.pages(after: -1) == [])
    }
}
