// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainStore
import StoreTestSupport
import Testing

/// Each test forks in a program of its own: a child of the test runner would have its threads' locks.
@Suite struct ForkTests {
    private func run(_ scene: String, _ folder: Folder) -> [String] {
        let child = ChildProcess(
            ChildProcess.sibling("StoreProbe"), ["fork-\(scene)", folder.directory])
        let lines = child.lines()
        #expect(child.wait() == 0)
        return lines
    }

    @Test func aChildWritesAndItsParentGoesOn() throws {
        let folder = Folder()
        #expect(run("both", folder) == ["child 2", "parent 3", "grandchild 4"])
        #expect(try folder.store.all(.genericPassword).count == 4)
    }

    @Test func aChildDoesNotReleaseItsParentsLock() throws {
        let folder = Folder()
        #expect(run("lock", folder) == ["child refused", "parent kept its lock", "child wrote"])
    }

    @Test func aChildDoesNotKeepADeadParentsLock() throws {
        let folder = Folder()
        #expect(run("orphan", folder) == ["parent holds", "child alone", "written"])
    }

    @Test func aForkInsideACallIsRefusedInTheChildOnly() throws {
        let folder = Folder()
        #expect(run("inside", folder) == ["child refused", "parent wrote"])
        #expect(try folder.store.all(.genericPassword).map(unplaced) == [Sample.row(1)])
    }

    /// What SQLite remembers of the parent's locks must not pass for the child's own.
    @Test func aChildTakesSQLitesLocksItself() throws {
        let folder = Folder()
        #expect(run("sqlite", folder) == ["child reads 1", "child holds locks"])
    }
}
