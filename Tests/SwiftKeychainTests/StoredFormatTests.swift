// SPDX-License-Identifier: Apache-2.0
import Foundation
import KeychainTestSupport
import SwiftKeychainFormat
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService
@testable import SwiftKeychainStore

/// Opens, changes and backs up a store of each version so far (`Tests/Stores`), which a build of that
/// version made.
@Suite struct StoredFormatTests {
    static let versions = ["1", "2"]
    private static let passcode = "fixture passcode".passcode
    private static let passphrase = SecretBytes(copying: "fixture passphrase".utf8)
    private static var stores: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .path + "/Stores"
    }

    /// Copies a store and its device key to where a keychain of the user has them.
    private static func home(_ name: String) throws -> TemporaryHome {
        let home = TemporaryHome()
        let files = FileManager.default
        for (folder, file) in [("keychains", "keychain-2.db"), ("state", "device.key")] {
            try files.createDirectory(
                atPath: home.path + "/" + folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let copy = home.path + "/" + folder + "/" + file
            try files.copyItem(atPath: "\(stores)/\(name)/\(file)", toPath: copy)
            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy)
        }
        return home
    }

    private static func keychain(_ home: TemporaryHome) -> Keychain {
        Keychain(home: home.path, system: .quick(inKernel: false))
    }

    private static func all(_ itemClass: ItemClass, of keychain: Keychain) throws -> [Item] {
        var conditions = Query.Conditions()
        conditions.limit = .all
        conditions.synchronizable = .any
        return try keychain.find(Query(itemClass, conditions), returning: [.attributes, .secret])
    }

    /// What `Tests/Stores/make` stores, by class.
    private static func expectItems(_ keychain: Keychain, passcode: Bool) throws {
        let generic = try all(.genericPassword, of: keychain)
        var secrets: [String: String?] = [
            "mail": "generic secret", "always": "always secret",
            "afterfirst": "after first unlock secret", "nodata": String?.none,
            "synced": "synchronized secret",
        ]
        if passcode {
            secrets["seed"] = "seed"
            secrets["passcode"] = "passcode bound secret"
        }
        #expect(generic.count == secrets.count)
        for item in generic {
            let service = try #require(item[.service]?.text)
            let secret = item.secret.map { String(decoding: $0.copied, as: UTF8.self) }
            #expect(secrets[service] == .some(secret), "\(service)")
        }
        let mail = try #require(generic.first { $0[.service] == .string("mail") })
        #expect(mail[.account] == .string("ann") && mail[.label] == .string("Mail of Ann"))
        #expect(mail[.comment] == .string("a comment"))
        let internet = try all(.internetPassword, of: keychain)
        #expect(internet.map { $0.secret?.copied } == [Array("internet secret".utf8)])
        #expect(
            internet[0][.port] == .number(8443) && internet[0][.server] == .string("example.org"))
        for itemClass in [ItemClass.certificate, .key, .identity] {
            let items = try all(itemClass, of: keychain)
            #expect(items.count == 1 && items[0].secret != nil, "\(itemClass)")
        }
    }

    private static func expectHealth(_ keychain: Keychain) {
        let problems = keychain.diagnose().filter(\.isProblem)
        #expect(problems.isEmpty, "\(problems)")
    }

    private static func formats(_ home: TemporaryHome) throws -> [String: Int64] {
        let store = Store(directory: home.path + "/keychains")
        let view = try store.begin(.standard)
        var formats: [String: Int64] = [:]
        for case .sealed(let row) in try view.reader.allRows(.genericPassword, limit: 100) {
            formats[row.persistentReference.description] = row.format
        }
        return formats
    }

    @Test(arguments: versions) func aStoreWithoutPasscode(_ version: String) throws {
        let home = try Self.home("\(version)-plain")
        let keychain = Self.keychain(home)
        try Self.expectItems(keychain, passcode: false)
        Self.expectHealth(keychain)
        // A row is sealed in the current format when it is next written, and no other is touched.
        let before = try Self.formats(home)
        #expect(before.values.allSatisfy { $0 == Int64(version) })
        try keychain.update(
            .password([.service: .string("mail")]), Change([.comment: .string("another")]))
        let after = try Self.formats(home)
        #expect(after.values.count { $0 == SealedRow.currentFormat } >= 1)
        #expect(after.filter { before[$0.key] != $0.value }.count <= 1)
        let mail = try keychain.find(.password([.service: .string("mail")]))
        #expect(mail.map { $0[.comment] } == [.string("another")])
        #expect(mail.map { $0.secret?.copied } == [Array("generic secret".utf8)])
        // What is stored already is a duplicate, whatever format it has.
        #expect {
            try keychain.add(.password(service: "always", account: "empty"))
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        try keychain.add(.password(service: "new"))
        #expect(try keychain.delete(.password([.service: .string("new")])) == 1)
        #expect(try keychain.delete(.password([.service: .string("nodata")])) == 1)
        Self.expectHealth(keychain)
    }

    @Test(arguments: versions) func aStoreWithAPasscode(_ version: String) throws {
        let home = try Self.home("\(version)-passcode")
        let keychain = Self.keychain(home)
        defer { try? keychain.forgetUnlocked() }
        // Locked: what does not lock opens, the rest is known to be there.
        let always = try keychain.find(.password([.service: .string("always")]))
        #expect(always.map { $0.secret?.copied } == [Array("always secret".utf8)])
        #expect {
            try keychain.find(.password([.service: .string("mail")]))
        } throws: { KeychainError.Code.interactionNotAllowed ~= $0 }
        #expect {
            try keychain.add(
                .password(service: "mail", account: "ann", [.accessible: .string("dk")]))
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        try keychain.update(
            .password([.service: .string("always")]), Change([.label: .string("while locked")]))
        Self.expectHealth(keychain)
        try keychain.unlock(passcode: Self.passcode)
        try Self.expectItems(keychain, passcode: true)
        try keychain.update(
            .password([.service: .string("mail")]), Change([.comment: .string("another")]))
        try keychain.setPasscode("another".passcode, old: Self.passcode)
        try Self.expectItems(keychain, commentIs: "another")
        Self.expectHealth(keychain)
    }

    private static func expectItems(_ keychain: Keychain, commentIs comment: String) throws {
        let mail = try keychain.find(.password([.service: .string("mail")]))
        #expect(mail.map { $0[.comment] } == [.string(comment)])
    }

    /// The first passcode seals anew what lies under the device key alone: rows of any format.
    @Test(arguments: versions) func theFirstPasscode(_ version: String) throws {
        let home = try Self.home("\(version)-plain")
        let keychain = Self.keychain(home)
        defer { try? keychain.forgetUnlocked() }
        try keychain.setPasscode("1234".passcode, old: nil)
        try Self.expectItems(keychain, passcode: false)
        Self.expectHealth(keychain)
    }

    @Test(arguments: versions) func backups(_ version: String) throws {
        let home = try Self.home("\(version)-plain")
        let archive = home.path + "/archive"
        _ = try Self.keychain(home).backUp(
            to: archive, passphrase: Self.passphrase, cost: .leastArchive)
        for path in [archive, "\(Self.stores)/\(version).archive"] {
            let other = TemporaryHome()
            let restored = Keychain(
                home: other.path, groups: ["*"], system: .quick(inKernel: false))
            try restored.restore(from: path, passphrase: Self.passphrase)
            try Self.expectItems(Self.keychain(other), passcode: false)
            Self.expectHealth(restored)
        }
    }

    /// A damaged file of any version is mended row by row.
    @Test(arguments: versions) func salvage(_ version: String) throws {
        let home = try Self.home("\(version)-plain")
        _ = try Self.keychain(home).salvage(reason: "test")
        try Self.expectItems(Self.keychain(home), passcode: false)
    }

    /// An older file is repaired even if its manifest doesn't open, and keeps one that does.
    @Test(arguments: versions, [false, true])
    func repair(_ version: String, _ isForged: Bool) throws {
        let home = try Self.home("\(version)-plain")
        if isForged {
            Tamper(home.databasePath).run("UPDATE manifest SET record=zeroblob(length(record))")
        } else {
            let path = URL(fileURLWithPath: home.databasePath)
            var bytes = try Data(contentsOf: path)
            bytes[19] = 7
            try bytes.write(to: path)
        }
        let keychain = Self.keychain(home)
        let done = try keychain.repair()
        try Self.expectItems(keychain, passcode: false)
        #expect(done.contains { $0.subject == "lock settings" } == isForged, "\(done)")
        #expect(!done.contains { $0.text.contains("the manifest counted") }, "\(done)")
    }

    /// A row of a newer format is refused by name and stays; the others are given.
    @Test func aRowOfANewerFormat() throws {
        let test = TestKeychain()
        for name in ["a", "b"] { try test.keychain.add(.password(service: name)) }
        test.tamper("UPDATE tversion SET minor=900; UPDATE genp SET fmt=3 WHERE rowid=1")
        let fresh = Keychain(home: test.home.path)
        try raiseGeneration(test.home)
        #expect(try fresh.find(.password([:], limit: .all)).map { $0[.service] } == [.string("b")])
        let a = try Query.password([.service: .string("a")])
        expectRefusal { () throws(KeychainError) in _ = try fresh.find(a) }
        expectRefusal { () throws(KeychainError) in _ = try fresh.update(a, Change([:])) }
        expectRefusal { () throws(KeychainError) in _ = try fresh.delete(a) }
        #expect {
            try fresh.add(.password(service: "a"))
        } throws: { KeychainError.Code.duplicateItem ~= $0 }
        _ = try fresh.repair()
        test.tamper("UPDATE genp SET fmt=2 WHERE rowid=1")
        #expect(try fresh.find(.password([.service: .string("a")])).count == 1)
    }

    private func expectRefusal(_ call: () throws(KeychainError) -> Void) {
        do throws(KeychainError) {
            try call()
            Issue.record("a row of a newer format was used")
        } catch {
            #expect(error.code == .notAvailable && error.detail.contains("format 3"))
        }
    }

    /// Without a newer build there is no newer format: the row is damaged, and no other suffers.
    @Test func aFormatThatNoBuildWrote() throws {
        let test = TestKeychain()
        for name in ["a", "b"] { try test.keychain.add(.password(service: name)) }
        for format in ["0", "1", "3", "-1", "9223372036854775807"] {
            test.tamper("UPDATE genp SET fmt=\(format) WHERE rowid=1")
            #expect {
                try test.keychain.find(.password([.service: .string("a")]))
            } throws: { KeychainError.Code.decode ~= $0 }
            #expect(try test.keychain.find(.password([:], limit: .all)).count == 1)
            #expect(!test.isHealthy("rows"))
        }
    }

    /// Another process would raise it with its change.
    private func raiseGeneration(_ home: TemporaryHome) throws {
        let store = Store(directory: home.path + "/keychains")
        let nothing: (StoreWriter) throws(KeychainError) -> Void = { _ in }
        try store.rewrite(deadline: .standard, nothing, afterwards: {})
    }
}
