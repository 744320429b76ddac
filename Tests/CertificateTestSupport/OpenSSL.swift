// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Runs the openssl command, the second opinion of these tests.
package enum OpenSSL {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Runs it with arguments and standard input, and gives its standard output.
    ///
    /// No configuration of the system is read.
    @discardableResult
    package static func run(_ arguments: [String], input: Data = Data()) throws -> Data {
        let folder = try TemporaryFolder()
        let names = ["in", "out", "err"].map { folder.path($0) }
        try input.write(to: URL(fileURLWithPath: names[0]))
        for name in names.dropFirst() { try Data().write(to: URL(fileURLWithPath: name)) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "OPENSSL_CONF": "/dev/null", "LC_ALL": "C", "TZ": "UTC",
        ]
        process.standardInput = FileHandle(forReadingAtPath: names[0])
        process.standardOutput = FileHandle(forWritingAtPath: names[1])
        process.standardError = FileHandle(forWritingAtPath: names[2])
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let words = try String(contentsOfFile: names[2], encoding: .utf8)
            throw Failure(description: "openssl \(arguments.joined(separator: " ")): \(words)")
        }
        return try Data(contentsOf: URL(fileURLWithPath: names[1]))
    }

    /// Gives what `openssl x509` prints of a certificate, in lines without their ends.
    package static func show(_ der: [UInt8], _ options: [String]) throws -> [String] {
        let output = try run(
            ["x509", "-inform", "DER", "-noout"] + options, input: Data(der))
        // Long numbers are broken with a backslash.
        return String(decoding: output, as: UTF8.self).replacing("\\\n", with: "")
            .split(separator: "\n").map(String.init)
    }
}

/// Is a folder that goes when its last reference does.
package final class TemporaryFolder {
    private let root: String

    package init() throws {
        root = NSTemporaryDirectory() + "keychain-certificates-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    package func path(_ name: String) -> String { "\(root)/\(name)" }

    package func write(_ name: String, _ text: String) throws {
        try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    }
}
