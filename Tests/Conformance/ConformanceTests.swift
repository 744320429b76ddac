// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Runs every row through the four calls of module Security, and through those of the C library.
@Suite struct ConformanceTests {
    @Test("what the four calls do", arguments: try RowFiles.names())
    func rows(of file: String) throws {
        for row in try RowFiles.rows(in: file) {
            for failure in try row.failures() { Issue.record("\(failure) (\(row.fact))") }
        }
    }

    @Test("what the four calls do through securityd", arguments: try RowFiles.names())
    func rowsThroughSecurityd(of file: String) throws {
        for row in try RowFiles.rows(in: file) {
            for failure in try row.failures(throughSecurityd: true) {
                Issue.record("\(failure) (\(row.fact))")
            }
        }
    }

    @Test("what the four functions of C do", arguments: try RowFiles.names())
    func rowsThroughC(of file: String) throws {
        for row in try RowFiles.rows(in: file) {
            let failures = try ItemCalls.$areOfC.withValue(true) { try row.failures() }
            for failure in failures { Issue.record("through C: \(failure) (\(row.fact))") }
        }
    }

    @Test func everyRowCanBeRead() throws {
        let names = try RowFiles.names()
        let rows = try RowFiles.all()
        print("conformance: \(rows.count) rows in \(names.count) files")
        #expect(rows.count > 1000)
    }

    /// The rows about lock states run in the cells that Docs/reference/behaviour.md §22 shows.
    @Test func theLockStatesAreThoseOfThePage() throws {
        let file = try JSON(file: "Rows/22-lock-states.json").members()
        let ours = try RowTable.cells(#require(file["table"]))
        let shown = try RowFiles.lockStates()
        #expect(Set(ours) == Set(shown) && ours.count == shown.count)
        #expect(ours.count == 21)
    }

    @Test func everyRowHasANameOfItsOwn() throws {
        let repeated = Dictionary(grouping: try RowFiles.all(), by: \.id).filter { $1.count > 1 }
        #expect(repeated.keys.sorted() == [])
    }

    @Test func everyRowNamesAFactAndEveryFactHasARow() throws {
        let facts = try RowFiles.facts()
        let named = Set(try RowFiles.all().map(\.fact))
        #expect(named.subtracting(facts).sorted() == [])
        #expect(facts.subtracting(named).sorted() == [])
    }
}

/// Finds the files of rows, and the facts of Docs/reference/behaviour.md.
enum RowFiles {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: folder.appendingPathComponent("Rows").path
        ).filter { $0.hasSuffix(".json") }.sorted()
    }

    static func rows(in name: String) throws -> [Row] { try Row.all(in: "Rows/\(name)") }

    static func all() throws -> [Row] { try names().flatMap(rows) }

    private static func page() throws -> [Substring] {
        let page = folder.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Docs/reference/behaviour.md")
        return try String(contentsOf: page, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
    }

    /// Lists the cells of the table of lock states: classes down, states across.
    static func lockStates() throws -> [RowTable.Cell] {
        let table = try page().drop { !$0.hasPrefix("| | unlocked |") }.prefix { $0.hasPrefix("|") }
            .map { line in
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
        let states = table.first?.dropFirst() ?? []
        return table.dropFirst(2).flatMap { row in
            row[0].split(separator: " ").flatMap { itemClass in
                zip(states, row.dropFirst()).map {
                    RowTable.Cell(itemClass: String(itemClass), state: $0, kind: $1)
                }
            }
        }
    }

    /// Lists the facts: the numbers in the first column of the tables of the page.
    static func facts() throws -> Set<String> {
        let numbers = try page().compactMap { line in
            line.hasPrefix("| ") ? line.dropFirst(2).prefix { $0 != " " } : nil
        }
        return Set(
            numbers.filter { $0.first?.isNumber == true && $0.contains(".") }
                .map { "Docs/reference/behaviour.md §\($0)" })
    }
}
