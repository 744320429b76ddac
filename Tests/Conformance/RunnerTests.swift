// SPDX-License-Identifier: Apache-2.0
import Testing

/// Checks the runner itself: what is wrong must be seen.
@Suite struct RunnerTests {
    /// Each of these rows expects something that is not so.
    @Test("rows that must fail", arguments: try Row.all(in: "Checks/wrong.json"))
    func wrongRowFails(_ row: Row) throws {
        let failures = try row.failures()
        #expect(failures.count == 1, "\(row.id): \(failures)")
        #expect(failures.allSatisfy { $0.hasPrefix("\(row.id), ") })
    }

    /// Each of these is no row.
    @Test("rows that cannot be read", arguments: try JSON(file: "Checks/unreadable.json").list())
    func badRowIsRefused(_ json: JSON) {
        #expect(throws: RowMistake.self) { try Row(json) }
    }

    /// Each of these rows can be read, and names something that does not exist.
    @Test("rows that cannot be run", arguments: try Row.all(in: "Checks/mistaken.json"))
    func mistakenRowIsReported(_ row: Row) throws {
        #expect(try row.failures().count == 1, "\(row.id)")
    }

    /// Each of these is no table with rows, or one whose rows mean no cell of it.
    @Test(
        "tables that cannot be read",
        arguments: try JSON(file: "Checks/unreadable-tables.json").list())
    func badTableIsRefused(_ json: JSON) {
        #expect(throws: RowMistake.self) { try RowTable.rows(of: json) }
    }

    @Test func tableGivesARowForEachCell() throws {
        let table = JSON.object([
            "ak": .object(["locked": .string("closed"), "unlocked": .string("open")]),
            "ck": .object(["locked": .string("open"), "unlocked": .string("open")]),
        ])
        func ids(_ fields: [String: JSON]) throws -> [String] {
            let row = JSON.object(
                ["id": .string("x"), "calls": .array([.string("$class is $state")])]
                    .merging(fields) { $1 })
            let file = JSON.object(["table": table, "rows": .array([row])])
            return try RowTable.rows(of: file).map {
                let fields = try $0.members()
                let (id, calls) = (try #require(fields["id"]), try #require(fields["calls"]))
                return [try id.text(), try calls.list()[0].text()].joined(separator: ": ")
            }
        }
        #expect(
            try ids(["in": .string("open")]) == [
                "x.ak.unlocked: ak is unlocked", "x.ck.locked: ck is locked",
                "x.ck.unlocked: ck is unlocked",
            ])
        #expect(
            try ids(["in": .string("open"), "only": .array([.string("ak")])]) == [
                "x.ak.unlocked: ak is unlocked"
            ])
        #expect(try ids([:]) == ["x: $class is $state"])
    }

    @Test func listsGiveARowForEachCombination() throws {
        func rows(_ fields: [String: JSON]) throws -> [String] {
            let row = JSON.object(
                ["id": .string("$class.$key"), "with": .object(["$key": .string("$value")])]
                    .merging(fields) { $1 })
            return try RowTable.rows(of: .array([row])).map {
                let fields = try $0.members()
                let with = try #require(fields["with"]).members().map { "\($0) \(try $1.text())" }
                #expect(Set(fields.keys) == ["id", "with"])
                return "\(try #require(fields["id"]).text()): \(with.joined())"
            }
        }
        let (ab, x) = (JSON.array([.string("a"), .string("b")]), JSON.array([.string("x")]))
        #expect(try rows(["keys": ab]) == ["$class.a: a $value", "$class.b: b $value"])
        #expect(try rows(["classes": ab, "keys": x, "values": x]) == ["a.x: x x", "b.x: x x"])
        #expect(
            try rows(["classes": .object(["n": ab, "m": x])]) == [
                "m.x: x $value", "n.a: a $value", "n.b: b $value",
            ])
        #expect(try rows([:]) == ["$class.$key: $key $value"])
    }
}
