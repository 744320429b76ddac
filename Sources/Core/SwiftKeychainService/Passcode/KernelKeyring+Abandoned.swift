// SPDX-License-Identifier: Apache-2.0
import SwiftKeychainSystem

/// What is left of stores that were removed without `delete-keychain`, such as those of a test in a temporary folder.
/// They would fill the user's quota, which has room for about 30 unlocked stores, until the machine restarts.
extension KernelKeyring {
    /// The entry with the path of a store's database.
    static let path = "path"

    /// Drops all entries of stores whose database doesn't exist.
    static func dropAbandoned() {
        let keys = userKeys()
        for (key, name) in keys where name.hasSuffix(":" + path) {
            guard let database = read(key).map(String.init(path:)), !exists(database) else {
                continue
            }
            for (key, other) in keys where other.hasPrefix(name.dropLast(path.count)) { drop(key) }
        }
    }

    /// Returns whether a file exists, or may: only ENOENT says that it doesn't.
    private static func exists(_ path: String) -> Bool {
        do throws(SystemError) {
            return try System.status(path) != nil
        } catch {
            return true
        }
    }

    /// Returns the serial numbers and the names of the keys in the user's keyring.
    private static func userKeys() -> [(key: Int, name: Substring)] {
        let keys = [Int32](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = min(
                read(userKeyring, into: UnsafeMutableRawBufferPointer(buffer))
                    / MemoryLayout<Int32>.size,
                buffer.count)
        }
        return keys.compactMap { key in
            let description = describe(Int(key))
            // "type;uid;gid;permissions;name"
            let parts = description.split(separator: ";", maxSplits: 4)
            return parts.count == 5 ? (Int(key), parts[4]) : nil
        }
    }

    /// Reads the type, the owner, the permissions and the name of a key (KEYCTL_DESCRIBE); empty if it is gone.
    private static func describe(_ key: Int) -> String {
        var text = [UInt8](repeating: 0, count: 256)
        let count = text.withUnsafeMutableBufferPointer { text in
            (try? System.keyctl(
                Operation.describe, key, Int(bitPattern: text.baseAddress), text.count)) ?? 0
        }
        // With the zero byte at the end.
        return (1...text.count).contains(count)
            ? String(decoding: text.prefix(count - 1), as: UTF8.self) : ""
    }
}
