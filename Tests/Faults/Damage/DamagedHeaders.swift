// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Changes the bytes of the header one by one, and the counters that SQLite keeps of rows.
@Suite struct DamagedHeaders {
    @Test func everyByte() throws {
        let tally = Tally("bytes of the header")
        let image = try StoreImage.ofPasswords(20)
        let folder = try ImageFolder(image)
        // Those that SQLite takes for another kind of file, and some of the others.
        let telling = [16, 17, 18, 19, 20, 21, 44, 47, 52, 55, 56, 59, 63, 67, 68, 71]
        let others = Array(stride(from: 0, to: 100, by: Effort.stride(13)))
        for position in Set(telling + others).sorted() {
            for value in [image.database[position] ^ 0xff, image.database[position] &+ 1] {
                var bytes = image.database
                bytes[position] = value
                try folder.lay([StoreImage.database: bytes])
                let what = "byte \(position) is \(value)"
                #expect(
                    try Set(folder.keychain.everyPassword()).isSubset(of: image.items), "\(what)")
                #expect(try folder.aside() == [:], "\(what): a call moved the file")
                _ = try folder.keychain.repair()
                #expect(folder.keychain.problems == [], "\(what)")
                #expect(try folder.keychain.everyPassword() == image.items, "\(what)")
                try folder.keychain.add(.password(service: "after", account: what))
                tally.add("bytes")
            }
        }
        tally.print()
    }

    /// SQLite opens such a file for reading only, or calls its own statements wrong.
    @Test(arguments: [(18, "byte 18"), (19, "byte 19"), (47, "byte 44")])
    func namesTheRepair(_ position: Int, _ field: String) throws {
        let image = try StoreImage.ofPasswords(3)
        let folder = try ImageFolder(image)
        var bytes = image.database
        bytes[position] = 0x77
        try folder.lay([StoreImage.database: bytes])
        do throws(KeychainError) {
            try folder.keychain.add(.password(service: "new"))
            Issue.record("an item was added")
        } catch {
            #expect(error.code == .notAvailable, "\(error)")
            #expect(error.detail.contains("security doctor --repair"), "\(error)")
        }
        #expect(
            folder.keychain.problems.contains { $0.contains("\(field) of the header") },
            "\(folder.keychain.problems)")
    }

    /// Behind the highest rowid there is, SQLite gives out no more, and says that the disk is full.
    @Test(arguments: [
        "UPDATE sqlite_sequence SET seq=9223372036854775807",
        "UPDATE genp SET rowid=9223372036854775807 WHERE rowid=2",
        "INSERT INTO sqlite_sequence VALUES('quarantine', 9223372036854775807)",
    ])
    func countersAtTheirEnd(_ edit: String) throws {
        let image = try StoreImage.ofPasswords(3)
        let folder = try ImageFolder(image)
        try RawDatabase(folder.test.home.databasePath).execute(edit)
        try folder.test.home.raiseGeneration()
        if !edit.contains("quarantine") {
            do throws(KeychainError) {
                try folder.keychain.add(.password(service: "new"))
                Issue.record("an item was added")
            } catch {
                #expect(error.code == .notAvailable, "\(error)")
                #expect(error.detail.contains("security doctor --repair"), "\(error)")
            }
        }
        #expect(folder.keychain.problems.contains { $0.contains("end") }, "\(edit)")
        _ = try folder.keychain.repair()
        #expect(folder.keychain.problems == [])
        #expect(try Set(folder.keychain.everyPassword()) == Set(image.items))
        try folder.keychain.add(.password(service: "after"))
    }
}
