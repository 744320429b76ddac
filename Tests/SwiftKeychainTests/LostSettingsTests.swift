// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// The settings that are gone with a manifest that doesn't open.
@Suite struct LostSettingsTests {
    let home = TemporaryHome()
    var login: Keychain { Keychain(home: home.path, system: .quick()) }

    private static let all = ["default keychain", "search list", "lock settings"]

    private func here<R>(_ body: () throws -> R) rethrows -> R {
        try Keychain.$override.withValue(login, operation: body)
    }

    private func problems() -> [String] {
        here { login.diagnose().filter(\.isProblem).map(\.subject) }
    }

    /// Sets everything, damages the manifest, and repairs the store.
    private func lose(_ sql: String) throws -> [Finding] {
        try here {
            let work = try Keychain.create(
                path: home.path + "/keychains/work.keychain")
            try Keychain.setDefault(work)
            try Keychain.setSearchList([work, login])
            try login.setSettings(LockSettings(lockAfter: 300, lockOnSleep: true))
        }
        #expect(problems() == [])
        Tamper(home.databasePath).run(sql)
        return try login.repair()
    }

    @Test(arguments: [
        "UPDATE manifest SET record=zeroblob(length(record))", "DELETE FROM manifest",
        "DROP TABLE manifest",
    ])
    func eachIsNamedUntilItIsSetAgain(_ sql: String) throws {
        let done = try lose(sql)
        #expect(done.map(\.subject).filter(Self.all.contains) == Self.all)
        #expect(problems() == Self.all)
        // Other changes and another repair don't end that.
        try login.add(.password(service: "s"))
        #expect(try login.repair().map(\.subject).filter(Self.all.contains) == Self.all)
        #expect(problems() == Self.all)
        // A setting that is made again as it is without one was decided too.
        try here {
            try Keychain.setDefault(nil)
            #expect(problems() == ["search list", "lock settings"])
            try Keychain.setSearchList([login])
            #expect(problems() == ["lock settings"])
            try login.setSettings(LockSettings())
        }
        #expect(problems() == [])
    }

    /// A salvage that finds the manifest gives up nothing.
    @Test func aManifestThatOpensKeepsAll() throws {
        let done = try lose("CREATE INDEX evil ON genp(labl COLLATE NOCASE)")
        #expect(done.contains { $0.text.contains("index evil") })
        #expect(done.filter { Self.all.contains($0.subject) } == [])
        #expect(problems() == [])
        #expect(try login.settings() == LockSettings(lockAfter: 300, lockOnSleep: true))
        #expect(try here { try Keychain.searchList().count } == 2)
        #expect(here { Keychain.default.path }.hasSuffix("work.keychain"))
    }

    /// A store that has had an anchor has the file that is locked while its counter changes.
    @Test func anAnchorIsNamedWhereOneCanHaveBeen() throws {
        try login.add(.password(service: "s"))
        let path = home.path + "/keychains/anchor.lock"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        Tamper(home.databasePath).run("DELETE FROM manifest")
        _ = try login.repair()
        #expect(problems() == Self.all + ["anchor"])
    }

    @Test func anotherKeychainHasNoSearchList() throws {
        let path = home.path + "/keychains/work.keychain"
        try here { _ = try Keychain.create(path: path) }
        Tamper(path).run("DELETE FROM manifest")
        try here {
            let work = Keychain(path: path)
            _ = try work.repair()
            #expect(work.diagnose().filter(\.isProblem).map(\.subject) == ["lock settings"])
            #expect(problems() == [])
        }
    }
}
