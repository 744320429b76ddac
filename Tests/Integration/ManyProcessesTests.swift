// SPDX-License-Identifier: Apache-2.0
import SwiftKeychain
import KeychainTestSupport
import Testing

extension IntegrationTests {
    @Suite struct ManyProcesses {
        let test = TestKeychain()
        var home: String { test.home.path }

        /// Eight processes add at once; one of them forks, another process salvages in between.
        @Test func nothingIsLost() throws {
            let count = Scale.of(1000)
            try test.keychain.add(.password(service: "first", account: "", secret: "first/"))
            let salvager = try Probe(["salvage", home])
            let writers = try (0..<8).map { index in
                // The last one forks ten times.
                try Probe(
                    ["add", home, "writer \(index)", "\(count)"]
                        + (index == 7 ? ["\(max(1, count / 10))"] : []))
            }
            for probe in writers + [salvager] { #expect(probe.awaiting("ready") == "") }
            for writer in writers { writer.go() }
            for _ in 0..<3 {
                #expect(writers[0].awaiting("at") != nil)
                salvager.go()
                #expect(salvager.awaiting("refused") == "0 superseded 0")
                #expect(salvager.awaiting("status") == "0")
            }
            let reports = writers.map { $0.finish() }
            for report in reports {
                #expect(report.complaints.isEmpty && report.lines.last == "done", "\(report)")
            }
            try test.keychain.add(.password(service: "last", account: "", secret: "last/"))
            print(Durations(reports))

            let items = try test.everything()
            let children = Int(reports[7]["children"] ?? "") ?? 0
            #expect(items.count == 8 * count + children + 2 && children > 0)
            for index in 0..<8 {
                let accounts = items.accounts(of: "writer \(index)").filter { !$0.contains("c") }
                #expect(accounts == (0..<count).map(String.init), "writer \(index), by age")
            }
            #expect(items.first?[.service] == .string("first"))
            #expect(items.last?[.service] == .string("last"))
            test.expectHealthy()
        }

        /// The first process makes the store; the others find it.
        @Test func firstUse() throws {
            let processes = try (0..<20).map { try Probe(["create", home, "process \($0)"]) }
            for process in processes { #expect(process.awaiting("ready") == "") }
            for process in processes { process.go() }
            for process in processes {
                let report = process.finish()
                #expect(report.status == 0, "\(report)")
            }
            #expect(try test.everything().count == 20)
            test.expectHealthy()
            let names = try test.home.files().keys.sorted()
            #expect(
                names.filter { $0.hasPrefix("state/") } == [
                    "state/device.key", "state/device.lock", "state/known-keychains",
                ],
                "one device key, and nothing left of the others")
            #expect(!names.contains { $0.contains("damaged") || $0.contains("building") })
        }

        /// Programs with groups of their own share a store and do not see each other's items.
        @Test func twoPrograms() throws {
            let count = Scale.of(100)
            let names = ["left", "right"]
            for name in names {
                let list =
                    "<plist><dict><key>keychain-access-groups</key>"
                    + "<array><string>\(name)</string></array></dict></plist>"
                try test.home.write(list, to: "\(name).plist")
            }
            func environment(_ name: String) -> [String: String] {
                ["KEYCHAIN_HOME": home, "KEYCHAIN_ENTITLEMENTS": "\(home)/\(name).plist"]
            }
            let programs = try names.map {
                try Probe(["add", "-", $0, "\(count)"], environment: environment($0))
            }
            for program in programs { #expect(program.awaiting("ready") == "") }
            for program in programs { program.go() }
            for program in programs {
                let report = program.finish()
                #expect(report.complaints.isEmpty && report.lines.last == "done", "\(report)")
            }
            for (name, other) in [("left", "right"), ("right", "left")] {
                let own = try Probe.run(["find", "-"], environment: environment(name))
                #expect(own["count"] == "\(count)" && own.complaints.isEmpty, "\(own)")
                let foreign = try Probe.run(["find", "-", other], environment: environment(name))
                #expect(foreign.status == KeychainError.Code.missingEntitlement.rawValue)
            }
            let unsigned = try Probe.run(["find", "-"], environment: ["KEYCHAIN_HOME": home])
            #expect(unsigned.status == KeychainError.Code.itemNotFound.rawValue)
        }
    }
}

/// Sums up how long calls took, to be read; no test depends on it.
struct Durations: CustomStringConvertible {
    private let sorted: [Int]

    init(_ reports: [Report]) {
        sorted = reports.flatMap {
            ($0["times"] ?? "").split(separator: " ").compactMap { Int($0) }
        }
        .sorted()
    }

    private func milliseconds(_ share: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        return Double(sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]) / 1000
    }

    var description: String {
        "add, 8 processes: \(sorted.count) calls, p50 \(milliseconds(0.5)) ms, "
            + "p99 \(milliseconds(0.99)) ms, longest \(milliseconds(1)) ms"
    }
}
