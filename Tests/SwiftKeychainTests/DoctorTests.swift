// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

@Suite struct DoctorTests {
    let test = TestKeychain()
    var keychain: Keychain { test.keychain }

    private func problems() -> [String] {
        keychain.diagnose().filter(\.isProblem).map(\.subject)
    }

    private func addSome() throws {
        for name in ["a", "b", "c"] { try keychain.add(.password(service: "s", account: name)) }
    }

    @Test func noStoreYet() throws {
        let findings = keychain.diagnose()
        #expect(findings.count == 1 && !findings[0].isProblem)
        #expect(findings[0].text.contains(test.home.databasePath))
        #expect(try keychain.repair().allSatisfy { !$0.isProblem })
        #expect(!FileManager.default.fileExists(atPath: test.home.path + "/keychains"))
    }

    @Test func healthy() throws {
        try addSome()
        #expect(problems().isEmpty)
        #expect(test.findings("rows").first?.text == "3, all open")
        #expect(test.findings("manifest").first?.text == "agrees with 3 rows")
        for subject in ["store", "keybag", "permissions", "quarantine", "memory"] {
            #expect(!test.findings(subject).isEmpty, "\(subject)")
        }
    }

    @Test(arguments: ["meta=\(Tamper.zeroed)", "data=x'00'", "sync=9", "rev=rev+1"])
    func damagedRow(_ change: String) throws {
        try addSome()
        test.tamper("UPDATE genp SET \(change) WHERE rowid=2")
        #expect(problems().contains("rows"))
        #expect(test.findings("rows").first?.text.hasPrefix("1 of 3 damaged: genp row 2") == true)
        let done = try keychain.repair()
        #expect(done.contains(Finding("rows", "3 examined, 1 moved to the quarantine")))
        #expect(problems().isEmpty, "\(keychain.diagnose())")
        #expect(test.findings("quarantine").first?.text == "1 rows kept, 0 not acknowledged")
        let found = try keychain.find(.password([:], limit: .all))
        #expect(found.map { $0[.account]?.text } == ["a", "c"])
    }

    /// The manifest opens, and counts the items of a page that is gone.
    @Test func itemsThatASalvageMisses() throws {
        for index in 0..<40 { try keychain.add(.password(service: "s", account: "\(index)")) }
        test.tamper("PRAGMA wal_checkpoint(TRUNCATE)")
        let path = URL(fileURLWithPath: test.home.databasePath)
        var bytes = try Array(Data(contentsOf: path))
        let leaf = try #require(
            // The schema is before the items.
            stride(from: bytes.count - 4096, to: 0, by: -4096).first {
                bytes[$0] == 0x0d && bytes[$0 + 4] > 1
            })
        bytes.replaceSubrange(leaf..<leaf + 4096, with: repeatElement(0, count: 4096))
        try Data(bytes).write(to: path)
        // Another spelling of the path is another engine, as another process has.
        let damaged = Keychain(
            location: Location(
                directory: test.home.path + "//keychains", deviceKeyPath: test.home.deviceKeyPath))
        _ = try damaged.repair()
        let left = try damaged.find(.password([:], limit: .all)).count
        #expect(left > 0 && left < 40)
        // It stays until another repair.
        let incidents = test.findings("incident")
        #expect(incidents.count == 1 && incidents.allSatisfy(\.isProblem), "\(incidents)")
        #expect(incidents.first?.text.contains("the manifest counted 40") == true, "\(incidents)")
        _ = try damaged.repair()
        #expect(problems().isEmpty, "\(keychain.diagnose())")
        #expect(try damaged.find(.password([:], limit: .all)).count == left)
    }

    @Test func forgedManifest() throws {
        try addSome()
        test.tamper("UPDATE manifest SET record=zeroblob(length(record))")
        #expect(test.findings("manifest").first?.text.contains("does not authenticate") == true)
        _ = try keychain.repair()
        #expect(problems() == ["default keychain", "search list", "lock settings"])
    }

    @Test func rowsDeletedOrPutBack() throws {
        try addSome()
        test.tamper("CREATE TABLE kept AS SELECT * FROM genp; DELETE FROM genp WHERE rowid=2")
        #expect(test.findings("manifest").first?.isProblem == true)
        // An old revision in its place is no better.
        try keychain.update(
            .password([.account: .string("a")]), Change([.label: .string("x")]))
        test.tamper(
            "DELETE FROM genp WHERE rowid=1; INSERT INTO genp SELECT * FROM kept WHERE rowid<3")
        #expect(test.findings("rows").first?.isProblem == false, "each row by itself is intact")
        #expect(test.findings("manifest").first?.isProblem == true)
        _ = try keychain.repair()
        #expect(test.isHealthy("manifest"))
    }

    @Test func widePermissions() throws {
        try addSome()
        for (path, mode) in [
            (test.home.databasePath, 0o644), (test.home.path + "/keychains", 0o750),
        ] as [(String, mode_t)] {
            chmod(path, mode)
            let found = test.findings("permissions")
            #expect(found.contains { $0.isProblem && $0.text.hasPrefix("\(path): ") }, "\(found)")
            chmod(path, mode & 0o700)
        }
        #expect(problems().isEmpty)
        // A device key that others may read is not used at all.
        chmod(test.home.deviceKeyPath, 0o644)
        #expect(
            Keychain(home: test.home.path).diagnose().contains {
                $0.isProblem && $0.text.contains(test.home.deviceKeyPath)
            })
    }

    /// Write access to the folder of the device key allows to replace or remove the key.
    @Test func theFolderOfTheDeviceKeyIsTheUsers() throws {
        try addSome()
        let folder = test.home.path + "/state"
        chmod(folder, 0o777)
        let found = test.findings("permissions")
        #expect(
            found.contains { $0.isProblem && $0.text.hasPrefix("\(folder): mode 0777") }, "\(found)"
        )
        chmod(folder, 0o700)
        #expect(problems().isEmpty)
    }

    /// Whoever can write a folder above can replace the keychain, unless the folder has the sticky bit.
    @Test func aFolderAboveThatOthersCanWriteIsNamed() throws {
        try addSome()
        let folder = test.home.path
        for mode: mode_t in [0o777, 0o702] {
            chmod(folder, mode)
            let found = test.findings("permissions").filter {
                $0.text.hasPrefix("\(folder): mode ")
            }
            #expect(found.count == 1 && found.allSatisfy(\.isProblem), "\(found)")
        }
        chmod(folder, 0o1777)
        #expect(problems().isEmpty)
        chmod(folder, 0o700)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root to give a folder away"))
    func theFolderOfTheDeviceKeyIsNotAnotherUsers() throws {
        try addSome()
        let folder = test.home.path + "/state"
        chown(folder, 65534, 65534)
        let other = test.findings("permissions")
        #expect(
            other.contains {
                $0.isProblem && $0.text.hasPrefix("\(folder): belongs to user 65534")
            },
            "\(other)")
        chown(folder, 0, 0)
    }

    @Test func anotherDeviceKey() throws {
        try addSome()
        let other = TestKeychain()
        try other.keychain.add(.password(service: "x"))
        let copy = TemporaryHome()
        let files = FileManager.default
        try files.copyItem(
            atPath: test.home.path + "/keychains", toPath: copy.path + "/keychains")
        try files.copyItem(atPath: other.home.path + "/state", toPath: copy.path + "/state")
        let keychain = Keychain(home: copy.path)
        #expect(keychain.diagnose().contains { $0.subject == "store" && $0.isProblem })
        #expect { try keychain.repair() } throws: { KeychainError.Code.notAvailable ~= $0 }
    }

    @Test func findingsHoldNoValue() throws {
        try keychain.add(
            .password(service: "very-private", account: "private-too", secret: "most-private"))
        test.tamper("UPDATE genp SET data=x'00'")
        let findings = try keychain.diagnose() + keychain.repair() + keychain.diagnose()
        #expect(!findings.contains { $0.text.contains("private") })
    }

    @Test func progressIsTold() throws {
        for index in 0..<600 { try keychain.add(.password(service: "s", account: "\(index)")) }
        let told = Progress()
        _ = try keychain.repair { told.add($0) }
        #expect(told.seen == [256, 512])
    }
}

private final class Progress: @unchecked Sendable {
    private(set) var seen: [Int] = []
    func add(_ rows: Int) { seen.append(rows) }
}
