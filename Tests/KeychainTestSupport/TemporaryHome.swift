import Foundation
import Keychain

/// Gives a test a folder of its own, removed at the end.
public final class TemporaryHome: Sendable {
    public let path: String

    public init() {
        path = NSTemporaryDirectory() + "keychain-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public var databasePath: String { path + "/keychains/keychain-2.db" }
    public var deviceKeyPath: String { path + "/state/device.key" }
}
