// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainModel
import SwiftKeychainRecovery
import StoreTestSupport
import Testing

@testable import SwiftKeychainStore

/// Parts of a schema that SQLite would evaluate, put there by a program that can write the file.
@Suite struct ForeignSchemaTests {
    /// An expression that fails when it is evaluated.
    private static let trap = "abs(rev-9223372036854775807-9)"

    /// Statements that change the schema, and the part that is named.
    static let foreign: [(sql: String, part: String)] = [
        (index("CREATE INDEX evil ON genp(\(trap))"), "evil"),
        (index("CREATE INDEX evil ON genp(\"labl\") WHERE \(trap)"), "evil"),
        (index("CREATE INDEX evil ON genp(\"labl\" COLLATE NOCASE)"), "index evil"),
        (index("CREATE INDEX evil ON genp(\"rev\"+1)"), "index evil"),
        (index("CREATE INDEX evil ON genp(\"labl\") WHERE \"rev\">0"), "index evil"),
        (index("CREATE UNIQUE INDEX evil ON genp(\"labl\")"), "index evil"),
        (index("create/**/index evil ON genp(\"labl\")"), "index evil"),
        (edit("genpacct", "'(\"acct\")'", "'(\(trap))'"), "genpacct"),
        (edit("genpacct", "'(\"acct\")'", "'(\"acct\") WHERE 0'"), "index genpacct"),
        (edit("genp", "'\"data\" BLOB'", "'\"data\" BLOB CHECK(\(trap)>0)'"), "genp"),
        (edit("genp", "') STRICT'", "', CHECK(\"rev\">0)) STRICT'"), "table genp"),
        (edit("genp", "'DEFAULT 1'", "'DEFAULT (1+1)'"), "table genp"),
        (edit("genp", "') STRICT'", "', \"evil\" BLOB AS (x''00'')) STRICT'"), "table genp"),
        (edit("quarantine", "'STRICT'", "''"), "table quarantine"),
        (edit("tversion", "'STRICT'", "''"), "table tversion"),
        ("DROP TABLE incidents; CREATE VIEW incidents AS SELECT * FROM manifest", "view incidents"),
        (statistics("tbl, idx, stat AS (\(trap))", "rev"), "sqlite_stat1"),
        (statistics("tbl AS (1), idx AS (2), stat AS (3)", "rev"), "sqlite_stat1"),
        ("DROP TABLE manifest", "table manifest"),
        ("DROP INDEX genpacct", "index genpacct"),
    ]

    /// Makes the index `evil` with a statement that SQLite may refuse.
    private static func index(_ sql: String) -> String {
        "CREATE INDEX evil ON genp(labl);"
            + " UPDATE sqlite_schema SET sql='\(doubled(sql))' WHERE name='evil'"
    }

    /// Replaces a part of the statement of `name`.
    private static func edit(_ name: String, _ old: String, _ new: String) -> String {
        "UPDATE sqlite_schema SET sql=replace(sql,\(old),\(new)) WHERE name='\(name)'"
    }

    /// Makes the table from which SQLite reads statistics with the schema.
    private static func statistics(_ columns: String, _ column: String) -> String {
        """
        CREATE TABLE evil(\(column)); INSERT INTO evil VALUES(0); UPDATE sqlite_schema SET \
        name='sqlite_stat1', tbl_name='sqlite_stat1', \
        sql='CREATE TABLE sqlite_stat1(\(column), \(doubled(columns)))' WHERE name='evil'
        """
    }

    private static func doubled(_ text: String) -> String {
        text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    }

    private func change(_ folder: Folder, _ sql: String) {
        let made = ChildProcess(
            "python3",
            [
                "-c",
                """
                import sqlite3, sys
                base = sqlite3.connect(sys.argv[1], isolation_level=None)
                base.execute("pragma writable_schema=1")
                for statement in sys.argv[2].split(";"):
                    base.execute(statement)
                version = base.execute("pragma schema_version").fetchone()[0]
                base.execute(f"pragma schema_version={version + 1}")
                """, folder.database, sql,
            ])
        #expect(made.wait() == 0, "\(sql)")
    }

    private func schema(_ store: Store) throws -> Set<String> {
        try store.read(deadline: .standard) { (reader) throws(KeychainError) in
            Set(try reader.database.schemaParts().map(\.name))
        }
    }

    @Test func theDigestIsThatOfANewStore() throws {
        let digest = try Folder().store.read(deadline: .standard) {
            (reader) throws(KeychainError) in try reader.database.schemaDigest()
        }
        #expect(digest == Schema.digest)
    }

    @Test(arguments: foreign)
    func isRefusedAndDroppedUnevaluated(_ sql: String, _ part: String) throws {
        let folder = Folder()
        // One store of them has the file open while the schema changes.
        for number in 1...3 { try folder.store.add([Sample.row(number)]) }
        let before = try schema(folder.store)
        change(folder, sql)
        let bytes = Folder.read(folder.database)
        let log = Folder.read(folder.database + "-wal")
        for store in [folder.store, folder.reopened()] {
            for isWriting in [false, true] {
                let error = #expect(throws: KeychainError.self, "\(sql)") {
                    if isWriting {
                        try store.add([Sample.row(9)])
                    } else {
                        _ = try store.all(.genericPassword)
                    }
                }
                #expect(error?.code == .notAvailable, "\(error?.detail ?? "")")
                let detail = error?.detail ?? ""
                #expect(detail.contains(part), "\(detail)")
                #expect(detail.contains("damaged") && detail.contains("doctor --repair"))
                // A fault of the evaluation would be another.
                #expect(!detail.contains("overflow"), "\(detail)")
            }
        }
        #expect(Folder.read(folder.database) == bytes)
        #expect(Folder.read(folder.database + "-wal") == log)
        let salvage = try #require(try folder.reopened().repair()?.salvage)
        #expect(salvage.reason.contains(part), "\(salvage.reason)")
        let repaired = folder.reopened()
        #expect(try repaired.all(.genericPassword).map(unplaced) == (1...3).map { Sample.row($0) })
        #expect(try schema(repaired) == before)
        try repaired.read(deadline: .standard) { (reader) throws(KeychainError) in
            #expect(try reader.integrityCheck() == [])
        }
    }

    /// What no call uses doesn't stop any. An examination names it, and doesn't evaluate it.
    @Test(arguments: [
        ("CREATE TABLE other(a)", "table other"),
        (
            "PRAGMA ignore_check_constraints=1;"
                + " CREATE TABLE other(a CHECK(a>1)); INSERT INTO other VALUES(0)", "table other"
        ),
        ("CREATE VIEW other AS SELECT * FROM genp", "view other"),
        ("CREATE TRIGGER other AFTER INSERT ON genp BEGIN DELETE FROM genp; END", "trigger other"),
        ("CREATE INDEX other ON genp(\"labl\")", "index other"),
    ])
    func isNamedByAnExamination(_ sql: String, _ part: String) throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        // The statement of the trigger has a semicolon of its own.
        change(folder, "CREATE TABLE a(b)")
        let raw = ChildProcess(
            "python3",
            [
                "-c",
                "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])",
                folder.database, "DROP TABLE a; " + sql,
            ])
        #expect(raw.wait() == 0)
        try folder.store.add([Sample.row(2)])
        #expect(try folder.store.all(.genericPassword).count == 2)
        try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
            #expect(try reader.integrityCheck() == ["not ours: \(part)"])
        }
        #expect(try folder.reopened().repair()?.salvage?.reason == "not ours: \(part)")
        try folder.reopened().read(deadline: .standard) { (reader) throws(KeychainError) in
            #expect(try reader.integrityCheck() == [])
        }
    }

    @Test func additionsOfANewerBuildAreUsed() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        change(
            folder,
            """
            UPDATE tversion SET minor=9; ALTER TABLE genp ADD COLUMN "adda" BLOB; \
            CREATE INDEX genpadda ON genp("adda") WHERE "adda" IS NOT NULL; \
            CREATE INDEX inetpath ON inet("path", "port")
            """)
        try folder.store.add([Sample.row(2)])
        #expect(try folder.reopened().all(.genericPassword).count == 2)
        try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
            #expect(try reader.integrityCheck() == [])
        }
    }

    @Test func aSchemaThatTakesTooMuchIsRefused() throws {
        for sql in [
            // 8 kB in one statement, and more statements than any version will have.
            "CREATE TABLE other(\"" + String(repeating: "a", count: 8000) + "\")",
            (1...1200).map { "CREATE TABLE other\($0)(a)" }.joined(separator: ";"),
        ] {
            let folder = Folder()
            try folder.store.add([Sample.row(1)])
            change(folder, sql)
            let error = #expect(throws: KeychainError.self) {
                try folder.store.add([Sample.row(2)])
            }
            #expect(error?.detail.contains("doctor --repair") == true, "\(error?.detail ?? "")")
            try folder.reopened().repair()
            #expect(try folder.reopened().all(.genericPassword).count == 1)
        }
    }

    @Test func aStatementEndsAtItsLimit() throws {
        let folder = Folder()
        try folder.store.add([Sample.row(1)])
        let endless =
            "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c"
        let store = folder.store
        let error = #expect(throws: KeychainError.self) {
            try store.read(deadline: .standard) { (reader) throws(KeychainError) in
                // Shorter statements in its course don't start the count of the longer one anew.
                let statement = try reader.database.statement(once: endless)
                while try statement.step() {
                    if statement.integer(0)! % 100_000 == 0 { _ = try reader.count(.key) }
                }
            }
        }
        #expect(error?.code == .notAvailable)
        #expect(error?.detail.contains("more steps than a sound file needs") == true)
        #expect(try store.all(.genericPassword).count == 1)
    }

    /// The steps allowed for each page are enough for the longest statements by far.
    @Test func aLargeStoreStaysWithinTheLimits() throws {
        let folder = Folder()
        try folder.store.write(deadline: .standard) { (writer) throws(KeychainError) in
            for number in 1...3000 { try writer.insert(Sample.row(number)) }
        }
        try folder.store.truncateLog(deadline: .standard)
        try folder.store.read(deadline: .standard) { (reader) throws(KeychainError) in
            let database = try reader.database
            let pages = Folder.read(folder.database).count / 4096
            // A quarter of what the pages allow, and nothing else.
            database.mostSteps = pages * Database.stepsPerPage / 4 / Database.interval
            database.mayGrow = false
            #expect(try reader.integrityCheck() == [])
            #expect(try reader.allRows(.genericPassword, limit: 1 << 30).count == 3000)
            #expect(try reader.count(.genericPassword) == 3000)
        }
    }
}
