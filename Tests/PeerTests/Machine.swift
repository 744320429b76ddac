// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychainPeers
import SwiftKeychainService
import Testing

/// A service, programs of each strength, and users that exist only by their numbers. Needs root.
///
/// The programs lie in a folder that only root can change, so it isn't in that of temporary files.
final class Machine {
    static let isPossible = geteuid() == 0
    static let reason: Comment = "needs root, to become users and make set-group-ID programs"
    typealias Comment = Testing.Comment

    /// The user of the programs and of the user service.
    static let user: uid_t = 61234
    static let mailGroup: gid_t = 61235
    static let otherUser: uid_t = 61236

    let path: String
    let configuration: Configuration
    var socket: String { path + "/run/socket" }
    private var service: Child?

    init(_ mode: DaemonMode = .user, as user: uid_t? = Machine.user) throws {
        path = "/var/lib/keychain-peers-\(UUID().uuidString)"
        for folder in [path, path + "/bin", path + "/run", path + "/home"] {
            guard mkdir(folder, 0o755) == 0 else { throw POSIXError(.EACCES) }
            chmod(folder, 0o755)
        }
        for folder in ["/run", "/home"] { chown(path + folder, user ?? 0, user ?? 0) }
        if user != Self.user { chown(path + "/home", Self.user, Self.user) }
        configuration = try Configuration(in: path)
        try configuration.map(["keychain-mail": "mail"])
        try configuration.install("medium", path + "/bin/medium", ["installed"])
        for name in ["bin/strong", "bin/medium", "home/weak", "home/evil"] {
            _ = try Child.run(["/bin/cp", Child.probe, "\(path)/\(name)"])
            chmod("\(path)/\(name)", 0o755)
        }
        chown(path + "/bin/strong", 0, Self.mailGroup)
        chmod(path + "/bin/strong", 0o2755)
        try configuration.write(
            path + "/home/weak.entitlements",
            Configuration.list(["keychain-access-groups": ["own", "mail", "installed"]]))
        service = try Child(
            [
                Child.probe, "serve", socket, mode.rawValue, configuration.path,
                configuration.accounts,
            ], user: user)
        guard service?.line() == "ready" else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit {
        service = nil
        try? FileManager.default.removeItem(atPath: path)
    }

    func program(_ strength: PeerStrength) -> String {
        path + (strength == .weak ? "/home/weak" : "/bin/\(strength.rawValue)")
    }
    var evil: String { path + "/home/evil" }

    /// What the service says about one connection.
    func judgement(until last: String = "end") -> [String] {
        var lines: [String] = []
        while let line = service?.line() {
            if line == "end" { return lines }
            lines.append(line)
            if line == last { return lines }
        }
        return lines + ["the service has ended"]
    }

    /// Runs a program that connects, and returns what the service says about it.
    func judgement(
        of words: [String], user: uid_t? = Machine.user, environment: [String: String] = [:]
    ) throws -> [String] {
        let child = try Child(words, user: user, environment: environment)
        defer { child.end() }
        return judgement()
    }
}

/// A process of a test, with its lines.
final class Child {
    /// Lies beside the program that runs the tests.
    static let probe: String = {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return ((program ?? "") as NSString).deletingLastPathComponent + "/PeerProbe"
    }()

    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var pending = Data()

    init(_ words: [String], user: uid_t? = nil, environment: [String: String] = [:]) throws {
        var words = words
        if let user {
            let number = String(user)
            words =
                ["/usr/bin/setpriv", "--reuid", number, "--regid", number, "--clear-groups"] + words
        }
        // The loader is told the environment of the program alone, not that of setpriv.
        if !environment.isEmpty {
            let at = user == nil ? 0 : 6
            words.insert(contentsOf: ["/usr/bin/env"] + environment.map { "\($0)=\($1)" }, at: at)
        }
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit { end() }

    var number: pid_t { process.processIdentifier }

    func line() -> String? {
        while true {
            if let end = pending.firstIndex(of: 10) {
                defer { pending.removeSubrange(...end) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            pending += more
        }
    }

    /// Ends the process, which may be waiting for input.
    func end() {
        try? input.fileHandleForWriting.close()
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    func tell(_ text: String) { input.fileHandleForWriting.write(Data((text + "\n").utf8)) }

    /// Runs a program to its end and returns its lines.
    static func run(
        _ words: [String], user: uid_t? = nil, environment: [String: String] = [:]
    ) throws -> [String] {
        let child = try Child(words, user: user, environment: environment)
        try? child.input.fileHandleForWriting.close()
        var lines: [String] = []
        while let line = child.line() { lines.append(line) }
        child.process.waitUntilExit()
        return lines
    }
}
