// SPDX-License-Identifier: Apache-2.0
import CKeychainSQLite
import Foundation
import SwiftKeychainStore
import KeychainTestSupport
import Testing

@testable import SwiftKeychain
@testable import SwiftKeychainService

/// Parts of a store put back to an earlier state by an attacker who can write to its folder, without keys.
@Suite struct RollbackTests {
    private static let refused = KeychainError.Code.notAvailable

    /// Copies what a table holds, for putting it back.
    private func keep(_ table: String, _ home: TemporaryHome) {
        Tamper(home.databasePath).run(
            "DROP TABLE IF EXISTS kept_\(table); CREATE TABLE kept_\(table) AS SELECT * FROM \(table)"
        )
    }

    private func putBack(_ table: String, _ home: TemporaryHome) {
        Tamper(home.databasePath).run(
            "DELETE FROM \(table); INSERT INTO \(table) SELECT * FROM kept_\(table)")
    }

    /// The calls of a process that opens the store now.
    private func expectRefusal(_ home: TemporaryHome, _ what: Comment) throws {
        let store = Store(directory: home.path + "/keychains")
        let nothing: (StoreWriter) throws(KeychainError) -> Void = { _ in }
        try store.rewrite(deadline: .standard, nothing, afterwards: {})
        let keychain = Keychain(home: home.path, system: .quick(inKernel: false))
        for _ in 0..<2 {
            #expect(what) { try keychain.find(.password([:])) } throws: { Self.refused ~= $0 }
            #expect(what) { try keychain.add(.password(service: "new")) } throws: {
                Self.refused ~= $0
            }
        }
        #expect(keychain.diagnose().contains { $0.isProblem }, what)
    }

    @Test(arguments: ["DELETE FROM manifest", "UPDATE manifest SET record=zeroblob(80)"])
    func aRowThatWasDeletedWithTheManifest(_ sql: String) throws {
        let test = TestKeychain()
        for name in ["allow", "deny"] { try test.keychain.add(.password(service: name)) }
        test.tamper("DELETE FROM genp WHERE rowid=2; \(sql)")
        try expectRefusal(test.home, "\(sql)")
        // The repair reports it, and so does every later examination, even when its record is deleted.
        let done = try test.keychain.repair()
        #expect(done.contains { $0.subject == "manifest" && $0.text.contains("counted anew") })
        try test.keychain.add(.password(service: "later"))
        #expect(test.findings("manifest")[0].text.contains("counted anew by a repair"))
        test.tamper("DELETE FROM incidents")
        #expect(!test.isHealthy("manifest"))
    }

    /// Neither a store without a passcode nor an earlier passcode comes back.
    @Test(arguments: [false, true]) func anEarlierKeybag(_ withoutManifest: Bool) throws {
        let test = try PasscodeHome(passcode: nil, inKernel: false)
        try test.keychain.add(.password(service: "before"))
        for passcode in ["1234", "5678"] {
            keep("keybag", test.home)
            keep("keybag_copy", test.home)
            try test.keychain.setPasscode(
                passcode.passcode, old: passcode == "1234" ? nil : "1234".passcode)
            if withoutManifest {
                keep("manifest", test.home)
                Tamper(test.home.databasePath).run("DELETE FROM manifest")
            }
            Tamper(test.home.databasePath).run(
                """
                CREATE TABLE new_keybag AS SELECT * FROM keybag;
                DELETE FROM keybag; INSERT INTO keybag SELECT * FROM kept_keybag;
                DELETE FROM keybag_copy; INSERT INTO keybag_copy SELECT * FROM kept_keybag
                """)
            try expectRefusal(test.home, "before \(passcode)")
            Tamper(test.home.databasePath).run(
                """
                DELETE FROM keybag; INSERT INTO keybag SELECT * FROM new_keybag;
                DELETE FROM keybag_copy; INSERT INTO keybag_copy SELECT * FROM new_keybag;
                DROP TABLE new_keybag
                """)
            if withoutManifest { putBack("manifest", test.home) }
        }
    }

    /// The manifest of before a change of the keybag is refused like the keybag.
    @Test func anEarlierManifest() throws {
        let test = try PasscodeHome(passcode: nil, inKernel: false)
        try test.keychain.add(.password(service: "before"))
        keep("manifest", test.home)
        try test.keychain.setPasscode("1234".passcode, old: nil)
        putBack("manifest", test.home)
        try expectRefusal(test.home, "manifest of before the passcode")
    }
}
