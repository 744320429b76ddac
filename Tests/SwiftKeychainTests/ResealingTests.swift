// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychainFormat
import SwiftKeychainSealing
import SwiftKeychainStore
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// What was set aside lies under the class keys like every item: it must not be closed for ever when
/// the first passcode makes new ones.
@Suite struct ResealingTests {
    private struct Aside: Equatable {
        let row: SealedRow
        let reason: String
    }

    private func aside(_ test: PasscodeHome) throws -> [Aside] {
        var all: [Aside] = []
        try test.keychain.engine().store.write(deadline: .standard) {
            (writer) throws(KeychainError) in
            try writer.replaceSetAside { (row, reason) in
                all.append(Aside(row: row, reason: reason))
                return nil
            }
        }
        return all
    }

    /// "SERVICE SECRET" of what lies in the quarantine, as far as it opens; "-" where it does not.
    private func opened(_ test: PasscodeHome) throws -> [String] {
        let rows = try aside(test).map(\.row)
        return try test.keychain.engine().read { (_, keybag) throws(KeychainError) in
            rows.map { row in
                let service = (try? keybag.openMetadata(row))?[.service]?.text ?? "-"
                let secret = ((try? keybag.openSecret(row)) ?? nil).map {
                    $0.withBytes { String(decoding: $0, as: UTF8.self) }
                }
                return "\(service) \(secret ?? "-")"
            }
        }
    }

    /// Makes a store with five rows in the quarantine: two that open, one of dk, and two halves.
    private func made() throws -> PasscodeHome {
        let test = try PasscodeHome(passcode: nil)
        for (service, protection) in [
            ("unlocked", "ak"), ("first", "cku"), ("always", "dk"), ("no data", "ak"),
            ("no attributes", "ck"), ("stays", "ak"),
        ] {
            try test.keychain.add(
                .password(
                    service: service, secret: "of \(service)",
                    [.accessible: .string(protection)]))
        }
        Tamper(test.home.databasePath).run(
            """
            UPDATE genp SET data=zeroblob(length(data)) WHERE rowid=4;
            UPDATE genp SET meta=CAST(substr(meta,1,24)||zeroblob(length(meta)-24) AS BLOB)
                WHERE rowid=5;
            INSERT INTO quarantine(class,date,reason,acknowledged,record)
                VALUES('genp',1,'no row',1,x'0102');
            """)
        try test.keychain.engine().store.write(deadline: .standard) {
            (writer) throws(KeychainError) in
            for rowid in Int64(1)...5 {
                try writer.quarantine(.genericPassword, rowid: rowid, reason: "reason \(rowid)")
            }
        }
        _ = try test.keychain.repair()
        return test
    }

    @Test func theQuarantineIsSealedAgain() throws {
        let test = try made()
        let before = try aside(test)
        let were = try opened(test)
        #expect(
            were == [
                "unlocked of unlocked", "first of first", "always of always", "no data -",
                "- of no attributes",
            ])
        let change = try test.keychain.setPasscode("1".passcode, old: nil)
        #expect(change == PasscodeChange(resealed: 1, resealedAside: 4, deleted: 0, damaged: 0))

        let after = try aside(test)
        // The damaged halves stay as they are; what opened of them comes behind.
        #expect(
            try opened(test) == [
                "unlocked of unlocked", "first of first", "always of always", "- -", "- -",
                "no data -", "- of no attributes",
            ])
        #expect(after[0].row.metadataBox != before[0].row.metadataBox)
        #expect(after[0].row.revision == before[0].row.revision)
        #expect(after[0].row.rowid == 1)
        #expect(Array(after[2...4]) == Array(before[2...4]))
        #expect(after.prefix(5).map(\.reason) == before.map(\.reason))
        #expect(after[5].reason.hasPrefix("reason 4; only its attributes"))
        #expect(after[6].reason.hasPrefix("reason 5; only its secret"))
        // What can be no row is kept as well.
        let view = try test.keychain.engine().store.begin(.standard)
        let entries = try view.reader.quarantineAcknowledgements()
        view.end()
        #expect(entries.count == 8)
        // Of what was sealed again nothing is left as it was, in any file.
        let folder = test.home.path + "/keychains"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
            for old in before.prefix(2) {
                #expect(bytes.range(of: Data(old.row.metadataBox.suffix(32))) == nil, "\(name)")
            }
        }
    }

    /// The first passcode after a removal makes new keys again.
    @Test func itOpensAfterEveryChange() throws {
        let test = try made()
        try test.keychain.setPasscode("1".passcode, old: nil)
        let opened = try opened(test)
        try test.keychain.forgetUnlocked()
        #expect(try self.opened(test)[0] == "- -", "without the passcode it is closed")
        try test.keychain.setPasscode("2".passcode, old: "1".passcode)
        #expect(try self.opened(test) == opened)
        try test.keychain.setPasscode(nil, old: "2".passcode)
        #expect(try self.opened(test) == opened)
        try test.keychain.setPasscode("3".passcode, old: nil)
        #expect(try self.opened(test) == opened)
    }

    /// A row in its table whose secret is gone: what opens of it is not closed either.
    @Test func halvesOfStoredRows() throws {
        let test = try PasscodeHome(passcode: nil)
        try test.keychain.add(.password(service: "half"))
        Tamper(test.home.databasePath).run("UPDATE genp SET data=zeroblob(length(data))")
        #expect(
            try test.keychain.setPasscode("1".passcode, old: nil)
                == PasscodeChange(resealed: 0, deleted: 0, damaged: 1))
        #expect(try opened(test) == ["half -"])
    }

    /// No passcode protects what a repair moved aside before: that is said.
    @Test func filesSetAside() throws {
        let test = try PasscodeHome(passcode: nil)
        try test.keychain.add(.password(service: "a"))
        #expect(try test.keychain.filesSetAside() == [])
        _ = try test.keychain.salvage(reason: "a test")
        let files = try test.keychain.filesSetAside()
        #expect(files.contains { $0.contains("/keychain-2.db.damaged-") })
        #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        try test.keychain.setPasscode("1".passcode, old: nil)
        #expect(
            test.keychain.diagnose().contains {
                $0.subject == "set aside" && $0.text.contains(files.last!)
            })
    }
}
