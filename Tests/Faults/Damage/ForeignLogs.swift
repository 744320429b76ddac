// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Lays the write-ahead log of another database beside a store, which SQLite takes for its own: no
/// call may judge or change anything by it, and a repair sets it aside.
@Suite struct ForeignLogs {
    private func expectMended(_ image: StoreImage, _ log: [UInt8], _ what: String) throws {
        let folder = try ImageFolder(image)
        try folder.lay([StoreImage.database: image.database, StoreImage.log: log])
        let before = try folder.contents()
        let query = try image.items[0].query()
        expectRefusal("\(what): find", .notAvailable) { () throws(KeychainError) in
            _ = try folder.keychain.find(query)
        }
        expectRefusal("\(what): delete", .notAvailable) { () throws(KeychainError) in
            try folder.keychain.delete(query)
        }
        let added = try NewItem.password(service: "new")
        expectRefusal("\(what): add", .notAvailable) { () throws(KeychainError) in
            try folder.keychain.add(added)
        }
        expectRefusal("\(what): passcode", .notAvailable) { () throws(KeychainError) in
            try folder.keychain.setPasscode("1".passcode, old: nil)
        }
        #expect(
            folder.keychain.problems.contains {
                $0.contains("keychain-2.db-wal: ") && $0.contains("doctor --repair")
            }, "\(what): \(folder.keychain.problems)")
        #expect(try folder.contents() == before, "\(what): something has changed")

        // Under the name of the copy that the repair makes: it writes nothing to another file of the user.
        let (letter, text) = (folder.test.home.path + "/letter", Data("dear reader".utf8))
        try text.write(to: URL(fileURLWithPath: letter))
        try FileManager.default.linkItem(
            atPath: letter, toPath: folder.test.home.databasePath + ".building")
        let done = try folder.keychain.repair()
        #expect(done.contains { $0.text.contains(".damaged-") }, "\(what): \(done)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: letter)) == text, "\(what)")
        #expect(try Set(folder.keychain.everyPassword()) == Set(image.items), "\(what)")
        #expect(folder.keychain.problems == [], "\(what)")
        let aside = try folder.aside()
        #expect(aside["-wal"] == log, "\(what): the log was changed")
        #expect(aside[""] == nil, "\(what): more was moved than the log")
        #expect(folder.keychain.diagnose().contains { $0.subject == "set aside" }, "\(what)")
        try folder.keychain.add(.password(service: "after"))
    }

    @Test func ofAnotherDevice() throws {
        let image = try StoreImage.ofPasswords(12)
        let other = try StoreImage.ofPasswords(30, emptiesLog: false)
        try expectMended(image, try #require(other.files[StoreImage.log]), "another device key")
    }

    @Test func ofTheSameDevice() throws {
        let image = try StoreImage.ofPasswords(12)
        let other = try StoreImage.ofPasswords(
            30, emptiesLog: false, deviceKey: image.deviceKey)
        try expectMended(image, try #require(other.files[StoreImage.log]), "the same device key")
    }

    /// A connection that another thread left idle still knows the log when the repair opens the file.
    @Test func whileAnotherConnectionIsIdle() throws {
        let image = try StoreImage.ofPasswords(12)
        let other = try StoreImage.ofPasswords(
            30, emptiesLog: false, deviceKey: image.deviceKey)
        let folder = try ImageFolder(image)
        try folder.lay([
            StoreImage.database: image.database,
            StoreImage.log: try #require(other.files[StoreImage.log]),
        ])
        let idle = try RawDatabase(folder.test.home.databasePath)
        try idle.execute("SELECT count(*) FROM genp")
        try withExtendedLifetime(idle) {
            _ = try folder.keychain.repair()
            #expect(try Set(folder.keychain.everyPassword()) == Set(image.items))
        }
    }

    /// Then it holds no keybag: some pages are this store's, and some the other's.
    @Test(arguments: [1, 4, 40]) func begunAnew(_ count: Int) throws {
        let image = try StoreImage.ofPasswords(30)
        let other = try StoreImage.ofPasswords(
            30, emptiesLog: false, deviceKey: image.deviceKey, afterwards: count)
        try expectMended(image, try #require(other.files[StoreImage.log]), "\(count) items later")
    }

    /// A log of a program that keeps something else in SQLite.
    @Test func ofAnotherProgram() throws {
        let image = try StoreImage.ofPasswords(12)
        let folder = ScratchFolder()
        try Data.write([], to: folder.path + "/other")
        let other = try RawDatabase(folder.path + "/other")
        try other.execute("PRAGMA journal_mode=WAL; CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        let log = try withExtendedLifetime(other) {
            try Data.bytes(at: folder.path + "/other-wal")
        }
        try expectMended(image, log, "another program")
    }

    /// A log that opens is this store's, whatever lies in it beside.
    @Test func itsOwn() throws {
        let image = try StoreImage.ofPasswords(30, emptiesLog: false, afterwards: 3)
        let folder = try ImageFolder(image)
        let raw = try RawDatabase(folder.test.home.databasePath)
        try raw.execute("UPDATE manifest SET record=zeroblob(100)")
        try folder.test.home.raiseGeneration()
        #expect(try folder.keychain.everyPassword() == [])
        _ = try folder.keychain.repair()
        #expect(try folder.aside() == [:])
        #expect(try Set(folder.keychain.everyPassword()) == Set(image.items))
    }
}
