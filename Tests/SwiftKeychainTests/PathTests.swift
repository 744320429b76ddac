// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Keychains that are named by their file.
@Suite struct PathTests {
    let test = TestKeychain()

    private func make(_ path: String) throws -> Keychain {
        let made = Keychain(location: Location(home: test.home.path).sibling(path))
        try made.add(.password(service: path))
        return made
    }

    @Test func twoStoresBesideEachOther() throws {
        try Keychain.$override.withValue(test.keychain) {
            try test.keychain.add(.password(service: "default"))
            _ = try make("work.db")
            _ = try make(test.home.path + "/elsewhere/private.db")
            let work = Keychain(path: "work.db")
            #expect(work.path == test.home.path + "/keychains/work.db")
            let elsewhere = Keychain(path: test.home.path + "/elsewhere/private.db")
            for (keychain, name) in [(work, "work.db"), (test.keychain, "default")] {
                #expect(
                    try keychain.find(.password([:], limit: .all)).map { $0[.service]?.text }
                        == [name])
            }
            #expect(try elsewhere.find(.password([:])).count == 1)
            try work.delete(.password([:]))
            #expect(try elsewhere.find(.password([:])).count == 1)
            #expect(work.diagnose().allSatisfy { !$0.isProblem })
        }
    }

    @Test func aMissingFileIsNotMade() throws {
        try Keychain.$override.withValue(test.keychain) {
            let missing = Keychain(path: "missing.db")
            #expect { try missing.find(.password([:])) } throws: {
                KeychainError.Code.noSuchKeychain ~= $0
            }
            #expect {
                try missing.add(.password(service: "s"))
            } throws: { KeychainError.Code.noSuchKeychain ~= $0 }
            #expect {
                try missing.delete(.password([:]))
            } throws: { KeychainError.Code.noSuchKeychain ~= $0 }
            #expect { try missing.repair() } throws: { KeychainError.Code.noSuchKeychain ~= $0 }
            #expect(missing.diagnose().contains { $0.isProblem })
            #expect(!FileManager.default.fileExists(atPath: missing.path))
            // Made by another program, it is found; removed again, it is missing.
            _ = try make("missing.db")
            #expect(try missing.find(.password([:])).count == 1)
            try FileManager.default.removeItem(atPath: missing.path)
            #expect { try missing.find(.password([:])) } throws: {
                KeychainError.Code.noSuchKeychain ~= $0
            }
        }
    }

    @Test func anItemOfOneStoreDoesNotOpenInAnother() throws {
        let other = try make("other.db")
        try test.keychain.add(.password(service: "s"))
        let path = test.home.databasePath
        Tamper(other.path).run("DELETE FROM genp")
        Tamper(path).run(
            "ATTACH '\(other.path)' AS other; INSERT INTO other.genp SELECT * FROM genp")
        #expect {
            try other.find(.password([.service: .string("s")]))
        } throws: { KeychainError.Code.itemNotFound ~= $0 }
        #expect { try other.find(.password([:])) } throws: { KeychainError.Code.decode ~= $0 }
    }
}
