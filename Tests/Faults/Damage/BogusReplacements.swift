// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Lays something under the name that a repair gives to the new file before it takes its place.
@Suite struct BogusReplacements {
    enum Kind: String, CaseIterable { case empty, garbage, fifo, folder, anotherStore }

    private func lay(_ kind: Kind, at path: String) throws {
        switch kind {
        case .empty: try Data.write([], to: path)
        case .garbage: try Data.write(Array("this is no database".utf8), to: path)
        case .fifo: try #require(mkfifo(path, 0o600) == 0)
        case .folder: try #require(mkdir(path, 0o700) == 0)
        case .anotherStore: try Data.write(try StoreImage.ofPasswords(2).database, to: path)
        }
    }

    /// The store that is there stays the store.
    @Test(arguments: Kind.allCases) func besideAStore(_ kind: Kind) throws {
        let image = try StoreImage.ofPasswords(5)
        let folder = try ImageFolder(image)
        let path = folder.directory + "/keychain-2.db.replacement"
        try lay(kind, at: path)
        try folder.test.home.raiseGeneration()
        #expect(try folder.keychain.everyPassword() == image.items)
        try folder.keychain.add(.password(service: "before"))
        #expect(access(path, F_OK) == 0, "a call moved it")
        #expect(folder.keychain.problems.count == 1, "\(folder.keychain.problems)")
        #expect(folder.keychain.problems.first?.contains(path) == true)
        _ = try folder.keychain.repair()
        #expect(folder.keychain.problems == [])
        #expect(access(path, F_OK) != 0)
        #expect(try folder.names().contains { $0.hasSuffix("-new") })
        #expect(try folder.keychain.everyPassword().count == image.items.count + 1)
    }

    /// Where a repair was interrupted after it had moved the old file, no call makes a new store.
    @Test func inPlaceOfAStore() throws {
        let image = try StoreImage.ofPasswords(5)
        let folder = try ImageFolder(image)
        let path = folder.test.home.databasePath
        try folder.lay(["keychain-2.db.replacement": image.database])
        for _ in 0..<2 {
            do throws(KeychainError) {
                try folder.keychain.add(.password(service: "new"))
                Issue.record("a store was made")
            } catch {
                #expect(error.code == .notAvailable)
                #expect(error.detail.contains("security doctor --repair"), "\(error)")
            }
        }
        #expect(folder.keychain.hasProblem)
        #expect(access(path, F_OK) != 0)
        _ = try folder.keychain.repair()
        #expect(try folder.keychain.everyPassword() == image.items)
        #expect(folder.keychain.problems == [])
    }

    /// With neither a store nor a replacement there is nothing to repair, and the next call makes one.
    @Test(arguments: Kind.allCases) func alone(_ kind: Kind) throws {
        let image = try StoreImage.ofPasswords(1)
        let folder = try ImageFolder(image)
        try folder.lay([:])
        try lay(kind, at: folder.directory + "/keychain-2.db.replacement")
        if kind == .anotherStore {
            // Whose keys are missing may be a store: nothing moves.
            #expect { try folder.keychain.repair() } throws: {
                KeychainError.Code.notAvailable ~= $0
            }
            return
        }
        #expect {
            try folder.keychain.add(.password(service: "before"))
        } throws: { KeychainError.Code.notAvailable ~= $0 }
        _ = try folder.keychain.repair()
        try folder.keychain.add(.password(service: "after"))
        #expect(folder.keychain.problems == [])
    }
}
