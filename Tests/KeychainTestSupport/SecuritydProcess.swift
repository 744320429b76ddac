// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftKeychain
import SwiftKeychainRemote
import SwiftKeychainService

/// A `securityd --user` of its own process, with a folder of its own. The target of the test depends on
/// the program.
package final class SecuritydProcess {
    package let home: TemporaryHome
    package let socket: String
    package private(set) var process: Process
    private let environment: [String: String]

    package static let executable: URL = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests ?? CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent("securityd")
    }()

    package init(
        home: TemporaryHome = TemporaryHome(), environment: [String: String] = [:]
    ) throws {
        self.home = home
        self.environment = environment
        socket = home.path + "/run/securityd.sock"
        process = Process()
        try start()
    }

    deinit { kill() }

    private func start() throws {
        process = Process()
        process.executableURL = Self.executable
        process.arguments = ["--user", "--socket", socket]
        process.environment = environment.merging(["KEYCHAIN_HOME": home.path]) { $1 }
        process.standardError = FileHandle(forWritingAtPath: "/dev/null")
        try process.run()
        for _ in 0..<2000 where !answers && process.isRunning { usleep(5_000) }
    }

    private var answers: Bool {
        guard
            case .failed(let error) = remote.perform(
                Request(.file, at: location), from: .unsigned, progress: nil)
        else { return true }
        return error.code != .notAvailable
    }

    /// Kills the process without warning, and starts another.
    package func crash() throws {
        kill()
        try start()
    }

    package func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Asks the process to stop, and returns its status.
    package func stop() -> Int32 {
        Glibc.kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        return process.terminationStatus
    }

    package var location: Location { Location(home: home.path) }
    package var remote: RemoteService {
        RemoteService(RemoteAddress(socket: socket, home: location))
    }
    package var keychain: Keychain { Keychain(home: home.path, service: remote) }

    /// The environment in which a program uses this securityd.
    package var environmentOfPrograms: [String: String] {
        ["KEYCHAIN_HOME": home.path, "KEYCHAIN_SOCKET": socket]
    }

    /// The bytes of memory in use.
    package var residentBytes: Int {
        let path = "/proc/\(process.processIdentifier)/statm"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * Int(getpagesize())
    }

    /// The number of open descriptors; nil where only root is told.
    package var descriptorCount: Int? {
        try? FileManager.default.contentsOfDirectory(
            atPath: "/proc/\(process.processIdentifier)/fd"
        ).count
    }
}
