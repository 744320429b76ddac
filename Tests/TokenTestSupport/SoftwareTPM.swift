// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychainTPM
import Synchronization

/// A TPM of its own for a test: swtpm with its state and its socket in a folder.
package final class SoftwareTPM: Sendable {
    package let address: TPMAddress
    /// Where the state is; another TPM can start from a copy.
    package let state: String
    package let socket: String
    /// Nil once it was stopped: its number may belong to another process then.
    private let process: Mutex<pid_t?>

    /// - Parameter state: the folder of a TPM that ran before; nil for a new TPM.
    package init(state: String? = nil) throws {
        let folder =
            state ?? NSTemporaryDirectory() + "/swtpm-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        self.state = folder
        socket = folder + "/socket"
        address = .socket(path: socket)
        process = Mutex(try Self.start(folder, socket))
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: state)
    }

    /// Kills the process; its state stays.
    package func stop() {
        process.withLock { process in
            guard let running = process else { return }
            kill(running, SIGKILL)
            var status: Int32 = 0
            waitpid(running, &status, 0)
            process = nil
        }
    }

    /// Stops the answers, and lets them go on.
    package func pause() { signal(SIGSTOP) }
    package func resume() { signal(SIGCONT) }

    private func signal(_ number: Int32) {
        process.withLock { if let process = $0 { kill(process, number) } }
    }

    package struct Failure: Error {
        package let reason: String
    }

    private static func start(_ folder: String, _ socket: String) throws -> pid_t {
        let arguments = [
            "swtpm", "socket", "--tpm2", "--tpmstate", "dir=\(folder)", "--server",
            // Some tests use it as another user.
            "type=unixio,path=\(socket),mode=0666", "--ctrl",
            "type=unixio,path=\(folder)/control", "--flags", "not-need-init,startup-clear",
            "--log", "file=\(folder)/log,level=1",
        ]
        var process = pid_t()
        // Whoever waits for the end of the tests' output must not wait for this process.
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let strings = arguments.map { strdup($0) } + [nil]
        defer { strings.forEach { free($0) } }
        guard posix_spawnp(&process, "swtpm", &actions, nil, strings, environ) == 0 else {
            throw Failure(reason: "swtpm isn't installed (Scripts/install-dependencies test)")
        }
        let begin = ContinuousClock.now
        for _ in 0..<3000 {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                throw Failure(reason: "swtpm ended")
            }
            if isListening(socket) {
                allow(ContinuousClock.now - begin)
                return process
            }
            usleep(20_000)
        }
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        throw Failure(reason: "swtpm doesn't start")
    }

    /// Allows commands a hundred times what a start took: on an idle machine less than the 5 seconds of the library, on a busy
    /// one more.
    private static func allow(_ start: Duration) {
        let seconds = Int((start * 100).components.seconds)
        if seconds > TPMConnection.limit.load(ordering: .relaxed) {
            TPMConnection.limit.store(min(seconds, 60), ordering: .relaxed)
        }
    }

    /// Looks in the kernel's table: a connection would be swtpm's first one.
    private static func isListening(_ socket: String) -> Bool {
        // Not by Foundation, which closes the descriptor twice, and so one that another test has just opened.
        guard let file = fopen("/proc/net/unix", "re") else { return false }
        defer { fclose(file) }
        var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let line {
            let words = String(cString: line).split(whereSeparator: \.isWhitespace)
            // The flags of a socket that listens (__SO_ACCEPTCON).
            if words.count > 7 && words[3] == "00010000" && words[7] == socket { return true }
        }
        return false
    }
}

extension TPMAddress {
    /// The address as `KEYCHAIN_TPM` has it.
    package var text: String {
        switch self {
        case .device(let path): "device:\(path)"
        case .socket(let path): "swtpm:path=\(path)"
        }
    }
}
