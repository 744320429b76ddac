// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Holds every file below a home, and lays them down again somewhere else.
struct HomeImage: Hashable {
    /// Paths below the home, such as `keychains/keychain-2.db`.
    var files: [String: [UInt8]]

    static let database = "keychains/keychain-2.db"
    static let log = "keychains/keychain-2.db-wal"
    static let index = "keychains/keychain-2.db-shm"

    init(files: [String: [UInt8]] = [:]) { self.files = files }

    init(of home: String) throws {
        files = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: home) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: home + "/" + name, isDirectory: &isFolder)
            if !isFolder.boolValue { files[name] = try Data.bytes(at: home + "/" + name) }
        }
    }

    /// Makes `home` what it was, whatever lies there.
    func lay(at home: String) throws {
        try? FileManager.default.removeItem(atPath: home)
        for folder in ["", "/keychains", "/state"] where folder.isEmpty || !files.isEmpty {
            guard mkdir(home + folder, 0o700) == 0 else {
                throw RawDatabase.Failure(description: "\(home + folder): cannot be made")
            }
        }
        for (name, bytes) in files {
            let file = open(home + "/" + name, O_WRONLY | O_CREAT, 0o600)
            let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            close(file)
            guard count == bytes.count else {
                throw RawDatabase.Failure(description: "\(name): cannot be written")
            }
        }
    }

    /// Makes a store by the steps of a probe, which has ended when this returns.
    static func made(by steps: [String]) throws -> HomeImage {
        let home = ScratchFolder()
        let run = try Probe.run(home.path, steps)
        guard run.signal == nil, run.errors.isEmpty else {
            throw RawDatabase.Failure(description: "a probe failed: \(run.lines.suffix(3))")
        }
        var image = try HomeImage(of: home.path)
        image.files[index] = nil
        return image
    }

    /// By whole files: the arrays' own functions take one byte after the other in a build without optimization.
    func hash(into hasher: inout Hasher) {
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            hasher.combine(name)
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    static func == (one: HomeImage, other: HomeImage) -> Bool {
        one.files.count == other.files.count
            && one.files.allSatisfy { name, bytes in
                guard let others = other.files[name], others.count == bytes.count else {
                    return false
                }
                return bytes.isEmpty || memcmp(bytes, others, bytes.count) == 0
            }
    }

    /// Makes a store of a few passwords: `p0 s0`, `p1 s1`, …
    static func ofPasswords(_ count: Int) throws -> HomeImage {
        try made(by: (0..<count).map { "add p\($0) s\($0)" })
    }
}

/// Gives a test a folder in memory where there is one: nothing here outlives the test, and the
/// tests of what is durable do not ask the disk.
final class ScratchFolder: Sendable {
    let path: String

    init() {
        let memory = access("/dev/shm", W_OK) == 0
        path = (memory ? "/dev/shm/" : NSTemporaryDirectory()) + "keychain-\(UUID().uuidString)"
        mkdir(path, 0o700)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
