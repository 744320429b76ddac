// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain

/// The time of the `security` command and of another keychain's command, each as a whole process.
struct ProcessSuite {
    let items: SampleItems
    /// The folder of a store that this process holds open.
    let home: String
    let command: String

    func run(into report: inout Report) throws {
        guard FileManager.default.isExecutableFile(atPath: command) else {
            return report.note("\(command): not built, so the command was not measured")
        }
        try find("find", home, &report)
        try add("add, durable", home, &report)
        try lone(home + "/copy", &report)
        try peer(&report)
    }

    /// Measures the command on a copy of the store, which no process holds open: each command reads
    /// the whole log first.
    private func lone(_ copy: String, _ report: inout Report) throws {
        try FileManager.default.createDirectory(
            atPath: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: copy) }
        // In another process: closing a file of the store here would drop SQLite's locks on it.
        try Child("/bin/cp").run(["-a", home + "/keychains", home + "/state", copy])
        try find("find, lone", copy, &report)
        try add("add, lone", copy, &report)
        try find("find, lone, after adds", copy, &report)
    }

    private func find(_ operation: String, _ home: String, _ report: inout Report) throws {
        let child = Child(command, environment: ["KEYCHAIN_HOME": home])
        report.add(
            items.size, operation, "command",
            try Samples.of(100) { index in
                let wanted = items.scattered(index)
                try child.run([
                    "find-generic-password", "-s", items.service(wanted), "-a",
                    items.account(wanted), "-w",
                ])
            })
    }

    private func add(_ operation: String, _ home: String, _ report: inout Report) throws {
        let child = Child(command, environment: ["KEYCHAIN_HOME": home])
        report.add(
            items.size, operation, "command",
            try Samples.of(100) { index in
                try child.run(
                    [
                        "add-generic-password", "-s", "new", "-a", "\(operation)-\(index)", "-w",
                        "-",
                    ],
                    input: items.secret)
            })
    }

    private func peer(_ report: inout Report) throws {
        guard items.size <= 1_000, let peer = Child.peer else { return }
        for index in 0..<items.size {
            try peer.run(
                [
                    "store", "--label=x", "service", items.service(index), "account",
                    items.account(index),
                ],
                input: items.secret)
        }
        report.add(
            items.size, "find", "secret-tool",
            try Samples.of(100) { index in
                let wanted = items.scattered(index)
                try peer.run([
                    "lookup", "service", items.service(wanted), "account", items.account(wanted),
                ])
            })
        report.add(
            items.size, "add, durable", "secret-tool",
            try Samples.of(40) { index in
                try peer.run(
                    ["store", "--label=x", "service", "new", "account", "peer-\(index)"],
                    input: items.secret)
            })
    }
}
