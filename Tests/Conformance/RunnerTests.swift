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
}
