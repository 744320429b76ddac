// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A folder of its own with a store of its own, in which `security` is run as a process.
final class Workshop {
    let folder: URL
    var environment: [String: String]

    struct Result: Equatable {
        var output: [UInt8]
        var errors: String
        var status: Int32
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// The built command, which lies beside the tests.
    static let command: String = {
        let bundle = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        var folders = [bundle.deletingLastPathComponent()]
        folders += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        folders.append(root.appendingPathComponent(".build/debug"))
        let paths = folders.map { $0.appendingPathComponent("security").path }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "security"
    }()

    /// Certificates and keys that are kept, and the script that made them.
    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures").path

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = URL(fileURLWithPath: Self.command).deletingLastPathComponent().path
        // The links that are installed beside the command.
        let helpers = folder.appendingPathComponent("helpers")
        try FileManager.default.createDirectory(at: helpers, withIntermediateDirectories: true)
        for name in ["kc", "git-credential-keychain", "docker-credential-keychain"] {
            try FileManager.default.createSymbolicLink(
                atPath: helpers.appendingPathComponent(name).path,
                withDestinationPath: Self.command)
        }
        environment = [
            "KEYCHAIN_HOME": folder.appendingPathComponent("home").path,
            "PATH": "\(path):\(helpers.path):/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "T": folder.path, "F": Self.fixtures, "LC_ALL": "C.UTF-8",
            "SWIFT_BACKTRACE": "enable=no",
        ]
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs `security` with these arguments.
    func security(_ words: String..., input: [UInt8] = []) throws -> Result {
        try run([Self.command] + words, input: input)
    }

    /// Runs `security` with these arguments at a terminal.
    func terminal(_ words: String...) throws -> PseudoTerminal {
        try PseudoTerminal([Self.command] + words, in: self)
    }

    func run(_ words: [String], input: [UInt8] = []) throws -> Result {
        try run(bytes: words.map { Array($0.utf8) }, input: input)
    }

    func run(bytes words: [[UInt8]], input: [UInt8] = []) throws -> Result {
        let name = folder.appendingPathComponent(UUID().uuidString).path
        try Data(input).write(to: URL(fileURLWithPath: name + ".in"))
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        let child = try Child(
            words, environment: environment,
            descriptors: [
                .file(name + ".in", O_RDONLY), .file(name + ".out", flags),
                .file(name + ".err", flags),
            ])
        let status = child.wait()
        return Result(
            output: try [UInt8](Data(contentsOf: URL(fileURLWithPath: name + ".out"))),
            errors: String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: name + ".err")), as: UTF8.self),
            status: status)
    }
}
