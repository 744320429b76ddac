import Foundation
import KeychainTestSupport
import SwiftKeychain
import SwiftKeychainRemote
import SwiftKeychainService

/// A `securityd --user` of its own process, with a folder of its own.
final class SecuritydProcess {
    let home: TemporaryHome
    let socket: String
    private(set) var process: Process
    private let errors = Pipe()

    static let executable: URL = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests ?? CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent("securityd")
    }()

    init(home: TemporaryHome = TemporaryHome()) throws {
        self.home = home
        socket = home.path + "/run/securityd.sock"
        process = Process()
        try start()
    }

    deinit { kill() }

    private func start() throws {
        process = Process()
        process.executableURL = Self.executable
        process.arguments = ["--user", "--socket", socket]
        process.environment = ["KEYCHAIN_HOME": home.path]
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
    func crash() throws {
        kill()
        try start()
    }

    func kill() {
        if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Asks the process to stop, and returns its status.
    func stop() -> Int32 {
        Glibc.kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        return process.terminationStatus
    }

    var location: Location { Location(home: home.path) }
    var remote: RemoteService { RemoteService(RemoteAddress(socket: socket, home: location)) }
    var keychain: Keychain { Keychain(home: home.path, service: remote) }
}
