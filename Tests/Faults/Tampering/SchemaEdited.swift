// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

/// Edits the schema: tables, columns, indexes, triggers, views, versions.
@Suite struct SchemaEdited {
    static let edits = [
        "DROP INDEX genpacct",
        "DROP INDEX genpsvce; CREATE INDEX genpsvce ON genp(svce) WHERE 0",
        "DROP INDEX genpsvce; CREATE INDEX genpsvce ON genp(acct)",
        "CREATE INDEX another ON genp(labl)",
        "CREATE TABLE another(a)",
        "CREATE VIEW another AS SELECT * FROM genp",
        "CREATE TRIGGER t AFTER INSERT ON genp BEGIN DELETE FROM genp WHERE rowid<9; END",
        "CREATE TRIGGER t BEFORE DELETE ON genp BEGIN SELECT raise(IGNORE); END",
        "CREATE TRIGGER t AFTER UPDATE ON manifest BEGIN DELETE FROM quarantine; END",
        "ALTER TABLE genp ADD COLUMN more BLOB",
        "ALTER TABLE genp RENAME COLUMN acct TO tcca",
        "ALTER TABLE genp RENAME TO png; ALTER TABLE inet RENAME TO genp",
        "ALTER TABLE genp DROP COLUMN alis",
        "DROP TABLE inet", "DROP TABLE cert", "DROP TABLE manifest", "DROP TABLE quarantine",
        "DROP TABLE incidents", "DROP TABLE keybag_copy", "DROP TABLE keybag",
        "DROP TABLE tversion",
        "DELETE FROM tversion", "UPDATE tversion SET version=0", "PRAGMA user_version=7",
        "PRAGMA user_version=0", "INSERT INTO tversion VALUES(1, 0)",
        "UPDATE tversion SET minor=9",
        "PRAGMA writable_schema=1; DELETE FROM sqlite_schema WHERE name='genpacct'",
        "PRAGMA writable_schema=1; UPDATE sqlite_schema SET sql='CREATE TABLE genp(x)' WHERE name='genp'",
        "PRAGMA writable_schema=1; UPDATE sqlite_schema SET sql=replace(sql,'STRICT','') WHERE name='genp'",
        "PRAGMA writable_schema=1; UPDATE sqlite_schema SET rootpage=(SELECT rootpage FROM sqlite_schema WHERE name='inet') WHERE name='genp'",
        "PRAGMA writable_schema=1; UPDATE sqlite_schema SET rootpage=99999 WHERE name='genp'",
        "PRAGMA writable_schema=1; DELETE FROM sqlite_schema",
        "UPDATE sqlite_sequence SET seq=0", "DELETE FROM sqlite_sequence",
    ]

    @Test(arguments: edits)
    func noWrongValue(_ edit: String) throws {
        let tally = Tally("schema edits")
        let store = try TamperedStore(tally)
        try store.raw.execute(edit)
        try store.test.home.raiseGeneration()
        let isHarmless = edit.contains("sqlite_sequence") || edit.contains("minor")
        if !isHarmless { #expect(store.keychain.hasProblem, "an examination shows nothing") }
        // Rows of a dropped table or column are gone; whatever else comes is right.
        for item in store.items {
            let found = try store.keychain.outcome(of: item)
            #expect(found.items.allSatisfy { $0 == item })
        }
        #expect(try Set(store.keychain.everyPassword()).isSubset(of: store.items))
        // The keychain can be used again: at once, or after a repair.
        _ = try? store.keychain.repair()
        try store.keychain.add(.password(service: "after", account: "repair"))
        #expect(try store.keychain.find(.password([.service: .string("after")])).count == 1)
        #expect(store.keychain.problems == [])
        let loses = edit.contains("DROP TABLE inet") || edit.contains("DROP COLUMN")
        if !loses {
            #expect(try Set(store.keychain.everyPassword()).isSuperset(of: store.items))
        }
    }
}
