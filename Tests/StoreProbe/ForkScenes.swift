// SPDX-License-Identifier: Apache-2.0
import CKeychainLinux
import Glibc
import SwiftKeychainModel
import SwiftKeychainStore
import StoreTestSupport

/// Plays a parent and its children, each with a part in one store.
struct ForkScenes {
    let store: Store

    init(folder: String) { store = SampleEngine.store(folder) }

    func play(_ scene: String) throws {
        switch scene {
        case "both": try both()
        case "lock": try lock()
        case "orphan": try orphan()
        case "inside": try inside()
        case "sqlite": try sqlite()
        default: exit(64)
        }
    }

    private func add(_ number: Int, wait: Duration = .seconds(5)) throws {
        try store.write(deadline: .after(wait)) { (writer) throws(KeychainError) in
            _ = try writer.insert(Sample.row(number))
        }
    }

    private func count() throws -> Int {
        try store.read(deadline: .standard) { (reader) throws(KeychainError) in
            try reader.count(.genericPassword)
        }
    }

    /// Runs `body` in a child and waits for its end.
    private func inChild(_ body: () throws -> Void) {
        let child = fork(body)
        waitpid(child, nil, 0)
    }

    private func fork(_ body: () throws -> Void) -> pid_t {
        let child = keychain_fork()
        if child != 0 { return child }
        do {
            try body()
            _exit(0)
        } catch {
            say("error: \(error)")
            _exit(1)
        }
    }

    private func both() throws {
        try add(1)
        inChild {
            try add(2)
            say("child", try count())
        }
        try add(3)
        say("parent", try count())
        inChild {
            inChild {
                try add(4)
                say("grandchild", try count())
            }
        }
    }

    private func lock() throws {
        try add(1)
        try store.write(deadline: .standard) { (writer) throws(KeychainError) in
            inChild {
                do {
                    try add(2, wait: .milliseconds(200))
                    say("child wrote beside its parent")
                } catch {
                    say("child refused")
                }
            }
            // The child that has come and gone must not have unlocked anything.
            let other = ChildProcess(
                ChildProcess.sibling("StoreProbe"), ["try", store.directory, "200"])
            say(other.line() == "refused" ? "parent kept its lock" : "parent lost its lock")
            other.wait()
            _ = try writer.insert(Sample.row(3))
        }
        inChild {
            try add(4)
            say("child wrote")
        }
    }

    private func orphan() throws {
        try add(1)
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        let parent = fork {
            try store.write(deadline: .standard) { (_) throws(KeychainError) in
                say("parent holds")
                let holder = getpid()
                _ = fork {
                    // It outlives the one that holds the lock.
                    while getppid() == holder { usleep(1000) }
                    say("child alone")
                    var number = getpid()
                    write(ends[1], &number, 4)
                    sleep(600)
                }
                _exit(0)
            }
        }
        waitpid(parent, nil, 0)
        var child: pid_t = 0
        read(ends[0], &child, 4)
        try add(2)
        say("written")
        kill(child, SIGKILL)
    }

    private func inside() throws {
        let process = getpid()
        do {
            try store.write(deadline: .standard) { (writer) throws(KeychainError) in
                _ = try writer.insert(Sample.row(1))
                let child = keychain_fork()
                if child > 0 { waitpid(child, nil, 0) }
            }
            say(getpid() == process ? "parent wrote" : "child wrote its parent's transaction")
        } catch {
            say(getpid() == process ? "parent refused" : "child refused")
        }
        if getpid() != process { _exit(0) }
    }

    private func sqlite() throws {
        try add(1)
        try store.read(deadline: .standard) { (reader) throws(KeychainError) in
            _ = try reader.count(.genericPassword)
            inChild {
                try store.read(deadline: .standard) { (reader) throws(KeychainError) in
                    say("child reads", try reader.count(.genericPassword))
                    // While it reads, the kernel must know locks of this very process.
                    say(lockCount(of: getpid()) > 0 ? "child holds locks" : "child holds none")
                }
            }
        }
    }

    private func lockCount(of process: pid_t) -> Int {
        guard let file = fopen("/proc/locks", "r") else { return -1 }
        defer { fclose(file) }
        var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
        var count = 0
        while getline(&line, &capacity, file) > 0, let line {
            let words = String(cString: line).split(separator: " ")
            if words.contains("POSIX"), words.contains("\(process)") { count += 1 }
        }
        free(line)
        return count
    }
}
