// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Makes one leaf of a table unreadable: what SQLite still reaches is given, what lies on the page is
/// refused by name, and no call changes anything.
@Suite struct UnreadablePages {
    /// A store of 60 passwords of which one page of items can't be read, and those items.
    private func damaged(_ image: StoreImage) throws -> (bytes: [UInt8], lost: [Seen]) {
        let pages = stride(from: 0, to: image.database.count, by: 4096).map { $0..<$0 + 4096 }
        let leaf = try #require(
            pages.first { page in
                image.database[page.lowerBound] == 0x0d
                    && image.items[20...40].contains {
                        Array(image.database[page]).contains($0.reference.uuid)
                    }
            })
        var bytes = image.database
        bytes.replaceSubrange(leaf, with: repeatElement(0xff, count: 4096))
        return (
            bytes, image.items.filter { Array(image.database[leaf]).contains($0.reference.uuid) }
        )
    }

    @Test func whatIsReachedIsGiven() throws {
        let image = try StoreImage.ofPasswords(60)
        let folder = try ImageFolder(image)
        let (bytes, lost) = try damaged(image)
        try #require(!lost.isEmpty && lost.count < 30)
        try folder.lay([StoreImage.database: bytes])
        // Of a long item only a part lies on the page, and not the reference.
        let there = image.items.filter { !lost.contains($0) && ($0.secret?.count ?? 0) < 2000 }
        let given = Set(try folder.keychain.everyPassword())
        #expect(given.isSuperset(of: there), "\(given.count) given, \(lost.count) lost")
        #expect(given.isSubset(of: image.items))
        for item in there {
            #expect(try folder.keychain.outcome(of: item) == .items([item]))
        }
        for item in lost {
            let query = try item.query()
            expectRefusal("find", .inputOutput) { () throws(KeychainError) in
                _ = try folder.keychain.find(query)
            }
            expectRefusal("delete", .inputOutput) { () throws(KeychainError) in
                try folder.keychain.delete(query)
            }
            let change = try Change([.label: .string("new")])
            expectRefusal("update", .inputOutput) { () throws(KeychainError) in
                try folder.keychain.update(query, change)
            }
        }
        let all = try Query.everything(.genericPassword)
        expectRefusal("delete all", .inputOutput) { () throws(KeychainError) in
            try folder.keychain.delete(all)
        }
        #expect(folder.keychain.hasProblem)
        #expect(
            try Data.bytes(at: folder.test.home.databasePath) == bytes, "a call changed the file")
        #expect(try folder.aside() == [:], "a call moved the file")
        _ = try folder.keychain.repair()
        #expect(try Set(folder.keychain.everyPassword()).isSuperset(of: there))
        #expect(folder.keychain.problems == [])
    }

    /// A backup that left something out would look whole.
    @Test func noBackup() throws {
        let image = try StoreImage.ofPasswords(60)
        let folder = try ImageFolder(image)
        try folder.lay([StoreImage.database: try damaged(image).bytes])
        let path = folder.test.home.path + "/archive"
        expectRefusal("backup", .inputOutput) { () throws(KeychainError) in
            _ = try folder.keychain.backUp(
                to: path, passphrase: SecretBytes(copying: "x".utf8), cost: .leastArchive)
        }
        #expect(access(path, F_OK) != 0)
    }

    /// A schema that isn't ours: nothing moves until a repair, which the error names.
    @Test(arguments: [
        "ALTER TABLE genp RENAME COLUMN acct TO tcca", "DROP TABLE genp", "DROP INDEX genpacct",
    ])
    func aMissingPartNamesTheRepair(_ edit: String) throws {
        let image = try StoreImage.ofPasswords(3)
        let folder = try ImageFolder(image)
        try RawDatabase(folder.test.home.databasePath).execute(edit)
        try folder.test.home.raiseGeneration()
        let query = try image.items[0].query()
        #expect {
            try folder.keychain.find(query)
        } throws: {
            KeychainError.Code.notAvailable ~= $0
                && ($0 as? KeychainError)?.detail.contains("security doctor --repair") == true
        }
        #expect(try folder.aside() == [:])
        #expect(folder.keychain.hasProblem)
        _ = try folder.keychain.repair()
        #expect(folder.keychain.problems == [])
        try folder.keychain.add(.password(service: "after"))
    }
}
