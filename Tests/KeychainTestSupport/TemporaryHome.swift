// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import SwiftKeychain
import Synchronization

/// Gives a test a folder of its own, removed at the end.
public final class TemporaryHome: Sendable {
    public let path: String

    public init() {
        path = NSTemporaryDirectory() + "keychain-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        Remains.note(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public var databasePath: String { path + "/keychains/keychain-2.db" }
    public var deviceKeyPath: String { path + "/state/device.key" }
}

/// Removes, when the process ends, what lies at the paths of homes then: a keychain that outlives
/// its home makes the folder again, and the process of an exit test ends with its homes alive.
private enum Remains {
    private static let paths = Mutex<[String]>([])
    private static let process: pid_t = {
        atexit {
            // Not those of a parent.
            guard getpid() == Remains.process else { return }
            for path in Remains.paths.withLock({ $0 }) {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
        return getpid()
    }()

    static func note(_ path: String) {
        _ = process
        paths.withLock { $0.append(path) }
    }
}
