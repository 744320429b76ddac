// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The measurements, printed as a table and written as JSON.
struct Report {
    struct Row: Codable {
        let items: Int
        let operation: String
        let way: String
        let p50: Double
        let p99: Double
        /// The p50 divided by the floor's p50 of the same run.
        var overFloor: Double?
        /// The calls of all clients in a second; nil where they weren't counted.
        var perSecond: Double?
    }

    private(set) var rows: [Row] = []
    private(set) var sizes: [String] = []

    mutating func add(
        _ items: Int, _ operation: String, _ way: String, _ samples: Samples,
        perSecond: Double? = nil
    ) {
        let p50 = samples.microseconds(at: 0.5)
        let floor = rows.first {
            $0.items == items && $0.operation == operation && $0.way == "floor"
        }
        let row = Row(
            items: items, operation: operation, way: way, p50: p50,
            p99: samples.microseconds(at: 0.99), overFloor: floor.map { p50 / $0.p50 },
            perSecond: perSecond)
        rows.append(row)
        print(Self.line(row))
        fflush(nil)
    }

    /// Adds a row for each of several ways, which are measured in turn.
    mutating func add(
        _ items: Int, _ operation: String, runs: Int, _ ways: [(String, (Int) throws -> Void)]
    ) throws {
        let samples = try Samples.inTurn(runs, ways.map(\.1))
        for (way, samples) in zip(ways, samples) { add(items, operation, way.0, samples) }
    }

    mutating func note(_ text: String) {
        sizes.append(text)
        print(text)
    }

    static func header() -> String {
        pad("items", 9) + pad("operation", 25) + pad("way", 12) + left("p50 µs", 12)
            + left("p99 µs", 12) + left("× floor", 10) + left("calls/s", 10)
    }

    private static func line(_ row: Row) -> String {
        pad(String(row.items), 9) + pad(row.operation, 25) + pad(row.way, 12)
            + left(number(row.p50), 12) + left(number(row.p99), 12)
            + left(row.overFloor.map { String(format: "%.2f", $0) } ?? "", 10)
            + (row.perSecond.map { left(String(format: "%.0f", $0), 10) } ?? "")
    }

    private static func number(_ value: Double) -> String { String(format: "%.2f", value) }
    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
    private static func left(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    func write(to path: String) throws {
        struct File: Codable {
            let rows: [Row]
            let sizes: [String]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(File(rows: rows, sizes: sizes)).write(to: URL(fileURLWithPath: path))
    }
}
